internal import CGnuTLS
import Platform

/// A certificate as the library holds it: read, or in the making.
@safe
final class CertificateHandle {
  let pointer: gnutls_x509_crt_t

  /// A certificate that says nothing yet.
  init() throws(GnuTLSError) {
    var handle: gnutls_x509_crt_t?
    let status = unsafe gnutls_x509_crt_init(&handle)
    guard status >= 0, let handle = unsafe handle else {
      throw GnuTLSError(code: status, call: "gnutls_x509_crt_init")
    }
    unsafe pointer = handle
  }

  deinit { unsafe gnutls_x509_crt_deinit(pointer) }

  /// Fills it.
  func read(_ bytes: [UInt8], isPEM: Bool) throws(GnuTLSError) {
    let format = isPEM ? GNUTLS_X509_FMT_PEM : GNUTLS_X509_FMT_DER
    let status = unsafe Datum.lending(bytes) { datum in
      unsafe gnutls_x509_crt_import(pointer, datum, format)
    }
    try GnuTLSError.check(status, "gnutls_x509_crt_import")
  }

  func der() throws(GnuTLSError) -> [UInt8] {
    try unsafe Datum.taking("gnutls_x509_crt_export2") { output in
      unsafe gnutls_x509_crt_export2(pointer, GNUTLS_X509_FMT_DER, output)
    }
  }

  func subject() throws(GnuTLSError) -> String {
    let bytes = try unsafe Datum.taking("gnutls_x509_crt_get_dn3") { output in
      unsafe gnutls_x509_crt_get_dn3(pointer, output, 0)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func issuer() throws(GnuTLSError) -> String {
    let bytes = try unsafe Datum.taking("gnutls_x509_crt_get_issuer_dn3") { output in
      unsafe gnutls_x509_crt_get_issuer_dn3(pointer, output, 0)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func publicKey() throws(GnuTLSError) -> [UInt8] {
    try unsafe Datum.taking("gnutls_pubkey_import_x509") { output in
      unsafe umg_public_key(pointer, output)
    }
  }

  var notBefore: WallTime {
    WallTime(seconds: unsafe gnutls_x509_crt_get_activation_time(pointer), nanoseconds: 0)
  }

  var notAfter: WallTime {
    WallTime(seconds: unsafe gnutls_x509_crt_get_expiration_time(pointer), nanoseconds: 0)
  }

  var isAuthority: Bool { unsafe gnutls_x509_crt_get_ca_status(pointer, nil) > 0 }

  var names: [SubjectName] {
    var names: [SubjectName] = []
    // A certificate has as many as fit into it; one of these loops ends with an error.
    for index in UInt32(0)..<10_000 {
      var bytes = [UInt8](repeating: 0, count: 1024)
      var size = bytes.count
      let kind = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe gnutls_x509_crt_get_subject_alt_name(
          pointer, index, buffer.baseAddress, &size, nil)
      }
      if kind == GNUTLS_E_SHORT_MEMORY_BUFFER { continue }
      guard kind >= 0 else { break }
      let name = Array(bytes.prefix(size))
      if UInt32(kind) == GNUTLS_SAN_DNSNAME.rawValue {
        names.append(.host(String(decoding: name, as: UTF8.self)))
      } else if UInt32(kind) == GNUTLS_SAN_IPADDRESS.rawValue {
        names.append(.address(name))
      }
    }
    return names
  }

  /// The SHA-1 of the public key, by which certificates find their issuers.
  func keyID() throws(GnuTLSError) -> [UInt8] {
    var identifier = [UInt8](repeating: 0, count: 20)
    var size = identifier.count
    let status = unsafe identifier.withUnsafeMutableBufferPointer { buffer in
      unsafe gnutls_x509_crt_get_key_id(pointer, 0, buffer.baseAddress, &size)
    }
    try GnuTLSError.check(status, "gnutls_x509_crt_get_key_id")
    return Array(identifier.prefix(size))
  }
}
