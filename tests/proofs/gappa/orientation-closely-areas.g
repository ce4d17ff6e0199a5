# Space, the second look: one component of b × c is off by a third of what is added to its 1-norm.
# src/certified/doubt.rs: let doubt = ulps(tolerance::CROSS, g) * g.clone();
# src/certified/doubt.rs: n.iter().fold(doubt.clone(), |sum, x| sum + x.abs())
# src/tolerance.rs: pub(crate) const CROSS: u32 = {areas};
# from dot-bound.g: computed
@rounded = float<24, -43, ne>;
eps = 0x1p-23;
computed = 1.12;
areas = 6;
# cut areas 5.3
area rounded= b1 * c2 - b2 * c1;
exact = b1 * c2 - b2 * c1;
{ g in [1, 2] /\ |b1 / g| <= 1 /\ |b2 / g| <= 1 /\ |c1 / g| <= 1 /\ |c2 / g| <= 1
  -> |3 * (area - exact) / (g * g) / (areas * eps) / computed| <= 1 }
