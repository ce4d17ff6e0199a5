# Points in space: two dot products of offsets are compared, of size E·|d|₁ = p; and the offset is one subtraction.
# src/shape/vertices.rs: Some(RoundingBound::units(tolerance::compared(dimension::<D>())))
# src/tolerance.rs: pub(crate) const fn compared(d: u32) -> u32 { d + {more} }
@rounded = float<24, -43, ne>;
eps = 0x1p-23;
more = 1;
units = 3 + more;
# cut more 0.3
x = p * t;
y = p * (1 - t) * (1 - s) * b;
z = p * (1 - t) * s * c;
dot = (rounded(rounded(rounded(x) + rounded(y)) + rounded(z)) - (x + y + z)) / p;
offset = (rounded(e) - e) / e;
{ p in [1, 2] /\ t in [0, 1] /\ s in [0, 1] /\ |b| <= 1 /\ |c| <= 1 /\ e in [1, 2]
  -> |(2 * dot + offset) / (units * eps)| <= 1 }
$ p in 4, t in 12, s in 12;
