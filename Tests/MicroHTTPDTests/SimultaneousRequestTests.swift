import MicroHTTPD
import Platform
import TestSupport
import Testing

@Suite("Requests that come at once")
struct SimultaneousRequestTests {
  /// As many as the library asks the system for at a time, and one more and less.
  @Test(arguments: [127, 128, 129, 256])
  func `are all answered though nothing happens behind them`(count: Int) throws {
    let (isBusy, mayGoOn) = (Bell(), Bell())
    let server = try TestDaemon(configure: { $0.workers = 1 }) { exchange in
      if exchange.target == Array("/busy".utf8) {
        isBusy.notify()
        mayGoOn.wait(for: .seconds(20))
      }
      return .reply(greeting)
    }
    let busy = try RawClient(port: server.port)
    let clients = try (0..<count).map { _ in try RawClient(port: server.port) }
    for client in clients { #expect(try client.get("/").status == 200) }

    // While the only worker is at work, all of them ask.
    try busy.request("GET", "/busy")
    isBusy.wait(for: .seconds(20))
    for client in clients { try client.request("GET", "/") }
    mayGoOn.notify()

    for client in clients { #expect(try client.readReply().status == 200) }
    #expect(try busy.readReply().status == 200)
  }
}
