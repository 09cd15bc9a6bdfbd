internal import CMicroHTTPD
import Platform
import Synchronization

extension DaemonCore {
  /// The first call for a request: its head is there.
  ///
  /// The fault is what is wrong with the request line, as far as it can be told by where the library
  /// has its parts.
  func beginReading(
    _ exchange: Exchange, _ connection: OpaquePointer, method: UnsafePointer<CChar>,
    version: UnsafePointer<CChar>, fault: Refusal?
  ) -> MHD_Result {
    unsafe exchange.connection = connection
    // Its port has refused since the library read these bytes.
    if exchange.isDropped { return .NO }
    exchange.method = unsafe self.method(method)
    exchange.phase = .reading
    guard let state = unsafe state(of: connection) else { return .NO }
    exchange.isReused = state.requestCount > 0
    unsafe exchange.requestLine = method
    exchange.holdsZeros = exchange.isReused
    state.requestCount += 1
    exchange.state = state
    state.receivedCount.store(0, ordering: .relaxed)
    let isHTTP10 = unsafe strcmp(version, "HTTP/1.0") == 0
    if let known = state.knownHead, unsafe known.isSame(connection, method, version) {
      exchange.head = state.head
      return begin(exchange, state, known.head, isHTTP10: isHTTP10, fault)
    }
    let head = unsafe Head.read(connection, behind: version, last: state.head)
    state.knownHead = unsafe KnownHead(head, connection, method, version)
    exchange.head = head.lines
    if head.isNew {
      state.head = head.lines
      state.note = nil
    }
    return begin(exchange, state, head, isHTTP10: isHTTP10, fault)
  }

  /// Goes on with a request whose head is there.
  private func begin(
    _ exchange: Exchange, _ state: ConnectionState, _ head: Head, isHTTP10: Bool, _ fault: Refusal?
  ) -> MHD_Result {
    guard state.enter(.body) else { return .NO }
    if state.isExcess.load(ordering: .relaxed) {
      // Others may have gone since it came.
      guard connectionCount <= maxConnections else {
        exchange.lingers = true
        refuseConnection(.connections(maxConnections))
        return refuse(exchange, .tooManyConnections)
      }
      state.isExcess.store(false, ordering: .relaxed)
    }
    if let refusal = fault ?? refusal(of: exchange, head, isHTTP10: isHTTP10) {
      exchange.lingers = true
      return refuse(exchange, refusal)
    }
    exchange.announcedBodyLength = head.contentLength.map { Int(clamping: $0) }
    if head.hasTransferCoding || (head.contentLength ?? 0) > 0 {
      if isRelayed(exchange) { return .YES }
      let intake = handler.intake(for: exchange)
      exchange.sink = handler.sink(for: exchange)
      if let intake { return begin(intake, exchange) }
    } else if head.expectation == .continue, !isHTTP10 {
      // There is nothing to go on with (RFC 9110, 10.1.1). The library would say so, and take a
      // request behind this one for its body.
      return respond(to: exchange)
    }
    return .YES
  }

  /// A piece of the body.
  func takeBody(
    _ exchange: Exchange, _ bytes: UnsafeRawBufferPointer
  ) -> MHD_Result {
    exchange.bodyLength += bytes.count
    exchange.state?.receivedCount.store(exchange.bodyLength, ordering: .relaxed)
    if exchange.bodyLength <= configuration.maxBody {
      if let sink = exchange.sink {
        sink.take(unsafe Array(bytes))
      } else {
        unsafe exchange.body.append(contentsOf: bytes)
      }
      return .YES
    }
    exchange.body = []
    return breakOff(exchange, .bodyTooLarge)
  }

  /// Refuses a message in the middle of its body, where the library takes no answer: ours goes to
  /// the socket as it is, and what the client still sends is thrown away.
  private func breakOff(_ exchange: Exchange, _ refusal: Refusal) -> MHD_Result {
    guard exchange.mayBeAnswered() else { return .NO }
    let reply = handler.refuse(refusal, exchange)
    let dressed = exchange.dress?(reply) ?? reply
    exchange.reply = dressed
    exchange.answeredAt = time.now
    handler.answering(exchange)
    exchange.ending = .refused
    exchange.lingers = true
    exchange.send(dressed.message(now: .now, isHead: exchange.isHead)[...])
    return .NO
  }

  /// The whole request is there.
  func respond(to exchange: Exchange) -> MHD_Result {
    guard exchange.mayBeAnswered() else { return .NO }
    exchange.receivedAt = time.now
    exchange.isReceived = true
    if exchange.intake != nil { endIntake(of: exchange) }
    if let gate { return respond(to: exchange, behind: gate) }
    return perform(handler.respond(to: exchange), exchange)
  }

