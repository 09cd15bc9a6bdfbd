import Testing

@Suite("The page on the client")
struct ClientPageTests {
  @Test func `shows examples that are compiled and run, and all of them`() throws {
    // What stands in a package's manifest is for the builder.
    let blocks = try ClientPage().blocks.map(\.swift).filter { !$0.contains(".package(") }
    let examples = try ClientPage.examples()

    for block in blocks { #expect(examples.values.contains(block), "\(block)") }
    for (name, example) in examples { #expect(blocks.contains(example), "\(name)") }
    #expect(blocks.count > 12)
  }
}
