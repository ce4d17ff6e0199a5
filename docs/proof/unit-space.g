# The same of three components: s is the sum of two squares, as in unit-plane.g (with its words about small ones); and the root of
# the sum of three. Off by 2.5u.
# src/shape/unit.rs: let length = scaled.dot(&scaled).sqrt();
@rounded = float<ieee_32, ne>;
root = 0.5;
# cut root 0.4
square = rounded(s + rounded(z * z));
{ z in [0x1p-40, 4] /\ e in [1, 32] /\ s -/ e in [-0x2.03p-24, 0x2.03p-24]
  /\ f in [1, 48] /\ t -/ f in [-0x3.06p-24, 0x3.06p-24]
  -> square -/ (e + z * z) in [-0x3.06p-24, 0x3.06p-24]
  /\ rounded(sqrt(t)) -/ sqrt(f) in [-0x2.9p-24, 0x2.9p-24] /\ root in [0.45, 0.55] }
