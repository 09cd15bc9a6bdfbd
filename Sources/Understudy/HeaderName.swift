/// The header lines that the daemon itself adds or reads, written once.
public enum HeaderName {
  /// Which route answered.
  public static let route = "Understudy-Route"
  /// Which variant answered; in a request, which variant shall answer.
  public static let variant = "Understudy-Variant"
  /// In a request, which session it belongs to.
  public static let session = "Understudy-Session"
  /// What is wrong with the file that was served.
  public static let warning = "Understudy-Warning"
  /// Why the daemon could not do what the outcome says, such as `fixture-missing`.
  public static let error = "Understudy-Error"
}
