# The eighth that is added to a bound, which is at least 1.12 times its formula as computed (dot-bound.g and the like), pays for
# ρ: what a shape's formula leaves open; the extent in it, which loses D + 1 roundings at each of 2¹⁶ levels, D up to 8; and
# its own roundings, and what falls below the normal numbers: a thousandth. A true ρ is at most so many times the computed one.
# src/support.rs: pub(crate) const DEEPEST: u32 = {levels};
# from posed-space.g: shapes
# from dot-bound.g: computed
u = 0x1p-24;
levels = 0x1p16;
each = 9;
shapes = 1.05;
computed = 1.12;
rho = 1.09;
# cut rho 1.05
{ |lost| <= 1 /\ |own| <= 0.001
  -> shapes * (1 + own) / (1 - levels * each * u * lost) / rho <= 1 /\ rho / computed <= 1 }
