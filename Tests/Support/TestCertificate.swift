import Platform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A certificate with its key, made by the program `openssl` for the tests of one run.
public final class TestCertificate: Sendable {
  private let folder: TemporaryFolder
  /// The file of the certificate.
  public var chain: String { "\(folder.path)/certificate.pem" }
  /// The file of its key.
  public var key: String { "\(folder.path)/key.pem" }

  /// A certificate for this machine, signed with its own key.
  public static let localhost = made("/CN=localhost", "DNS:localhost,IP:127.0.0.1,IP:::1")
  /// One for another name.
  public static let example = made("/CN=api.example.com", "DNS:api.example.com")
  /// One that a client has.
  public static let till = made("/O=Acme/CN=till-7", "DNS:till-7")

  /// Makes a certificate that is signed with its own key.
  ///
  /// - Parameters:
  ///   - subject: as `openssl` takes it, such as `/CN=localhost`.
  ///   - names: what it is for, such as `DNS:localhost`.
  /// - Throws: where there is no folder, or the program does not work.
  public init(_ subject: String, _ names: String) throws {
    folder = try TemporaryFolder()
    let command =
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 "
      + "-keyout '\(folder.path)/key.pem' -out '\(folder.path)/certificate.pem' "
      + "-subj '\(subject)' -addext 'subjectAltName=\(names)' 2>/dev/null"
    guard system(command) == 0 else {
      throw RawClient.Failure(description: "openssl made no certificate: \(command)")
    }
  }

  private static func made(_ subject: String, _ names: String) -> TestCertificate {
    do {
      return try TestCertificate(subject, names)
    } catch {
      fatalError("\(error)")
    }
  }

  /// The bytes of both files.
  public func read() throws -> (certificatePEM: [UInt8], keyPEM: [UInt8]) {
    guard let certificate = try Files.read(chain), let key = try Files.read(key) else {
      throw RawClient.Failure(description: "the files of a certificate are gone")
    }
    return (certificate, key)
  }
}
