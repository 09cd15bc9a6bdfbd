import Understudy

/// The charsets of texts that rules can read.
enum Charset: String, CaseIterable {
  case utf8 = "UTF-8"
  case usASCII = "US-ASCII"
  case latin1 = "ISO-8859-1"
  case latin9 = "ISO-8859-15"
  case windows1252 = "windows-1252"
  case utf16 = "UTF-16"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"

  /// Finds a charset by its name or an alias of it, without case (IANA's registry).
  init?(label: [UInt8]) {
    let label = String(decoding: label.map(\.asciiLowercased), as: UTF8.self)
    switch label {
    case "utf8": self = .utf8
    case "ascii": self = .usASCII
    case "latin1", "iso_8859-1", "iso8859-1", "l1": self = .latin1
    case "latin-9", "latin9", "iso_8859-15", "iso8859-15": self = .latin9
    case "cp1252": self = .windows1252
    default:
      guard let found = Self.allCases.first(where: { $0.rawValue.lowercased() == label }) else {
        return nil
      }
      self = found
    }
  }

  /// Text as UTF-8, without a byte order mark; nothing is repaired.
  ///
  /// - Parameters:
  ///   - bytes: the encoded text.
  ///   - label: the name of its charset; nil is UTF-8.
  /// - Returns: UTF-8.
  /// - Throws: ``BodyFault``.
  static func decode(_ bytes: ArraySlice<UInt8>, label: [UInt8]?) throws(BodyFault) -> [UInt8] {
    guard let charset = label.map(Charset.init(label:)) ?? .utf8 else {
      throw .unknownCharset(ShownText.clipped(label ?? []))
    }
    return try charset.decode(bytes)
  }

  private func decode(_ bytes: ArraySlice<UInt8>) throws(BodyFault) -> [UInt8] {
    switch self {
    case .utf8:
      if let offset = UTF8Text.firstInvalid(in: bytes) { throw fault(at: offset) }
      return Array(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes)
    case .usASCII:
      if let index = bytes.firstIndex(where: { $0 >= 0x80 }) {
        throw fault(at: index - bytes.startIndex)
      }
      return Array(bytes)
    case .latin1, .latin9, .windows1252: return try decodeSingleBytes(bytes)
    case .utf16:
      // RFC 2781, 4.3: without a mark the more significant byte comes first.
      return try decodePairs(bytes, isLittleEndian: bytes.starts(with: [0xFF, 0xFE]))
    case .utf16LittleEndian: return try decodePairs(bytes, isLittleEndian: true)
    case .utf16BigEndian: return try decodePairs(bytes, isLittleEndian: false)
    }
  }

  private func fault(at offset: Int) -> BodyFault { .notInCharset(rawValue, offset: offset) }

  private func decodeSingleBytes(_ bytes: ArraySlice<UInt8>) throws(BodyFault) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for (offset, byte) in bytes.enumerated() {
      guard let scalar = Unicode.Scalar(codePoint(of: byte)), scalar.value > 0 || byte == 0 else {
        throw fault(at: offset)
      }
      text += UTF8.encode(scalar) ?? UTF8.EncodedScalar()
    }
    return text
  }

  /// The code point of a byte; 0 where it stands for none.
  private func codePoint(of byte: UInt8) -> UInt32 {
    switch (self, byte) {
    case (.windows1252, 0x80...0x9F): Self.windows1252Codes[Int(byte) - 0x80]
    case (.latin9, 0xA4): 0x20AC
    case (.latin9, 0xA6): 0x160
    case (.latin9, 0xA8): 0x161
    case (.latin9, 0xB4): 0x17D
    case (.latin9, 0xB8): 0x17E
    case (.latin9, 0xBC): 0x152
    case (.latin9, 0xBD): 0x153
    case (.latin9, 0xBE): 0x178
    default: UInt32(byte)
    }
  }

  /// What windows-1252 has where ISO-8859-1 has control characters, from 0x80.
  private static let windows1252Codes: [UInt32] = [
    0x20AC, 0, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152,
    0, 0x17D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161,
    0x203A, 0x153, 0, 0x17E, 0x178,
  ]

  private func decodePairs(
    _ bytes: ArraySlice<UInt8>, isLittleEndian: Bool
  ) throws(BodyFault) -> [UInt8] {
    guard bytes.count.isMultiple(of: 2) else { throw fault(at: bytes.count - 1) }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
      let (one, other) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittleEndian ? one | other << 8 : one << 8 | other
    }
    var text: [UInt8] = []
    text.reserveCapacity(units.count)
    var decoder = UTF16()
    var iterator = units.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: return text
      case .error: throw fault(at: offset)
      case .scalarValue(let scalar):
        if offset > 0 || scalar.value != 0xFEFF {
          text += UTF8.encode(scalar) ?? UTF8.EncodedScalar()
        }
        offset += UTF16.width(scalar) * 2
      }
    }
  }
}

extension UTF8Text {
  /// How many bytes stand before the first that is not UTF-8; nil where all are.
  static func firstInvalid(in bytes: ArraySlice<UInt8>) -> Int? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}
