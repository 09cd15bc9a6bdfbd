internal import CGnuTLS

/// Names of hosts in the form that certificates have.
package enum HostName {
  /// A name in ASCII: labels with other letters become punycode (RFC 5891), capitals small letters.
  ///
  /// - Throws: ``GnuTLSError`` where the name is none.
  package static func ascii(_ name: String) throws(GnuTLSError) -> String {
    let bytes = try unsafe Datum.taking("gnutls_idna_map") { output in
      unsafe name.withCString { text in
        unsafe gnutls_idna_map(text, UInt32(name.utf8.count), output, 0)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
