# One entry of the matrix that is rounded from a quaternion q: n over |q|², both sums of squares or products, no more than |q|²
# (four-roundings.g); and a quotient. Each over ε. The matrix takes part three times, with D terms each.
# src/shape/posed.rs: let matrix = if pose.quaternion.is_some() { tolerance::quaternion(d) } else { 0 };
# src/tolerance.rs: pub(crate) const fn quaternion(d: u32) -> u32 { {times} * d }
# from four-roundings.g: four
eps = 0x1p-23;
times = 15;
four = 2.001;
# cut times 13.4
entry = (n + eps * above) / (1 + eps * below) * (1 + eps * quotient);
off = (above - n * below + quotient * (n + eps * above)) / (1 + eps * below);
{ |n| <= 1 /\ |above / four| <= 1 /\ |below / four| <= 1 /\ |quotient| <= 0.5
  -> |3 * (entry - n) / eps / times| <= 1 }
above -> four * (above / four);
below -> four * (below / four);
(entry - n) / eps -> off { eps <> 0, 1 + eps * below <> 0 };
