/// Why bytes cannot be inflated.
public enum InflateError: Error, Sendable, Hashable {
  /// They end too early.
  case truncated
  /// They are of another format, damaged, or have something else behind their end.
  case corrupt
  /// They would make more bytes than this.
  case overLimit(Int)
}
