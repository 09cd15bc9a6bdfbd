/// The last descriptors that a process may have, kept back so that it never stands without one.
///
/// The system gives the lowest number that is free (POSIX, open(2)). So a high one tells that
/// few are left: whoever gets it gives it back while there are others for what matters more. A connection
/// is refused first, then a file or a port; what is left is for accepting and refusing.
public enum DescriptorReserve {
  /// How many descriptors this process may have, once it has asked for as many as it can.
  public static let limit = Machine.raiseDescriptorLimit()

  private static let step = max(4, min(64, limit / 8))

  /// From this number on a connection is one too many.
  public static let firstForFiles = Int32(clamping: limit - 2 * step)
  /// From this number on files and ports are not opened either.
  public static let firstForNobody = Int32(clamping: limit - step)
}
