# In space: how much one of the six products of a·(b × c) changes when all coordinates move by the true ρ at most, which is so
# many times the computed one, at most g/16; over ρ·g². Numbers are over g; r = ρ/g.
# src/certified/filter.rs: if times(16, &self.rounding) > g {
# src/certified/doubt.rs: (ulps(tolerance::VOLUME, &g) + times({moves}, rho)) * (g.clone() * g)
# from dot-bound.g: computed
# from budget.g: rho
moves = 20;
computed = 1.12;
rho = 1.09;
# cut moves 18.5
r = rho * part / 16;
change = e * y * z + x * f * z + x * y * h + r * (e * f * z + e * y * h + x * f * h) + r * r * e * f * h;
{ part in [0, 1] /\ |x| <= 1 /\ |y| <= 1 /\ |z| <= 1 /\ |e| <= 1 /\ |f| <= 1 /\ |h| <= 1
  -> |6 * rho * change / (moves * computed)| <= 1 }
