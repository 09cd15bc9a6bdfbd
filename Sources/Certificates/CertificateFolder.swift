import GnuTLS
package import Platform

/// The folder in which the development CA and the leaf lie, made when they are first needed.
///
/// | file | is |
/// | --- | --- |
/// | `ca.pem`, `ca.key` | the authority that clients are told to trust |
/// | `leaf.pem`, `leaf.key` | the daemon's own; the key stays over renewals, and so does its pin |
/// | `lock` | held while one of them is written |
///
/// Each file is written in one step. Daemons that start at once take turns, so that all have one CA.
package struct CertificateFolder: Sendable, Hashable {
  static let leafName = "leaf.pem"
  static let leafKeyName = "leaf.key"
  /// How near its end a leaf is made anew.
  static let renewalDays = 30
  static let title = "Understudy development CA"

  /// Where it lies.
  package let path: String

  /// A folder by its path; it need not be there yet.
  package init(_ path: String) {
    self.path = path
  }

  /// The folder of this user: `understudy` in `$XDG_DATA_HOME`, or in `~/.local/share`.
  ///
  /// A relative `XDG_DATA_HOME` does not count, as its specification says.
  ///
  /// - Parameter environment: a variable of the environment.
  /// - Returns: the folder, which need not be there yet.
  /// - Throws: ``CertificateError`` where neither it nor `HOME` is set.
  package static func standard(
    _ environment: (String) -> String?
  ) throws(CertificateError) -> CertificateFolder {
    if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") {
      return CertificateFolder("\(data)/understudy")
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else { throw .noFolder }
    return CertificateFolder(
      home == "/" ? "/.local/share/understudy" : "\(home)/.local/share/understudy")
  }

  /// The authority's certificate.
  package var authorityCertificate: String { "\(path)/ca.pem" }
  /// The authority's key.
  package var authorityKey: String { "\(path)/ca.key" }
  /// The daemon's certificate.
  package var leafCertificate: String { "\(path)/\(Self.leafName)" }
  /// The daemon's key.
  package var leafKey: String { "\(path)/\(Self.leafKeyName)" }

  /// What lies in the folder, all of it sound.
  package struct Contents: Sendable {
    /// What signs.
    package var authority: CertificateAuthority
    /// The daemon's certificate and key.
    package var leaf: CertificateChain

    /// What the leaf is for.
    package var names: [CertificateName] {
      (leaf.certificates.first?.names ?? []).map(CertificateName.init(subject:))
    }
  }

  /// Reads what is there, and makes what is missing, near its end, or for too few names.
  ///
  /// A leaf that is made for further names keeps those that it had: two daemons with other names
  /// do not take turns making it anew.
  ///
  /// - Parameters:
  ///   - names: what the leaf must be for, besides ``CertificateName/local``.
  ///   - now: the present.
  /// - Returns: all that is there then.
  /// - Throws: ``CertificateError``.
  package func open(
    names: [CertificateName] = [], now: WallTime
  ) throws(CertificateError) -> Contents {
    let names = CertificateName.local + names
    var first: CertificateError?
    do throws(CertificateError) {
      // The folder may be for reading alone, and mostly nothing is to be done.
      if let contents = try read(names, now) { return contents }
    } catch {
      // Somebody may just be writing.
      first = error
    }
    do throws(CertificateError) {
      return try whileLocked { () throws(CertificateError) in
        if let contents = try read(names, now) { return contents }
        return try makeLeaf(names, try authority(now), now, keepsNames: true)
      }
    } catch {
      if case .notWritable = error, let first, !first.isOfTheSystem { throw first }
      throw error
    }
  }

  /// Makes the leaf anew, with the key that it has.
  ///
  /// - Parameters:
  ///   - names: what it is for besides ``CertificateName/local``; without any, the names that it had.
  ///   - now: the present.
  /// - Returns: all that is there then.
  /// - Throws: ``CertificateError``.
  package func renewLeaf(
    names: [CertificateName] = [], now: WallTime
  ) throws(CertificateError) -> Contents {
    try whileLocked { () throws(CertificateError) in
      let authority = try authority(now)
      return try makeLeaf(
        CertificateName.local + names, authority, now, keepsNames: names.isEmpty)
    }
  }

  /// Makes another authority, whatever there was, and a leaf that it has signed.
  ///
  /// - Throws: ``CertificateError``.
  package func renewAuthority(
    names: [CertificateName] = [], now: WallTime
  ) throws(CertificateError) -> Contents {
    try whileLocked { () throws(CertificateError) in
      let authority = try makeAuthority(now, keepsKey: false)
      return try makeLeaf(
        CertificateName.local + names, authority, now, keepsNames: names.isEmpty)
    }
  }

  private func whileLocked<Answer>(
    _ body: () throws(CertificateError) -> Answer
  ) throws(CertificateError) -> Answer {
    try checkOwner()
    let lock: FileLock
    do throws(SystemError) {
      try Files.makeFolder(path, mode: 0o700)
      lock = try FileLock("\(path)/lock")
    } catch {
      throw .notWritable(path: path, error)
    }
    defer { lock.release() }
    return try body()
  }
}
