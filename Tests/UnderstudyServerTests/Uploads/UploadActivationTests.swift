import Platform
import TestSupport
import Testing
import Understudy
import UnderstudyServer

@Suite("What follows from an upload")
struct UploadActivationTests {
  private static let catalog = Catalog(
    RouteGroup("r") {
      Route(
        "r.refused", .post, "/refused",
        default: .status(201).refusingBody(after: 10, with: .status(413))
      ).activating(["r.state": .variant("after")])
      Route(
        "r.early", .post, "/early", default: .status(201).refusingBody(after: 0, with: .status(401))
      )
      .activating(["r.state": .variant("after")])
      Route("r.reset", .post, "/reset", default: .status(201).resettingUpload(after: 10))
        .activating(["r.state": .variant("after")])
      Route("r.state", .get, "/state", default: .text("before")).variant("after", .text("after"))
    })

  private func state(_ server: TestServer) throws -> String {
    try server.client.get("/state").text
  }

  @Test(arguments: ["/refused", "/early", "/reset"])
  func `is nothing where its body is not read to its end`(path: String) throws {
    let server = try TestServer(Self.catalog)
    let client = try RawClient(port: server.port)

    try client.request("POST", path, headers: ["Content-Length: 100"])
    try? client.send(String(repeating: "x", count: 10))
    _ = try client.readToEnd()

    #expect(try state(server) == "before")
  }

  @Test(arguments: ["/refused", "/reset"])
  func `comes with its answer, once its body is whole`(path: String) throws {
    let server = try TestServer(Self.catalog)
    let client = try RawClient(port: server.port)

    try client.request("POST", path, headers: ["Content-Length: 5"])
    try client.send("abc")
    #expect(try state(server) == "before")
    try client.send("de")

    #expect(try client.readReply().status == 201)
    #expect(try state(server) == "after")
  }
}
