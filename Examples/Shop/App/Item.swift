import Foundation

/// Something that the shop sells.
public struct Item: Decodable, Sendable, Hashable, Identifiable {
  /// What tells it from others: `item_id`.
  public var itemId: Int
  /// What it is called.
  public var title: String
  /// What it costs, in hundredths: `price_cents`.
  public var priceCents: Int
  /// How many are left.
  public var stock: Int
  /// Since when it is sold: `created_at`, in ISO 8601.
  public var createdAt: Date
  /// From when it can be had again; nil where nobody knows, or it can be had.
  public var availableFrom: Date?

  /// Its id, for lists.
  public var id: Int { itemId }
}

/// A page of items.
public struct ItemPage: Decodable, Sendable, Hashable {
  /// The items.
  public var items: [Item]
  /// Whether another page follows: `has_more`.
  public var hasMore: Bool
}
