/// What there is not enough of for somebody who connects.
public enum Shortage: Sendable, Hashable {
  /// There are as many connections as there may be, which are so many.
  case connections(Int)
  /// The process has nearly as many descriptors as it may have, which are so many.
  case descriptors(Int)
}
