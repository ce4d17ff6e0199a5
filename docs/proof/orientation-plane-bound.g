# The plane's bound as it is computed: an eighth more than the two before, but for a thousandth. (ρ = 0 leaves a term out.)
# src/certified/filter.rs: (times(2, &T::epsilon()) * g.clone() + times(6, rho)) * g
# src/certified/filter.rs: bound * (T::one() + T::one().half().half().half())
@rounded = float<ieee_32, ne>;
eps = 0x1p-23;
eighth = 1.125;
# cut eighth 1.05
bound rounded= ((2 * eps * g + 6 * rho) * g) * eighth;
exact = ((2 * eps * g + 6 * rho) * g) * eighth;
{ g in [1, 2] /\ rho in [0x1p-100, 2] -> bound -/ exact in [-0.001, 0.001] /\ eighth in [1.11, 1.13] }
