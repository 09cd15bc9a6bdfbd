/// Puts the pieces of a short line side by side, in memory that is there already.
///
/// An array looks at its room and its owner for each piece; a line of ten pieces is put together here in
/// half the time. ``Swift/Array/append(atMost:_:)`` makes one.
@safe
public struct LineWriter: ~Copyable {
  private let start: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  /// How many bytes have been written.
  public private(set) var count = 0

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    // Safety: only made with memory of at least one byte.
    unsafe start = buffer.baseAddress.unsafelyUnwrapped
    capacity = buffer.count
  }

  /// Writes a byte, for which there must be room.
  public mutating func append(_ byte: UInt8) {
    precondition(count < capacity, "A line is longer than was said.")
    unsafe start[count] = byte
    count += 1
  }

  /// Writes the bytes of an array, for which there must be room.
  public mutating func append(copying bytes: borrowing [UInt8]) {
    precondition(bytes.count <= capacity - count, "A line is longer than was said.")
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if let first = bytes.baseAddress {
        unsafe (start + count).update(from: first, count: bytes.count)
      }
    }
    count += bytes.count
  }
}

extension [UInt8] {
  /// Appends a line that is put together in place.
  ///
  /// ```swift
  /// var log: [UInt8] = []
  /// let target = Array("/users".utf8)
  /// log.append(atMost: target.count + 1) { line in
  ///   line.append(copying: target)
  ///   line.append(UInt8(ascii: "\n"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - count: how long the line may become, in bytes; more ends the process.
  ///   - write: writes it.
  public mutating func append(atMost count: Int, _ write: (inout LineWriter) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Swift.max(1, count)) { buffer in
      var writer = unsafe LineWriter(buffer)
      write(&writer)
      unsafe append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<writer.count]))
    }
  }
}
