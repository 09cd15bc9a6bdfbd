import GnuTLS
import MicroHTTPD
import Platform
import Understudy
internal import UnderstudyPanel

/// A file of the control panel, ready to be sent.
///
/// It has no data of the daemon: all that the page shows it asks the admin API for.
struct PanelFile {
  let name: String
  let reply: Reply

  /// The page itself.
  static let index = "index.html"

  /// All files; read out of the program when somebody asks for the first of them.
  private static let all: [PanelFile] = (0..<upanel_count()).map(PanelFile.init)

  /// The file of a name; nil where there is none.
  static func find(_ name: String) -> PanelFile? {
    all.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// What the page may do: load its own files and call the daemon that it came from, and nothing
  /// else (Content Security Policy 3).
  static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
    "connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'",
  ].joined(separator: "; ")

  /// The types of the files, by what their names end with.
  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
  ]

  private init(_ number: Int32) {
    var letters: [UInt8] = []
    while case let letter = upanel_letter(number, Int32(letters.count)), letter != 0 {
      letters.append(letter)
    }
    name = String(decoding: letters, as: UTF8.self)
    let bytes = (0..<upanel_length(number)).map { upanel_byte(number, $0) }
    let digest = Hexadecimal.text(SHA256.digest(of: bytes).prefix(16))
    let ending = String(name.split(separator: ".").last ?? "")
    reply = Reply(
      status: 200,
      fields: [
        Field("Content-Type", Self.types[ending] ?? "application/octet-stream"),
        Field("Cache-Control", "no-cache"), Field("ETag", "\"\(digest)\""),
        Field("Content-Security-Policy", Self.policy), Field("X-Content-Type-Options", "nosniff"),
        Field("Referrer-Policy", "no-referrer"),
        Field("Cross-Origin-Resource-Policy", "same-origin"),
      ],
      body: bytes, isShared: true, isConditional: true)
  }
}
