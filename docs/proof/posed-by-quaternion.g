# One entry of the matrix that is rounded from a quaternion q: n over |q|², both sums of squares or products of which each goes
# through four roundings at most; and a quotient. Each is what so many roundings make of 1, over ε (one-operation.g). The matrix
# takes part three times, with D terms each.
# src/shape/posed.rs: let matrix = if pose.quaternion.is_some() { {times} * d } else { 0 };
# src/pose.rs: ww.clone() + xx.clone() - yy.clone() - zz.clone(),
# src/pose.rs: let square = ww.clone() + xx.clone() + yy.clone() + zz.clone();
eps = 0x1p-23;
times = 15;
# cut times 13.4
entry = (n + eps * above) / (1 + eps * below) * (1 + eps * quotient);
off = (above - n * below + quotient * (n + eps * above)) / (1 + eps * below);
{ |n| <= 1 /\ |above| <= 2.001 /\ |below| <= 2.001 /\ |quotient| <= 0.5
  -> |3 * (entry - n) / eps / times| <= 1 }
(entry - n) / eps -> off { eps <> 0, 1 + eps * below <> 0 };
