import TestSupport

/// A request of the page, in the parts that curl takes.
struct PageRequest: Sendable {
  var method: String
  var target: String
  var headers: [String]
  /// What follows `-d`.
  var body: String?
  /// What follows each `-F`: `caption=me`, or `avatar=@me.png;type=image/png`.
  var parts: [String]

  /// A request by its method and target, as in `POST /items`, and further header lines.
  init(_ line: String, _ headers: String..., body: String? = nil, parts: [String] = []) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    (method, target) = (words[0], words[1])
    (self.headers, self.body, self.parts) = (headers, body, parts)
  }

  /// The request as a reader sends it.
  var curl: String {
    let implied = body == nil && parts.isEmpty ? "GET" : "POST"
    var command = "curl\(method == implied ? "" : " -X \(method)") 'localhost:8080\(target)'"
    for header in headers { command += " -H '\(header)'" }
    for part in parts { command += " -F '\(part)'" }
    if let body { command += " -d '\(body)'" }
    return command
  }

  /// The request as curl sends it.
  var message: String {
    var lines = headers
    var content = body
    if body != nil { add("Content-Type: application/x-www-form-urlencoded", to: &lines) }
    if !parts.isEmpty {
      add("Content-Type: multipart/form-data; boundary=page", to: &lines)
      content = parts.map { "--page\r\n\(Self.part($0))\r\n" }.joined() + "--page--\r\n"
    }
    add("Host: localhost:8080", to: &lines)
    add("Accept: */*", to: &lines)
    if let content { lines.append("Content-Length: \(content.utf8.count)") }
    let head = (["\(method) \(target) HTTP/1.1"] + lines).map { "\($0)\r\n" }.joined()
    return "\(head)\r\n\(content ?? "")"
  }

  /// Adds a header line that curl sends where the reader names no other.
  private func add(_ line: String, to lines: inout [String]) {
    let name = line.prefix { $0 != ":" }
    guard !headers.contains(where: { $0.hasPrefix("\(name):") }) else { return }
    lines.append(line)
  }

  private static func part(_ text: String) -> String {
    let words = text.split(separator: "=", maxSplits: 1).map(String.init)
    let (name, value) = (words[0], words.count > 1 ? words[1] : "")
    let field = "Content-Disposition: form-data; name=\"\(name)\""
    guard value.hasPrefix("@") else { return "\(field)\r\n\r\n\(value)" }
    let file = value.dropFirst().split(separator: ";type=")
    return "\(field); filename=\"\(file[0])\"\r\nContent-Type: \(file[1])\r\n\r\n\(file[0])"
  }
}
