import Understudy

extension Collection<UInt8> {
  /// Whether two texts are the same but for the case of ASCII letters.
  func isEqualIgnoringCase(_ other: some Collection<UInt8>) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }
}
