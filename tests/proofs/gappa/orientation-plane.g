# In the plane: how far u × v is off by its own rounding. All coordinates are at most g.
# src/certified/doubt.rs: (ulps(tolerance::AREA, &g) + times(6, rho)) * g
# src/tolerance.rs: pub(crate) const AREA: u32 = {products};
# src/predicates.rs: u.x.clone() * v.y.clone() - u.y.clone() * v.x.clone()
# from dot-bound.g: computed
@rounded = float<24, -43, ne>;
eps = 0x1p-23;
computed = 1.12;
products = 2;
# cut products 1.75
area rounded= u0 * v1 - u1 * v0;
exact = u0 * v1 - u1 * v0;
{ g in [1, 2] /\ |u0 / g| <= 1 /\ |u1 / g| <= 1 /\ |v0 / g| <= 1 /\ |v1 / g| <= 1
  -> |(area - exact) / (g * g) / (products * eps) / computed| <= 1 }
