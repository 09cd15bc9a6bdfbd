/// What stands in an `Authorization` line (RFC 9110, 11.4).
enum Credentials {
  /// The token behind `Bearer` (RFC 6750, 2.1); nil under another scheme.
  static func bearerToken(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    parameters(of: "bearer", value)
  }

  /// User and password of `Basic`, parted by a colon (RFC 7617); nil where they cannot be read.
  static func basic(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    parameters(of: "basic", value).flatMap(Base64.decode)
  }

  /// What stands behind a scheme, which compares without case, and at least one space.
  private static func parameters(
    of scheme: StaticString, _ value: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    let end = value.startIndex + scheme.utf8CodeUnitCount
    guard end < value.endIndex, value[end] == UInt8(ascii: " "),
      value[..<end].isEqualIgnoringCase(scheme.description.utf8)
    else { return nil }
    return value[end...].drop { $0 == UInt8(ascii: " ") }
  }
}
