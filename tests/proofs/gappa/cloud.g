# A cloud of size X, seen from where it has extent E: what is beyond the comparison of dot products (D·ε·X, as of other points) is
# two sums, of the anchor and of an offset from it; x + e = s, how the two sizes share.
# src/shape/cloud.rs: Some(RoundingBound { fixed: ulps(compared, &size), ..RoundingBound::units(tolerance::ONE_SUM) })
# src/tolerance.rs: pub(crate) const fn compared(d: u32) -> u32 { d + {more} }
# src/tolerance.rs: pub(crate) const ONE_SUM: u32 = {units};
# src/shape/cloud.rs: offset: &self.offsets[id.0 as usize] + (&self.anchor - from)
# from posed-space.g: shapes
@rounded = float<24, -43, ne>;
eps = 0x1p-23;
shapes = 1.05;
more = 1;
units = 1;
# cut units 0.94
# cut more 0.63
x = s * t;
e = s * (1 - t);
anchor = (e + x) * a;
sum = e * b;
off = (rounded(anchor) - anchor) + (rounded(sum) - sum);
allowed = (units * (1 - t) + more * t) * eps;
{ s in [1, 2] /\ t in [0, 1] /\ |a| <= 1 /\ |b| <= 1 -> |off / s / allowed / shapes| <= 1 }
$ s in 4, t in 64;
