/// Why a value cannot be changed at a pointer.
public struct JSONPatchError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The pointer that does not fit.
  public var pointer: JSONPointer
  /// What is there instead.
  public var reason: String

  /// The pointer and the reason.
  public var description: String { "'\(pointer)' \(reason)" }
}
