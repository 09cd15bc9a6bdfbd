#if os(Linux)
  import Foundation
  import Platform
  import TestSupport
  import Testing
  import Understudy

  @Suite("understudy dev under load", .serialized)
  struct DevLoadTests {
    private static let clientCount = 8
    /// Between two requests of a client: all together ask a thousand times a second.
    private static let pause: Duration = .milliseconds(8)
    private static let variants = [
      (name: "serverError", status: 500), (name: "forbidden", status: 403),
      (name: "default", status: 200),
    ]

    /// What one client has met.
    private struct Tally {
      var count = 0
      var connections = 0
      var wrong: [String] = []
    }

    /// The choices of a route as they were made, one after the other.
    private final class Choices: Sendable {
      private let state = Lock((certain: 0, announced: 0, isOver: false))

      /// Whether enough was asked.
      var isOver: Bool { state.withLock { $0.isOver } }

      /// Ends it all.
      func end() { state.withLock { $0.isOver = true } }

      /// Makes the next choice by a call.
      func flip(_ call: (_ variant: String) throws -> Void) rethrows {
        let next = state.withLock { state in
          state.announced += 1
          return state.announced
        }
        try call(DevLoadTests.variants[next % 3].name)
        state.withLock { $0.certain = next }
      }

      var certain: Int { state.withLock { $0.certain } }

      /// The statuses that a request may meet which began when this choice was certain, and has its
      /// answer now.
      func statuses(since certain: Int) -> Set<Int> {
        let announced = state.withLock { $0.announced }
        return Set((certain...announced).map { DevLoadTests.variants[$0 % 3].status })
      }
    }

    @Test func `hands over ten times without a request that fails or meets what was`() throws {
      let stage = try DevStage()
      _ = try stage.told("served after")
      let begun = try stage.admin(
        "POST", "/sessions", #"{"name":"test","port":true,"variants":{"users.list":"maintenance"}}"#
      )
      let id = try #require(begun.document?["id"]?.stringValue)
      let sessionPort = try #require(
        begun.document?["urls"]?["port"]?.stringValue?.split(separator: ":").last.flatMap {
          Int($0)
        }
      )
      #expect(try stage.admin("PUT", "/network", #"{"delayMilliseconds":1}"#).status == 200)
      let choices = Choices()
      #expect(
        try stage.admin("PUT", "/routes/users.list/variant", #"{"variant":"serverError"}"#).status
          == 200)
      let port = stage.port
      let flips = Lock(0)
      let flipping = try WorkerThread {
        // Over connections that are kept: what is called on one that is late must not be lost.
        var admin: RawClient?
        let pause = Bell()
        while !choices.isOver {
          do {
            let client = try admin ?? RawClient(plainTo: port)
            admin = client
            try choices.flip { variant in
              let reply = try client.get(
                "/__admin/routes/users.list/variant", method: "PUT",
                body: #"{"variant":"\#(variant)"}"#)
              guard reply.status == 200 else { throw RawClient.Failure(description: reply.text) }
              if reply.value(of: "Connection") == "close" { admin = nil }
            }
            flips.withLock { $0 += 1 }
          } catch {
            Issue.record("a change has failed: \(error)")
            return
          }
          pause.wait(for: .milliseconds(5))
        }
      }
      let loading = Lock<[Tally]>([])
      let load = try (0..<Self.clientCount).map { number in
        try WorkerThread {
          let tally = Self.ask(
            number, port: port, session: (id, sessionPort), choices)
          loading.withLock { $0.append(tally) }
        }
      }

      for _ in 0..<10 { try stage.handOver() }
      choices.end()
      for thread in load + [flipping] { thread.join() }

      let tallies = loading.withLock { $0 }
      #expect(tallies.flatMap(\.wrong) == [])
      // How many depends on the machine; each client has had some.
      #expect(tallies.count == Self.clientCount && tallies.allSatisfy { $0.count > 10 })
      #expect(flips.withLock { $0 } > 10)
      #expect(try stage.admin("GET", "/network").document?["delayMilliseconds"] == 1)
      #expect(try stage.admin("GET", "/sessions/test").document?["id"]?.stringValue == id)
      // Nobody has a connection to a build before the last.
      #expect(eventually { stage.daemons().count == 1 })
    }

    /// Asks until the end: every other client keeps its connections, as long as it may.
    private static func ask(
      _ number: Int, port: Int, session: (id: String, port: Int), _ choices: Choices
    ) -> Tally {
      var tally = Tally()
      var kept: [Int: RawClient] = [:]
      let (time, pause) = (SystemTime(), Bell())
      var next = time.now
      while !choices.isOver {
        let round = tally.count % 4
        let place = round == 3 ? session.port : port
        do {
          let client = try kept[place] ?? RawClient(plainTo: place)
          if kept[place] == nil { tally.connections += 1 }
          kept[place] = client
          let certain = choices.certain
          let (reply, right): (RawReply, Set<Int>) =
            switch round {
            case 0: (try client.get("/users"), choices.statuses(since: certain))
            case 1: (try client.get("/users/1"), [200])
            case 2: (try client.get("/__session/\(session.id)/users"), [503])
            default: (try client.get("/users"), [503])
            }
          if !right.contains(reply.status) {
            tally.wrong.append("\(round): \(reply.status), not one of \(right.sorted())")
          }
          if number % 2 == 0 || reply.value(of: "Connection") == "close" { kept[place] = nil }
        } catch {
          tally.wrong.append("\(round): \(error)")
          kept[place] = nil
        }
        tally.count += 1
        next = next + Self.pause
        if next > time.now { pause.wait(for: next - time.now) }
      }
      return tally
    }
  }
#endif
