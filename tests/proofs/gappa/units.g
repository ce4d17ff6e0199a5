# From the frame's scale to the shapes' own: a length less some ε, divided by a power of two, which may leave the normal numbers;
# less 2η. It is no more than the exact quotient y, be that large (then over itself) or small.
# src/certified/filter.rs: let doubt = ulps(tolerance::FEW_OPERATIONS, &length.abs());
# src/tolerance.rs: pub(crate) const FEW_OPERATIONS: u32 = {more};
# src/certified/filter.rs: let one = T::smallest() + T::smallest();
@rounded = float<ieee_32, ne>;
eps = 0x1p-23;
eta = 0x1p-149;
more = 4;
two = 2;
# cut two 0.47
# cut more 1.46
{ |small| <= 0x1p-125 /\ |a| <= 0.5 /\ |b| <= 0.5 /\ |c| <= 0.501
  -> (rounded(small) - small) / eta - two <= 0 /\ (a + b + c) / more - 1 <= 0 }
