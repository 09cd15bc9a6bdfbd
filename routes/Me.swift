public import Understudy

extension RouteID {
  /// `GET /me/profile`: who is logged in.
  public static let meProfile: RouteID = "me.profile"
}

/// What only those see who have logged in: the token is the one that `account.login` gives.
let me = RouteGroup("me", path: "/me", requires: .bearer("t-1"), otherwise: .unauthorized) {
  Route(.meProfile, .get, "/profile", default: .fixture("me/profile.json"))
}
