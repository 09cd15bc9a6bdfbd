import Platform
public import Testing

/// The ports of this process's servers that speak TLS: a ``RawClient`` shakes hands there by itself.
///
/// With `UNDERSTUDY_TEST_TLS` in the environment, the servers of tests that say nothing else are
/// spoken to with TLS: the same expectations, over HTTPS (`make test-tls`).
public enum TLSPorts {
  private static let ports = Lock<Set<Int>>([])

  /// Whether tests that say nothing else speak TLS.
  public static let isUsual = Machine.environment("UNDERSTUDY_TEST_TLS") != nil

  /// Whether a port speaks TLS.
  public static func contains(_ port: Int) -> Bool { ports.withLock { $0.contains(port) } }

  /// Notes one that does.
  public static func add(_ port: Int) { ports.withLock { _ = $0.insert(port) } }

  /// Forgets one, before its number is another's.
  public static func remove(_ port: Int) { ports.withLock { _ = $0.remove(port) } }
}

extension Trait where Self == ConditionTrait {
  /// For tests of what is said or done without TLS alone.
  public static var withoutTLS: Self {
    .disabled(if: TLSPorts.isUsual, "it is about HTTP without TLS")
  }
}
