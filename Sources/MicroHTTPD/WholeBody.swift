/// The body of one answer whose bytes are there already, for an answer with a pace.
@safe
final class WholeBody: BodyReader, @unchecked Sendable {
  // Safety: the library asks for its bytes on one thread at a time, and the exchange keeps the reply
  // to which they belong.

  let exchange: Exchange
  private let body: UnsafeRawBufferPointer

  init(_ body: UnsafeRawBufferPointer, _ exchange: Exchange) {
    unsafe self.body = body
    self.exchange = exchange
  }

  func read(from position: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let start = Int(position)
    let count = unsafe min(buffer.count, body.count - start)
    unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: body[start..<(start + count)]))
    return count
  }
}
