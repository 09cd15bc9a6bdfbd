import Certificates
import GnuTLS
import Platform
import Understudy

/// What `cert` tells of the certificates; nothing of their keys but where they lie.
struct CertificateListing {
  private let folder: CertificateFolder
  private let authority: Certificate
  private let leaf: Certificate?
  private let now: WallTime

  init(_ contents: CertificateFolder.Contents, _ folder: CertificateFolder, now: WallTime) {
    self.folder = folder
    self.now = now
    authority = contents.authority.certificate
    leaf = contents.leaf.certificates.first
  }

  /// For people.
  var text: String {
    var lines = [
      "CA      \(folder.authorityCertificate)", "  key       \(folder.authorityKey)",
      "  subject   \(authority.subject)",
    ]
    lines += dateAndPins(authority)
    if let leaf {
      lines += [
        "leaf    \(folder.leafCertificate)", "  key       \(folder.leafKey)",
        "  names     \(names(leaf).joined(separator: ", "))",
      ]
      lines += dateAndPins(leaf)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// For programs.
  var json: JSON {
    var members = JSON.Object()
    members["folder"] = .string(folder.path)
    members["ca"] = .object(
      described(authority, folder.authorityCertificate, folder.authorityKey))
    if let leaf {
      var described = described(leaf, folder.leafCertificate, folder.leafKey)
      described["names"] = .array(names(leaf).map(JSON.string))
      members["leaf"] = .object(described)
    }
    return .object(members)
  }

  private func dateAndPins(_ certificate: Certificate) -> [String] {
    let pins = Pins(of: certificate)
    let days = now.days(until: certificate.notAfter)
    return [
      "  valid     \(certificate.notBefore.iso8601) to \(certificate.notAfter.iso8601), "
        + "\(days) \(days == 1 ? "day" : "days") left",
      "  SHA-256   \(pins.fingerprint)", "  pin       \(pins.certificatePin)",
      "  key pin   \(pins.publicKeyPin)",
    ]
  }

  private func described(
    _ certificate: Certificate, _ path: String, _ key: String
  ) -> JSON.Object {
    let pins = Pins(of: certificate)
    var members = JSON.Object()
    members["certificate"] = .string(path)
    members["key"] = .string(key)
    members["subject"] = .string(certificate.subject)
    members["notBefore"] = .string(certificate.notBefore.iso8601)
    members["notAfter"] = .string(certificate.notAfter.iso8601)
    members["daysLeft"] = .int(now.days(until: certificate.notAfter))
    members["sha256"] = .string(pins.fingerprint)
    members["certificatePin"] = .string(pins.certificatePin)
    members["publicKeyPin"] = .string(pins.publicKeyPin)
    members["publicKeySHA256"] = .string(pins.publicKeyDigest)
    return members
  }

  private func names(_ certificate: Certificate) -> [String] {
    certificate.names.map { CertificateName(subject: $0).text }
  }
}
