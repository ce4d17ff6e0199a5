# The length of a vector at unit scale, of three components, in three steps: the sum s of two squares, the sum t of three, and
# its root. Off by so many u, whatever falls below the normal numbers. (z is not 0; the square of less than 2⁻⁴⁰ adds nothing.)
# src/scalar/vector.rs: let length = scaled.dot(&scaled).sqrt();
@rounded = float<ieee_32, ne>;
u = 0x1p-24;
length = 2.52;
# cut length 2.4
two rounded= x * x + y * y;
exact = x * x + y * y;
three = rounded(s + rounded(z * z));
{ x in [1, 4] /\ y in [0, 4] /\ z in [0x1p-40, 4] /\ e in [1, 32] /\ s -/ e in [-0x2.03p-24, 0x2.03p-24]
  /\ f in [1, 48] /\ t -/ f in [-0x3.06p-24, 0x3.06p-24]
  -> two -/ exact in [-0x2.03p-24, 0x2.03p-24] /\ three -/ (e + z * z) in [-0x3.06p-24, 0x3.06p-24]
  /\ |(rounded(sqrt(t)) - sqrt(f)) / sqrt(f) / (length * u)| <= 1 }
$ y in (0x1p-30);
