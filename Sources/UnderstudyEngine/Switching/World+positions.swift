/// The positions of outcomes that were given on the spot go with them, when no request can take a
/// step there any more.
extension World {
  /// Retires the positions of what is there no more.
  func retirePositions(of old: WorldSettings, but new: WorldSettings) {
    let kept = new.banks
    retired.add(old.banks.filter { bank in !kept.contains { $0 === bank } })
    forgetRetired()
  }

  /// Forgets retired positions, unless a request is being decided on.
  ///
  /// The last one that is does it then, by ``endDeciding()``; whichever comes later sees what is
  /// there now.
  func forgetRetired() {
    if retired.isEmpty { return }
    // Taken before the look: what is retired behind it is not among them.
    let banks = retired.takeAll()
    if isDeciding { return retired.add(banks) }
    // What a reset has brought back goes on where it stood.
    let kept = current.settings.banks
    for bank in banks where !kept.contains(where: { $0 === bank }) { cells.forget(bank.ids) }
  }
}
