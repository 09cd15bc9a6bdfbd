import Understudy
import UnderstudyAPI

/// One request of the journal for people: its lines as curl shows them, its bodies as they were.
struct RequestText {
  private let request: RequestDescription
  private let detail: JSON

  init(_ request: RequestDescription, _ detail: JSON) {
    self.request = request
    self.detail = detail
  }

  /// The lines.
  var text: String {
    var lines = ["no. \(request.seq)  \(request.receivedAt)  \(ending)"]
    lines.append(
      request.route.map { "route  \($0) \(request.variant ?? "-") (\(request.source ?? "-"))" }
        ?? "route  none")
    if let note = request.detail { lines.append("why    \(note)") }
    lines += ["", "> \(request.method) \(request.target)"]
    lines += message(detail["request"], ">")
    if let response = detail["response"], response != .null {
      lines += ["", "< \(response["status"]?.intValue ?? 0)"]
      lines += message(response, "<")
    }
    for near in detail["nearest"]?.arrayValue ?? [] {
      lines += [
        "", "near   \(near["route"]?.stringValue ?? "") \(near["path"]?.stringValue ?? "")",
      ]
      for difference in near["differences"]?.arrayValue ?? [] {
        lines.append("       \(Self.words(difference))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var ending: String {
    guard let ending = request.ending else { return "under way" }
    return "\(ending) after \(request.duration)"
  }

  private func message(_ message: JSON?, _ mark: String) -> [String] {
    var lines = (message?["headers"]?.arrayValue ?? []).map { line in
      "\(mark) \(line[0]?.stringValue ?? ""): \(line[1]?.stringValue ?? "")"
    }
    guard let length = message?["bodyLength"]?.intValue, length > 0 else { return lines }
    let isCut = message?["bodyTruncated"]?.boolValue ?? false
    if let text = message?["text"]?.stringValue {
      lines += ["", text.hasSuffix("\n") ? String(text.dropLast()) : text]
    } else if let text = message?["base64"]?.stringValue {
      lines += ["", "base64 \(text)"]
    }
    if isCut { lines.append("... of \(length) bytes in all") }
    return lines
  }

  /// A difference between a request and a route, in words.
  static func words(_ difference: JSON) -> String {
    func value(_ key: String) -> String {
      difference[key]?.stringValue.map { "'\($0)'" } ?? "nothing"
    }
    let name = difference["name"]?.stringValue.map { " '\($0)'" } ?? ""
    return
      "\(difference["part"]?.stringValue ?? "")\(name): expected \(value("expected")), got \(value("actual"))"
  }
}
