extension Outcome {
  /// The variant that the outcome is, where it is a reference to one with nothing around it.
  ///
  /// Such an outcome is the variant itself: it goes by its name, and shares its position.
  package var variantAlone: Variant? {
    guard case .variant(let name) = action, status == nil, headers.isEmpty, delay == nil,
      pace == nil, upload == nil, braces == .placeholders, !isCompressed
    else { return nil }
    return name
  }
}
