import ExampleRoutes
import Understudy
import UnderstudyCLI

@main struct Main: UnderstudyApp {
  static var catalog: Catalog { ExampleRoutes.catalog }
}
