internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Addresses of the Internet as bytes and as text.
public enum NumericAddress {
  /// The 4 or 16 bytes of an address such as `127.0.0.1` or `::1`; nil where the text is none.
  public static func bytes(_ text: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      let status = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe inet_pton(family, text, buffer.baseAddress)
      }
      if status == 1 { return bytes }
    }
    return nil
  }

  /// The shortest text of an address of 4 or 16 bytes; nil where it has another number.
  public static func text(_ bytes: [UInt8]) -> String? {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
