# In space: how far one component of a facet's normal e × f is from that of the exact edges, of corners as computed. Three of
# them times a vertex are the skew. The edges' components are at most e and f.
# src/certified/doubt.rs: let units = tolerance::winding(dimension::<D>());
# src/tolerance.rs: pub(crate) const fn winding(d: u32) -> u32 { if d == 2 { 1 } else { {units} } }
# from dot-bound.g: computed
@rounded = float<24, -43, ne>;
eps = 0x1p-23;
computed = 1.12;
units = 12;
# cut units 10.72
normal rounded= rounded(e1) * rounded(f2) - rounded(e2) * rounded(f1);
exact = e1 * f2 - e2 * f1;
{ e in [1, 2] /\ f in [1, 2] /\ |e1 / e| <= 1 /\ |e2 / e| <= 1 /\ |f1 / f| <= 1 /\ |f2 / f| <= 1
  -> |3 * (normal - exact) / (e * f) / (units * eps) / computed| <= 1 }
$ e in 16, f in 16;
e1 -> e * (e1 / e) { e <> 0 };
e2 -> e * (e2 / e) { e <> 0 };
f1 -> f * (f1 / f) { f <> 0 };
f2 -> f * (f2 / f) { f <> 0 };
