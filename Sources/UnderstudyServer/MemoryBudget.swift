import Platform

/// How much of the memory that there may be goes where.
///
/// What the daemon keeps is bounded by settings: the journal, the bodies that are read whole, the connections. Where
/// nothing is said, their bounds are those of a machine with memory to spare; in a small container they
/// would let the system end the daemon.
struct MemoryBudget: Sendable, Hashable {
  /// The bytes that the journal may take.
  let journalSize: Int
  /// The bytes that a body may have.
  let maxBody: Int
  /// How many connections there may be; nil is as many as descriptors allow.
  let maxConnections: Int?
  /// What somebody who starts the daemon should know, a line each.
  let notices: [String]

  /// What a connection takes in bytes, with a request that waits.
  static let connectionSize = 12 * 1024
  /// What the daemon takes in bytes before anybody has asked for anything.
  static let idleSize = 20 << 20
  /// From this limit on the usual bounds are left as they are, in bytes.
  static let plenty = 512 << 20

  /// The bounds for some settings.
  ///
  /// - Parameters:
  ///   - settings: what was asked for, which holds.
  ///   - limit: how much memory there may be; nil is without a limit.
  init(_ settings: MockServer.Settings, limit: Int?) {
    typealias Settings = MockServer.Settings
    var notices: [String] = []
    let isSmall = limit.map { $0 < Self.plenty } ?? false
    let limit = limit ?? Self.plenty
    journalSize =
      settings.journalSize ?? min(Settings.usualJournalSize, isSmall ? limit / 4 : .max)
    maxBody = settings.maxBody ?? min(Settings.usualMaxBody, isSmall ? limit / 8 : .max)
    maxConnections =
      settings.maxConnections ?? (isSmall ? max(16, limit / 4 / Self.connectionSize) : nil)
    if isSmall {
      let lowered = [
        settings.journalSize == nil && journalSize < Settings.usualJournalSize
          ? "--journal-size \(Self.words(journalSize))" : nil,
        settings.maxBody == nil && maxBody < Settings.usualMaxBody
          ? "--max-body \(Self.words(maxBody))" : nil,
        settings.maxConnections == nil
          ? "--max-connections \(maxConnections.map(String.init) ?? "")" : nil,
      ].compactMap(\.self)
      if !lowered.isEmpty {
        notices.append(
          "There are \(Self.words(limit)) of memory: \(lowered.joined(separator: ", ")).")
      }
      let need =
        Self.idleSize + journalSize + maxBody + (maxConnections ?? 0) * Self.connectionSize
      if need > limit {
        notices.append(
          "The journal, a body and all connections may take \(Self.words(need)) of memory, and there "
            + "are \(Self.words(limit)): the system may end this process. Lower --journal-size, "
            + "--max-body or --max-connections.")
      }
    }
    self.notices = notices
  }

  /// A number of bytes, as options take it and rounded down.
  private static func words(_ bytes: Int) -> String {
    bytes >= 1 << 20 ? "\(bytes >> 20)M" : "\(bytes >> 10)K"
  }
}
