import Platform
import Testing

@Suite("Ports that nobody has")
struct FreePortsTests {
  @Test func `are all different`() throws {
    let ports = try FreePorts.find(5)

    #expect(Set(ports).count == 5)
    #expect(ports.allSatisfy { (1...65535).contains($0) })
  }
}
