internal import CZlib

/// How deflated bytes are wrapped.
public enum ZlibFormat: Sendable, Hashable, CaseIterable {
  /// gzip, one member or several behind each other (RFC 1952).
  case gzip
  /// zlib, which HTTP calls `deflate` (RFC 1950; RFC 9110, 8.4.1.2).
  case zlib
  /// Nothing around them, which some clients call `deflate` too (RFC 1951).
  case raw

  /// What zlib.h calls `windowBits`: 16 more is gzip, below zero is raw.
  var windowBits: Int32 {
    switch self {
    case .gzip: MAX_WBITS + 16
    case .zlib: MAX_WBITS
    case .raw: -MAX_WBITS
    }
  }
}
