import Curl
import Testing
import Understudy
import UnderstudyAPI

@Suite("A daemon that does not do as it is told")
struct DaemonFailureTests {
  struct Silence: Sendable {
    var error: CurlError
    var text: String
  }

  @Test(arguments: [
    Silence(
      error: .couldNotConnect("refused"),
      text: """
        error: No daemon answers at http://localhost:8080.
          hint    start one with 'understudy serve', or name another with --url

        """),
    Silence(
      error: .timedOut,
      text: "error: The daemon at http://localhost:8080 does not answer in time.\n"),
    Silence(
      error: .notInstalled,
      text: """
        error: This command needs libcurl, which is not installed.
          hint    apt-get install libcurl4

        """),
    Silence(
      error: .notTrusted("unable to get local issuer certificate"),
      text: """
        error: The call to http://localhost:8080 failed. The certificate is not trusted: unable to get \
        local issuer certificate.
          hint    name the certificate of who has signed the daemon's with --cacert FILE

        """),
    Silence(
      error: .other(code: 56, message: "reset by peer"),
      text: "error: The call to http://localhost:8080 failed. "
        + "The call failed: reset by peer (libcurl 56).\n"),
  ])
  func `is reported as absent`(_ example: Silence) {
    let stage = Stage { (_) throws(CurlError) in throw example.error }

    #expect(stage.run("status") == 69)

    #expect(stage.error == example.text)
  }

  struct Refusal: Sendable {
    var status: Int
    var body: JSON
    var exit: Int32
    var text: String
  }

  @Test(arguments: [
    Refusal(
      status: 422,
      body: Problem(
        422, .unknownVariant, "'users.list' has no variant 'x'.",
        members: ["known": ["default", "empty"]]
      ).json, exit: 64,
      text: """
        error: 'users.list' has no variant 'x'.
          hint    known are default, empty

        """),
    Refusal(
      status: 401, body: Problem(401, .unauthorized, "The admin API asks for a token.").json,
      exit: 64,
      text: """
        error: The admin API asks for a token.
          hint    give its token with --token or UNDERSTUDY_ADMIN_TOKEN

        """),
    Refusal(
      status: 404, body: Problem(404, .notHeld, "Request 7 is not held.").json, exit: 1,
      text: "error: Request 7 is not held.\n"),
    Refusal(
      status: 400, body: ["code": "of-a-newer-version", "detail": "No."], exit: 64,
      text: "error: No.\n"),
    Refusal(
      status: 503, body: ["code": "not-serving", "detail": "It is starting."], exit: 69,
      text: "error: It is starting.\n"),
    Refusal(
      status: 404, body: ["message": "not found"], exit: 69,
      text: """
        error: What answers at http://localhost:8080 is not Understudy: it sent status 404.
          hint    name the daemon with --url

        """),
    Refusal(
      status: 200, body: ["hello": "world"], exit: 69,
      text: """
        error: What answers at http://localhost:8080 is not Understudy: it sent other JSON.
          hint    name the daemon with --url

        """),
  ])
  func `is quoted`(_ example: Refusal) {
    let stage = Stage(status: example.status, body: example.body)

    #expect(stage.run("activate", "users.list", "x") == example.exit)

    #expect(stage.error == example.text)
    #expect(stage.output.isEmpty)
  }
}
