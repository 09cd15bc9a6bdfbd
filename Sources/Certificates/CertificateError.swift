package import GnuTLS
package import Platform

/// Why there are no certificates.
package enum CertificateError: Error, Sendable, Hashable {
  /// The environment names no folder for them.
  case noFolder
  /// A file or folder cannot be made.
  case notWritable(path: String, SystemError)
  /// A file cannot be read.
  case notReadable(path: String, SystemError)
  /// Others than its owner may write into the folder.
  case openFolder(path: String)
  /// A key may be read by others than its owner.
  case exposedKey(path: String)
  /// A file is no key.
  case notAKey(path: String)
  /// A file is no certificate.
  case notACertificate(path: String)
  /// The leaf is none that this program has made.
  case foreignLeaf(path: String)
  /// The authority's certificate may not sign others.
  case notAnAuthority(path: String)
  /// The authority's certificate is there, its key is not.
  case missingKey(path: String, certificate: String)
  /// The key is not the one of the certificate.
  case otherKey(path: String, certificate: String)
  /// The authority is not valid any more.
  case expired(path: String, WallTime)
  /// The authority is not valid yet: the clock has gone back.
  case notYetValid(path: String, WallTime)
  /// The library refuses.
  case library(GnuTLSError)

  /// Whether a file was out of reach, whatever is in it.
  var isOfTheSystem: Bool {
    switch self {
    case .notReadable, .notWritable: true
    default: false
    }
  }

  /// Does what only the library can refuse.
  static func inLibrary<Answer>(
    _ body: () throws(GnuTLSError) -> Answer
  ) throws(CertificateError) -> Answer {
    do throws(GnuTLSError) {
      return try body()
    } catch {
      throw .library(error)
    }
  }
}
