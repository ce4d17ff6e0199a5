# In the plane: how far an edge's normal times a vertex is from that of the exact edge, of corners as computed. The edge's
# components are at most e; the vertex is taken over S. (What the dot product adds is in dot-plane.g.)
# src/certified/doubt.rs: let units = tolerance::winding(dimension::<D>());
# src/tolerance.rs: pub(crate) const fn winding(d: u32) -> u32 { if d == 2 { {units} } else { 12 } }
# from dot-bound.g: computed
@rounded = float<24, -43, ne>;
eps = 0x1p-23;
computed = 1.12;
units = 1;
# cut units 0.86
skew = (rounded(x) - x) / e * w0 + (rounded(y) - y) / e * w1;
{ e in [1, 2] /\ |x / e| <= 1 /\ |y / e| <= 1 /\ |w0| <= 1 /\ |w1| <= 1
  -> |skew / (units * eps) / computed| <= 1 }
$ e in 16;
x -> e * (x / e) { e <> 0 };
y -> e * (y / e) { e <> 0 };
