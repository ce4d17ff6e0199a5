# A hull's round part, in space: its excess margin times a unit vector (unit-space.g: the length, a quotient), and their product; the
# excess itself is a difference. Off by so many ε of the margin; in the plane there are fewer.
# src/shape/hull.rs: let round = if part.excess.is_zero() { T::zero() } else { ulps(d + {more}, &size) };
eps = 0x1p-23;
more = 4;
units = 3 + more;
# cut more -0.9
coordinate = c * (1 + eps * excess) * (1 + eps * quotient) * (1 + eps * product) / (1 + eps * length);
factor = (excess + quotient + product + eps * (excess * quotient + excess * product + quotient * product)
  + eps * eps * excess * quotient * product - length) / (1 + eps * length);
{ |c| <= 1 /\ |length| <= 1.26 /\ |quotient| <= 0.5 /\ |product| <= 0.5 /\ |excess| <= 0.5
  -> |(coordinate - c) / eps / units| <= 1 }
(coordinate - c) / eps -> c * factor { eps <> 0, 1 + eps * length <> 0 };
