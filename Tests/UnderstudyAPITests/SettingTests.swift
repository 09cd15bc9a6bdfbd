import Testing
import UnderstudyAPI

@Suite("The table of settings")
struct SettingTests {
  @Test
  func `names every option of serve once, each with a twin`() {
    let flags = Setting.serve.map(\.flag)

    #expect(Set(flags).count == flags.count)
    #expect(Setting.serve.allSatisfy { $0.environment != nil })
  }

  @Test
  func `makes twins from names`() {
    #expect(Setting.adminPort.environment == "UNDERSTUDY_ADMIN_PORT")
    #expect(Setting.url.environment == "UNDERSTUDY_URL")
    #expect(Setting.token.environment == "UNDERSTUDY_ADMIN_TOKEN")
  }

  @Test
  func `spells codes for programs in one way`() {
    for code in ProblemCode.allCases {
      #expect(code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
    }
  }
}
