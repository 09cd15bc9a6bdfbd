import Testing

@testable import UnderstudyCLI

@Suite("What is shown of a build that fails")
struct BuildOutputTests {
  @Test func `is each error once`() {
    let output = """
      Building for debugging...
      [3/9] Compiling ShopRoutes Users.swift
      /shop/routes/Users.swift:3:9: error: cannot find 'lst' in scope
       3 |   lst
         |   `- error: cannot find 'lst' in scope
      /shop/routes/Users.swift:3:9: error: cannot find 'lst' in scope
      /shop/routes/Users.swift:4:1: warning: unused
      error: emit-module command failed with exit code 1 (use -v to see invocation)
      error: link command failed
      """

    #expect(
      BuildOutput.errors(in: output) { $0.replacing("/shop/", with: "") } == """
        routes/Users.swift:3:9: error: cannot find 'lst' in scope
        error: link command failed
        """)
  }

  @Test func `is the end where nothing is called an error`() {
    let lines = (1...30).map { "line \($0)" }

    let text = BuildOutput.errors(in: lines.joined(separator: "\n"))

    #expect(text == lines.suffix(20).joined(separator: "\n"))
  }

  @Test func `is not more than a person reads`() {
    let lines = (1...30).map { "A.swift:\($0):1: error: no" }

    let text = BuildOutput.errors(in: lines.joined(separator: "\n"))

    #expect(text == (lines.prefix(20) + ["and 10 more"]).joined(separator: "\n"))
  }
}
