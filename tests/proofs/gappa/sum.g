# A sum, beyond its parts' ρ. E is at least the size of the two offsets together, and of the middles together, as seen from
# there; the two largest of these three are added first, and the third, which is no more than F (both middles' sizes). Three
# more sums. E and F are parts of s.
# src/shape/sum.rs: let fixed = a.of(&extents[0]) + b.of(&extents[1]) + ulps(tolerance::SUM, &far);
# src/tolerance.rs: pub(crate) const SUM: u32 = {far};
# src/shape/sum.rs: RoundingBound { fixed, units: tolerance::SUM, margin, round,
# src/tolerance.rs: pub(crate) const SUM: u32 = {units};
# from posed-space.g: shapes
@rounded = float<24, -43, ne>;
eps = 0x1p-23;
shapes = 1.05;
far = 2;
units = 2;
# cut units 1.88
# cut far 0.96
e = s * (1 - t);
f = s * t;
first = (e + f) * a;
middles = e * b;
offsets = e * c;
whole = e * d;
off = (rounded(first) - first) + (rounded(middles) - middles) + (rounded(offsets) - offsets) + (rounded(whole) - whole);
{ s in [1, 2] /\ t in [0, 1] /\ |a| <= 1 /\ |b| <= 1 /\ |c| <= 1 /\ |d| <= 1
  -> |(off / eps) / s / (units * (1 - t) + far * t) / shapes| <= 1 }
$ s in 4, t in 64;
