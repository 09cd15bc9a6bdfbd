import MicroHTTPD
import Platform
import Understudy

/// One answer in every content coding that a client may take; each is made when it is first asked for.
final class CodedReplies: Sendable {
  private let answer: Answer
  private let make: @Sendable (Answer) -> Reply
  private let replies = Lock([AnswerCoding: Reply]())

  /// - Parameters:
  ///   - answer: the answer as it is.
  ///   - make: makes an answer ready to send.
  init(_ answer: Answer, _ make: @escaping @Sendable (Answer) -> Reply) {
    self.answer = answer
    self.make = make
  }

  /// The reply for a request; nil where it takes the answer as it is.
  func reply(for head: HeadLines) -> Reply? {
    guard let coding = AnswerCoding.best(for: head) else {
      return make(Answer(status: 406, headers: answer.headers.filter { $0.isNamed("Vary") }))
    }
    if coding == .identity { return nil }
    if let reply = replies.withLock({ $0[coding] }) { return reply }
    let reply = make(coding.coded(answer))
    return replies.withLock { replies in
      if let first = replies[coding] { return first }
      replies[coding] = reply
      return reply
    }
  }
}

extension Answer {
  /// Whether it is sent in a coding that its client may choose.
  var hasCodings: Bool {
    isCompressed && file == nil && allowsBody && !body.isEmpty && malformation == nil
      && value(of: "Content-Encoding") == nil
  }

  /// Tells caches what it was chosen by.
  mutating func addVary() {
    let names = headers.filter { $0.isNamed("Vary") }.map { Array($0.value.utf8)[...] }
    let isTold = names.contains { line in
      TokenList.contains(Array("accept-encoding".utf8), in: line)
        || TokenList.contains([UInt8(ascii: "*")], in: line)
    }
    if !isTold { headers.append(Header("Vary", "Accept-Encoding")) }
  }
}
