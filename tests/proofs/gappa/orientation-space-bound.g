# Space's bound as it is computed: at least so many times its formula. (ρ = 0 leaves a term out.)
# src/certified/doubt.rs: (ulps(tolerance::VOLUME, &g) + times({moves}, rho)) * (g.clone() * g)
# src/tolerance.rs: pub(crate) const VOLUME: u32 = {products};
# src/certified/doubt.rs: bound * (T::one() + T::one().half().half().half())
# from dot-bound.g: computed
@rounded = float<ieee_32, ne>;
eps = 0x1p-23;
products = 16;
moves = 20;
eighth = 1.125;
computed = 1.12;
# cut eighth 1.119
bound rounded= ((products * eps * g + moves * rho) * (g * g)) * eighth;
formula = (products * eps * g + moves * rho) * (g * g);
exact = formula * eighth;
{ g in [1, 2] /\ rho in [0x1p-100, 2] -> bound / formula / computed >= 1 }
bound / formula -> (1 + (bound - exact) / exact) * eighth { formula <> 0, exact <> 0 };
