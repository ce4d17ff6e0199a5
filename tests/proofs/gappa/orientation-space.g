# In space: how far a·(b × c) is off by its own rounding. All coordinates are at most g.
# src/certified/doubt.rs: (ulps(tolerance::VOLUME, &g) + times(20, rho)) * (g.clone() * g)
# src/tolerance.rs: pub(crate) const VOLUME: u32 = {products};
# src/predicates.rs: [cd.dot(b), -cd.dot(a), ab.dot(d), -ab.dot(c)]
# from dot-bound.g: computed
@rounded = float<24, -43, ne>;
eps = 0x1p-23;
computed = 1.12;
products = 16;
# cut products 11.28
x0 rounded= b1 * c2 - b2 * c1;
x1 rounded= b2 * c0 - b0 * c2;
x2 rounded= b0 * c1 - b1 * c0;
volume rounded= (a0 * x0 + a1 * x1) + a2 * x2;
exact = (a0 * (b1 * c2 - b2 * c1) + a1 * (b2 * c0 - b0 * c2)) + a2 * (b0 * c1 - b1 * c0);
{ g in [1, 2] /\ |a0 / g| <= 1 /\ |a1 / g| <= 1 /\ |a2 / g| <= 1 /\ |b0 / g| <= 1 /\ |b1 / g| <= 1 /\ |b2 / g| <= 1
  /\ |c0 / g| <= 1 /\ |c1 / g| <= 1 /\ |c2 / g| <= 1
  -> |(volume - exact) / (g * g * g) / (products * eps) / computed| <= 1 }
