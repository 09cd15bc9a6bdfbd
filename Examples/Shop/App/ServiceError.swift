import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why the service gave nothing, by what the app can do about it.
public enum ServiceError: Error {
  /// It answered with a status that is no success.
  case status(Int)
  /// It answered with what this app does not understand.
  case decoding(DecodingError)
  /// It did not answer, or not to the end.
  case network(URLError)
  /// Anything else.
  case other(any Error)
}

/// An answer that is no JSON at all, such as a page of HTML.
public struct NotJSON: Error, Equatable {
  /// Its media type; nil where it says none.
  public var type: String?
}
