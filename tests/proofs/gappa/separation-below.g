# A lower bound on the separation, over ε: what single steps lose of t, the gap over the length of d, and of m, the margin, is
# less than what is taken off. t: the difference, the length and the quotient; then two sums. m: its own sum; and the last.
# (What is taken off goes through four roundings: a thousandth.) A facet's distance loses the first three of t and the product and
# difference of what is taken off.
# src/certified/filter.rs: let doubt = ulps(tolerance::ALONG_DIRECTION, &apart.abs()) + ulps(tolerance::FEW_OPERATIONS, &margin);
# src/tolerance.rs: pub(crate) const ALONG_DIRECTION: u32 = {gap};
# src/tolerance.rs: pub(crate) const FEW_OPERATIONS: u32 = {margin};
# src/certified/filter.rs: (level > skew).then(|| distance.clone() - ulps(tolerance::ALONG_DIRECTION, &distance))
# from unit-space.g: length
eps = 0x1p-23;
u = 0x1p-24;
length = 2.52;
gap = 64;
margin = 4;
# cut gap 3.2
# cut margin 1
exact = (1 + u * root) / ((1 + eps * d1) * (1 + eps * d2));
computed = (1 + eps * s1) * (1 + eps * s2);
off = s1 + s2 + eps * s1 * s2 - (0.5 * root - d1 - d2 - eps * d1 * d2) / ((1 + eps * d1) * (1 + eps * d2));
{ |root / length| <= 1 /\ |d1| <= 0.5 /\ |d2| <= 0.5 /\ |s1| <= 0.5 /\ |s2| <= 0.5 /\ |own| <= 0.501
  -> |(computed - exact) / eps| / gap - 0.999 <= 0 /\ |s2 - own| / margin - 0.999 <= 0 }
root -> length * (root / length);
(computed - exact) / eps -> off { eps <> 0, 1 + eps * d1 <> 0, 1 + eps * d2 <> 0 };
