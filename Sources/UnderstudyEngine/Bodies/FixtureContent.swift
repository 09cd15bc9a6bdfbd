import Platform
import Understudy

/// What rules read of a file under the folder of fixtures, once for each state of the file.
final class FixtureContent<Value: Sendable>: Sendable {
  private let name: String
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
    guard case .found(let fixture) = result else {
      return .failure(FixtureFault(message: "fixture '\(name)': \(result.reason)"))
    }
    if let last = last.withLock({ $0 }), last.fixture === fixture { return last.value }
    let value = Result { () throws(FixtureFault) in
      do throws(FixtureFault) {
        return try read(fixture.bytes)
      } catch {
        throw FixtureFault(message: "fixture '\(name)': \(error.message)")
      }
    }
    last.withLock { $0 = (fixture, value) }
    return value
  }
}

/// Why a fixture cannot be compared with, in words.
struct FixtureFault: Error, Sendable, Hashable {
  var message: String
}
