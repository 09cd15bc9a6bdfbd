import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests with one URLSession, one after the other, and prints in a line what it makes of the
/// answer to the last: a status and the number of bytes, or an error's code.
///
/// A program of its own, because some answers end the process on Linux.
@main
enum URLSessionProbe {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard !arguments.isEmpty, arguments.count.isMultiple(of: 3) else {
      print("usage: URLSessionProbe METHOD URL BODY...")
      exit(64)
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 5
    configuration.connectionProxyDictionary = [:]
    // A delegate that would compare a pin: how often it is asked goes to standard error.
    let delegate =
      ProcessInfo.processInfo.environment["PROBE_COUNTS_CHALLENGES"] == nil ? nil : Challenges()
    let session = URLSession(
      configuration: configuration, delegate: delegate, delegateQueue: nil)
    var result = ""
    for start in stride(from: 1, to: arguments.endIndex, by: 3) {
      result = await send(arguments[start], arguments[start + 1], arguments[start + 2], session)
    }
    print(result)
    if let delegate {
      FileHandle.standardError.write(Data("\(delegate.count) challenges\n".utf8))
    }
  }

  private static func send(
    _ method: String, _ url: String, _ body: String, _ session: URLSession
  ) async -> String {
    guard let url = URL(string: url) else { return "no URL" }
    var request = URLRequest(url: url)
    request.httpMethod = method
    if !body.isEmpty { request.httpBody = Data(body.utf8) }
    do {
      let (data, response) = try await session.data(for: request)
      return "\((response as? HTTPURLResponse)?.statusCode ?? 0), \(data.count) bytes"
    } catch let error as URLError {
      return "\(error.code.rawValue)"
    } catch {
      return "\(error)"
    }
  }
}

/// Counts how often a session asks whether a server is trusted, as one that pins would be asked.
final class Challenges: NSObject, URLSessionDelegate, @unchecked Sendable {
  // Safety: the lock is held wherever the number is touched.
  private let lock = NSLock()
  private var number = 0

  var count: Int { lock.withLock { number } }

  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    lock.withLock { number += 1 }
    completionHandler(.performDefaultHandling, nil)
  }
}
