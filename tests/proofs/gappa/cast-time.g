# A time, level over speed, and how far the origin is at a time, a product: one rounding, and the difference with what is taken
# off. Over ε of the result. (What is taken off is rounded itself: a thousandth.) Converted by powers of two, a time may get
# below the normal numbers: it is off by half the smallest one, and by half of that if it is rounded once more, and so on.
# src/certified/cast.rs: let time = time.clone() - ulps(tolerance::FEW_OPERATIONS, &time);
# src/tolerance.rs: pub(crate) const FEW_OPERATIONS: u32 = {more};
# src/certified/cast.rs: reached.clone() - ulps(tolerance::FEW_OPERATIONS, &reached.abs()) > level
# src/certified/cast.rs: (&free) - T::smallest());
@rounded = float<ieee_32, ne>;
eta = 0x1p-149;
more = 4;
one = 1;
# cut more 0.99
# cut one 0.94
{ |d1| <= 0.5 /\ |d2| <= 0.501 /\ |small| <= 0x1p-125
  -> (|d1| + |d2|) / more - 0.999 <= 0 /\ 2 * (rounded(small) - small) / eta - one <= 0 }
