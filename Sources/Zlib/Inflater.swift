internal import CZlib

/// Decodes gzip and deflate (RFC 1952, RFC 1950, RFC 1951).
public enum Inflater {
  /// The version of the library.
  public static var version: String { unsafe String(cString: zlibVersion()) }
}
