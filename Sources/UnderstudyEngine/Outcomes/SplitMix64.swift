/// Numbers that look random and depend on a seed and their place alone.
///
/// SplitMix64 (Steele, Lea and Flood: Fast Splittable Pseudorandom Number Generators, 2014). Any
/// number of a series is had without those before it, so that requests that arrive together need no
/// common state but a count.
package enum SplitMix64 {
  /// The number at a place, from 0, of a seed's series.
  package static func number(_ place: UInt64, seed: UInt64) -> UInt64 {
    var mixed = seed &+ (place &+ 1) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The number at a place as a fraction from 0 to below 1.
  package static func fraction(_ place: UInt64, seed: UInt64) -> Double {
    Double(number(place, seed: seed) >> 11) * 0x1p-53
  }
}
