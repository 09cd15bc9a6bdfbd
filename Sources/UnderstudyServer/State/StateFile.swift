import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// The file in which the base's choices outlive a daemon.
struct StateFile: Sendable {
  /// Where it is.
  let path: String

  /// What was read.
  enum Content: Sendable {
    /// Nothing: there is no file, or an empty one.
    case nothing
    /// The choices of an earlier daemon.
    case choices(StandingChoices)
    /// Something that is no state, for this reason.
    case broken(String)
  }

  /// What the file says.
  ///
  /// - Throws: ``StateProblem`` where it cannot be read.
  func read() throws(StateProblem) -> Content {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try Files.read(path)
    } catch {
      throw .unreadable(path, error)
    }
    guard let bytes, !bytes.isEmpty else { return .nothing }
    do {
      return .choices(StandingChoices(try StateDocument(json: JSON(parsing: bytes))))
    } catch let error as JSONSyntaxError {
      return .broken("It is no JSON: \(error).")
    } catch {
      return .broken("\(error)")
    }
  }

  /// Makes sure that it can be written.
  ///
  /// - Throws: ``StateProblem`` where it cannot.
  func checkWritable() throws(StateProblem) {
    do throws(SystemError) {
      try Files.checkWritable(path)
    } catch {
      throw .unwritable(path, error)
    }
  }

  /// Puts a document into it, in one step and for good.
  ///
  /// - Throws: ``SystemError``.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    try Files.writeAtomically(bytes, to: path, isDurable: true)
  }
}
