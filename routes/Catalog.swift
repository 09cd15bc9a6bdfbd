public import Understudy

/// All routes of the example.
public let catalog = Catalog(users, account, me, items)
