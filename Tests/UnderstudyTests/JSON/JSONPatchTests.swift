import Testing
import Understudy

@Suite("A patched JSON document")
struct JSONPatchTests {
  typealias Changes = [(pointer: JSONPointer, value: JSON)]

  @Test(
    arguments: [
      (
        [("/data/level", 9), ("/data/name", nil)], #"{"data":{"level":9,"name":null},"list":[1,2]}"#
      ),
      ([("/data/new", "x")], #"{"data":{"level":1,"name":"a","new":"x"},"list":[1,2]}"#),
      ([("/list/0", [])], #"{"data":{"level":1,"name":"a"},"list":[[],2]}"#),
      ([("/list/-", 3)], #"{"data":{"level":1,"name":"a"},"list":[1,2,3]}"#),
      ([("/list/2", 3), ("/list/3", 4)], #"{"data":{"level":1,"name":"a"},"list":[1,2,3,4]}"#),
      (
        [("/new", [:]), ("/new/a", 1)],
        #"{"data":{"level":1,"name":"a"},"list":[1,2],"new":{"a":1}}"#
      ),
      ([("", [1])], "[1]"),
      ([], #"{"data":{"level":1,"name":"a"},"list":[1,2]}"#),
    ] as [(Changes, String)])
  func `has the values that were set, in their places`(_ changes: Changes, _ text: String) throws {
    let document: JSON = ["data": ["level": 1, "name": "a"], "list": [1, 2]]

    #expect(try document.patched(changes).text == text)
  }

  @Test(
    arguments: [
      ("/b/c", "'/b/c' leads through 'b', which is missing"),
      ("/dta/level", "'/dta/level' leads through 'dta', which is missing; closest: 'data'"),
      ("/data/level/x", "'/data/level/x' leads to 'x' inside a number, which has no parts"),
      ("/list/3", "'/list/3' leads to '3' of an array with 2 elements"),
      ("/list/x", "'/list/x' leads to 'x' of an array with 2 elements"),
      ("/list/-/a", "'/list/-/a' leads to '-' of an array with 2 elements"),
      ("/list/00", "'/list/00' leads to '00' of an array with 2 elements"),
      ("data", "'data' is no JSON Pointer (RFC 6901)"),
    ] as [(JSONPointer, String)])
  func `cannot be made where the way is missing`(_ pointer: JSONPointer, _ message: String) {
    let document: JSON = ["data": ["level": 1], "list": [1, 2]]

    let error = #expect(throws: JSONPatchError.self) { try document.patched([(pointer, 1)]) }

    #expect(error?.description == message)
    #expect(error?.pointer == pointer)
  }
}
