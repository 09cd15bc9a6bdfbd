import Platform
import Understudy

/// What rules read of a file under the folder of fixtures, once for each state of the file.
final class FixtureContent<Value: Sendable>: Sendable {
  let name: String
  private let file: FixtureFile?
  private let read: @Sendable ([UInt8]) throws(FixtureFault) -> Value
  private let last = Lock<(fixture: Fixture, value: Result<Value, FixtureFault>)?>(nil)

  init(
    _ name: String, _ store: FixtureStore?,
    _ read: @escaping @Sendable ([UInt8]) throws(FixtureFault) -> Value
  ) {
    self.name = name
    file = store?.file(name)
    self.read = read
  }

  /// The file as it is now; else why there is nothing to compare with.
  var current: Result<Value, FixtureFault> {
    let result = file?.current ?? .missing
    if case .large(let large) = result {
      return Result { () throws(FixtureFault) in try read(large.bytes()) }
    }
    guard case .found(let fixture) = result else {
      return .failure(FixtureFault(message: result.reason))
    }
    if let last = last.withLock({ $0 }), last.fixture === fixture { return last.value }
    let value = Result { () throws(FixtureFault) in try read(fixture.bytes) }
    last.withLock { $0 = (fixture, value) }
    return value
  }
}

/// Why a fixture cannot be compared with, as a clause.
struct FixtureFault: Error, Sendable, Hashable {
  var message: String
}

extension DifferenceList {
  /// Adds that there is nothing to compare a body with.
  mutating func add(_ fault: FixtureFault, expected: String) {
    add(expected: expected, actual: "nothing to compare it with: \(fault.message)")
  }
}
