internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A call of the system that failed.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The value of `errno`.
  public var code: Int32
  /// The function that failed, such as `bind`.
  public var call: String

  /// An error with a code that is known.
  public init(code: Int32, call: String) {
    self.code = code
    self.call = call
  }

  /// The error of the call that has just failed.
  public static func last(_ call: String) -> SystemError {
    SystemError(code: errno, call: call)
  }

  /// The reason in the system's words, such as `No such file or directory`.
  public var description: String { unsafe String(cString: strerror(code)) }
}
