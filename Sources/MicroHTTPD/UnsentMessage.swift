/// What is left to send of an answer that goes past the library.
///
/// However long its body is, only a piece of it is in memory where it lies in a file.
struct UnsentMessage {
  /// The piece that is being sent.
  private(set) var piece: ArraySlice<UInt8> = []
  private var slices: [BodySlice] = []
  /// How much of the slices has been read.
  private var position = 0
  private let length: Int

  private static let pieceSize = 65_536

  /// Nothing.
  init() { length = 0 }

  /// All of these.
  init(_ slices: [BodySlice]) {
    self.slices = slices
    length = slices.byteCount
  }

  /// Whether all has been sent.
  var isEmpty: Bool { piece.isEmpty && position == length }

  /// Reads the next piece where none is there.
  ///
  /// - Returns: false where a file has become too short, or cannot be read.
  mutating func fill() -> Bool {
    guard piece.isEmpty, position < length else { return true }
    // Of several slices, so that a short answer goes in one segment.
    let bytes = slices.bytes(from: position, upTo: Self.pieceSize)
    piece = bytes[...]
    position += bytes.count
    return !bytes.isEmpty
  }

  /// Takes out what has been sent.
  mutating func removeFirst(_ count: Int) { piece = piece.dropFirst(count) }
}
