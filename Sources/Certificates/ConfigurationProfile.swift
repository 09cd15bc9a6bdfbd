package import GnuTLS
import Platform

/// A profile that brings an authority to devices of Apple, as a property list.
///
/// One that is made again for the same certificate is the same, byte for byte. Devices take one for
/// another certificate in the place of the old one: the identifier is the same, the UUIDs are not.
package enum ConfigurationProfile {
  private static let identifier = "understudy.certificate-authority"

  /// The profile for one authority.
  package static func bytes(for authority: Certificate) -> [UInt8] {
    let title = authority.commonName
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>PayloadContent</key>
        <array>
          <dict>
            <key>PayloadCertificateFileName</key>
            <string>understudy-ca.cer</string>
            <key>PayloadContent</key>
            <data>\(Base64Text.string(authority.der))</data>
            <key>PayloadDescription</key>
            <string>Lets this device trust an Understudy daemon.</string>
            <key>PayloadDisplayName</key>
            <string>\(title)</string>
            <key>PayloadIdentifier</key>
            <string>\(identifier).root</string>
            <key>PayloadType</key>
            <string>com.apple.security.root</string>
            <key>PayloadUUID</key>
            <string>\(uuid("root", authority))</string>
            <key>PayloadVersion</key>
            <integer>1</integer>
          </dict>
        </array>
        <key>PayloadDescription</key>
        <string>For development: whoever has the key of this authority can pose as any \
      server.</string>
        <key>PayloadDisplayName</key>
        <string>\(title)</string>
        <key>PayloadIdentifier</key>
        <string>\(identifier)</string>
        <key>PayloadRemovalDisallowed</key>
        <false/>
        <key>PayloadType</key>
        <string>Configuration</string>
        <key>PayloadUUID</key>
        <string>\(uuid("profile", authority))</string>
        <key>PayloadVersion</key>
        <integer>1</integer>
      </dict>
      </plist>

      """
    return Array(text.utf8)
  }

  /// A UUID made from a digest (RFC 9562, 5.8).
  private static func uuid(_ purpose: String, _ certificate: Certificate) -> String {
    var bytes = Array(SHA256.digest(of: Array(purpose.utf8) + certificate.der).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let parts = [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10..<16]]
    return parts.map { Hexadecimal.text($0).uppercased() }.joined(separator: "-")
  }
}

extension Certificate {
  /// What it is called in lists; ours have no character that XML or a shell would mind.
  package var commonName: String {
    let part = subject.split(separator: ",").first { $0.hasPrefix("CN=") }
    return part.map { String($0.dropFirst(3)) } ?? subject
  }
}
