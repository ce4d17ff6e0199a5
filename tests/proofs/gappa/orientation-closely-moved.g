# Space, the second look: what a product's change has beyond first order, over ρ²·g, when its coordinates move by the true ρ,
# which is so many times the computed one, at most g/16. (To first order that many times is less than what is added.)
# src/certified/filter.rs: if times(16, rho) > g {
# src/certified/doubt.rs: norm1(&ab) + norm1(&bc) + norm1(&ca) + times({beyond}, rho) * g.clone()
# from dot-bound.g: computed
# from budget.g: rho
beyond = 20;
computed = 1.12;
rho = 1.09;
# cut beyond 19
r = rho * part / 16;
change = e * f * z + e * y * h + x * f * h + r * e * f * h;
{ part in [0, 1] /\ |x| <= 1 /\ |y| <= 1 /\ |z| <= 1 /\ |e| <= 1 /\ |f| <= 1 /\ |h| <= 1
  -> |6 * rho * rho * change / (beyond * computed)| <= 1 }
