import TestSupport
import Testing

@testable import Platform

#if os(Linux)
  import Glibc

  @Suite("The last descriptors of a process")
  struct DescriptorReserveTests {
    /// In a process of its own, which has few.
    @Test func `are not for files`() async {
      await #expect(processExitsWith: .success) {
        // Those that the tests have open beside it are this process's too.
        let count = Int(descriptors().max() ?? 0) + 64
        var limit = rlimit(rlim_cur: rlim_t(count), rlim_max: rlim_t(count))
        setrlimit(__rlimit_resource_t(7), &limit)
        #expect(DescriptorReserve.limit == count)
        let folder = RootedFolder("/etc")
        let file = try folder.open("passwd")
        var files: [OpenFile] = []

        let error = #expect(throws: RootedFolderError.self) {
          while files.count < count { files.append(try folder.open("passwd")) }
        }

        #expect(error == .system(SystemError(code: EMFILE, call: "open")))
        #expect(throws: SystemError.self) { try file.duplicate() }
        let left = (0..<8).map { _ in dup(0) }
        #expect(left.allSatisfy { $0 >= 0 }, "\(left)")
        files.removeLast()
        #expect(throws: Never.self) { try folder.open("passwd") }
      }
    }
  }
#endif
