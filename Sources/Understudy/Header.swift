/// One header line of an answer.
///
/// An answer keeps its headers as a list, in order, repeats included: two `Set-Cookie` lines stay
/// two (RFC 6265, 3).
public struct Header: Sendable, Hashable {
  /// The name, as it is sent; compared without case.
  public var name: String
  /// The value, as it is sent.
  public var value: String
  /// Whether braces in the value are text, whatever the outcome around it says.
  package var isVerbatim = false

  /// Takes any text; a catalog check reports what cannot be sent (a line break, say).
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// The same line, whose braces are text where this says so.
  package func verbatim(_ isVerbatim: Bool) -> Header {
    var copy = self
    copy.isVerbatim = isVerbatim
    return copy
  }

  /// Whether this line has the name, which compares without case (RFC 9110, 5.1).
  package func isNamed(_ other: String) -> Bool {
    name.utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension UInt8 {
  /// The byte with `A` to `Z` made small, all others unchanged.
  package var asciiLowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
