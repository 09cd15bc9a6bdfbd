public import Understudy

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program that serves its own routes with all commands of `understudy`.
///
/// ```swift
/// import ShopRoutes
/// import Understudy
/// import UnderstudyCLI
///
/// @main struct Main: UnderstudyApp {
///   static var catalog: Catalog { ShopRoutes.catalog }
/// }
/// ```
public protocol UnderstudyApp {
  /// The routes that it serves.
  static var catalog: Catalog { get }
  /// What the program is called in its messages; `understudy` unless it says otherwise.
  static var name: String { get }
}

extension UnderstudyApp {
  /// The name of the product of this package.
  public static var name: String { "understudy" }

  /// Runs the command that was typed, and ends the process with its status.
  public static func main() {
    let runner = CommandRunner(catalog: { catalog }, program: name)
    exit(runner.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}
