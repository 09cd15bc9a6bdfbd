public import Foundation
import MicroHTTPD
import UnderstudyServer

/// Why a daemon in the process of a test did not start.
public struct MockDaemonFailure: Error, CustomStringConvertible, LocalizedError {
  /// All that is wrong, a problem a line.
  public let description: String

  init(_ error: MockServer.StartError) {
    description =
      switch error {
      case .catalog(let problems):
        (["The catalog cannot be served."] + problems.map { "error: \($0)" })
          .joined(separator: "\n")
      case .daemon(.addressInUse(let address)):
        """
        Port \(address.port) on \(address.host) is taken by another program.
          hint    let the system choose with port 0
        """
      case .daemon(let error): "The daemon cannot start: \(error)."
      case .state(let reason): reason
      }
  }

  /// The same, for XCTest.
  public var errorDescription: String? { description }
}
