# Space's bound as it is computed: an eighth more than the two before, but for a thousandth. (ρ = 0 leaves a term out.)
# src/certified/filter.rs: (times(16, &T::epsilon()) * g.clone() + times(20, rho)) * (g.clone() * g)
# src/certified/filter.rs: bound * (T::one() + T::one().half().half().half())
@rounded = float<ieee_32, ne>;
eps = 0x1p-23;
eighth = 1.125;
# cut eighth 1.05
bound rounded= ((16 * eps * g + 20 * rho) * (g * g)) * eighth;
exact = ((16 * eps * g + 20 * rho) * (g * g)) * eighth;
{ g in [1, 2] /\ rho in [0x1p-100, 2] -> bound -/ exact in [-0.001, 0.001] /\ eighth in [1.11, 1.13] }
