import Platform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Waits for a fact about the process that no event tells; false where it does not come true.
///
/// Only for counts of the system (descriptors, memory): anything else has an event to wait for.
public func eventually(within limit: Duration = .seconds(5), _ isTrue: () -> Bool) -> Bool {
  let time = SystemTime()
  let end = time.now + limit
  while !isTrue() {
    guard time.now < end else { return false }
    poll(nil, 0, 2)
  }
  return true
}

/// How many descriptors this process has open.
public func openDescriptorCount() -> Int {
  guard let directory = opendir("/dev/fd") else { return 0 }
  defer { closedir(directory) }
  var count = 0
  while readdir(directory) != nil { count += 1 }
  return count
}
