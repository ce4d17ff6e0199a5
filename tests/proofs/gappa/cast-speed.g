# How fast the origin moves along d, over ε of |u|·|d|₁, |u| the largest component: u's components are differences, the dot product
# has D = 3 terms (dot-space.g: so much of D·ε/2), and what is taken off is another difference, whose result is hardly more than |u|·|d|₁.
# (What is taken off goes through five roundings: a thousandth.)
# src/certified/doubt.rs: ulps(tolerance::speed(dimension::<D>()), &largest(velocity)) * norm1(direction)
# src/tolerance.rs: pub(crate) const fn speed(d: u32) -> u32 { d + {more} }
# from dot-bound.g: computed
computed = 1.12;
more = 2;
units = 3 + more;
# cut more -0.34
{ |component| <= 0.5 /\ |dot / computed| <= 1 /\ |difference| <= 0.501
  -> (|component| + 1.5 * |dot| + |difference|) / units - 0.999 <= 0 }
dot -> computed * (dot / computed);
