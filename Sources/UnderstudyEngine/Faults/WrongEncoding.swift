import Platform
import Understudy

/// The body is said to be compressed, and is not.
struct WrongEncoding: AnswerFault {
  /// How gzip begins (RFC 1952, 2.3.1).
  private static let magic: [UInt8] = [0x1F, 0x8B]

  func apply(to answer: inout Answer) {
    answer.insistOnBody()
    answer.headers.removeAll { $0.isNamed("Content-Encoding") }
    answer.headers.append(Header("Content-Encoding", "gzip"))
    // One that is gzip by itself would decode.
    if let file = answer.file {
      if (try? file.file.beginning(Self.magic.count)) == Self.magic {
        answer.file?.range = (file.range.lowerBound + 1)..<file.range.upperBound
      }
    } else if answer.body.starts(with: Self.magic) {
      answer.body.removeFirst()
    }
  }
}
