import Testing
import Understudy

@Suite("A JSON number")
struct JSONNumberTests {
  @Test(
    .bug(id: "J01"),
    arguments: [
      ["1", "1.0", "1e0", "10e-1", "0.1E+1", "100E-2", "1.000"],
      ["0", "-0", "0.0", "0e5", "-0.0e-7", "0e99999999999999999999"],
      ["1.2", "12e-1", "1.2000"],
      ["-150", "-1.5e2", "-15E1"],
      ["9007199254740993", "9007199254740993.0", "9.007199254740993e15"],
      ["1e999999999", "10e999999998", "0.1e1000000000"],
      ["5e-000000000000000000000000000001", "0.5"],
      ["1e99999999999999999999", "1E+099999999999999999999"],
    ])
  func `equals every other spelling of its value`(_ spellings: [String]) throws {
    let numbers = try spellings.map { try #require(JSON.Number($0)) }

    #expect(Set(numbers).count == 1)
  }

  @Test(arguments: [
    ("9007199254740992", "9007199254740993"), ("1", "-1"), ("1", "10"), ("1.2", "1.2000001"),
    ("0.1", "0.10000000000000000000000000001"), ("1e999999999", "1e999999998"),
    ("1e-400", "0"), ("1e400", "1e401"), ("1e99999999999999999999", "1e99999999999999999998"),
    ("1e99999999999999999999", "1e-99999999999999999999"),
  ])
  func `differs from every other value`(_ one: String, _ other: String) throws {
    #expect(try #require(JSON.Number(one)) != #require(JSON.Number(other)))
  }

  @Test(arguments: [
    "", " 1", "1 ", "+1", "01", ".5", "5.", "1e", "NaN", "inf", "0x1", "1_000", "١", "\u{FEFF}1",
    "--1",
  ])
  func `is nothing else`(_ text: String) {
    #expect(JSON.Number(text) == nil)
  }

  @Test(arguments: [
    ("7", 7), ("-7", -7), ("7.0", 7), ("7e2", 700), ("-0", 0), ("0e9", 0), ("70e-1", 7),
    ("9223372036854775807", .max), ("-9223372036854775808", .min),
    ("1e18", 1_000_000_000_000_000_000),
    ("9223372036854775808", nil), ("1e19", nil), ("7.5", nil), ("1e999999999", nil),
    ("1e99999999999999999999", nil), ("1e-99999999999999999999", nil),
  ])
  func `is an Int where it is whole and fits`(_ text: String, _ value: Int?) throws {
    #expect(try #require(JSON.Number(text)).int == value)
  }

  @Test(arguments: [
    ("1.5", 1.5), ("-2", -2), ("1e3", 1000), ("1e999999999", .infinity), ("-1e400", -.infinity),
    ("1e-999999999", 0), ("1e99999999999999999999", .infinity), ("1e-99999999999999999999", 0),
  ])
  func `has a nearest Double`(_ text: String, _ value: Double) throws {
    #expect(try #require(JSON.Number(text)).double == value)
  }

  @Test func `is made from any integer, and from any finite Double`() {
    #expect(JSON.int(UInt64.max).text == "18446744073709551615")
    #expect(JSON.int(Int8.min).text == "-128")
    #expect(JSON.double(0.1).text == "0.1")
    #expect(JSON.double(1e300).text == "1e+300")
    #expect(JSON.double(.nan) == .null)
    #expect(JSON.double(-.infinity) == .null)
  }
}
