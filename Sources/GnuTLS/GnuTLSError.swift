internal import CGnuTLS

/// A call of GnuTLS that failed.
package struct GnuTLSError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The library's number for the reason, below 0.
  package var code: Int32
  /// The function that failed.
  package var call: String

  /// The reason in the library's words.
  package var description: String {
    guard let text = unsafe gnutls_strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// Turns a status below 0 into an error.
  static func check(_ status: Int32, _ call: String) throws(GnuTLSError) {
    if status < 0 { throw GnuTLSError(code: status, call: call) }
  }
}
