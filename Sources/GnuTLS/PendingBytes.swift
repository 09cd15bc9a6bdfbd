/// Bytes that wait between two calls, in memory that there is only meanwhile.
@safe
struct PendingBytes: ~Copyable {
  private var bytes = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var taken = 0

  /// Whether there are none.
  var isEmpty: Bool { unsafe bytes.isEmpty }

  /// Keeps a copy of some bytes behind those that are there.
  mutating func append(_ further: UnsafeRawBufferPointer) {
    let count = unsafe bytes.count - taken
    let copy = UnsafeMutableRawBufferPointer.allocate(
      byteCount: count + further.count, alignment: 1)
    unsafe copy.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[taken...]))
    unsafe UnsafeMutableRawBufferPointer(rebasing: copy[count...]).copyMemory(from: further)
    unsafe bytes.deallocate()
    unsafe bytes = copy
    taken = 0
  }

  /// Moves the first bytes, as many as there are and find room; how many those are.
  mutating func move(to room: UnsafeMutableRawBufferPointer) -> Int {
    let count = unsafe min(room.count, bytes.count - taken)
    unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[taken..<taken + count]))
    drop(count)
    return count
  }

  /// Lets go of the first bytes.
  mutating func drop(_ count: Int) {
    taken += count
    guard unsafe taken == bytes.count else { return }
    unsafe bytes.deallocate()
    unsafe bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    taken = 0
  }

  /// Lends them.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe body(UnsafeRawBufferPointer(rebasing: bytes[taken...]))
  }

  deinit { unsafe bytes.deallocate() }
}
