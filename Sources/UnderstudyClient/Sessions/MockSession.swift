public import Foundation
import Understudy
public import UnderstudyAPI

/// A session of a daemon: a world of its own for one test.
///
/// It ends with ``end()``, when the last reference to it is let go of, and with its process: it holds
/// the stream open that the session lives with.
public final class MockSession: MockControl {
  /// The session as it began.
  public let description: SessionDescription
  /// The base URL that leads to it, for the app under test: its path prefix.
  ///
  /// Append paths to it; `URL(string: "/users", relativeTo: baseURL)` would drop the prefix.
  public let baseURL: URL
  /// By which the calls are made, and for whom.
  public let connection: AdminConnection
  /// Reads the stream that the session lives with; nil where it lives without.
  private let lease: Task<Void, Never>?

  /// A session that has begun.
  init(_ description: SessionDescription, _ daemon: AdminConnection, holdsLease: Bool) async throws
  {
    guard let baseURL = URL(string: description.urls.prefix) else {
      throw MockError.stranger(url: daemon.url, answer: "a base URL that is none")
    }
    self.description = description
    self.baseURL = baseURL
    connection = daemon.about(session: description.id)
    lease = holdsLease ? try await Self.lease(of: description.id, daemon) : nil
  }

  deinit { lease?.cancel() }

  /// Its id, in lower-case letters and digits.
  public var id: String { description.id }
  /// What people call it; nil where it has its id alone.
  public var name: String? { description.name }
  /// The base URLs that lead to it: by path, by host, and by a port of its own where it has one.
  public var urls: SessionDescription.URLs { description.urls }
  /// The header line that leads to it, for clients that can add one to every request.
  public var header: (name: String, value: String) { (HeaderName.session, id) }

  /// Ends it: what it holds is dropped, its port and its streams are closed, and its name is free.
  ///
  /// The call is made though the task of the caller is cancelled. A session that has ended already is
  /// no error.
  ///
  /// - Throws: ``MockError``.
  public func end() async throws {
    let (connection, id) = (connection, id)
    // A task of its own, which the cancellation of this one does not reach.
    let call = Task {
      do {
        try await connection.call("DELETE", AdminPath.session(id))
      } catch MockError.refused(let refusal) where refusal.isCode(.unknownSession) {}
    }
    defer { lease?.cancel() }
    try await call.value
  }

  /// How it is now: its requests, what it holds, when it would end.
  ///
  /// - Throws: ``MockError``, where it has ended too.
  public func look() async throws -> SessionDescription {
    try await connection.read(
      connection.call("GET", AdminPath.session(id)), SessionDescription.init(json:))
  }

  private static func lease(
    of id: String, _ daemon: AdminConnection
  ) async throws -> Task<Void, Never> {
    let stream = try await daemon.stream(AdminPath.lease(ofSession: id))
    return Task {
      do {
        for try await _ in stream.pieces {}
      } catch {
        // The session has ended with it, which the next call says.
      }
    }
  }
}
