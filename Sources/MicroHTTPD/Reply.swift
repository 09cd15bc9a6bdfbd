internal import CMicroHTTPD
import Synchronization

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
  /// What is said of the length of a body that breaks off.
  public let framing: Framing
  /// What is not HTTP in it; nil where all is.
  public let malformation: Malformation?

  /// The lines that were given, in order.
  public let fields: [Field]
  /// How long the body is, in bytes; nil where it is made while it is sent.
  public let bodyLength: Int?
  /// Whether it is made once for many requests, so that keeping it costs nothing more.
  public let isShared: Bool
  private let isUsed = Atomic<Bool>(false)
  let closes: Bool
  /// Whether requests may ask for a part of it, or for it under a condition: a 200 that is sent whole
  /// and has a validator.
  let isConditional: Bool
  /// Chooses another answer by the lines of a request, such as one in a coding that its client takes;
  /// nil where this one answers every request.
  let choose: (@Sendable (HeadLines) -> Reply?)?
  /// What the body is put together of while it is sent; empty where it lies in memory in one piece.
  let slices: [BodySlice]
  private let response: OpaquePointer?
  /// The body's bytes, which belong to the response.
  private let bytes: UnsafeRawBufferPointer
  private let source: (@Sendable () -> any BodySource)?
  private let block: Int

  /// How an answer breaks off: its head announces the whole body, unless its ``Framing`` is another.
  ///
  /// Where there is no body to send, as for HEAD, it breaks off behind the head.
  public enum Cut: Sendable, Hashable {
    /// After so many bytes of the body the connection is closed (FIN).
    case close(after: Int)
    /// After so many bytes of the body the connection is reset, once they have arrived.
    case reset(after: Int)
    /// After so many bytes of the body nothing more comes, until the client hangs up.
    case stall(after: Int)

    /// How many bytes of the body are sent.
    public var count: Int {
      switch self {
      case .close(let count), .reset(let count), .stall(let count): count
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
  ///   - framing: what is said of the length of a body that breaks off.
  ///   - malformation: what is not HTTP in the answer; its connection is closed behind it.
  ///   - closes: whether the connection is closed behind the answer.
  ///   - isShared: whether it is made for many requests.
  ///   - isConditional: whether a GET or HEAD may ask for a part of it, or for it under a condition
  ///     about its `ETag` or `Last-Modified`; only a 200 without a cut may be.
  ///   - choose: says which answer a request gets instead, by its lines; nil is this one.
  public init(
    status: Int, fields: [Field], body: [UInt8], cut: Cut? = nil, framing: Framing = .exact,
    malformation: Malformation? = nil, closes: Bool = false, isShared: Bool = false,
    isConditional: Bool = false, choose: (@Sendable (HeadLines) -> Reply?)? = nil
  ) {
    precondition(fields.allSatisfy(\.isLegal), "a header line that cannot be sent")
    precondition(!isConditional || status == 200 && cut == nil, "not an answer to take parts of")
    self.status = status
    self.fields = fields
    self.cut = cut
    self.framing = framing
    self.malformation = malformation
    self.closes = closes
    self.isShared = isShared
    self.isConditional = isConditional
    self.choose = choose
    slices = []
    source = nil
    block = 32 * 1024
    bodyLength = Self.hasBody(status) ? body.count : 0
    let (response, bytes) = unsafe Self.makeResponse(Self.hasBody(status) ? body : [])
    unsafe self.response = response
    unsafe self.bytes = bytes
    unsafe Self.add(fields, closes: closes, to: response)
  }

  /// Makes an answer whose body is read out of memory and files while it is sent.
  ///
  /// Where a file becomes shorter meanwhile, the body breaks off.
  ///
  /// - Parameters:
  ///   - status: one that has a body.
  ///   - fields: legal lines, in order (see ``Field/isLegal``).
  ///   - slices: the whole body.
  ///   - cut: where the body breaks off.
  ///   - framing: what is said of the length of a body that breaks off.
  ///   - malformation: what is not HTTP in the answer; its connection is closed behind it.
  ///   - closes: whether the connection is closed behind the answer.
  ///   - isConditional: whether a GET or HEAD may ask for a part of it, or for it under a condition.
  public init(
    status: Int, fields: [Field], slices: [BodySlice], cut: Cut? = nil, framing: Framing = .exact,
    malformation: Malformation? = nil, closes: Bool = false, isConditional: Bool = false
  ) {
    precondition(fields.allSatisfy(\.isLegal), "a header line that cannot be sent")
    precondition(!isConditional || status == 200 && cut == nil, "not an answer to take parts of")
    self.status = status
    self.fields = fields
    self.slices = Self.hasBody(status) ? slices : []
    self.cut = cut
    self.framing = framing
    self.malformation = malformation
    self.closes = closes
    self.isConditional = isConditional
    choose = nil
    isShared = false
    source = nil
    block = 32 * 1024
    bodyLength = self.slices.byteCount
    // An empty body is one in memory.
    unsafe response = self.slices.isEmpty ? Self.makeResponse([]).0 : nil
    unsafe bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    if let response = unsafe response { unsafe Self.add(fields, closes: closes, to: response) }
  }

  /// Makes an answer whose body is read from a source, one for each time it is queued.
  ///
  /// It ends where the source says so, or with its client; sent in chunks (RFC 9112, 7.1).
  ///
  /// - Parameters:
  ///   - status: from 200 to 599, but for those that have no body.
  ///   - fields: legal lines, in order (see ``Field/isLegal``).
  ///   - block: how much memory each such answer has for its body while it is sent.
  ///   - source: makes the source.
  public init(
    status: Int, fields: [Field], block: Int = 32 * 1024,
    source: @escaping @Sendable () -> any BodySource
  ) {
    precondition(fields.allSatisfy(\.isLegal), "a header line that cannot be sent")
    self.status = status
    self.fields = fields
    self.source = source
    self.block = block
    cut = nil
    framing = .exact
    malformation = nil
    closes = false
    isShared = false
    isConditional = false
    choose = nil
    slices = []
    bodyLength = nil
    unsafe response = nil
    unsafe bytes = UnsafeRawBufferPointer(start: nil, count: 0)
  }

  private init(_ other: Reply, fields: [Field], closes: Bool? = nil) {
    status = other.status
    self.fields = fields
    cut = other.cut
    framing = other.framing
    malformation = other.malformation
    self.closes = closes ?? other.closes
    isShared = false
    isConditional = other.isConditional
    choose = other.choose
    slices = other.slices
    source = other.source
    block = other.block
    bodyLength = other.bodyLength
    guard other.source == nil, other.slices.isEmpty else {
      unsafe response = nil
      unsafe bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    let (response, bytes) = unsafe Self.makeResponse(other.body(upTo: .max))
    unsafe self.response = response
    unsafe self.bytes = bytes
    unsafe Self.add(fields, closes: self.closes, to: response)
  }

  /// The same answer, with its connection closed behind it.
  func closing() -> Reply { Reply(self, fields: fields, closes: true) }

  /// The same answer with further lines behind its own.
  public func adding(_ further: [Field]) -> Reply {
    precondition(further.allSatisfy(\.isLegal), "a header line that cannot be sent")
    return Reply(self, fields: fields + further)
  }

  /// The same answer with other lines.
  public func replacing(_ lines: [Field]) -> Reply {
    precondition(lines.allSatisfy(\.isLegal), "a header line that cannot be sent")
    return Reply(self, fields: lines)
  }

  /// Whether this has not been asked before: what a reply costs is counted once.
  public func isFirstUse() -> Bool {
    !isUsed.load(ordering: .relaxed) && !isUsed.exchange(true, ordering: .relaxed)
  }

  /// The beginning of the body; of a file that has become shorter, what is left of it.
  public func body(upTo limit: Int) -> [UInt8] {
    slices.isEmpty ? unsafe Array(bytes.prefix(limit)) : slices.bytes(upTo: limit)
  }

  /// A part of the body, which is not copied where it lies in a file.
  func slices(_ range: Range<Int>) -> [BodySlice] {
    guard !slices.isEmpty else { return unsafe [.bytes(Array(bytes[range]))] }
    var start = 0
    return slices.compactMap { slice in
      defer { start += slice.count }
      let part = slice.clamped(to: (range.lowerBound - start)..<(range.upperBound - start))
      return part.count == 0 ? nil : part
    }
  }

  deinit {
    if let response = unsafe response { unsafe MHD_destroy_response(response) }
  }

  /// Queues the answer on a connection; false where the library refuses, which closes it.
  func queue(on connection: OpaquePointer, of exchange: Exchange) -> Bool {
    if let source {
      return unsafe queue(
        StreamedBody(source(), exchange), size: umhd_size_unknown(), block: block,
        on: connection)
    }
    // The body stays: the exchange keeps the reply for as long as it is sent.
    let body = unsafe slices.isEmpty ? BodyContent.memory(bytes) : .slices(slices)
    guard let cut else {
      if exchange.pace != nil, body.count > 0 {
        return unsafe queue(
          WholeBody(body, exchange), size: UInt64(body.count),
          block: min(32 * 1024, max(256, body.count)), on: connection)
      }
      guard slices.isEmpty else { return unsafe queueSlices(on: connection, of: exchange) }
      if body.count > 0, !exchange.isHead {
        exchange.state?.secure?.willAnswer(withBodyOf: body.count, behind: fields)
      }
      return unsafe MHD_queue_response(connection, UInt32(status), response) == .YES
    }
    exchange.pendingCut = cut
    // The library would send HEAD the last chunk of a body in chunks.
    let framing = framing == .chunked && exchange.isHead ? .exact : framing
    return unsafe queue(
      CutBody(body, cut, exchange), size: framing.announcedSize(of: body.count), on: connection)
  }

  func queue(
    _ reader: any BodyReader, size: UInt64, block: Int = 32 * 1024, on connection: OpaquePointer
  ) -> Bool {
    guard let response = unsafe MicroHTTPD.makeResponse(reader, size: size, block: block) else {
      return false
    }
    if size == umhd_size_unknown(), reader.exchange.isHead { unsafe umhd_without_chunks(response) }
    return unsafe queue(response, on: connection)
  }

  /// Queues a response that is this connection's alone.
  func queue(_ response: OpaquePointer, on connection: OpaquePointer) -> Bool {
    defer { unsafe MHD_destroy_response(response) }
    unsafe Self.add(fields, closes: closes, to: response)
    return unsafe MHD_queue_response(connection, UInt32(status), response) == .YES
  }

  private static func hasBody(_ status: Int) -> Bool { ![204, 205, 304].contains(status) }

  /// A response with a copy of the body, which is the response's own.
  private static func makeResponse(
    _ body: [UInt8]
  ) -> (OpaquePointer?, UnsafeRawBufferPointer) {
    let copy = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, body.count), alignment: 1)
    unsafe copy.copyBytes(from: body)
    let response = unsafe MHD_create_response_from_buffer_with_free_callback(
      body.count, copy.baseAddress, freeBody)
    return unsafe (response, UnsafeRawBufferPointer(rebasing: copy[..<body.count]))
  }

  private static func add(_ fields: [Field], closes: Bool, to response: OpaquePointer?) {
    for field in fields { unsafe MHD_add_response_header(response, field.name, field.value) }
    if closes { unsafe MHD_add_response_header(response, "Connection", "close") }
  }
}

private func freeBody(_ bytes: UnsafeMutableRawPointer?) {
  unsafe bytes?.deallocate()
}
