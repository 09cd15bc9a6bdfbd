import TestSupport
import Understudy

/// What the admin API tells of the world must be what the model knows.
extension ModelRun {
  func lookAtRoutes() throws {
    let list = try admin("GET", "/routes").json
    guard list?["scenario"]?.stringValue == model.scenario,
      let routes = list?["routes"]?.arrayValue, routes.count == ModelRoute.all.count
    else { throw Mismatch(description: "scenario \(list?["scenario"] ?? "missing")") }
    let network = try admin("GET", "/network").json
    guard network?["delayMilliseconds"]?.intValue == model.delay else {
      throw Mismatch(description: "the network is \(network?.text ?? "nothing")")
    }
    for route in routes {
      try compare(route: route["id"]?.stringValue ?? "", route)
    }
  }

  /// Compares a route of a listing.
  func compare(route id: String, _ seen: JSON?) throws {
    guard let route = ModelRoute.all.first(where: { $0.id == id }), let seen else {
      throw Mismatch(description: "no route '\(id)'")
    }
    let found = model.override(for: route)
    let scenario = found == nil ? model.scenarioChoice(for: route) : nil
    let expected: JSON = [
      "active": .string((found?.override.choice ?? scenario)?.name ?? "default"),
      "source": .string(found?.source ?? (scenario == nil ? "default" : "scenario")),
      "hits": .int(model.hits(of: id)), "lease": found?.override.lease?.kind ?? .null,
    ]
    let told: JSON = [
      "active": seen["active"] ?? .null, "source": seen["source"] ?? .null,
      "hits": seen["hits"] ?? .null, "lease": Self.steady(seen["lease"] ?? .null),
    ]
    guard told == expected else {
      throw Mismatch(description: "route '\(id)' is \(told.text), not \(expected.text)")
    }
    for (variant, taken) in seen["positions"]?.objectValue ?? [:] where variant != "outcome" {
      let place = WorldModel.Place(route: id, variant: variant)
      guard taken.intValue == model.positions[place, default: 0] else {
        throw Mismatch(
          description: "'\(id)' stands at \(taken) in '\(variant)', not at "
            + "\(model.positions[place, default: 0])")
      }
    }
  }

  /// A lease without the time that is left of it.
  private static func steady(_ lease: JSON) -> JSON {
    lease["seconds"] == nil ? lease : "hours"
  }

  /// Compares the newest requests of the journal, as many as are still on record.
  func lookAtJournal(limit: Int) throws {
    try compare(journal: admin("GET", "/requests?limit=\(limit)").json, limit: limit)
  }

  /// Compares a listing of the journal with what the model has seen.
  func compare(journal list: JSON?, limit: Int) throws {
    guard let requests = list?["requests"]?.arrayValue, let dropped = list?["dropped"]?.intValue
    else { throw Mismatch(description: "no journal: \(list?.text ?? "nothing")") }
    // Others push requests out meanwhile: the count is at least as new as the list.
    let least = min(limit, model.records.count - dropped)
    let most = min(limit, model.records.count)
    guard requests.count >= least, requests.count <= most else {
      throw Mismatch(
        description: "\(requests.count) requests and \(dropped) dropped; expected "
          + "\(model.records.count) in all")
    }
    let session: JSON = isBase ? .null : .string(client.id)
    for (request, record) in zip(requests, model.records.suffix(requests.count)) {
      let seen = WorldModel.Record(
        target: request["target"]?.stringValue ?? "", route: request["route"]?.stringValue,
        variant: request["variant"]?.stringValue, source: request["source"]?.stringValue,
        status: request["status"]?.intValue)
      guard seen == record, request["session"] == session else {
        throw Mismatch(
          description:
            "the journal has \(seen) in \(request["session"] ?? "no field"), not \(record)")
      }
    }
  }

  func verify(route: String) throws {
    let count = model.hits(of: route)
    try admin(
      "POST", "/verifications",
      ["route": .string(route), "count": ["exactly": .int(count)]])
    try admin(
      "POST", "/verifications",
      ["route": .string(route), "count": ["exactly": .int(count + 1)]], status: 409)
  }

  func verifyUnmatched() throws {
    let count = model.records.count { $0.route == nil }
    try admin("POST", "/verifications", ["unmatched": true, "count": ["exactly": .int(count)]])
  }
}

extension WorldModel.Lease {
  /// What a listing says, its time left out.
  fileprivate var kind: JSON { self == .hours ? "hours" : json }
}
