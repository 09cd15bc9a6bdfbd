public import Understudy

extension VerificationRequest {
  /// Reads the object of a call; what `where` says is left to the server's rules.
  ///
  /// - Throws: ``Problem``, which names the field and what would be right.
  public init(json: JSON) throws(Problem) {
    let reader = try ObjectReader(
      json,
      known: [
        "route", "where", "unmatched", "order", "count", "withinSeconds", "settleSeconds",
      ])
    let route = try reader.string("route")
    var isUnmatched = false
    if let value = reader["unmatched"] {
      guard value == .bool(true) else {
        throw ObjectReader.wrong("unmatched", "true, or be left out", value)
      }
      isUnmatched = true
    }
    let order = try reader["order"].map { value throws(Problem) in try Self.steps(value) }
    if order != nil,
      let other = ["route", "where", "unmatched", "count"].first(where: { reader[$0] != nil })
    {
      throw Problem(
        400, .invalidField, "The fields 'order' and '\(other)' exclude each other: give one.")
    }
    if route != nil, isUnmatched {
      throw Problem(
        400, .invalidField, "The fields 'route' and 'unmatched' exclude each other: give one.")
    }
    guard order != nil || route != nil || isUnmatched || reader["where"] != nil else {
      throw Problem(
        400, .invalidField,
        "The body needs one of the fields 'route', 'where', 'unmatched' and 'order'.")
    }
    self.init(
      route: route, fitting: reader["where"], isUnmatched: isUnmatched, order: order,
      count: try reader["count"].map { value throws(Problem) in try Count(value) } ?? .atLeast(1),
      withinSeconds: try Self.seconds(reader, "withinSeconds"),
      settleSeconds: try Self.seconds(reader, "settleSeconds"))
  }

  /// The object of a call.
  public var json: JSON {
    var members: JSON.Object = [:]
    if let route { members["route"] = .string(route) }
    if let fitting { members["where"] = fitting }
    if isUnmatched { members["unmatched"] = true }
    if let order {
      members["order"] = .array(order.map(\.json))
    } else {
      members["count"] = count.json
    }
    if withinSeconds > 0 { members["withinSeconds"] = .double(withinSeconds) }
    if settleSeconds > 0 { members["settleSeconds"] = .double(settleSeconds) }
    return .object(members)
  }

  private static func seconds(_ reader: ObjectReader, _ field: String) throws(Problem) -> Double {
    guard let value = reader[field] else { return 0 }
    guard let seconds = value.doubleValue, (0...Double(longestWaitSeconds)).contains(seconds) else {
      throw ObjectReader.wrong(field, "a number of seconds from 0 to \(longestWaitSeconds)", value)
    }
    return seconds
  }

  private static func steps(_ value: JSON) throws(Problem) -> [Step] {
    guard let elements = value.arrayValue, !elements.isEmpty else {
      throw ObjectReader.wrong(
        "order", #"an array of route ids and of objects with 'route' or 'where'"#, value)
    }
    var steps: [Step] = []
    for (index, element) in elements.enumerated() {
      if let id = element.stringValue {
        steps.append(Step(route: id))
        continue
      }
      do throws(Problem) {
        let reader = try ObjectReader(element, known: ["route", "where"])
        let step = Step(route: try reader.string("route"), fitting: reader["where"])
        guard step != Step() else {
          throw Problem(400, .invalidField, "The step needs the field 'route' or 'where'.")
        }
        steps.append(step)
      } catch {
        throw Problem(error.status, error.code, "'order[\(index)]': \(error.detail)")
      }
    }
    return steps
  }
}

extension VerificationRequest.Count {
  /// Reads `{"exactly": 1}` and the like.
  init(_ value: JSON) throws(Problem) {
    let right = #"{"exactly": N}, {"atLeast": N} or {"atMost": N}"#
    guard let members = value.objectValue, members.count == 1, let (name, number) = members.first,
      let count = number.intValue, count >= 0
    else { throw ObjectReader.wrong("count", right, value) }
    switch name {
    case "exactly": self = .exactly(count)
    case "atLeast": self = .atLeast(count)
    case "atMost": self = .atMost(count)
    default: throw ObjectReader.wrong("count", right, value)
    }
  }

  /// The object of a call.
  public var json: JSON {
    switch self {
    case .exactly(let count): ["exactly": .int(count)]
    case .atLeast(let count): ["atLeast": .int(count)]
    case .atMost(let count): ["atMost": .int(count)]
    }
  }
}

extension VerificationRequest.Step {
  /// The element of an order.
  var json: JSON {
    guard let fitting else { return .string(route ?? "") }
    var members: JSON.Object = [:]
    if let route { members["route"] = .string(route) }
    members["where"] = fitting
    return .object(members)
  }
}
