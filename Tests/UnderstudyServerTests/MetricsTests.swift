import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyServer

@Suite("The metrics")
struct MetricsTests {
  private func metrics(_ server: TestServer) throws -> [String: Int] {
    let reply = try server.admin("GET", "/metrics")
    #expect(reply.status == 200)
    #expect(reply.value(of: "Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    return try Dictionary(
      reply.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
        let parts = line.split(separator: " ")
        return (String(parts[0]), try #require(Int(parts[1])))
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `count what there is, and what there was`() throws {
    let server = try TestServer()
    let waiting = try RawClient(port: server.port)
    try server.flip("users.list", "timeout")
    try waiting.request("GET", "/users")
    #expect(try server.admin("GET", "/held?count=1&waitSeconds=20").status == 200)
    #expect(try server.client.get("/nowhere").status == 404)
    _ = try server.admin("POST", "/sessions", "{}")

    let metrics = try metrics(server)

    let expected = [
      "understudy_connections": 2, "understudy_connections_refused_total": 0,
      "understudy_requests_open": 2, "understudy_requests_parked": 1,
      "understudy_requests_held": 1, "understudy_timers": 0, "understudy_streams": 0,
      "understudy_event_readers": 0, "understudy_sessions": 1, "understudy_session_leases": 0,
      "understudy_requests_total": 2, "understudy_requests_unmatched_total": 1,
      "understudy_journal_entries": 2, "understudy_journal_dropped_total": 0,
      "understudy_problems": 0, "understudy_handshakes": 0,
    ]
    for (name, value) in expected { #expect(metrics[name] == value, "\(name)") }
    #expect(metrics["understudy_connections_max"] == server.server.maxConnections)
    #expect((metrics["understudy_journal_bytes"] ?? 0) > 100)
    #if os(Linux)
      for name in ["resident_memory_bytes", "open_fds", "threads"] {
        #expect((metrics["process_\(name)"] ?? 0) > 3, "\(name)")
      }
    #endif
  }

  @Test func `go on counting what the journal drops`() throws {
    let server = try TestServer(configure: { $0.journalEntries = 2 })
    for _ in 0..<5 { #expect(try server.client.get("/users").status == 200) }

    let metrics = try metrics(server)

    #expect(metrics["understudy_requests_total"] == 5)
    #expect(metrics["understudy_journal_entries"] == 2)
    #expect(metrics["understudy_journal_dropped_total"] == 3)
  }

  @Test func `say what each is, and whether it only grows`() {
    let text = MetricsText([
      Metric("streams", "Answers that stay open.", 3), Metric("requests_total", "All.", 9),
    ])

    #expect(
      String(decoding: text.bytes, as: UTF8.self) == """
        # HELP understudy_streams Answers that stay open.
        # TYPE understudy_streams gauge
        understudy_streams 3
        # HELP understudy_requests_total All.
        # TYPE understudy_requests_total counter
        understudy_requests_total 9

        """)
  }
}
