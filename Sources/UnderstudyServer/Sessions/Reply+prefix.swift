import MicroHTTPD

extension Reply {
  /// The same answer for a client that has reached its session by a path prefix: where it leads to
  /// the daemon, it keeps the prefix.
  ///
  /// - Parameters:
  ///   - prefix: `/__session/ID`.
  ///   - host: the `Host` of the request; a location with the same host leads to the daemon too.
  /// - Returns: the answer, with the locations and cookie paths changed that need it.
  func keeping(prefix: [UInt8], host: ArraySlice<UInt8>?) -> Reply {
    guard fields.contains(where: Self.mayLead) else { return self }
    let prefix = String(decoding: prefix, as: UTF8.self)
    let host = host.map { String(decoding: $0, as: UTF8.self) }
    let changed = fields.map { field in
      if field.isNamed("Set-Cookie") {
        return Field(field.name, Self.cookie(field.value, prefix))
      }
      return Self.mayLead(field)
        ? Field(field.name, Self.location(field.value, prefix, host)) : field
    }
    return changed == fields ? self : replacing(changed)
  }

  private static func mayLead(_ field: Field) -> Bool {
    // Most lines differ in length, and need no look at their letters.
    switch field.name.utf8.count {
    case 8: field.isNamed("Location")
    case 10: field.isNamed("Set-Cookie")
    case 16: field.isNamed("Content-Location")
    default: false
    }
  }

  private static func location(_ value: String, _ prefix: String, _ host: String?) -> String {
    let bytes = Array(value.utf8)
    var start = 0
    if !value.utf8.starts(with: "/".utf8) || value.utf8.starts(with: "//".utf8) {
      // A whole URL, or one that leaves the scheme out, with the request's own host.
      guard let host, let end = Self.endOfAuthority(bytes, host) else { return value }
      start = end
    }
    let path = String(decoding: bytes[start...], as: UTF8.self)
    guard start == 0 || path.isEmpty || ["/", "?", "#"].contains(path.first),
      !hasPrefix(path, prefix)
    else { return value }
    return String(decoding: bytes[..<start], as: UTF8.self) + prefix + path
  }

  /// Where the path begins behind a scheme and a host, which compare without case; nil where the host
  /// is another.
  private static func endOfAuthority(_ url: [UInt8], _ host: String) -> Int? {
    for scheme in ["http://", "https://", "//"] {
      let authority = Array((scheme + host).lowercased().utf8)
      guard url.count >= authority.count,
        String(decoding: url.prefix(authority.count), as: UTF8.self).lowercased().utf8
          .elementsEqual(authority)
      else { continue }
      return authority.count
    }
    return nil
  }

  /// The path of a cookie (RFC 6265, 5.2.4); one without a path has the request's own already.
  ///
  /// A name that begins with `__Host-` asks for the path `/`, and is refused with another.
  private static func cookie(_ value: String, _ prefix: String) -> String {
    if value.utf8.starts(with: "__Host-".utf8) { return value }
    let parts = value.split(separator: ";", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part -> String in
      let trimmed = part.drop { $0 == " " }
      let name = trimmed.prefix { $0 != "=" }
      // The first part is the cookie itself, whatever its name is.
      guard index > 0, name.lowercased() == "path", trimmed.dropFirst(name.count).hasPrefix("=/")
      else { return String(part) }
      let path = trimmed.dropFirst(name.count + 1)
      return hasPrefix(path, prefix)
        ? String(part) : "\(part.prefix(part.count - path.count))\(prefix)\(path)"
    }.joined(separator: ";")
  }

  private static func hasPrefix(_ path: some StringProtocol, _ prefix: String) -> Bool {
    guard path.utf8.starts(with: prefix.utf8) else { return false }
    let rest = path.utf8.dropFirst(prefix.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }
}
