import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

// How two daemons of one machine, maybe of two builds, tell one another what is set. What the other
// build does not understand is left out.

extension WorldMemories {
  var json: JSON {
    ["revision": .int(revision), "now": now.json, "start": start.map(\.json) ?? .null]
  }

  init(json: JSON?) {
    self.init(
      revision: json?["revision"]?.intValue ?? 0, now: WorldMemory(json: json?["now"]),
      start: json?["start"].flatMap { $0 == .null ? nil : WorldMemory(json: $0) })
  }
}

extension WorldMemory {
  var json: JSON {
    [
      "scenario": scenario.map { .string($0) } ?? .null,
      "layers": .array(layers.compactMap(\.json)), "network": NetworkConditions(network).json,
      "tls": tls.map { .string($0.rawValue) } ?? .null,
    ]
  }

  init(json: JSON?) {
    self.init()
    scenario = json?["scenario"]?.stringValue
    layers = (json?["layers"]?.arrayValue ?? []).compactMap(Layer.init)
    if let conditions = json?["network"].flatMap({ try? NetworkConditions(json: $0) }) {
      network = Network(conditions)
    }
    tls = json?["tls"]?.stringValue.flatMap(TLSProfile.init)
  }
}

extension WorldMemory.Layer {
  /// Nil where only code can say what is chosen.
  fileprivate var json: JSON? {
    let form: VariantChoice
    switch choice {
    case .variant(let variant): form = .variant(variant)
    case .outcome(let outcome):
      guard outcome.json != nil else { return nil }
      form = .outcome(outcome)
    }
    return [
      "name": .string(name), "choice": form.json, "lease": lease.map(\.json) ?? .null,
    ]
  }

  fileprivate init?(json: JSON) {
    guard let name = json["name"]?.stringValue,
      let choice = json["choice"].flatMap({ try? VariantChoice(json: $0) })
    else { return nil }
    self.init(
      name: name, choice: Override.Choice(choice.choice),
      lease: json["lease"].flatMap(WorldMemory.Lease.init))
  }
}

extension WorldMemory.Lease {
  fileprivate var json: JSON {
    switch self {
    case .requests(let count): ["requests": .int(count)]
    case .until(let moment): ["until": .int(moment.nanoseconds)]
    case .untilRoute(let id): ["untilRoute": .string(id)]
    }
  }

  fileprivate init?(json: JSON) {
    if let count = json["requests"]?.intValue {
      self = .requests(count)
    } else if let moment = json["until"]?.moment {
      self = .until(moment)
    } else if let id = json["untilRoute"]?.stringValue {
      self = .untilRoute(id)
    } else {
      return nil
    }
  }
}

extension JSON {
  /// A point on the machine's clock.
  var moment: Moment? {
    intValue.flatMap { UInt64(exactly: $0) }.map { Moment(nanoseconds: $0) }
  }
}
