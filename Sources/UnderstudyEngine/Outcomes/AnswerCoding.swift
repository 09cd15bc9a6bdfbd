import MicroHTTPD
import Understudy
import Zlib

/// The content codings in which an answer may be sent (RFC 9110, 8.4.1).
enum AnswerCoding: String, Sendable, Hashable {
  case gzip, deflate
  /// As it is.
  case identity

  /// What a request takes best; nil where it takes none.
  ///
  /// The greatest weight wins, and of equal ones gzip, then deflate. What is not named is not taken,
  /// but for the body as it is, which is taken last unless it is ruled out (RFC 9110, 12.5.3).
  static func best(for head: HeadLines) -> AnswerCoding? {
    let lines = head.all(Array("accept-encoding".utf8))
    if lines.isEmpty { return .identity }
    var weights: [String: Int] = [:]
    for member in lines.flatMap({ $0.split(separator: UInt8(ascii: ",")) }) {
      let name = TokenList.name(of: member).map(\.asciiLowercased)
      let text = String(decoding: name, as: UTF8.self)
      weights[text == "x-gzip" ? "gzip" : text] = weight(of: member)
    }
    let others = weights["*"]
    var best: (coding: AnswerCoding, weight: Int)?
    for coding in [AnswerCoding.gzip, .deflate, .identity] {
      let unnamed = coding == .identity ? min(others ?? 1, 1) : others ?? 0
      let weight = weights[coding.rawValue] ?? unnamed
      if weight > best?.weight ?? 0 { best = (coding, weight) }
    }
    return best?.coding
  }

  /// The weight of a member in thousandths; whole where it says nothing that can be read.
  private static func weight(of member: ArraySlice<UInt8>) -> Int {
    for parameter in member.split(separator: UInt8(ascii: ";")).dropFirst() {
      let text = TokenList.trimmed(parameter).map(\.asciiLowercased)
      guard text.starts(with: "q=".utf8) else { continue }
      let digits = text.dropFirst(2)
      guard let first = digits.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1")
      else { return 1000 }
      if first == UInt8(ascii: "1") { return 1000 }
      let fraction = digits.dropFirst(2).prefix(3).map { Int($0) - 48 }
      guard fraction.allSatisfy({ (0...9).contains($0) }) else { return 1000 }
      return (0..<3).reduce(0) { $0 * 10 + ($1 < fraction.count ? fraction[$1] : 0) }
    }
    return 1000
  }

  /// An answer in this coding.
  func coded(_ answer: Answer) -> Answer {
    let format: ZlibFormat
    switch self {
    case .identity: return answer
    case .gzip: format = .gzip
    // RFC 9110, 8.4.1.2: what is called deflate is zlib's format.
    case .deflate: format = .zlib
    }
    var coded = answer
    coded.body = Deflater.deflate(answer.body, format)
    coded.headers.append(Header("Content-Encoding", rawValue))
    // A strong tag names these very bytes (RFC 9110, 8.8.3.3).
    for index in coded.headers.indices where coded.headers[index].isNamed("ETag") {
      let tag = coded.headers[index].value
      guard tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.count > 1 else { continue }
      coded.headers[index].value = "\(tag.dropLast())-\(rawValue)\""
    }
    coded.cut = answer.cut.map { cut in
      func scaled(_ count: Int) -> Int { coded.body.count * count / max(1, answer.body.count) }
      return switch cut {
      case .close(let count): .close(after: scaled(count))
      case .reset(let count): .reset(after: scaled(count))
      case .stall(let count): .stall(after: scaled(count))
      }
    }
    return coded
  }
}
