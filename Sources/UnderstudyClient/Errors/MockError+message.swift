public import Foundation
import UnderstudyAPI

extension MockError: CustomStringConvertible, LocalizedError {
  /// What is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .invalidURL(let text):
      """
      '\(text)' is not the URL of a daemon.
        hint    it is written as http://localhost:8080, without a query
      """
    case .noDaemon(let url):
      """
      No daemon answers at \(url).
        hint    start one with 'understudy start', or name another with UNDERSTUDY_URL
      """
    case .timedOut(let url): "The daemon at \(url) does not answer in time."
    case .broken(let url, let reason): "The call to \(url) broke off. \(reason)"
    case .stranger(let url, let answer):
      """
      What answers at \(url) is not Understudy: it sent \(answer).
        hint    name the daemon with UNDERSTUDY_URL
      """
    case .otherVersion(let url, let daemon):
      """
      The daemon at \(url) is version '\(daemon)', and this client is \(Version.current): they do not \
      understand each other.
        hint    use the same version of both
      """
    case .refused(let refusal):
      refusal.known.isEmpty
        ? refusal.detail
        : "\(refusal.detail)\n  known   \(refusal.known.joined(separator: ", "))"
    case .unfinished(let requests, let limit):
      """
      The change was made, but \(Self.count(requests)) before it and \
      \(requests.count == 1 ? "has" : "have") not ended within \(Self.words(limit)).
      \(requests.map { "  \($0.line)" }.joined(separator: "\n"))
        hint    release what is held, or allow more with 'drain:'
      """
    case .unsendable(let what):
      """
      \(what) is code, which no call can carry to a daemon.
        hint    make it a variant of the route, and activate that
      """
    case .noSession:
      """
      There is no session here.
        hint    add the trait '.mocked(...)' to the test or its suite, and use its session inside
      """
    }
  }

  /// The same, for XCTest and for alerts.
  public var errorDescription: String? { description }

  private static func count(_ requests: [RequestDescription]) -> String {
    requests.count == 1 ? "1 request began" : "\(requests.count) requests began"
  }

  /// A time as people say it: `5 s`, `100 ms`.
  static func words(_ duration: Duration) -> String {
    let milliseconds = Int((duration / .milliseconds(1)).rounded())
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
