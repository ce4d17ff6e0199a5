# The doubt of a dot product as it is computed, |d|₁ in three components: at least so many times its formula. (What is zero
# leaves a term out.)
# src/certified/doubt.rs: (rho.clone() + ulps(tolerance::dot(terms), size)) * length
# src/tolerance.rs: pub(crate) const TERM: u32 = {each};
# src/tolerance.rs: pub(crate) const fn dot(terms: u32) -> u32 { TERM * terms }
# src/certified/filter.rs: doubt::of_dot(dimension::<D>(), &self.rounding, &self.size, length)
# src/certified/doubt.rs: bound * (T::one() + T::one().half().half().half())
@rounded = float<ieee_32, ne>;
eps = 0x1p-23;
each = 1;
eighth = 1.125;
computed = 1.12;
# cut eighth 1.119
# cut computed 1.126
bound rounded= ((rho + 3 * eps * s) * (x + y + z)) * eighth;
formula = (rho + 3 * eps * s) * (x + y + z);
exact = formula * eighth;
{ s in [1, 2] /\ rho in [0x1p-100, 2] /\ x in [0x1p-40, 1] /\ y in [0x1p-40, 1] /\ z in [0x1p-40, 1]
  -> bound / formula / computed >= 1 }
bound / formula -> (1 + (bound - exact) / exact) * eighth { formula <> 0, exact <> 0 };
