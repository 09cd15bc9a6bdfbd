extension [UInt8] {
  /// Appends the bytes of another array; unlike `+=`, it counts no reference to that.
  ///
  /// For paths on which a hundred thousand lines are made in a second.
  ///
  /// ```swift
  /// var line = Array("GET ".utf8)
  /// line.append(copying: target)
  /// ```
  ///
  /// - Parameter other: what is appended.
  public mutating func append(copying other: borrowing [UInt8]) {
    unsafe other.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
