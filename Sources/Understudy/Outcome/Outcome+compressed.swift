extension Outcome {
  /// The same outcome, compressed for clients that can take it.
  ///
  /// By the request's `Accept-Encoding` the body is sent as gzip, as deflate or as it is; each with an
  /// `ETag` of its own, and all with `Vary: Accept-Encoding` (RFC 9110, 12.5.3). A client that takes
  /// none of them gets a 406. A body that stays the same is compressed once. Fixtures over 1 MiB that
  /// are sent straight from disk are not compressed.
  ///
  /// ```swift
  /// .fixture("users/list.json").compressed()
  /// ```
  public func compressed() -> Outcome {
    var copy = self
    copy.isCompressed = true
    return copy
  }
}
