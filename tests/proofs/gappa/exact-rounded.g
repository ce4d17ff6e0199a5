# A distance or depth that exact arithmetic has rounded to the nearest number, in binary64 and then here: with so many ε less, and η, it
# is less than the exact one, and with them more. Two roundings and the difference, over ε; or below the normal numbers,
# where differences are exact, over η.
# src/certified/distance.rs: let doubt = ulps(tolerance::FEW_OPERATIONS, &measured.distance) + T::smallest();
# src/tolerance.rs: pub(crate) const FEW_OPERATIONS: u32 = {more};
# src/certified/distance.rs: let doubt = ulps(tolerance::FEW_OPERATIONS, &measured.separation.abs()) + T::smallest();
@rounded = float<ieee_32, ne>;
@double = float<ieee_64, ne>;
eta = 0x1p-149;
more = 4;
one = 1;
# cut more 1.48
# cut one 0.47
{ |d1| <= 0.5 /\ |d2| <= 0.501 /\ |d3| <= 0.501 /\ |small| <= 0x1p-125
  -> (|d1| + |d2| + |d3|) / more - 0.999 <= 0 /\ |rounded(double(small)) - small| / eta / one <= 1 }
