import Platform
package import Understudy
import UnderstudyEngine

extension Legacy {
  /// The message about the base.
  package var baseJSON: JSON { base.json }
}

extension Legacy.Session {
  /// The message about the session; its sockets go with it, those without TLS first.
  package var json: JSON {
    [
      "id": .string(memory.id.text), "name": memory.name.map { .string($0) } ?? .null,
      "ttl": .int(memory.timeToLive.wholeNanoseconds),
      "createdSeconds": .int(memory.createdTime.seconds),
      "createdNanoseconds": .int(memory.createdTime.nanoseconds),
      "createdAt": .int(memory.createdAt.nanoseconds),
      "lastUsed": .int(memory.lastUsed.nanoseconds), "world": memory.world.json,
      "sockets": .int(sockets.count), "secureSockets": .int(secureSockets.count),
      "tlsNames": .array(tlsNames.map { .string($0) }), "leases": .int(leaseCount),
      "earlierLeases": .int(earlierLeaseCount),
    ]
  }

  /// Reads such a message; nil where it is none.
  package init?(json: JSON, sockets descriptors: [Int32]) {
    guard let id = json["id"]?.stringValue.flatMap({ SessionID(Array($0.utf8)[...]) }),
      let timeToLive = json["ttl"]?.intValue, let createdAt = json["createdAt"]?.moment,
      let lastUsed = json["lastUsed"]?.moment
    else { return nil }
    self.init(
      SessionMemory(
        id: id, name: json["name"]?.stringValue, timeToLive: .nanoseconds(timeToLive),
        createdTime: WallTime(
          seconds: json["createdSeconds"]?.intValue ?? 0,
          nanoseconds: json["createdNanoseconds"]?.intValue ?? 0),
        createdAt: createdAt, lastUsed: lastUsed, world: WorldMemories(json: json["world"])))
    let count = json["sockets"]?.intValue ?? 0
    sockets = Array(descriptors.prefix(count))
    secureSockets = Array(descriptors.dropFirst(count))
    tlsNames = (json["tlsNames"]?.arrayValue ?? []).compactMap(\.stringValue)
    leaseCount = json["leases"]?.intValue ?? 0
    earlierLeaseCount = json["earlierLeases"]?.intValue ?? 0
  }
}

extension Legacy {
  /// A legacy out of the message about the base and those about sessions.
  package init(base: JSON, sessions: [Session]) {
    self.init(base: WorldMemories(json: base), sessions: sessions)
  }
}
