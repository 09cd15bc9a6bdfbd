extension NewPackage {
  var list: String {
    """
    [
      {"id": 1, "text": "Hello"},
      {"id": 2, "text": "Guten Tag"}
    ]

    """
  }

  var detail: String {
    """
    {"id": 1, "text": "Hello"}

    """
  }
}
