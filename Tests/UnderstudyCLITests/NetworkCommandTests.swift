import Curl
import Testing
import Understudy
import UnderstudyAPI

@Suite("The command 'network'")
struct NetworkCommandTests {
  @Test(arguments: [
    (NetworkConditions(), "nothing in the way"),
    (NetworkConditions(delayMilliseconds: 0, jitterMilliseconds: 0), "nothing in the way"),
    (NetworkConditions(delayMilliseconds: 200), "200 ms"),
    (NetworkPreset.threeG.conditions, "300 ms, give or take 50; 200000 bytes a second"),
    (NetworkPreset.lossy.conditions, "50 ms, give or take 50; 'offline' at a rate of 0.1"),
  ])
  func `tells how it is`(conditions: NetworkConditions, words: String) {
    let stage = Stage(body: conditions.json)

    #expect(stage.run("network") == 0)

    #expect(stage.requests.first?.method == "GET")
    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/network")
    #expect(stage.output == "The network: \(words).\n")
  }

  @Test func `prints what programs read`() throws {
    let stage = Stage(body: NetworkPreset.edge.conditions.json)

    #expect(stage.run("network", "--json") == 0)

    #expect(try JSON(parsing: stage.output) == NetworkPreset.edge.conditions.json)
  }

  @Test func `sets a preset, of a session too`() {
    let stage = Stage(body: NetworkPreset.edge.conditions.json)

    #expect(stage.run("network", "edge", "--session", "a") == 0)

    #expect(stage.requests.first?.method == "PUT")
    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/network?session=a")
    #expect(stage.requests.first?.body == Array(#"{"preset":"edge"}"#.utf8))
    #expect(stage.output == "The network: 840 ms, give or take 150; 30000 bytes a second.\n")
  }

  @Test func `waits for what began before, where it is told to`() {
    let stage = Stage(
      body: ["delayMilliseconds": nil, "drained": true, "unfinished": .array([])])

    #expect(stage.run("network", "off", "--drain") == 0)

    #expect(stage.requests.first?.url == "http://localhost:8080/__admin/network?drain=true")
    #expect(stage.output == "The network: nothing in the way.\n")
  }

  @Test func `passes on what the daemon says of another name`() {
    let stage = Stage(
      status: 400,
      body: Problem(400, .invalidField, "Field 'preset' must be one of '3g'.").json)

    #expect(stage.run("network", "4g") == 64)

    #expect(stage.error == "error: Field 'preset' must be one of '3g'.\n")
  }
}
