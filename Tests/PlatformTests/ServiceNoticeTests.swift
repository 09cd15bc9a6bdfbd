import Platform
import TestSupport
import Testing

@Suite("A notice to a service manager")
struct ServiceNoticeTests {
  @Test func `comes as one message`() throws {
    let folder = try TemporaryFolder()
    let receiver = try NoticeReceiver("\(folder.path)/notify")

    ServiceNotice.send("READY=1", to: "\(folder.path)/notify")

    #expect(receiver.next() == "READY=1")
  }

  @Test(arguments: ["", "relative", "/nowhere/notify", String(repeating: "/a", count: 200)])
  func `is dropped where nobody can be told`(_ name: String) {
    ServiceNotice.send("READY=1", to: name)
  }
}
