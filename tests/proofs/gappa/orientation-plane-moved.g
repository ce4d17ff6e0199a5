# In the plane: how much u × v changes when all four coordinates move by the true ρ at most, which is so many times the
# computed one; over ρ·g. Numbers are over g; r = ρ/g. (From ρ = g/3 on the bound is more than 2·g², which no area is, and
# proves nothing.)
# src/certified/doubt.rs: (ulps(tolerance::AREA, &g) + times({moves}, rho)) * g
# from dot-bound.g: computed
# from budget.g: rho
moves = 6;
computed = 1.12;
rho = 1.09;
# cut moves 4.5
r = rho * part / 3;
change = (e0 * v1 + u0 * f1 + r * e0 * f1) - (e1 * v0 + u1 * f0 + r * e1 * f0);
{ part in [0, 1] /\ |u0| <= 1 /\ |u1| <= 1 /\ |v0| <= 1 /\ |v1| <= 1
  /\ |e0| <= 1 /\ |e1| <= 1 /\ |f0| <= 1 /\ |f1| <= 1
  -> |rho * change / (moves * computed)| <= 1 /\ moves * computed / 3 >= 2.1 }
