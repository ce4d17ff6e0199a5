# The same of three components: s is the sum of two squares, as in unit-plane.g (with its words about small ones), t the sum of
# three; and its root.
# src/shape/unit.rs: let length = scaled.dot(&scaled).sqrt();
@rounded = float<ieee_32, ne>;
u = 0x1p-24;
length = 2.52;
# cut length 2.44
square = rounded(s + rounded(z * z));
{ z in [0x1p-40, 4] /\ e in [1, 32] /\ s -/ e in [-0x2.03p-24, 0x2.03p-24]
  /\ f in [1, 48] /\ t -/ f in [-0x3.06p-24, 0x3.06p-24]
  -> square -/ (e + z * z) in [-0x3.06p-24, 0x3.06p-24]
  /\ |(rounded(sqrt(t)) - sqrt(f)) / sqrt(f) / (length * u)| <= 1 }
