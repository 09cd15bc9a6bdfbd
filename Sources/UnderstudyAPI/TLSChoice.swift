public import Understudy

/// What clients of a session shall meet that speak TLS.
///
/// ```json
/// {"profile": "expired", "names": ["api.example.com"]}
/// ```
///
/// Without `names` it is the session's port and its host; with them, also those who ask the daemon's
/// own port for one of these.
public struct TLSChoice: Sendable, Hashable {
  /// What they meet; nil is what the scenario says.
  public var profile: TLSProfile?
  /// The names of servers for which it holds, in small letters.
  public var names: [String]

  /// How many names there may be.
  public static let nameLimit = 20

  /// A choice by its parts.
  public init(profile: TLSProfile?, names: [String] = []) {
    self.profile = profile
    self.names = names
  }

  /// Reads the object of a call.
  ///
  /// - Throws: ``Problem``, which names the field and what would be right.
  public init(json: JSON) throws(Problem) {
    let reader = try ObjectReader(json, known: ["profile", "names"])
    guard let value = reader["profile"] else {
      throw Problem(
        400, .invalidField, "Field 'profile' is missing: it must be \(Self.profileWords).")
    }
    self.init(profile: try Self.profile(value, "profile"), names: try Self.names(reader))
  }

  /// The object of a call or an answer.
  public var json: JSON {
    [
      "profile": profile.map { .string($0.rawValue) } ?? .null,
      "names": .array(names.map { .string($0) }),
    ]
  }

  /// Reads the name of a profile.
  static func profile(_ value: JSON, _ field: String) throws(Problem) -> TLSProfile {
    guard let name = value.stringValue else {
      throw ObjectReader.wrong(field, profileWords, value)
    }
    guard let profile = TLSProfile(rawValue: name) else {
      let known = TLSProfile.allCases.map(\.rawValue)
      throw Problem(
        400, .invalidField,
        "Field '\(field)' must be \(profileWords), not \(ObjectReader.shown(value))."
          + Spelling.suggestion(for: name, among: known))
    }
    return profile
  }

  private static let profileWords =
    "one of " + TLSProfile.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

  private static func names(_ reader: ObjectReader) throws(Problem) -> [String] {
    guard let value = reader.given("names") else { return [] }
    guard let values = value.arrayValue, values.count <= nameLimit else {
      throw ObjectReader.wrong("names", "an array of up to \(nameLimit) host names", value)
    }
    var names: [String] = []
    for value in values {
      guard let name = value.stringValue, isHostName(name) else {
        throw ObjectReader.wrong(
          "names", "an array of host names such as 'api.example.com'", value)
      }
      let small = name.lowercased()
      if !names.contains(where: { $0.utf8.elementsEqual(small.utf8) }) { names.append(small) }
    }
    return names
  }

  /// Whether a text can be the name of a server (RFC 6066, 3; RFC 1123, 2.1).
  private static func isHostName(_ text: String) -> Bool {
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.count)
          && label.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2D
              || byte == 0x5F
          }
      }
  }
}
