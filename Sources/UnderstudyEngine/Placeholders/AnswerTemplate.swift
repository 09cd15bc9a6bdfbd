import MicroHTTPD
import Understudy

/// An answer whose headers and body may have placeholders.
struct AnswerTemplate: Sendable {
  private let answer: Answer
  private let headers: [(index: Int, template: Template)]
  private let body: Template?
  /// What is wrong with its placeholders.
  let problems: [OutcomeProblem]

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - answer: the answer as it was written.
  ///   - scope: what its placeholders may name.
  ///   - body: where its body is written; nil sends the body as it is.
  init(_ answer: Answer, _ scope: PlaceholderScope, body: BodyPlace?) {
    self.answer = answer
    var problems: [OutcomeProblem] = []
    var headers: [(index: Int, template: Template)] = []
    for (index, header) in answer.headers.enumerated() where !header.isVerbatim {
      let template = Template(Array(header.value.utf8), .text, scope)
      problems += template.problems.map { .placeholder($0.problem, in: "header '\(header.name)'") }
      if !template.isFixed { headers.append((index, template)) }
    }
    self.headers = headers
    guard let body, Template.mayHavePlaceholders(answer.body), let syntax = answer.syntax else {
      self.body = nil
      self.problems = problems
      return
    }
    let template = Template(answer.body, syntax, scope)
    self.problems =
      problems
      + template.problems.map { problem, offset in
        .placeholder(problem, in: body.words(answer.body, offset))
      }
    self.body = template.isFixed ? nil : template
  }

  /// Whether it is the same for every request.
  var isFixed: Bool { headers.isEmpty && body == nil }

  /// Whether the request has a part in its body.
  var fillsBody: Bool { body != nil }

  /// Whether it takes a value out of the request's body.
  var readsBody: Bool {
    headers.contains { $0.template.readsBody } || body?.readsBody == true
  }

  /// The answer to a request, without header lines that would be empty.
  func filled(by filling: Filling) -> Answer {
    var filled = answer
    for (index, template) in headers {
      let isLocation = filled.headers[index].isNamed("Location")
      let bytes = template.filled(by: filling) { Self.headerValue($0, isLocation: isLocation) }
      filled.headers[index].value = String(decoding: bytes, as: UTF8.self)
    }
    if !headers.isEmpty { filled.headers.removeAll { $0.value.isEmpty } }
    if let body {
      // The type that is sent decides, as a browser goes by it.
      let isMarkup = filled.value(of: "Content-Type").map(ContentType.isMarkup) ?? false
      filled.body = body.filled(by: filling) { isMarkup ? Markup.escaped($0) : $0 }
    }
    return filled
  }

  /// A value without control characters, but for those that would end its line, on which the whole
  /// answer fails; in a location, without what no URL has (RFC 3986, 2).
  private static func headerValue(_ value: [UInt8], isLocation: Bool) -> [UInt8] {
    let line = value.filter {
      $0 >= 0x20 && $0 != 0x7F || !isLocation && [0x00, 0x0A, 0x0D].contains($0)
    }
    guard isLocation else { return line }
    return line.flatMap { byte in
      byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
        ? [byte] : PercentEncoding.encoded(byte)
    }
  }
}

extension AnswerTemplate {
  /// Where the body of an answer is written.
  enum BodyPlace: Sendable, Hashable {
    case outcome
    /// A file, by its path.
    case file(String)

    /// The place of a problem in words.
    func words(_ bytes: [UInt8], _ offset: Int) -> String {
      switch self {
      case .outcome: "its body"
      case .file(let path):
        "\(path):\(1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") })"
      }
    }
  }
}

extension Answer {
  /// How placeholders are found in the body; nil where it is not text.
  fileprivate var syntax: Template.Syntax? {
    let type = value(of: "Content-Type") ?? ContentType.bytes
    guard ContentType.isText(type), UTF8Text.isValid(body) else { return nil }
    return ContentType.isJSON(type) && JSON.syntaxError(in: body) == nil ? .json : .text
  }
}
