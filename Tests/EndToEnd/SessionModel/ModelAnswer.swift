/// What a request must be answered with.
struct ModelAnswer: Sendable {
  enum Ending: Sendable, Equatable {
    case answer(status: Int, body: String?)
    case reset
    /// The draw of this number.
    case draw(Int)
  }

  var ending: Ending
  var variant: String?
  var source: String?
}
