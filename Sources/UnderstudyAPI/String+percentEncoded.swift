extension String {
  /// The text with all but letters, digits and `-._~` percent-encoded (RFC 3986, 2.3).
  package var percentEncoded: String {
    utf8.reduce(into: "") { encoded, byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain: Bool =
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
        default: false
        }
      if isPlain {
        encoded.unicodeScalars.append(scalar)
      } else {
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
