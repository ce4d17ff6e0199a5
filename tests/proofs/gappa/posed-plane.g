# A shape in a pose of the plane, beyond its own ρ times W: its direction and the way back cost two dot products with the
# matrix, and a third turns the point; of size W·X = p. Two sums: with the translation, which is no more than E + W·X, and of
# size E. p + e is s. (Products of zero leave terms out.)
# src/shape/posed.rs: let fixed = image(&(inner.of(&size) + ulps(tolerance::turned(d) + matrix, &size)), &widest);
# src/tolerance.rs: pub(crate) const fn turned(d: u32) -> u32 { {times} * (d + 1) / 2 }
# src/shape/posed.rs: RoundingBound { fixed, units: tolerance::TRANSLATED, margin, factors,
# src/tolerance.rs: pub(crate) const TRANSLATED: u32 = {units};
# from posed-space.g: shapes
@rounded = float<24, -43, ne>;
eps = 0x1p-23;
shapes = 1.05;
times = 3;
units = 1;
# cut times 2.53
# cut units 0.95
# 3·(2 + 1)/2 as integers: half of one less.
products = times * (2 + 1) / 2 - 0.5;
turn = 2 * 0.5;
e = s * (1 - t);
shift = s * a;
off = 3 * turn * t * b + ((rounded(shift) - shift) + (rounded(e * c) - e * c)) / eps / s;
{ s in [1, 2] /\ t in [0, 1] /\ |a| <= 1 /\ |b| <= 1 /\ |c| <= 1
  -> |off / (units * (1 - t) + products * t) / shapes| <= 1 }
$ s in 16, t in 128;
