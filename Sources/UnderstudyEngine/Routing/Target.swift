/// A request target, split before it is decoded.
///
/// The path is split at its raw slashes and each segment is percent-decoded once, afterwards, so
/// that `%2F` is a character and no separator (RFC 3986, 2.4). An absolute-form target
/// (`GET http://host/path`, RFC 9112, 3.2.2) stands for its path. A class, because it is handed on many
/// times for each request.
///
/// ```swift
/// let target = try Target(Array("/files/a%2Fb?x=1".utf8))
/// target.segments.map { String(decoding: $0, as: UTF8.self) }  // ["files", "a/b"]
/// ```
package final class Target: Sendable {
  /// The target as it was sent.
  package let bytes: [UInt8]
  /// The raw path inside ``bytes``; begins with `/`.
  package let path: Range<Int>
  /// The raw query inside ``bytes``, without `?`; empty where there is none.
  package let query: Range<Int>

  /// Whether the path begins as those do that belong to the daemon, with two underscores: most paths
  /// do not, and need no further look.
  package let mayBeReserved: Bool

  /// The path, decoded, with its segments parted by ``separator``; begins with one.
  let decodedPath: ArraySlice<UInt8>
  /// `/` while nothing needed decoding; else 0xFF, which no UTF-8 text contains.
  let separator: UInt8

  /// Splits and checks a raw target.
  ///
  /// - Parameters:
  ///   - bytes: the target.
  ///   - isPlain: whether it is known to have no query and nothing to decode.
  /// - Throws: ``TargetProblem`` where the target cannot be decoded. Nothing is repaired.
  package init(_ bytes: [UInt8], isPlain: Bool = false) throws(TargetProblem) {
    self.bytes = bytes
    let start = try Self.startOfPath(bytes)
    var end = bytes.count
    var isPlain = isPlain
    if !isPlain {
      end = bytes[start...].firstIndex(of: UInt8(ascii: "?")) ?? end
      isPlain = !bytes[start..<end].contains { $0 == UInt8(ascii: "%") || $0 >= 0x80 }
    }
    path = start..<end
    mayBeReserved =
      end - start > 3 && bytes[start + 1] == UInt8(ascii: "_")
      && bytes[start + 2] == UInt8(ascii: "_")
    query = min(end + 1, bytes.count)..<bytes.count
    if isPlain {
      separator = UInt8(ascii: "/")
      decodedPath = bytes[path]
    } else {
      separator = 0xFF
      decodedPath = try Self.decodedPath(bytes[path])
    }
    if !query.isEmpty { try Self.check(bytes[query]) }
  }

  /// The decoded segments behind the first slash; one empty segment for `/`.
  package var segments: [ArraySlice<UInt8>] {
    decodedPath.dropFirst().split(separator: separator, omittingEmptySubsequences: false)
  }

  /// The host of an absolute-form target, without user and password; nil where it is a path.
  var authority: ArraySlice<UInt8>? {
    guard path.lowerBound > 0, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    let authority = bytes[(colon + 3)..<path.lowerBound]
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return authority }
    return authority[(at + 1)...]
  }

  /// The same target without the beginning of its path; what is left begins with a slash.
  ///
  /// - Parameter count: how many raw bytes go; a slash or nothing follows them.
  /// - Returns: what is left.
  /// - Throws: ``TargetProblem``, as for the whole.
  package func removing(_ count: Int) throws(TargetProblem) -> Target {
    let rest = bytes[(path.lowerBound + count)...]
    let hasSlash = rest.first == UInt8(ascii: "/")
    return try Target(bytes[..<path.lowerBound] + (hasSlash ? [] : [UInt8(ascii: "/")]) + rest)
  }

  /// Where the path begins: at once, or behind `http://host`.
  private static func startOfPath(_ bytes: [UInt8]) throws(TargetProblem) -> Int {
    guard let first = bytes.first else { throw .empty }
    if first == UInt8(ascii: "/") { return 0 }
    // Anything but a path must be absolute-form with a path behind its authority.
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: "://".utf8)
    else { throw .notAPath }
    guard let slash = bytes[(colon + 3)...].firstIndex(of: UInt8(ascii: "/")) else {
      throw .notAPath
    }
    return slash
  }

  private static func decodedPath(
    _ raw: ArraySlice<UInt8>
  ) throws(TargetProblem) -> ArraySlice<UInt8> {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(raw.count)
    for segment in raw.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      decoded.append(0xFF)
      guard let bytes = PercentEncoding.decode(segment, plusIsSpace: false) else {
        throw .lonePercent
      }
      guard UTF8Text.isValid(bytes) else { throw .invalidUTF8 }
      decoded += bytes
    }
    return decoded[...]
  }

  private static func check(_ query: ArraySlice<UInt8>) throws(TargetProblem) {
    guard query.contains(where: { $0 == UInt8(ascii: "%") || $0 >= 0x80 }) else { return }
    guard let bytes = PercentEncoding.decode(query, plusIsSpace: true) else { throw .lonePercent }
    guard UTF8Text.isValid(bytes) else { throw .invalidUTF8 }
  }
}

/// Why a request target cannot be read.
package enum TargetProblem: Error, Sendable, Hashable {
  case empty
  /// Neither a path nor an absolute URL with one.
  case notAPath
  /// A `%` without two hexadecimal digits behind it.
  case lonePercent
  /// The decoded bytes are not UTF-8.
  case invalidUTF8

  /// What is wrong, for the problem document.
  package var message: String {
    switch self {
    case .empty: "The request target is empty."
    case .notAPath: "The request target must be a path that begins with '/', or a whole URL."
    case .lonePercent:
      "The request target has a '%' without two hexadecimal digits behind it; a percent sign is '%25'."
    case .invalidUTF8: "The request target is not valid UTF-8 once its percent-encoding is decoded."
    }
  }
}
