# Space, the second look: what a product's change has beyond first order, over ρ²·g, when its coordinates move by ρ ≤ g/16.
# src/certified/filter.rs: if times(16, rho) > g {
# src/certified/filter.rs: norm1(&ab) + norm1(&bc) + norm1(&ca) + times({beyond}, rho) * g.clone()
beyond = 20;
# cut beyond 18
change = e * f * z + e * y * h + x * f * h + r * e * f * h;
{ r in [0, 0.0625] /\ |x| <= 1 /\ |y| <= 1 /\ |z| <= 1 /\ |e| <= 1 /\ |f| <= 1 /\ |h| <= 1
  -> |6 * change / beyond| <= 1 }
