import Understudy

/// Says which name somebody meant.
enum NameHint {
  /// What to say of a name that nobody asked for.
  static func unexpected(_ name: String, wanted: [String]) -> String? {
    guard let closest = Spelling.closest(to: name, among: wanted) else { return nil }
    return name.utf8.isEqualIgnoringCase(closest.utf8)
      ? "Names compare with case: did you mean '\(closest)'?" : "Did you mean '\(closest)'?"
  }

  /// What to say of a name that is missing where others are free.
  static func other(than name: String, among names: [String]) -> String? {
    guard let closest = Spelling.closest(to: name, among: names) else { return nil }
    return name.utf8.isEqualIgnoringCase(closest.utf8)
      ? "Names compare with case: the request has '\(closest)'." : "The request has '\(closest)'."
  }
}
