import MicroHTTPD
import Platform
import Understudy

/// The values that placeholders have in the answer to one request.
///
/// All of one answer agree: one moment, one number of the counter. Only `{{uuid}}` is another at
/// each place. Belongs to one thread.
final class Filling {
  private let request: ReceivedRequest
  private let scope: PlaceholderScope
  private let surroundings: Surroundings
  private lazy var parameters = scope.template.parameters(in: request.target) ?? [:]
  private lazy var document = try? request.content.json.get()
  private lazy var number = request.cell(scope.counter).take { _ in true } + 1
  private lazy var now = surroundings.wallTime()

  init(_ request: ReceivedRequest, _ scope: PlaceholderScope, _ surroundings: Surroundings) {
    self.request = request
    self.scope = scope
    self.surroundings = surroundings
  }

  /// The value with its type; null where the request has none.
  func value(of placeholder: Placeholder) -> JSON {
    switch placeholder {
    case .base: Self.text(surroundings.base.bytes(for: request))
    case .path(let name): Self.text(parameters[name])
    case .query(let name): Self.text(request.query.first { $0.name == name }?.value)
    case .header(let name): Self.text(request.head.all(name).first)
    case .body(let pointer): document?.value(at: pointer) ?? .null
    case .now(let seconds, let format): time(seconds, format)
    case .uuid: .string(Self.uuid())
    case .counter: .int(number)
    }
  }

  /// The value as text; nothing where it is null, JSON where it has parts.
  func text(of placeholder: Placeholder) -> [UInt8] {
    switch value(of: placeholder) {
    case .null: []
    case .string(let text): Array(text.utf8)
    case let value: value.bytes()
    }
  }

  private func time(_ seconds: Int, _ format: String?) -> JSON {
    let time = WallTime(seconds: now.seconds + seconds, nanoseconds: now.nanoseconds)
    // Without fractions, which Foundation's ISO 8601 does not read unless it is told to.
    guard let format else { return .string(time.formatted("%Y-%m-%dT%H:%M:%SZ")) }
    return format == "%s" ? .int(time.seconds) : .string(time.formatted(format))
  }

  private static func text(_ bytes: (some Sequence<UInt8>)?) -> JSON {
    guard let bytes else { return .null }
    return .string(String(decoding: Array(bytes), as: UTF8.self))
  }

  /// A random UUID (RFC 9562, 5.4), in small letters.
  private static func uuid() -> String {
    var bytes = Machine.randomBytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: text, as: UTF8.self)
  }
}
