internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Functions of the C library's for numbers.
public enum Mathematics {
  /// e to a power.
  public static func exp(_ power: Double) -> Double {
    #if canImport(Darwin)
      Darwin.exp(power)
    #else
      Glibc.exp(power)
    #endif
  }

  /// A number of the standard normal distribution out of two fractions from 0 to below 1 (Box and
  /// Muller, A Note on the Generation of Random Normal Deviates, 1958).
  public static func normal(_ one: Double, _ other: Double) -> Double {
    (-2 * log(1 - one)).squareRoot() * cos(2 * .pi * other)
  }
}
