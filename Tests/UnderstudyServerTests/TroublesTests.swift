import MicroHTTPD
import Platform
import Testing

@testable import UnderstudyServer

@Suite("What troubles a daemon")
struct TroublesTests {
  private let time = ManualTime()

  @Test func `lasts until its end is told`() {
    let troubles = Troubles(time: time)

    #expect(troubles.began(.log, "full"))
    #expect(!troubles.began(.log, "full"))
    #expect(troubles.messages == ["full"])
    #expect(troubles.ended(.log))
    #expect(!troubles.ended(.log))
    #expect(troubles.messages.isEmpty)
  }

  @Test func `that comes in events is told once a minute, and over a minute behind the last`() {
    let troubles = Troubles(time: time)

    #expect(troubles.happened(.connections, "many"))
    #expect(!troubles.happened(.connections, "many"))
    time.advance(by: .seconds(59))
    #expect(!troubles.happened(.connections, "many"))
    #expect(troubles.messages == ["many"])
    time.advance(by: .seconds(1))
    #expect(troubles.messages == ["many"])
    #expect(troubles.happened(.connections, "more"))
    time.advance(by: .seconds(60))
    #expect(troubles.messages.isEmpty)
  }

  @Test func `is told in this order`() {
    let troubles = Troubles(time: time)

    for (kind, words) in [
      (Troubles.Kind.descriptors, "d"), (.connections, "c"), (.stateFile, "b"), (.log, "a"),
    ] {
      troubles.began(kind, words)
    }

    #expect(troubles.messages == ["a", "b", "c", "d"])
  }

  @Test(arguments: [
    (
      Shortage.connections(9),
      "All 9 connections that there may be at once (--max-connections) are open: further ones are "
        + "answered with 503."
    ),
    (
      .descriptors(64),
      "Nearly all 64 descriptors that this process may have (ulimit -n) are open: further connections "
        + "are answered with 503 or wait, and files cannot be read. Raise the limit, or lower "
        + "--max-connections."
    ),
  ])
  func `is put into words`(shortage: Shortage, words: String) {
    #expect(shortage.message == words)
  }
}
