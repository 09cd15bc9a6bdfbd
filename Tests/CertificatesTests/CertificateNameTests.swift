import Certificates
import Testing

@Suite("A name of a certificate")
struct CertificateNameTests {
  @Test(arguments: [
    ("localhost", "localhost"),
    ("API.Example.com", "api.example.com"),
    ("*.example.com", "*.example.com"),
    ("my_service", "my_service"),
    ("bücher.example", "xn--bcher-kva.example"),
    ("*.Bücher.example", "*.xn--bcher-kva.example"),
    ("192.168.1.5", "192.168.1.5"),
    ("::1", "::1"),
    ("2001:DB8:0:0::7", "2001:db8::7"),
  ])
  func `is read as people write it`(text: String, right: String) {
    #expect(CertificateName(text)?.text == right)
  }

  @Test(arguments: [
    ("a.example", "a.example", true), ("*.example.com", "a.example.com", true),
    ("*.example.com", "example.com", false), ("*.example.com", "a.b.example.com", false),
    ("*.example.com", "a.example.org", false), ("a.example", "b.example", false),
    ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
  ])
  func `covers others as clients see it`(name: String, other: String, covers: Bool) throws {
    let (name, other) = (
      try #require(CertificateName(name)), try #require(CertificateName(other))
    )

    #expect(name.covers(other) == covers)
  }

  @Test(arguments: [
    "", ".", "a..b", "a.", ".a", "https://api.example.com", "api.example.com:8443",
    "api.example.com/v1", "a b", "*", "*.", "*.localhost", "*.com.*", "a.*.com", "w*.example.com",
    "-a.com",
    "a-.com", "127.0.0.1:80", "[::1]", "10.0.0.300", "1234", "a,b", "a\u{0}b",
    String(repeating: "a", count: 64) + ".com", String(repeating: "abcdefg.", count: 32) + "com",
  ])
  func `is no URL, and has no port`(text: String) {
    #expect(CertificateName(text) == nil)
  }
}
