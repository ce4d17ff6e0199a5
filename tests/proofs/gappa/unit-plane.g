# The length of a vector at unit scale, of two components, in two steps: the sum s of squares, and its root. Off by so many u,
# whatever falls below the normal numbers.
# src/scalar/vector.rs: let length = scaled.dot(&scaled).sqrt();
@rounded = float<ieee_32, ne>;
u = 0x1p-24;
length = 2.02;
# cut length 1.95
square rounded= x * x + y * y;
exact = x * x + y * y;
{ x in [1, 4] /\ y in [0, 4] /\ e in [1, 32] /\ s -/ e in [-0x2.03p-24, 0x2.03p-24]
  -> square -/ exact in [-0x2.03p-24, 0x2.03p-24] /\ |(rounded(sqrt(s)) - sqrt(e)) / sqrt(e) / (length * u)| <= 1 }
$ y in (0x1p-30);
