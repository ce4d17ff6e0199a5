# Whether a gap along d is more than the margin, by squares: those computed, in three dimensions, are off by less than the
# ε that are added. The gap itself is a difference, and the margin a sum: one rounding each.
# src/certified/filter.rs: let more = T::one() + times({squares}, &T::epsilon());
# src/certified/filter.rs: let squares = [gap.clone() * gap, margin.clone() * margin * direction.dot(&direction)];
@rounded = float<ieee_32, ne>;
eps = 0x1p-23;
squares = 64;
# cut squares 4.4
gap = rounded(gap_);
margin = rounded(margin_);
left = rounded(gap * gap);
right rounded= margin * margin * (x * x + y * y + z * z);
exact_left = gap_ * gap_;
exact_right = margin_ * margin_ * (x * x + y * y + z * z);
{ gap_ in [0x1p-20, 2] /\ margin_ in [0x1p-20, 2] /\ x in [1, 4] /\ y in [0x1p-20, 4] /\ z in [0x1p-20, 4]
  -> left -/ exact_left in [-0x3.1p-24, 0x3.1p-24] /\ right -/ exact_right in [-0x7.1p-24, 0x7.1p-24]
  /\ squares * 2 >= 10.3 }
