public import Understudy

/// All routes of the example, and the states into which the whole app is put at once.
public let catalog = Catalog(
  users, account, me, items,
  scenarios: [
    Scenario("logged out", ["me.*": .unauthorized]),
    Scenario("fresh install", from: "logged out", [.usersList: .empty]),
  ])
