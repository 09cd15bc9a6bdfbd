import Platform

/// Where a machine keeps what it trusts.
struct TrustStores: Sendable {
  /// Whether the keychain is asked, and not files; only macOS can tell what is in it.
  var isDarwin = Self.isThisDarwin
  /// The folder of the certificates that `update-ca-certificates` adds.
  var anchors = "/usr/local/share/ca-certificates"
  /// Where programs are that only `PATH` of an administrator has.
  var furtherFolders = ["/usr/sbin", "/sbin"]

  /// The file of the CA among the anchors.
  var anchor: String { "\(anchors)/understudy-ca.crt" }

  /// What the CA is called in the databases of NSS, which Chromium reads.
  static let nickname = "Understudy development CA"

  /// Finds a program where a person would.
  func tool(_ name: String, path: String?) -> Tool? {
    Tool.find(name, in: (path ?? "").split(separator: ":").map(String.init) + furtherFolders)
  }

  #if canImport(Darwin)
    private static let isThisDarwin = true
  #else
    private static let isThisDarwin = false
  #endif
}
