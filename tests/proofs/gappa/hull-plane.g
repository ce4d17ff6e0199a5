# A hull of parts in the plane: two dot products of their points are compared, of size E·|d|₁ = p; and a round part adds one sum.
# src/shape/hull.rs: let units = all.units.checked_add(tolerance::compared(d))?;
# src/tolerance.rs: pub(crate) const fn compared(d: u32) -> u32 { d + {more} }
@rounded = float<24, -43, ne>;
eps = 0x1p-23;
more = 1;
units = 2 + more;
# cut more 0.5
x = p * t;
y = p * (1 - t) * b;
dot = (rounded(rounded(x) + rounded(y)) - (x + y)) / p;
offset = (rounded(e) - e) / e;
{ p in [1, 2] /\ t in [0, 1] /\ |b| <= 1 /\ e in [1, 2] -> |(2 * dot + offset) / (units * eps)| <= 1 }
$ p in 16, t in 64;
