import ExampleRoutes
import Platform
import UnderstudyServer

@main struct Main {
  static func main() throws {
    Signals.blockTermination()
    var s = MockServer.Settings()
    s.port = 0
    let server = try MockServer(catalog: ExampleRoutes.catalog, settings: s)
    StandardStream.output.write("\(server.url)\n")
    _ = Signals.waitForTermination()
    server.stop()
  }
}
