#if canImport(Testing)
  package import Testing
  package import UnderstudyClient

  /// Runs a test of Swift Testing in a session of its own, and tells of that when the test has failed.
  package struct SessionScope: Sendable {
    private let client: MockClient
    private let settings: SessionSettings

    /// A scope by its parts.
    package init(_ client: MockClient, _ settings: SessionSettings) {
      self.client = client
      self.settings = settings
    }

    /// Runs a test, and ends the session behind it whatever has become of it.
    package func run(
      _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void
    ) async throws {
      let session = try await settings.begin(client, for: test.displayName ?? test.name)
      let hasFailed = Guarded(false)
      do {
        try await MockSession.$bound.withValue(session) {
          try await IssueHandlingTrait.compactMapIssues { issue in
            if Self.isFailure(issue) { hasFailed.withLock { $0 = true } }
            return issue
          }
          .provideScope(for: test, testCase: testCase, performing: function)
        }
      } catch {
        await finish(session, hasFailed: true)
        throw error
      }
      await finish(session, hasFailed: hasFailed.withLock { $0 })
    }

    /// Tells of the session where the test has failed, and ends it.
    private func finish(_ session: MockSession, hasFailed: Bool) async {
      // A test that took too long is cancelled, and this is done all the same.
      await Task {
        do {
          if hasFailed { try await Self.attach(FailureReport(of: session)) }
          try await session.end()
        } catch {
          Issue.record(error, "The session of this test could not be looked at, or not be ended.")
        }
      }.value
    }

    private static func isFailure(_ issue: Issue) -> Bool {
      #if compiler(>=6.3)
        issue.isFailure
      #else
        true
      #endif
    }

    private static func attach(_ report: FailureReport) {
      for file in report.files { Attachment.record(file.text, named: file.name) }
      // Attachments are kept where somebody asks for them; misses are the usual reason.
      #if compiler(>=6.3)
        if let misses = report.misses { Issue.record("\(misses)", severity: .warning) }
      #endif
    }
  }
#endif
