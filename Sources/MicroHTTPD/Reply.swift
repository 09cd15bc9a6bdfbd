internal import CMicroHTTPD

/// An answer that is made once and queued any number of times, from any thread.
///
/// ```swift
/// let reply = Reply(
///   status: 200, fields: [Field("Content-Type", "application/json")], body: Array("{}".utf8))
/// ```
///
/// `Content-Length` and `Date` are added. A 204, 205 or 304 never has a body, and an answer to HEAD
/// leaves it out while keeping its length (RFC 9110, 8.6).
@safe
public final class Reply: @unchecked Sendable {
  // Safety: the C response is never changed after init; its own count of uses is locked.

  /// The status code.
  public let status: Int
  /// Where the body ends too early; nil where it is sent whole.
  public let cut: Cut?

  let fields: [Field]
  let body: [UInt8]
  let closes: Bool
  private let response: OpaquePointer?

  /// How an answer breaks off: its head announces the whole body.
  ///
  /// Where there is no body to send, as for HEAD, it breaks off behind the head.
  public enum Cut: Sendable, Hashable {
    /// After so many bytes of the body the connection is closed (FIN).
    case close(after: Int)
    /// After so many bytes of the body the connection is reset, once they have arrived.
    case reset(after: Int)

    var count: Int {
      switch self {
      case .close(let count), .reset(let count): count
      }
    }
  }

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - status: from 200 to 599.
  ///   - fields: legal lines, in order (see ``Field/isLegal``).
  ///   - body: the whole body.
  ///   - cut: where the body breaks off.
  ///   - closes: whether the connection is closed behind the answer.
  public init(
    status: Int, fields: [Field], body: [UInt8], cut: Cut? = nil, closes: Bool = false
  ) {
    precondition(fields.allSatisfy(\.isLegal), "a header line that cannot be sent")
    self.status = status
    self.fields = fields
    self.cut = cut
    self.closes = closes
    let hasBody = ![204, 205, 304].contains(status)
    if cut == nil {
      // The C library keeps its own copy, so that ours need not stay.
      self.body = []
      unsafe response = Self.makeResponse(hasBody ? body : [])
      unsafe Self.add(fields, closes: closes, to: response)
    } else {
      self.body = hasBody ? body : []
      unsafe response = nil
    }
  }

  deinit {
    if let response = unsafe response { unsafe MHD_destroy_response(response) }
  }

  /// Queues the answer on a connection; false where the library refuses, which closes it.
  func queue(on connection: OpaquePointer, of exchange: Exchange) -> Bool {
    if let response = unsafe response {
      return unsafe MHD_queue_response(connection, UInt32(status), response) == .YES
    }
    guard let cut else { return false }
    exchange.pendingCut = cut
    let reader = CutBody(body, cut, exchange)
    let response = unsafe MHD_create_response_from_callback(
      UInt64(body.count), 32 * 1024, readCutBody, Unmanaged.passRetained(reader).toOpaque(),
      freeCutBody)
    guard let response = unsafe response else { return false }
    defer { unsafe MHD_destroy_response(response) }
    unsafe Self.add(fields, closes: closes, to: response)
    return unsafe MHD_queue_response(connection, UInt32(status), response) == .YES
  }

  private static func makeResponse(_ body: [UInt8]) -> OpaquePointer? {
    var body = body
    return unsafe body.withUnsafeMutableBytes { bytes in
      unsafe MHD_create_response_from_buffer(
        bytes.count, bytes.baseAddress, .RESPMEM_MUST_COPY)
    }
  }

  private static func add(_ fields: [Field], closes: Bool, to response: OpaquePointer?) {
    for field in fields { unsafe MHD_add_response_header(response, field.name, field.value) }
    if closes { unsafe MHD_add_response_header(response, "Connection", "close") }
  }
}
