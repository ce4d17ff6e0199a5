# In the plane: how much u × v changes when all four coordinates move by ρ at most, over ρ·g. Numbers are over g; r = ρ/g.
# (Where ρ is more than g the bound is more than any area, and proves nothing.)
# src/certified/filter.rs: (times(2, &T::epsilon()) * g.clone() + times({moves}, rho)) * g
moves = 6;
# cut moves 5.3
change = (e0 * v1 + u0 * f1 + r * e0 * f1) - (e1 * v0 + u1 * f0 + r * e1 * f0);
{ r in [0, 1] /\ |u0| <= 1 /\ |u1| <= 1 /\ |v0| <= 1 /\ |v1| <= 1
  /\ |e0| <= 1 /\ |e1| <= 1 /\ |f0| <= 1 /\ |f1| <= 1
  -> |change / moves| <= 1 }
