# A hull's round part, in space: its excess margin times a unit vector (unit-space.g: the length, a quotient), and their product; the
# excess itself is a difference. Off by so many ε of the margin; in the plane there are fewer.
# src/shape/hull.rs: = if part.excess.is_zero() { T::zero() } else { ulps(tolerance::round_part(d), &size) };
# src/tolerance.rs: pub(crate) const fn round_part(d: u32) -> u32 { d + {more} }
# from unit-space.g: length
eps = 0x1p-23;
u = 0x1p-24;
length = 2.52;
more = 4;
units = 3 + more;
# cut more -0.24
coordinate = c * (1 + eps * excess) * (1 + eps * quotient) * (1 + eps * product) / (1 + u * root);
factor = (excess + quotient + product + eps * (excess * quotient + excess * product + quotient * product)
  + eps * eps * excess * quotient * product - 0.5 * root) / (1 + u * root);
{ |c| <= 1 /\ |root / length| <= 1 /\ |quotient| <= 0.5 /\ |product| <= 0.5 /\ |excess| <= 0.5
  -> |(coordinate - c) / eps / units| <= 1 }
root -> length * (root / length);
(coordinate - c) / eps -> c * factor { eps <> 0, 1 + u * root <> 0 };
