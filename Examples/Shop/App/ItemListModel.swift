import Observation

/// What the list of items shows, and how it comes to show it.
///
/// For iOS 16, conform to `ObservableObject` and make `state` `@Published` instead.
@available(iOS 17, *)
@MainActor
@Observable
public final class ItemListModel {
  /// What there is to see.
  public enum State: Sendable {
    /// Nothing was asked for yet.
    case idle
    /// A spinner.
    case loading
    /// Items, at least one.
    case list([Item])
    /// That there is none.
    case empty
    /// What went wrong, and a button to try again.
    case failed(ServiceError)
  }

  /// What is shown now.
  public private(set) var state = State.idle

  @ObservationIgnored private let service: ShopService
  /// What was shown before the load that is under way.
  @ObservationIgnored private var settled = State.idle
  @ObservationIgnored private var loading: Task<Void, Never>?
  @ObservationIgnored private var loads = 0

  /// A model that shows nothing yet.
  public init(_ service: ShopService) {
    self.service = service
  }

  /// Loads the first page, and returns once it is shown; a load that is under way is given up.
  ///
  /// `.task { await model.load() }` of a view cancels it when the view goes.
  public func load() async {
    loading?.cancel()
    loads += 1
    state = .loading
    let task = Task { [loads] in await fetch(loads) }
    loading = task
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Gives up a load: what was shown before comes back.
  public func cancel() {
    loading?.cancel()
  }

  private func fetch(_ number: Int) async {
    let result: State?
    do {
      let items = try await service.items(page: 1).items
      result = items.isEmpty ? .empty : .list(items)
    } catch let error as ServiceError {
      result = .failed(error)
    } catch {
      result = nil  // cancelled
    }
    // A load that was given up for another has nothing more to say.
    guard number == loads else { return }
    if let result, !Task.isCancelled { settled = result }
    state = settled
  }
}
