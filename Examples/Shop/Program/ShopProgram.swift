import ExampleShop
import Foundation

/// The app without a screen: it prints what its first screen would show, a line for each state.
///
/// The tests launch it as they would launch an app on a simulator.
@main
enum ShopProgram {
  @MainActor static func main() async {
    let configuration = APIConfiguration.current
    if configuration.isMocked { show("Mocked") }
    let model = ItemListModel(ShopService(configuration))
    show("Loading…")
    await model.load()
    show(text(of: model.state))
  }

  private static func text(of state: ItemListModel.State) -> String {
    switch state {
    case .idle, .loading: "Loading…"
    case .list(let items): "\(items.count) items"
    case .empty: "Nothing here yet"
    case .failed(.status(401)): "Please log in"
    case .failed(.network): "No connection"
    case .failed: "Something went wrong"
    }
  }

  /// Written at once, where `print` would wait for more.
  private static func show(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
