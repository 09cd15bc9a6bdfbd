internal import CMicroHTTPD

// Requests that come to a daemon that was handed over, on connections that it still has.

extension DaemonCore {
  /// Answers a request where the daemon may be handed over.
  func respond(to exchange: Exchange, behind gate: Gate) -> MHD_Result {
    if gate.enter() {
      defer { gate.leave() }
      return perform(handler.respond(to: exchange), exchange)
    }
    if let result = relay(exchange) { return result }
    // It can only be answered here: its connection has keys of its own, or its body was not kept.
    exchange.isLate = true
    let action = handler.respond(to: exchange)
    let dress = exchange.dress
    exchange.dress = { (dress?($0) ?? $0).closing() }
    return perform(action, exchange)
  }

  /// Whether a request that has only begun is going to be answered by another process, for which its
  /// body must be kept as it is.
  func isRelayed(_ exchange: Exchange) -> Bool {
    gate?.isClosed == true && exchange.state?.secure == nil
  }

  /// Has another process answer; nil where that is not possible.
  private func relay(_ exchange: Exchange) -> MHD_Result? {
    guard let relays, exchange.state?.secure == nil, exchange.sink == nil, exchange.intake == nil,
      let connection = unsafe exchange.connection
    else { return nil }
    let client = unsafe umhd_keep(umhd_descriptor(connection))
    guard client >= 0 else { return nil }
    exchange.isRelayed = true
    // Its client may be sending still, or have sent more.
    exchange.lingers = true
    guard parking.park(exchange, until: nil, then: .close) else {
      umhd_discard(client)
      exchange.ending = .dropped
      exchange.resetConnection()
      return .NO
    }
    exchange.stopWork = relays.begin(exchange, Self.message(of: exchange), client: client)
    return .YES
  }

  /// A request as it came, but that its body is in one piece and that its connection ends behind it.
  private static func message(of exchange: Exchange) -> [UInt8] {
    var bytes = exchange.method + " ".utf8 + exchange.target + " HTTP/1.1\r\n".utf8
    var hasBody = !exchange.body.isEmpty
    exchange.head.forEach { name, value in
      if framing.contains(where: { Field.isNamed(name, $0) }) { return }
      if Field.isNamed(name, "content-length") || Field.isNamed(name, "transfer-encoding") {
        hasBody = true
        return
      }
      bytes += name + ": ".utf8 + value + "\r\n".utf8
    }
    if hasBody { bytes += "Content-Length: \(exchange.body.count)\r\n".utf8 }
    bytes += "Connection: close\r\n\r\n".utf8
    return bytes + exchange.body
  }

  /// Lines about this connection alone.
  private static let framing = ["connection", "keep-alive", "expect"]
}

extension Field {
  /// Whether a name is another, in small letters, but for its case.
  fileprivate static func isNamed(_ name: ArraySlice<UInt8>, _ other: String) -> Bool {
    name.count == other.utf8.count
      && zip(name, other.utf8).allSatisfy { ($0 | ($0.isCapital ? 0x20 : 0)) == $1 }
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
