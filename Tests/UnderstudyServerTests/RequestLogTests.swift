import Platform
import TestSupport
import Testing
import Understudy

@testable import UnderstudyServer

@Suite("The log")
struct RequestLogTests {
  final class Lines: Sendable {
    private let text = Lock([UInt8]())
    private let bell = Bell()
    func add(_ bytes: [UInt8]) {
      text.withLock { $0 += bytes }
      bell.notify()
    }
    func wait(for part: String) -> String {
      for _ in 0..<100 {
        let all = String(decoding: text.withLock { $0 }, as: UTF8.self)
        if all.contains(part) { return all }
        bell.wait(for: .milliseconds(200))
      }
      return String(decoding: text.withLock { $0 }, as: UTF8.self)
    }
  }

  @Test func `has a line for each request`() throws {
    let lines = Lines()
    let server = try TestServer(configure: {
      $0.log = .text
      $0.logSink = { lines.add($0) }
    })

    _ = try server.client.get("/users?x=%1b")
    _ = try server.client.get("/users")

    let text = lines.wait(for: "users.list default")
    #expect(text.contains("200  GET /users  users.list default  "))
    #expect(text.contains("404  GET /users?x=%1b  "))
    #expect(text.contains("  miss: nearest is users.list: query 'x' is '\\x1b', expected none"))
  }

  @Test(arguments: [MockServer.LogFormat.text, .json])
  func `names the session of a request`(format: MockServer.LogFormat) throws {
    let lines = Lines()
    let server = try TestServer(configure: {
      $0.log = format
      $0.logSink = { lines.add($0) }
    })
    let session = try server.begin()

    _ = try Way.header.get("/users", in: session)

    #expect(
      lines.wait(for: session.id).contains(
        format == .json ? #""session":"\#(session.id)""# : "default  session \(session.id)  "))
  }

  @Test func `is JSON where it is asked to be`() throws {
    let lines = Lines()
    let server = try TestServer(configure: {
      $0.log = .json
      $0.logSink = { lines.add($0) }
    })

    _ = try server.client.get("/users")

    let line = lines.wait(for: "\n").split(separator: "\n").first ?? ""
    let json = try JSON(parsing: String(line))
    #expect(json["method"] == "GET")
    #expect(json["target"] == "/users")
    #expect(json["status"] == 200)
    #expect(json["session"] == .null)
    #expect(json["route"] == "users.list")
    #expect(json["variant"] == "default")
    #expect(json["ending"] == "completed")
  }

  @Test func `leaves out the values of bodies, as the journal's list does`() throws {
    let lines = Lines()
    let catalog = Catalog(
      RouteGroup("r") {
        Route("r.one", .post, "/one", body: .json(["pin": 1234]), default: .status(200))
      })
    let server = try TestServer(
      catalog,
      configure: {
        $0.log = .text
        $0.logSink = { lines.add($0) }
      })

    let reply = try server.client.get("/one", method: "POST", body: #"{"pin":9876}"#)
    let text = lines.wait(for: "miss")
    let listed = try server.admin("GET", "/requests?limit=1").json?["requests"]?[0]

    let note = "miss: nearest is r.one: body at '/pin' differs"
    #expect(text.contains("  \(note)\n"))
    #expect(listed?["detail"]?.stringValue == note)
    #expect(reply.json?["detail"]?.stringValue?.contains("'9876'") == true)
  }

  @Test(arguments: [
    (["Authorization"], "header 'Authorization' differs; header 'X-A' is 'seen', expected 1"),
    (
      ["x-a"],
      "header 'Authorization' is 'Bearer secret', expected Bearer t; header 'X-A' differs"
    ),
  ])
  func `leaves out the values of headers that are secret`(
    names: [String], part: String
  ) throws {
    let lines = Lines()
    let catalog = Catalog(
      RouteGroup("r") {
        Route(
          "r.one", .get, "/one", headers: ["Authorization": .bearer("t"), "X-A": 1],
          default: .status(200))
      })
    let server = try TestServer(
      catalog,
      configure: {
        $0.log = .text
        $0.redactedHeaders = names
        $0.logSink = { lines.add($0) }
      })

    _ = try server.client.get("/one", headers: ["Authorization: Bearer secret", "X-A: seen"])

    let text = lines.wait(for: "miss:")
    #expect(text.contains(part), "\(text)")
    let list = try server.admin("GET", "/requests/1").json
    #expect(
      list?["request"]?["headers"]?.arrayValue?.contains(["Authorization", "Bearer secret"])
        == true)
  }

  @Test func `never holds up traffic, and counts what it left out`() throws {
    let lines = Lines()
    let gate = Bell()
    let isFirst = Lock(true)
    let server = try TestServer(configure: {
      $0.log = .text
      $0.logSink = { bytes in
        if isFirst.withLock({ first in
          defer { first = false }; return first
        }) {
          gate.wait()
        }
        lines.add(bytes)
      }
    })

    // More lines than may wait: none is shorter than fifty bytes.
    for _ in 0..<(RequestLog.capacity / 50) {
      #expect(try server.client.get("/users").status == 200)
    }
    gate.notify()

    #expect(lines.wait(for: "lines were left out").contains("lines were left out"))
  }
}
