import Testing

@testable import UnderstudyClient

@Suite("The tasks of a transport")
struct TransportTasksTests {
  private let tasks = TransportTasks()

  private func watch() -> Task<Void, any Error> {
    Task { try await Task.sleep(for: .seconds(3600)) }
  }

  @Test func `leave nobody asleep when they have ended`() async {
    let (_, body) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    let watch = watch()
    tasks.add(1, body, silence: .seconds(3600))
    tasks.keep(watch, for: 1)
    #expect(!watch.isCancelled)

    tasks.end(1, nil)

    #expect(watch.isCancelled)
    await #expect(throws: CancellationError.self) { try await watch.value }
  }

  @Test func `wake at once who comes after their end`() async {
    let watch = watch()

    tasks.keep(watch, for: 1)

    #expect(watch.isCancelled)
  }
}
