# A lower bound on the separation: the gap over the length of d, less the margin. A difference, the length (2.5u; four more for longer
# vectors) and a quotient make the gap's part t uncertain; sums do the rest, and the margin's. t + m is 1, over which all stands;
# what is taken off is more.
# src/certified/filter.rs: let doubt = ulps({gap}, &apart.abs()) + ulps({margin}, &self.margin_at_most());
eps = 0x1p-23;
gap = 64;
margin = 4;
# cut gap 5
# cut margin 1.9
{ |quotient| <= 4.6 /\ |sums| <= 1.01 /\ |added| <= 0.51 /\ |taken| <= 0.01
  -> (quotient + sums) / gap - 1 + taken <= 0 /\ (added + 2 * sums * 0.7) / margin - 1 + taken <= 0 }
