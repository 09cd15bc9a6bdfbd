/// Somebody who uses the app.
public struct User: Decodable, Sendable, Hashable, Identifiable {
  /// What tells them from others.
  public var id: Int
  /// What they are called.
  public var name: String
  /// Where they get mail.
  public var email: String
}
