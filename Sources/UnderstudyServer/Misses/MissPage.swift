import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// A problem as a page, for whoever meets it in a browser.
///
/// It loads nothing and runs nothing: all text of the request is escaped, and the policy forbids
/// the rest (Content Security Policy 3).
struct MissPage {
  let problem: Problem
  let nearest: [NearMiss]
  let hints: [String]
  /// Whether the admin API is on this port, so that it can be linked.
  let linksAdmin: Bool
  /// What leads to the session of the request: `/__session/ID`, or nothing.
  let prefix: [UInt8]

  /// The header lines of the page.
  static let headers = [
    Header("Content-Type", "text/html; charset=utf-8"),
    Header(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'nonce-page'; base-uri 'none'; form-action 'none'"),
    Header("X-Content-Type-Options", "nosniff"), Header("Vary", "Accept"),
  ]

  /// The page as UTF-8.
  var bytes: [UInt8] { Array(text.utf8) }

  private var text: String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>\(problem.status): no route</title>
    <style nonce="page">
    :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
    body { max-width: 46rem; margin: 3rem auto; padding: 0 1rem }
    code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere }
    table { border-collapse: collapse; width: 100% }
    th, td { text-align: left; vertical-align: top; padding: 0.2rem 0.8rem 0.2rem 0 }
    th { font-weight: normal; opacity: 0.6 }
    </style>
    <h1>\(problem.status): no route takes this request</h1>
    <p>\(Self.escaped(problem.detail))</p>
    \(list)\(routes)\(links)
    </html>

    """
  }

  private var list: String {
    hints.isEmpty
      ? "" : "<ul>\(hints.map { "<li>\(Self.escaped($0))</li>" }.joined())</ul>\n"
  }

  private var routes: String {
    nearest.map { miss in
      """
      <h2><code>\(Self.escaped(miss.route.rawValue))</code></h2>
      <p><code>\(Self.escaped("\(miss.method.rawValue) \(miss.path)"))</code></p>
      <table>
      <tr><th>part</th><th>expected</th><th>came</th></tr>
      \(miss.differences.map(Self.row).joined(separator: "\n"))
      </table>

      """
    }.joined()
  }

  private var links: String {
    let prefix = Self.escaped(String(decoding: prefix, as: UTF8.self))
    return linksAdmin
      ? """
      <p><a href="\(prefix)\(AdminPath.root)/">Control panel</a> · \
      <a href="\(prefix)\(AdminPath.routes)">All routes</a></p>
      """ : "<p>The admin API has a port of its own here (--admin-port).</p>"
  }

  private static func row(_ difference: Difference) -> String {
    let part = [difference.part.rawValue, difference.name].compactMap(\.self)
      .joined(separator: " ")
    let cells = [part, difference.expected ?? "none", difference.actual ?? "missing"]
    return "<tr>\(cells.map { "<td><code>\(escaped($0))</code></td>" }.joined())</tr>"
  }

  private static func escaped(_ text: String) -> String {
    String(decoding: Markup.escaped(text.utf8), as: UTF8.self)
  }
}
