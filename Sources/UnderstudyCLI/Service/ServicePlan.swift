/// What a service manager shall start with each login.
struct ServicePlan: Hashable, Sendable {
  /// The file of the program.
  var program: String
  /// What follows it.
  var arguments: [String]
  /// The variables that it needs beyond those of any login.
  var environment: [(name: String, value: String)] {
    get { variables.map { ($0.name, $0.value) } }
    set { variables = newValue.map { Variable(name: $0.name, value: $0.value) } }
  }
  /// Where it works.
  var folder: String
  /// Where it says what is in its way, under a manager that keeps no log of its own.
  var errors: String

  private var variables: [Variable] = []

  private struct Variable: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// A plan by its parts.
  init(
    program: String, arguments: [String], environment: [(name: String, value: String)],
    folder: String, errors: String
  ) {
    self.program = program
    self.arguments = arguments
    self.folder = folder
    self.errors = errors
    self.environment = environment
  }

  /// The first of its texts that no line of a file can say; nil where all can be said.
  var unspeakable: String? {
    ([program, folder, errors] + arguments + variables.map(\.value)).first { text in
      text.utf8.contains { $0 < 32 || $0 == 127 }
    }
  }
}
