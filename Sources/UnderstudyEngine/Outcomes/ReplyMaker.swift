package import MicroHTTPD
import Understudy

/// Makes answers ready to send, with the lines that the daemon adds to each.
package struct ReplyMaker: Sendable {
  /// Whether answers say which route and variant they came from.
  package var addsMarkers: Bool
  /// What placeholders take from outside of requests.
  package var surroundings: Surroundings

  /// The answers that stay open.
  package var streams = OpenStreams()

  /// Whether replies may be kept for many requests.
  var sharesReplies = true

  /// A maker with or without markers.
  package init(addsMarkers: Bool = true, surroundings: Surroundings = Surroundings()) {
    self.addsMarkers = addsMarkers
    self.surroundings = surroundings
  }

  /// The same for replies that are made for one request.
  var forOneRequest: ReplyMaker {
    var copy = self
    copy.sharesReplies = false
    return copy
  }

  /// A reply that may be queued any number of times.
  package func reply(
    _ answer: Answer, route: String? = nil, variant: String? = nil, warning: String? = nil,
    closes: Bool = false, isShared: Bool = false
  ) -> Reply {
    var answer = answer
    if answer.isCompressed { answer.addVary() }
    let codings: CodedReplies? =
      answer.hasCodings
      ? CodedReplies(answer) { [answer] coded in
        let fields = fields(coded, route, variant, warning)
        return reply(
          coded, fields, closes: closes, isShared: isShared && coded.status == answer.status)
      } : nil
    return reply(
      answer, fields(answer, route, variant, warning), closes: closes, isShared: isShared,
      choose: codings.map { codings in { @Sendable head in codings.reply(for: head) } })
  }

  private func reply(
    _ answer: Answer, _ fields: [Field], closes: Bool, isShared: Bool,
    choose: (@Sendable (HeadLines) -> Reply?)? = nil
  ) -> Reply {
    if let file = answer.file {
      return Reply(
        status: answer.status, fields: fields, slices: [.file(file.file, file.range)],
        cut: answer.cut, framing: answer.framing, malformation: answer.malformation,
        closes: closes, isConditional: answer.isConditional)
    }
    return Reply(
      status: answer.status, fields: fields, body: answer.body, cut: answer.cut,
      framing: answer.framing, malformation: answer.malformation, closes: closes,
      isShared: isShared && sharesReplies, isConditional: answer.isConditional,
      choose: choose)
  }

  /// A reply for one request, whose body comes from a source.
  func reply(
    _ answer: Answer, route: String, variant: String,
    source: @escaping @Sendable () -> any BodySource
  ) -> Reply {
    Reply(
      status: answer.status, fields: fields(answer, route, variant, nil), block: 1024,
      source: source)
  }

  /// The lines of an answer with those that each one gets.
  private func fields(
    _ answer: Answer, _ route: String?, _ variant: String?, _ warning: String?
  ) -> [Field] {
    var fields = answer.headers.map { Field($0.name, $0.value) }
    // URLSession would keep an answer without it, and a flip would never reach the daemon.
    if answer.value(of: "Cache-Control") == nil {
      fields.append(Field("Cache-Control", "no-cache"))
    }
    if answer.isConditional, answer.value(of: "Accept-Ranges") == nil {
      fields.append(Field("Accept-Ranges", "bytes"))
    }
    if addsMarkers {
      if let route { fields.append(Field(HeaderName.route, route)) }
      if let variant { fields.append(Field(HeaderName.variant, variant)) }
    }
    if let warning { fields.append(Field(HeaderName.warning, warning)) }
    return fields.filter(\.isLegal)
  }
}
