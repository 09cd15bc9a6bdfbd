internal import CGnuTLS

/// A SHA-256 digest (FIPS 180-4), made piece by piece so that nobody needs the whole at once.
///
/// ```swift
/// let hash = SHA256()
/// hash.update(Array("ab".utf8))
/// hash.update(Array("c".utf8))
/// hash.digest()  // the 32 bytes of SHA256.digest(of: Array("abc".utf8))
/// ```
///
/// Belongs to one thread at a time.
@safe
public final class SHA256: @unchecked Sendable {
  // Safety: the handle is only used by whoever has the object; hand it on, but do not share it.

  private let handle: gnutls_hash_hd_t

  /// A digest of nothing yet.
  public init() {
    guard let handle = unsafe umg_sha256_begin() else {
      preconditionFailure("gnutls_hash_init: there is no memory left")
    }
    unsafe self.handle = handle
  }

  deinit { unsafe gnutls_hash_deinit(handle, nil) }

  /// Takes the next bytes.
  public func update(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe update($0) }
  }

  /// Takes the next bytes out of memory that is not ours.
  public func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, unsafe !bytes.isEmpty else { return }
    unsafe gnutls_hash(handle, start, bytes.count)
  }

  /// The 32 bytes of the digest; begins anew with nothing.
  public func digest() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe digest.withUnsafeMutableBytes { unsafe gnutls_hash_output(handle, $0.baseAddress) }
    return digest
  }

  /// The digest of bytes that are all there.
  public static func digest(of bytes: [UInt8]) -> [UInt8] {
    let hash = SHA256()
    hash.update(bytes)
    return hash.digest()
  }
}
