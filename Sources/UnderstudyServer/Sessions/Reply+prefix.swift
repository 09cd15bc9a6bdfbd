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
    if value.utf8.starts(with: "/".utf8), !value.utf8.starts(with: "//".utf8) {
      return hasPrefix(value, prefix) ? value : prefix + value
    }
    for scheme in ["http://", "https://"] {
      guard let host, value.utf8.starts(with: (scheme + host).utf8) else { continue }
      let path = value.dropFirst(scheme.count + host.count)
      guard path.isEmpty || path.hasPrefix("/") || path.hasPrefix("?"), !hasPrefix(path, prefix)
      else { return value }
      return scheme + host + prefix + path
    }
    return value
  }

  /// The path of a cookie (RFC 6265, 5.2.4); one without a path has the request's own already.
  private static func cookie(_ value: String, _ prefix: String) -> String {
    value.split(separator: ";", omittingEmptySubsequences: false).map { part -> String in
      let trimmed = part.drop { $0 == " " }
      let name = trimmed.prefix { $0 != "=" }
      guard name.lowercased() == "path", trimmed.dropFirst(name.count).hasPrefix("=/") else {
        return String(part)
      }
      let path = trimmed.dropFirst(name.count + 1)
      if hasPrefix(path, prefix) { return String(part) }
      return "\(part.prefix(part.count - path.count))\(prefix)\(path == "/" ? "/" : path)"
    }.joined(separator: ";")
  }

  private static func hasPrefix(_ path: some StringProtocol, _ prefix: String) -> Bool {
    guard path.utf8.starts(with: prefix.utf8) else { return false }
    let rest = path.utf8.dropFirst(prefix.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }
}
