import MicroHTTPD
import TestSupport
import Testing
import Understudy

@testable import UnderstudyServer

@Suite("The page of a miss")
struct MissPageTests {
  static let browser =
    "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"

  @Test func `shows the same, loads nothing and links the admin API`() throws {
    let server = try TestServer()

    let page = try server.client.get("/users/", headers: [Self.browser])

    #expect(page.status == 404)
    #expect(page.value(of: "Content-Type") == "text/html; charset=utf-8")
    #expect(
      page.value(of: "Content-Security-Policy")
        == "default-src 'none'; style-src 'nonce-page'; base-uri 'none'; form-action 'none'")
    #expect(page.text.contains("No route takes GET /users/. Nearest is users.list (GET /users)"))
    #expect(page.text.contains("<code>users.list</code>"))
    #expect(page.text.contains(#"<a href="/__admin/">"#))
    #expect(page.text.contains(#"<a href="/__admin/routes">"#))
    #expect(!page.text.contains("<script"))
  }

  @Test func `links the panel of its own session, whatever came before`() throws {
    let server = try TestServer()
    let (one, other) = (try server.begin(), try server.begin())

    // What comes again is answered from memory.
    for _ in 1...3 {
      for prefix in ["", one.prefix, other.prefix] {
        let page = try server.client.get("\(prefix)/users/", headers: [Self.browser])
        #expect(page.text.contains(#"<a href="\#(prefix)/__admin/">"#))
        #expect(page.text.contains(#"<a href="\#(prefix)/__admin/routes">"#))
      }
    }
  }

  @Test func `is for 405 too, with Allow`() throws {
    let server = try TestServer()

    let page = try server.client.get("/users", method: "PUT", headers: [Self.browser])

    #expect(page.status == 405)
    #expect(page.value(of: "Allow") == "GET, HEAD, POST, OPTIONS")
    #expect(page.text.contains("<!doctype html>"))
  }

  @Test func `has no links where the admin API is on another port`() throws {
    let server = try TestServer(configure: { $0.adminPort = 0 })

    let page = try server.client.get("/users/", headers: [Self.browser])

    #expect(!page.text.contains("href"))
    #expect(page.text.contains("--admin-port"))
  }

  @Test(arguments: [
    ("text/html", true), ("text/html, application/json", true),
    ("application/json, text/html", false), ("text/html;q=0.5, application/json", false),
    ("application/json;q=0.5, text/html", true), ("*/*", false), ("", false),
    ("application/json, text/plain, */*", false), ("TEXT/HTML", true), ("text/html;q=0", false),
    ("application/xhtml+xml", true), ("text/htmlx", false), (";;q=,,", false),
  ])
  func `is for browsers`(accept: String, isPage: Bool) {
    #expect(AcceptedTypes.preferHTML(HeadLines([("Accept", accept)])) == isPage)
    #expect(
      !AcceptedTypes.preferHTML(
        HeadLines([("Accept", accept), ("X-Requested-With", "XMLHttpRequest")])))
  }
}
