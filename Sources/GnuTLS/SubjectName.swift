/// A name that a certificate is for (RFC 5280, 4.2.1.6).
package enum SubjectName: Sendable, Hashable {
  /// A host, maybe with `*` as its first label, in ASCII.
  case host(String)
  /// The 4 or 16 bytes of an address.
  case address([UInt8])
}
