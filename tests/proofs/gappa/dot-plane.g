# A dot product of 2 components is off by D·ε/2 of its absolute products' sum p at most. The products are p times parts of 1,
# the first positive, which is no restriction.
# src/certified/doubt.rs: (rho.clone() + ulps(tolerance::dot(terms), size)) * length
# src/tolerance.rs: pub(crate) const TERM: u32 = {each};
# src/tolerance.rs: pub(crate) const fn dot(terms: u32) -> u32 { TERM * terms }
# src/certified/filter.rs: doubt::of_dot(dimension::<D>(), &self.rounding, &self.size, length)
# from dot-bound.g: computed
@rounded = float<24, -43, ne>;
eps = 0x1p-23;
computed = 1.12;
each = 1;
units = 2 * each;
# cut units 1.75
x = p * t;
y = p * (1 - t) * b;
rounding = rounded(rounded(x) + rounded(y)) - (x + y);
{ p in [1, 2] /\ t in [0, 1] /\ |b| <= 1
  -> |2 * rounding / p / (units * eps) / computed| <= 1 }
$ p in 4, t in 16;
