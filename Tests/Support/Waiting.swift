import Platform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Waits for a fact about the process that no event tells; false where it does not come true.
///
/// Only for counts of the system (descriptors, memory): anything else has an event to wait for.
public func eventually(within limit: Duration = .seconds(60), _ isTrue: () throws -> Bool) rethrows
  -> Bool
{
  let time = SystemTime()
  let end = time.now + limit
  while try !isTrue() {
    guard time.now < end else { return false }
    poll(nil, 0, 2)
  }
  return true
}

/// How many sockets of this process have a local port: a daemon's own ends of its connections.
///
/// Other tests of the process may run meanwhile, so that a count of all descriptors tells nothing.
public func openSocketCount(onPort port: Int) -> Int {
  descriptors().count { descriptor in
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    let isInternet = [AF_INET, AF_INET6].contains(Int32(address.sin6_family))
    return status == 0 && isInternet && in_port_t(bigEndian: address.sin6_port) == in_port_t(port)
  }
}

/// The bytes of memory that this process keeps resident; 0 where the system does not tell.
public func residentMemory() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 256)
  let count = fread(&bytes, 1, bytes.count, file)
  let parts = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: " ")
  return parts.count > 1 ? (Int(parts[1]) ?? 0) * Int(getpagesize()) : 0
}

/// Whether a sanitizer of addresses or threads watches this process, which takes memory for that.
public let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in
  dlsym(nil, name) != nil
}

/// The numbers of the descriptors that this process has open.
public func descriptors() -> [Int32] {
  guard let directory = opendir("/dev/fd") else { return [] }
  defer { closedir(directory) }
  var numbers: [Int32] = []
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if let number = Int32(name) { numbers.append(number) }
  }
  return numbers
}

/// How many descriptors this process has open.
public func openDescriptorCount() -> Int { descriptors().count }
