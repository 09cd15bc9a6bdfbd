import Testing

@testable import Platform

@Suite("The memory that a control group may have")
struct MemoryLimitTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var groups: String
    var files: [String: String]
    var limit: Int?
    var testDescription: String { "\(groups.split(separator: "\n")) \(files)" }
  }

  @Test(arguments: [
    Example(
      groups: "0::/\n", files: ["/sys/fs/cgroup/memory.max": "67108864\n"], limit: 67_108_864),
    Example(groups: "0::/\n", files: ["/sys/fs/cgroup/memory.max": "max\n"]),
    Example(
      groups: "0::/a/b\n",
      files: ["/sys/fs/cgroup/a/b/memory.max": "1000\n", "/sys/fs/cgroup/memory.max": "2000\n"],
      limit: 1000),
    Example(
      groups: "4:memory:/\n",
      files: ["/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"]),
    Example(
      groups: "5:devices:/\n4:cpu,memory:/x\n0::/\n",
      files: ["/sys/fs/cgroup/memory/x/memory.limit_in_bytes": "4096\n"], limit: 4096),
    Example(groups: "", files: [:]),
  ])
  func `is the lowest that its files tell`(_ example: Example) {
    #expect(MemoryLimit.limits(of: example.groups) { example.files[$0] } == example.limit)
  }
}