  /// The exchange comes back from the parking lot.
  func goOn(_ exchange: Exchange) -> MHD_Result {
    if !exchange.unsent.isEmpty, exchange.ending == nil { return sendRest(of: exchange) }
    let action = exchange.next ?? .close
    exchange.next = nil
    return perform(action, exchange)
  }

  func perform(_ action: Action, _ exchange: Exchange) -> MHD_Result {
    switch action {
    case .reply(let reply):
      let chosen = reply.answering(exchange)
      let reply = exchange.dress?(chosen) ?? chosen
      if exchange.isBrokenOff { return sendEarly(reply, exchange) }
      if let malformation = reply.malformation { return send(reply, malformation, exchange) }
      exchange.phase = .answered
      exchange.holdsZeros = true
      exchange.reply = reply
      exchange.answeredAt = time.now
      handler.answering(exchange)
      guard let connection = unsafe exchange.connection else { return .NO }
      guard unsafe reply.queue(on: connection, of: exchange) else {
        exchange.ending = .failed
        return .NO
      }
      return .YES
    case .paced(let pace, let reply):
      exchange.pace = pace
      return perform(.reply(reply), exchange)
    case .close:
      exchange.ending = exchange.ending ?? .closed
      return .NO
    case .reset:
      exchange.ending = exchange.ending ?? .reset
      exchange.resetConnection()
      return .NO
    case .delayed(let duration, let next):
      let deadline = exchange.receivedAt + duration
      if duration <= .zero || deadline <= time.now { return perform(next, exchange) }
      return park(exchange, until: deadline, then: next, isHeld: false)
    case .computed(let compute): return perform(compute(), exchange)
    case .awaited(let begin):
      let result = park(exchange, until: nil, then: .close, isHeld: false)
      // It cannot end before this returns: that happens on this thread.
      if exchange.phase == .parked {
        exchange.stopWork = begin { [exchange] action in _ = exchange.release(action) }
      }
      return result
    case .held:
      let end = configuration.maxHold.map { time.now + $0 }
      return park(exchange, until: end, then: .close, isHeld: true)
    }
  }

  private func park(
    _ exchange: Exchange, until deadline: Moment?, then action: Action, isHeld: Bool
  ) -> MHD_Result {
    guard parking.park(exchange, until: deadline, then: action) else {
      // The daemon stops, or the exchange's port refuses.
      exchange.ending = .dropped
      exchange.resetConnection()
      return .NO
    }
    handler.parked(exchange, isHeld: isHeld)
    return .YES
  }

  private func refuse(_ exchange: Exchange, _ refusal: Refusal) -> MHD_Result {
    guard exchange.mayBeAnswered() else { return .NO }
    exchange.ending = .refused
    return perform(.reply(handler.refuse(refusal, exchange)), exchange)
  }

  private func refusal(of exchange: Exchange, _ head: Head, isHTTP10: Bool) -> Refusal? {
    if exchange.hasTargetControls { return .malformedTarget }
    if !isUsual(exchange.method), !exchange.method.allSatisfy(Field.isTokenByte) {
      return .malformedMethod
    }
    if exchange.method == Self.connect { return .connectMethod }
    if head.hasBrokenLine { return .brokenHeaderLine }
    if head.hasMalformedName { return .malformedHeaderName }
    if head.hostCount > 1 { return .repeatedHost }
    if head.hostCount == 0, !isHTTP10 { return .missingHost }
    if head.hasInvalidHost { return .invalidHost }
    if let refusal = refusal(ofFraming: head, isHTTP10: isHTTP10) { return refusal }
    if exchange.target.count > configuration.maxTarget { return .targetTooLong }
    if head.byteCount > configuration.maxHeaderBlock { return .headersTooLarge }
    if let length = head.contentLength, length > UInt64(configuration.maxBody) {
      return .bodyTooLarge
    }
    // HTTP/1.0 knows no expectations (RFC 9110, 10.1.1).
    if head.expectation == .unknown, !isHTTP10 { return .unknownExpectation }
    return nil
  }

  private func refusal(ofFraming head: Head, isHTTP10: Bool) -> Refusal? {
    if head.hasTransferCoding {
      if head.hasLength { return .lengthWithTransferCoding }
      if isHTTP10 { return .transferCodingInHTTP10 }
      if head.isChunkedTwice { return .repeatedChunked }
      if !head.isChunkedAlone { return .unknownTransferCoding }
    }
    return head.hasConflictingLength ? .conflictingLength : nil
  }

  private static let connect = Array("CONNECT".utf8)
}
