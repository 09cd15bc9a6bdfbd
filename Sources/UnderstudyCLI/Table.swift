/// Lines of text in aligned columns.
struct Table {
  private var rows: [[Cell]]

  private struct Cell {
    var text: String
    var colour: Console.Colour?
  }

  /// A table with the heads of its columns.
  init(_ heads: String...) {
    rows = [heads.map { Cell(text: $0, colour: .bold) }]
  }

  /// Adds a row; `colour` sets one cell apart.
  mutating func add(_ cells: [String], colour: (column: Int, colour: Console.Colour)? = nil) {
    add(cells, colours: colour.map { [$0.column: $0.colour] } ?? [:])
  }

  /// Adds a row whose cells have colours by their columns.
  mutating func add(_ cells: [String], colours: [Int: Console.Colour]) {
    rows.append(
      cells.enumerated().map { column, text in Cell(text: text, colour: colours[column]) })
  }

  /// The lines; the last column is not padded.
  func text(for console: Console) -> String {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].text.count }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let text = cell.colour.map { console.coloured(cell.text, $0) } ?? cell.text
        guard column < row.count - 1 else { return text }
        return text + String(repeating: " ", count: widths[column] - cell.text.count + 2)
      }.joined() + "\n"
    }.joined()
  }
}
