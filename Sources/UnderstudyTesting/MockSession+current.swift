import UnderstudyAPI
public import UnderstudyClient

extension MockSession {
  @TaskLocal static var bound: MockSession?

  /// The session of the test that runs, which a trait `.mocked(…)` has begun.
  ///
  /// - Throws: `MockError.noSession` where there is none.
  public static var current: MockSession {
    get throws {
      guard let bound else { throw MockError.noSession }
      return bound
    }
  }
}
