# Whether a gap along d is more than the margin, by squares, in three dimensions. The computed right side is off upwards by
# more than the computed left side can be: so if the left is more than the right, it is so of the exact ones. The gap is
# a difference itself, and the margin a sum: one rounding each.
# src/certified/filter.rs: let more = T::one() + times(tolerance::SQUARES, &T::epsilon());
# src/tolerance.rs: pub(crate) const SQUARES: u32 = {squares};
# src/certified/filter.rs: let squares = [gap.clone() * gap, margin.clone() * margin * direction.dot(&direction)];
# src/certified/filter.rs: squares[0] > squares[1].clone() * more
@rounded = float<ieee_32, ne>;
eps = 0x1p-23;
squares = 64;
# cut squares 5
gap = rounded(gap_);
margin = rounded(margin_);
more = 1 + squares * eps;
left = rounded(gap * gap);
right rounded= (margin * margin * (x * x + y * y + z * z)) * more;
exact_left = gap_ * gap_;
exact_right = margin_ * margin_ * (x * x + y * y + z * z);
raised = exact_right * more;
{ gap_ in [0x1p-20, 2] /\ margin_ in [0x1p-20, 2] /\ x in [1, 4] /\ y in [0x1p-20, 4] /\ z in [0x1p-20, 4]
  -> left / exact_left - right / exact_right <= 0 }
left / exact_left -> 1 + (left - exact_left) / exact_left { exact_left <> 0 };
right / exact_right -> (1 + (right - raised) / raised) * more { exact_right <> 0, raised <> 0 };
