import Platform

/// One run of the compiler.
final class BuildRun: Sendable {
  private let process: ChildProcess
  private let startedAt = SystemTime().now

  /// What came of it.
  struct Result: Sendable {
    /// Whether it was good.
    var isGood: Bool
    /// What the compiler has said.
    var output: String
    /// How long it took.
    var duration: Duration
  }

  /// Starts the compiler.
  ///
  /// - Parameters:
  ///   - command: a command for a shell.
  ///   - folder: where it runs.
  ///   - finish: is called once it has ended, from a thread of its own.
  /// - Throws: ``SystemError`` where it does not start.
  init(
    _ command: String, in folder: String, _ finish: @escaping @Sendable (Result) -> Void
  ) throws(SystemError) {
    let output = try Files.openNameless()
    do throws(SystemError) {
      let process = try ChildProcess(
        "/bin/sh", ["-c", "cd \(DevPackage.quoted(folder)) || exit; \(command)"],
        environment: Machine.environment,
        descriptors: [(output, 1), (output, 2)])
      self.process = process
      _ = try WorkerThread { [startedAt] in
        let ending = process.wait()
        let bytes = Files.readBack(output)
        Descriptor.close(output)
        finish(
          Result(
            isGood: ending == .exited(0), output: String(decoding: bytes, as: UTF8.self),
            duration: SystemTime().now - startedAt))
      }
    } catch {
      Descriptor.close(output)
      throw error
    }
  }

  /// Ends it: what it builds is out of date.
  func cancel() { process.signalGroup(15) }
}
