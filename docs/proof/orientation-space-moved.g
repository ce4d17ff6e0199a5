# In space: how much one of the six products of a·(b × c) changes when all coordinates move by ρ ≤ g/16 at most, over ρ·g².
# Numbers are over g; r = ρ/g.
# src/certified/filter.rs: if times(16, &self.rounding) > g {
# src/certified/filter.rs: (times(16, &T::epsilon()) * g.clone() + times({moves}, rho)) * (g.clone() * g)
moves = 20;
# cut moves 19
change = e * y * z + x * f * z + x * y * h + r * (e * f * z + e * y * h + x * f * h) + r * r * e * f * h;
{ r in [0, 0.0625] /\ |x| <= 1 /\ |y| <= 1 /\ |z| <= 1 /\ |e| <= 1 /\ |f| <= 1 /\ |h| <= 1
  -> |6 * change / moves| <= 1 }
