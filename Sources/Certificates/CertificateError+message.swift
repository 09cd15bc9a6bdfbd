import GnuTLS
import Platform

extension CertificateError {
  /// What is wrong, and where.
  package var message: String {
    switch self {
    case .noFolder: "There is no folder for certificates: neither XDG_DATA_HOME nor HOME is set."
    case .notWritable(let path, let reason): "'\(path)' cannot be written: \(reason)."
    case .notReadable(let path, let reason): "'\(path)' cannot be read: \(reason)."
    case .openFolder(let path):
      "Others may write into the folder '\(path)', and put certificates of their own there."
    case .exposedKey(let path): "The key '\(path)' can be read by others."
    case .notAKey(let path): "'\(path)' is no private key."
    case .notACertificate(let path): "'\(path)' is no certificate."
    case .foreignLeaf(let path):
      "The certificate '\(path)' is none that this program has made."
    case .notAnAuthority(let path):
      "The certificate '\(path)' is no authority: it may not sign others."
    case .missingKey(let path, let certificate):
      "The certificate '\(certificate)' is there, its key '\(path)' is not."
    case .otherKey(let path, let certificate):
      "'\(path)' is not the key of the certificate '\(certificate)'."
    case .expired(let path, let time):
      "The certificate authority '\(path)' was valid until \(time.iso8601)."
    case .notYetValid(let path, let time):
      "The certificate authority '\(path)' is valid from \(time.iso8601) on."
    case .library(let error): "Certificates cannot be made: \(error.call): \(error)."
    }
  }

  /// What to do about it; nil where that depends.
  ///
  /// - Parameter program: what the program is called.
  /// - Returns: the words behind `hint`.
  package func hint(program: String) -> String? {
    let anew = "'\(program) cert renew --ca' makes all anew; what trusts the old one must be told"
    return switch self {
    case .noFolder, .notWritable: "set XDG_DATA_HOME to a folder that can be written"
    case .notReadable: "let this user read it, or set XDG_DATA_HOME to another folder"
    case .foreignLeaf:
      "move it and its key away: --tls-cert and --tls-key take certificates of your own"
    case .openFolder(let path):
      "run 'chmod 700 \(path)', and look whether all in it is yours"
    case .exposedKey(let path): "run 'chmod 600 \(path)', or make all anew if others may have it"
    case .notAKey(let path), .notACertificate(let path):
      if path.hasSuffix("/\(CertificateFolder.leafKeyName)") {
        "remove it: the daemon makes another, with other pins"
      } else if path.hasSuffix("/\(CertificateFolder.leafName)") {
        "remove it: the daemon makes another, with the same key"
      } else {
        "put the right file back, or " + anew
      }
    case .notAnAuthority, .missingKey, .otherKey: "put the right file back, or " + anew
    case .expired: anew
    case .notYetValid: "set the clock right, or " + anew
    case .library: nil
    }
  }
}
