# An upper bound on the separation: a length (its own rounding is in docs/proof.md) less the margin, and more: two sums of each, and
# the margin's own. Coefficients of the length and of the margin, over ε.
# src/certified/filter.rs: let (margin, doubt) = (self.margin_at_least(), ulps({more}, &self.frame.margin) + ulps({more}, &apart.abs()));
more = 4;
# cut more 1.4
{ |sums| <= 1.01 /\ |margin| <= 0.51 /\ |taken| <= 0.01 -> (sums + margin) / more - 1 + taken <= 0 }
