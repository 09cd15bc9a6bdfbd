package import GnuTLS
package import Platform

/// The certificates of one daemon: its own, and those that fail, made when they are first asked for.
///
/// ```swift
/// let store = try CertificateStore(folder: folder, names: [name])
/// try store.chain()                                   // the leaf of the folder
/// try store.chain(.expired)                           // for the same names, until yesterday
/// try store.chain(.otherPin, with: other)             // for another name, too
/// ```
///
/// What fails is kept in memory alone, and is made anew before it stops failing.
package final class CertificateStore: Sendable {
  /// Where the CA and the leaf lie.
  package let folder: CertificateFolder
  /// The names of the leaf, besides those that it had.
  package let names: [CertificateName]
  private let clock: @Sendable () -> WallTime
  private let state: Lock<State>

  private struct State {
    var contents: CertificateFolder.Contents
    var openedAt: WallTime
    var made: [Order: Made] = [:]
    /// The key of ``CertificateFlaw/otherPin``: every chain of that kind has the same pin.
    var otherKey: PrivateKey?
  }

  private struct Order: Hashable {
    var flaw: CertificateFlaw?
    var names: [CertificateName]
  }

  private struct Made {
    var chain: CertificateChain
    var madeAt: WallTime
  }

  /// What is kept at most: clients may ask for any number of names.
  private static let capacity = 512

  /// Opens the folder, and makes what it lacks.
  ///
  /// - Parameters:
  ///   - folder: where the CA and the leaf lie.
  ///   - names: what the leaf must be for, besides ``CertificateName/local``.
  ///   - clock: tells the present.
  /// - Throws: ``CertificateError``.
  package init(
    folder: CertificateFolder, names: [CertificateName] = [],
    clock: @escaping @Sendable () -> WallTime = { .now }
  ) throws(CertificateError) {
    self.folder = folder
    self.names = names
    self.clock = clock
    let now = clock()
    state = Lock(State(contents: try folder.open(names: names, now: now), openedAt: now))
  }

  /// The CA that clients are told to trust.
  package var authority: Certificate { state.withLock { $0.contents.authority.certificate } }

  /// A chain with its key.
  ///
  /// - Parameters:
  ///   - flaw: what is wrong with it; nothing without.
  ///   - name: what it is for besides the names of the leaf. A sound chain is the leaf itself where
  ///     that is good for the name.
  /// - Returns: what a server needs.
  /// - Throws: ``CertificateError``.
  package func chain(
    _ flaw: CertificateFlaw? = nil, with name: CertificateName? = nil
  ) throws(CertificateError) -> CertificateChain {
    let now = clock()
    let contents = try contents(now)
    var names = contents.names
    if let name, !names.contains(where: { $0.covers(name) }) {
      names.append(name)
    } else if flaw == nil {
      return contents.leaf
    }
    let order = Order(flaw: flaw, names: names)
    if let made = state.withLock({ $0.made[order] }), made.madeAt.days(until: now) < 1 {
      return made.chain
    }
    let workshop = Workshop(
      authority: contents.authority, key: contents.leaf.key,
      otherKey: try flaw == .otherPin ? otherKey() : contents.leaf.key, now: now)
    let chain = try workshop.chain(flaw, for: names)
    return state.withLock { state in
      // Another thread may have been quicker: all give out the same.
      if let made = state.made[order], made.madeAt.days(until: now) < 1 { return made.chain }
      if state.made.count >= Self.capacity { state.made = [:] }
      state.made[order] = Made(chain: chain, madeAt: now)
      return chain
    }
  }

  /// What lies in the folder, looked at again once a day.
  private func contents(_ now: WallTime) throws(CertificateError) -> CertificateFolder.Contents {
    let (known, openedAt) = state.withLock { ($0.contents, $0.openedAt) }
    if openedAt.days(until: now) < 1 { return known }
    var contents = known
    do throws(CertificateError) {
      contents = try folder.open(names: names, now: now)
    } catch {
      // Whatever has become of the folder: what is served is good for as long as its leaf is.
      guard let leaf = known.leaf.certificates.first, now.seconds < leaf.notAfter.seconds else {
        throw error
      }
    }
    state.withLock { [contents] state in
      state.contents = contents
      state.openedAt = now
    }
    return contents
  }

  private func otherKey() throws(CertificateError) -> PrivateKey {
    if let key = state.withLock({ $0.otherKey }) { return key }
    let made = try CertificateError.inLibrary { () throws(GnuTLSError) in try PrivateKey() }
    return state.withLock { state in
      let key = state.otherKey ?? made
      state.otherKey = key
      return key
    }
  }
}
