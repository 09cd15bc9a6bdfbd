internal import CMicroHTTPD
import Platform

// Bodies that are not read as they come: slowly, or not to their end. The library is left with bytes
// that it has read, and suspended; it comes again with the same bytes. Without any it would not come
// before the client sends more.

extension DaemonCore {
  /// Begins to read a body that is not read as it comes.
  func begin(_ intake: BodyIntake, _ exchange: Exchange) -> MHD_Result {
    guard let connection = unsafe exchange.connection else { return .NO }
    let progress = IntakeProgress(intake, length: exchange.announcedBodyLength)
    exchange.intake = progress
    if let breaking = intake.breaking, breaking.after <= 0 {
      return breakOff(exchange, breaking, isMiddle: false)
    }
    if intake.withholdsContinue { unsafe umhd_forget_expectation(connection) }
    if intake.bytesPerSecond != nil { progress.isHeldBack = unsafe holdBack(connection) }
    return .YES
  }

  /// Takes what may be taken of a piece of such a body.
  ///
  /// - Parameters:
  ///   - exchange: the exchange.
  ///   - bytes: the piece.
  ///   - left: how many of its bytes are not taken.
  /// - Returns: whether the library goes on.
  func takeBody(
    _ exchange: Exchange, _ bytes: UnsafeRawBufferPointer, leaving left: inout Int
  ) -> MHD_Result {
    left = bytes.count
    while left > 0, let progress = exchange.intake {
      // Dropped, or its client hung up, while it was paused.
      if let ending = exchange.ending {
        if ending == .dropped { exchange.resetConnection() }
        return .NO
      }
      switch progress.allowance(behind: exchange.bodyLength, at: time.now) {
      case .nothing(let moment):
        guard exchange.pauseReading(until: moment) else {
          exchange.ending = .dropped
          exchange.resetConnection()
          return .NO
        }
        return .YES
      case .bytes(let allowed):
        var count = min(left, allowed)
        let breaking = progress.intake.breaking
        if let breaking { count = min(count, breaking.after - exchange.bodyLength) }
        let start = bytes.count - left
        let piece = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)])
        left -= count
        guard unsafe takeBody(exchange, piece) == .YES else { return .NO }
        if let breaking, exchange.bodyLength >= breaking.after {
          left = max(1, left)
          return breakOff(exchange, breaking, isMiddle: true)
        }
      }
    }
    return .YES
  }

  /// Has the system take little of a body before it is read.
  ///
  /// - Returns: false where the segments of the connection are too long for that: a window below them
  ///   would slow it down further than to any rate.
  private func holdBack(_ connection: OpaquePointer) -> Bool {
    let descriptor = unsafe umhd_descriptor(connection)
    guard umhd_segment_size(descriptor) <= 4096 else { return false }
    umhd_set_receive_buffer(descriptor, 8192)
    return true
  }

  /// Lets the system take as much of the connection's next body as of any.
  func endIntake(of exchange: Exchange) {
    guard let progress = exchange.intake else { return }
    exchange.intake = nil
    if progress.isHeldBack, let connection = unsafe exchange.connection {
      unsafe umhd_set_receive_buffer(umhd_descriptor(connection), 65_536)
    }
  }

  /// Does in the middle of a body, or before it, what is to be done there; the rest is not read.
  private func breakOff(
    _ exchange: Exchange, _ breaking: BodyIntake.Breaking, isMiddle: Bool
  ) -> MHD_Result {
    guard exchange.mayBeAnswered() else { return .NO }
    exchange.intake = nil
    exchange.receivedAt = time.now
    exchange.isReceived = true
    exchange.isBrokenOff = isMiddle
    // What the client still sends would throw away what it has not read.
    exchange.lingers = true
    return perform(breaking.action(exchange), exchange)
  }

  /// Sends an answer in the middle of a body, where the library takes none.
  func sendEarly(_ reply: Reply, _ exchange: Exchange) -> MHD_Result {
    exchange.reply = reply
    exchange.answeredAt = time.now
    handler.answering(exchange)
    exchange.unsent = UnsentMessage([
      .bytes(reply.message(now: .now, isHead: exchange.isHead))
    ])
    return sendRest(of: exchange)
  }
}
