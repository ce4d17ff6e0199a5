# What all the rest builds on: an operation is off by at most u = ε/2 of its result; of small results a sum is exact, and a
# product off by half the least number η at most.
@rounded = float<ieee_32, ne>;
eps = 0x1p-23;
eta = 0x1p-149;
half = 0.5;
# cut half 0.47
x = rounded(x_);
y = rounded(y_);
{ product in [0x1p-125, 0x1p126] /\ |small| <= 0x1p-125 /\ |x| <= 0x1p126 /\ |y| <= 0x1p126
  -> |(rounded(product) - product) / product / (half * eps)| <= 1
  /\ rounded(x + y) -/ (x + y) in [-0x1p-24, 0x1p-24]
  /\ |(rounded(small) - small) / (half * eta)| <= 1 }
(rounded(product) - product) / product -> 0 + (rounded(product) - product) / product { product <> 0 };
