# An upper bound on the separation: a length l (its own rounding is in docs/proof.md) less the margin m − μ, then what is added;
# in all, b. Lost are ε/2 of each of four results: m − μ, which is no more than l and b together; l less that, which is b
# less what is added; and the two that are about b. Over ε, of l and of b. (What is added goes through three roundings: a
# thousandth.) Whether a point is near does without the last two: the difference, and the margin less what is taken off.
# src/certified/filter.rs: let few = |length: &T| ulps(tolerance::FEW_OPERATIONS, length);
# src/certified/filter.rs: (self.margin_at_least(), few(&self.frame.margin) + few(&apart.abs()));
# src/tolerance.rs: pub(crate) const FEW_OPERATIONS: u32 = {more};
# src/certified/filter.rs: let margin = self.margin_at_least() - ulps(tolerance::FEW_OPERATIONS, &self.frame.margin);
# src/certified/filter.rs: let doubt = ulps(tolerance::FEW_OPERATIONS, &length.abs());
more = 4;
# cut more 2
{ |d1| <= 0.501 /\ |d2| <= 0.501 /\ |d3| <= 0.501 /\ |d4| <= 0.501
  -> |d1| / more - 0.999 <= 0 /\ (|d1| + |d2| + |d3| + |d4|) / more - 0.999 <= 0 }
