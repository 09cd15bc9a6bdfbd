internal import CMicroHTTPD
public import Platform

/// One request and what becomes of it.
///
/// Method, target and body are copies and may be kept. Header lines are asked of the C library:
/// only inside ``ExchangeHandler/respond(to:)`` and ``ExchangeHandler/refuse(_:_:)``.
@safe
public final class Exchange: @unchecked Sendable {
  // Safety: the library calls back for one exchange on one thread at a time, and a parked exchange
  // changes hands only under the parking lot's lock.

  /// A number that no other exchange of this process has.
  public let seq: UInt64
  /// The method, such as the bytes of `GET`.
  public internal(set) var method: [UInt8] = []
  /// The request target as it was sent.
  public let target: [UInt8]
  /// The body as it arrived, without transfer coding.
  public internal(set) var body: [UInt8] = []
  /// When the request line was read.
  public let startedAt: Moment
  /// When the whole request had been read.
  public internal(set) var receivedAt: Moment
  /// Whether it is not the first request of its connection.
  ///
  /// A GET that is reset on such a connection is sent again by clients themselves, silently.
  public internal(set) var isReused = false
  /// The status that was queued; 0 before that.
  public internal(set) var status = 0
  /// A note of the handler's, for ``ExchangeHandler/ended(_:_:)``.
  public var attachment: AnyObject?

  var phase = Phase.fresh
  var ending: Ending?
  var discardedByteCount = 0
  var connection: OpaquePointer?
  /// What is done when the exchange comes back from the parking lot.
  var next: Action?
  /// The exchange's number in the parking lot; 0 while it is not parked.
  var parkingNumber: UInt64 = 0

  /// The answer's cut, until it has been made.
  var pendingCut: Reply.Cut?

  // Not the daemon's core: an exchange that is kept must neither outlive it nor keep it.
  private let parking: Parking

  enum Phase {
    case fresh, reading, parked, answered
  }

  init(seq: UInt64, target: [UInt8], now: Moment, parking: Parking) {
    self.seq = seq
    self.target = target
    self.parking = parking
    startedAt = now
    receivedAt = now
  }

  /// Ends a hold or a delay now, with this action; from any thread.
  ///
  /// - Returns: false where the exchange is not parked (any more).
  @discardableResult
  public func release(_ action: Action) -> Bool {
    parking.release(self, action)
  }
}

// MARK: - Header lines

extension Exchange {
  /// The value of the first line of a name; nil where there is none.
  public func value(of name: StaticString) -> [UInt8]? {
    guard let connection = unsafe connection else { return nil }
    let value = name.withUTF8Buffer { name in
      unsafe name.withMemoryRebound(to: CChar.self) { name in
        unsafe MHD_lookup_connection_value(connection, .HEADER_KIND, name.baseAddress)
      }
    }
    guard let value = unsafe value else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }

  /// All header lines, in order, repeats included.
  public var fields: [(name: [UInt8], value: [UInt8])] {
    guard let connection = unsafe connection else { return [] }
    var lines: [(name: [UInt8], value: [UInt8])] = []
    unsafe withUnsafeMutablePointer(to: &lines) { lines in
      _ = unsafe MHD_get_connection_values_n(connection, .HEADER_KIND, collectField, lines)
    }
    return lines
  }
}

private func collectField(
  _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
  _ nameSize: Int, _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
  let lines = unsafe context?.assumingMemoryBound(
    to: [(name: [UInt8], value: [UInt8])].self)
  unsafe lines?.pointee.append(
    (
      Array(UnsafeRawBufferPointer(start: name, count: nameSize)),
      Array(UnsafeRawBufferPointer(start: value, count: valueSize))
    ))
  return .YES
}

// MARK: - What an answer that breaks off needs

extension Exchange {
  var unsentByteCount: Int {
    guard let connection = unsafe connection else { return 0 }
    return unsafe Int(umhd_unsent(umhd_descriptor(connection)))
  }

  func resetConnection() {
    guard let connection = unsafe connection else { return }
    unsafe umhd_reset(umhd_descriptor(connection))
  }

  /// Ends the connection behind an answer without a body to cut.
  func breakOff(_ cut: Reply.Cut) -> Ending {
    guard case .close = cut else {
      resetConnection()
      return .reset
    }
    if let connection = unsafe connection { unsafe umhd_close(umhd_descriptor(connection)) }
    return .closed
  }

  /// Suspends the connection while its body is read; false where the daemon stops.
  func pauseReading(for duration: Duration) -> Bool {
    parking.pause(self, for: duration)
  }
}
