extension JSON: Codable {
  /// Reads a value through any decoder; one that is not ours may lose key order and digits.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: MemberKey.self) {
      let members = try container.allKeys.map { key in
        (key: key.stringValue, value: try container.decode(JSON.self, forKey: key))
      }
      self = .object(Object(members))
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
      self = .array(elements)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .int(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  /// Writes a value through any encoder; numbers beyond 64 bits become floating-point.
  ///
  /// Of a key that an object repeats, most encoders keep the last.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: MemberKey.self)
      for (key, value) in members { try container.encode(value, forKey: MemberKey(key)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .string(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let number):
      var container = encoder.singleValueContainer()
      if let value = number.int {
        try container.encode(value)
      } else if let value = UInt64(number.literal) {
        try container.encode(value)
      } else {
        try container.encode(number.double)
      }
    }
  }

  /// A key of an object, whatever its name.
  private struct MemberKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension JSON.Number: Codable {
  /// Reads a number through any decoder; one that is not ours may lose digits.
  public init(from decoder: any Decoder) throws {
    guard case .number(let number) = try JSON(from: decoder) else {
      throw DecodingError.typeMismatch(
        JSON.Number.self,
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not a number"))
    }
    self = number
  }

  /// Writes the number through any encoder, as ``JSON`` does.
  public func encode(to encoder: any Encoder) throws {
    try JSON.number(self).encode(to: encoder)
  }
}

extension JSON.Object: Codable {
  /// Reads an object through any decoder; one that is not ours may lose the order of keys.
  public init(from decoder: any Decoder) throws {
    guard case .object(let object) = try JSON(from: decoder) else {
      throw DecodingError.typeMismatch(
        JSON.Object.self,
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not an object"))
    }
    self = object
  }

  /// Writes the members through any encoder, in order.
  public func encode(to encoder: any Encoder) throws {
    try JSON.object(self).encode(to: encoder)
  }
}
