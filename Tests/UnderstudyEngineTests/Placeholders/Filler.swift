import MicroHTTPD
import Platform
import TestSupport
import Understudy

@testable import UnderstudyEngine

/// One route at `/users/{id}`, whose answers are filled at noon of 2026-01-31.
struct Filler {
  let engine: Engine

  static let noon = WallTime(seconds: 1_769_860_800, nanoseconds: 250_000_000)

  init(
    _ outcome: Outcome, folder: String = "/nowhere", time: any TimeSource = SystemTime(),
    warnings: FixtureTests.Warnings = .init(), _ change: (Route) -> Route = { $0 }
  ) throws {
    let group = RouteGroup("users") {
      change(Route("users.one", .any, "/users/{id}", query: .ignored, default: outcome))
    }
    engine = try Engine(
      Catalog(group), folder: folder, time: time, warn: { warnings.add($0) },
      surroundings: Surroundings(wallTime: { Self.noon }))
  }

  /// The answer to a request.
  func reply(
    _ variant: String = "default", _ target: String = "/users/7", method: String = "GET",
    headers: [(name: String, value: String)] = [], body: String = ""
  ) throws -> Reply? {
    try engine.switchboard.plan(of: 0, variant: variant)?.perform(
      request(target, method: method, headers: headers, body: body), in: engine.world,
      network: Network()
    ).reply
  }

  /// The body of the answer to a request.
  func text(
    _ variant: String = "default", _ target: String = "/users/7",
    headers: [(name: String, value: String)] = [], body: String = ""
  ) throws -> String? {
    try reply(variant, target, headers: headers, body: body)?.text
  }
}

extension Reply {
  /// The body as text.
  var text: String { String(decoding: body(upTo: .max), as: UTF8.self) }

  /// The value of the first line of a name.
  func value(of name: String) -> String? { fields.first { $0.name == name }?.value }
}
