import Platform
import Synchronization

/// The banks of a world's outcomes that were given on the spot and are gone.
///
/// Their positions go with them, though not at once: a request that was decided on before, the last
/// one of a lease itself, may still take its step there.
final class RetiredBanks: Sendable {
  private let banks = Lock([CellBank]())
  private let isThereAny = Atomic<Bool>(false)

  /// Whether there is none; asked for each request.
  var isEmpty: Bool { !isThereAny.load(ordering: .sequentiallyConsistent) }

  func add(_ new: [CellBank]) {
    if new.isEmpty { return }
    banks.withLock { $0 += new }
    isThereAny.store(true, ordering: .sequentiallyConsistent)
  }

  /// Takes all of them out.
  func takeAll() -> [CellBank] {
    isThereAny.store(false, ordering: .sequentiallyConsistent)
    return banks.withLock { banks in
      defer { banks = [] }
      return banks
    }
  }
}
