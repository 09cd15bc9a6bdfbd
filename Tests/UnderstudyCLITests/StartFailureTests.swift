import MicroHTTPD
import Testing
import UnderstudyServer

@testable import UnderstudyCLI

@Suite("A daemon that cannot start")
struct StartFailureTests {
  struct Example: Sendable {
    var error: DaemonError
    var status: Int32
    var text: String
  }

  @Test(
    .bug(id: "N02"),
    arguments: [
      Example(
        error: .addressInUse(Address(host: "127.0.0.1", port: 8080)), status: 75,
        text: """
          error: Port 8080 on 127.0.0.1 is taken by another program.
            hint    choose another with --port, or let the system choose with --port 0

          """),
      Example(
        error: .addressInUse(Address(host: "127.0.0.1", port: 9090)), status: 75,
        text: """
          error: Port 9090 on 127.0.0.1 is taken by another program.
            hint    choose another with --admin-port, or let the system choose with --admin-port 0

          """),
      Example(
        error: .addressNotAvailable(Address(host: "10.9.9.9", port: 8080)), status: 78,
        text: """
          error: This machine has no address '10.9.9.9'.
            hint    choose another with --host

          """),
      Example(
        error: .notPermitted(Address(host: "127.0.0.1", port: 80)), status: 78,
        text: """
          error: Port 80 on 127.0.0.1 needs rights that this program lacks.
            hint    choose one above 1023 with --port

          """),
      Example(
        error: .unresolvable(host: "no.such"), status: 78,
        text: """
          error: Host 'no.such' is no address, and no name that leads to one.
            hint    choose another with --host

          """),
      Example(
        error: .system(call: "socket", reason: "Too many open files"), status: 75,
        text: "error: The daemon cannot start: socket: Too many open files.\n"),
    ])
  func `says why, and what to do`(_ example: Example) {
    var settings = MockServer.Settings()
    settings.adminPort = 9090

    let failure = CommandRunner.failure(example.error, settings)

    #expect(failure.status.rawValue == example.status)
    #expect(failure.text == example.text)
  }
}
