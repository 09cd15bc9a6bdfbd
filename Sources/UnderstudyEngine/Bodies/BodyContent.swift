/// The body of a request, decoded as far as rules ask for it.
package struct BodyContent {
  init(_ request: ReceivedRequest) {}
}
