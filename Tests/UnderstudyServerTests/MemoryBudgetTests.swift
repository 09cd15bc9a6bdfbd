import Testing

@testable import UnderstudyServer

@Suite("The memory of a daemon")
struct MemoryBudgetTests {
  private let megabyte = 1 << 20

  @Test(arguments: [nil, 512 << 20, 8 << 30])
  func `is not divided where there is plenty`(limit: Int?) {
    let budget = MemoryBudget(MockServer.Settings(), limit: limit)

    #expect(budget.journalSize == 64 * megabyte)
    #expect(budget.maxBody == 64 * megabyte)
    #expect(budget.maxConnections == nil)
    #expect(budget.notices.isEmpty)
  }

  @Test func `is divided where there is little, and that is told`() {
    let budget = MemoryBudget(MockServer.Settings(), limit: 64 * megabyte)

    #expect(budget.journalSize == 16 * megabyte)
    #expect(budget.maxBody == 8 * megabyte)
    #expect(budget.maxConnections == 1365)
    #expect(
      budget.notices == [
        "There are 64M of memory: --journal-size 16M, --max-body 8M, --max-connections 1365."
      ])
  }

  @Test func `is divided as somebody asks, who is told where it is too little`() {
    var settings = MockServer.Settings()
    settings.journalSize = 50 * megabyte
    settings.maxBody = megabyte
    settings.maxConnections = 100

    let budget = MemoryBudget(settings, limit: 64 * megabyte)

    #expect(budget.journalSize == 50 * megabyte)
    #expect(budget.maxBody == megabyte)
    #expect(budget.maxConnections == 100)
    #expect(
      budget.notices == [
        "The journal, a body and all connections may take 72M of memory, and there are 64M: the system "
          + "may end this process. Lower --journal-size, --max-body or --max-connections."
      ])
  }
}
