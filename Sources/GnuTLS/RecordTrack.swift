/// What kind of record a client has sent last (RFC 8446, 5.1), told by its bytes as they come.
///
/// GnuTLS says to nobody but the owner of the session that an alert has come.
struct RecordTrack {
  private var header: [UInt8] = []
  private var rest = 0
  private var kind: UInt8 = 0
  private var length = 0

  private static let alert: UInt8 = 21
  private static let encrypted: UInt8 = 23
  /// An alert in TLS 1.3: its two bytes, its kind, and the tag of each of our ciphers.
  private static let encryptedAlertLength = 2 + 1 + 16

  /// Whether the last one is an alert.
  ///
  /// In a handshake of TLS 1.3 nothing else is encrypted and as short: Finished has 32 bytes at least.
  var endsInAlert: Bool {
    kind == Self.alert || kind == Self.encrypted && length == Self.encryptedAlertLength
  }

  /// Goes on with what has come.
  mutating func read(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if rest > 0 {
        rest -= 1
        continue
      }
      header.append(byte)
      guard header.count == 5 else { continue }
      kind = header[0]
      length = Int(header[3]) << 8 | Int(header[4])
      rest = length
      header.removeAll(keepingCapacity: true)
    }
  }
}
