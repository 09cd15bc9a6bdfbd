/// Takes a stream of Server-Sent Events apart as its bytes come (WHATWG HTML, 9.2.6).
///
/// ```swift
/// var reader = ServerMessageReader()
/// reader.read(Array("event: lost\ndata: {\"count\":2}\n\n".utf8))  // one message
/// ```
///
/// A message that the end of the stream cuts off is none.
public struct ServerMessageReader: Sendable {
  /// One message.
  public struct Message: Sendable, Hashable {
    /// Its name; `message` where it has none.
    public var name: String
    /// Its data, lines joined by line feeds.
    public var data: String
    /// The last id that the stream has named so far; nil where it has named none.
    public var id: String?
  }

  /// The last id that the stream has named so far, maybe in a message without data; nil where it has
  /// named none.
  public private(set) var lastID: String?

  private var line: [UInt8] = []
  private var endsWithReturn = false
  private var name = ""
  private var data: [String] = []
  private var id: String?

  /// A reader at the beginning of a stream.
  public init() {}

  /// Takes further bytes, and gives back the messages that they complete.
  public mutating func read(_ bytes: some Sequence<UInt8>) -> [Message] {
    var messages: [Message] = []
    for byte in bytes {
      switch byte {
      // A line feed behind a carriage return ends the same line.
      case 0x0A where endsWithReturn: endsWithReturn = false
      case 0x0A, 0x0D:
        endsWithReturn = byte == 0x0D
        if let message = endLine() { messages.append(message) }
      default:
        endsWithReturn = false
        line.append(byte)
      }
    }
    return messages
  }

  private mutating func endLine() -> Message? {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return endMessage() }
    let parts = line.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
    var value = parts.count > 1 ? parts[1] : []
    if value.first == 0x20 { value = value.dropFirst() }
    let text = String(decoding: value, as: UTF8.self)
    switch String(decoding: parts[0], as: UTF8.self) {
    case "event": name = text
    case "data": data.append(text)
    case "id" where !value.contains(0): id = text
    // Comments, `retry`, and what nobody knows.
    default: break
    }
    return nil
  }

  private mutating func endMessage() -> Message? {
    defer {
      name = ""
      data = []
    }
    lastID = id
    guard !data.isEmpty else { return nil }
    return Message(
      name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), id: id)
  }
}
