# One sum, or product with a scale: half of the ε of the result that is counted for it.
# src/shape/cuboid.rs: Some(RoundingBound::units(tolerance::ONE_SUM))
# src/shape/ball.rs: Some(RoundingBound::units(tolerance::ONE_SUM))
# src/shape/swollen.rs: raised(tolerance::RAISED, inner.margin.clone() + ulps(tolerance::ONE_SUM, &margin))
# src/shape/sum.rs: let margin = a.margin.clone() + b.margin.clone() + ulps(tolerance::ONE_SUM, &margin);
# src/shape/posed.rs: let margin = image(&inner.margin, &pose.scale) + ulps(tolerance::ONE_SUM, &image(margin, &pose.scale));
# src/certified/certificate.rs: let rounding = ulps(tolerance::ONE_SUM, &largest(&seen)) + T::smallest();
# src/tolerance.rs: pub(crate) const ONE_SUM: u32 = {units};
@rounded = float<ieee_32, ne>;
eps = 0x1p-23;
units = 1;
# cut units 0.47
x = rounded(x_);
y = rounded(y_);
{ x + y in [0x1p-100, 0x1p100] /\ |x| <= 0x1p120 /\ |y| <= 0x1p120
  -> (rounded(x + y) - (x + y)) / (x + y) / (units * eps) in [-1, 1] }
(rounded(x + y) - (x + y)) / (x + y) -> 0 + (rounded(x + y) - (x + y)) / (x + y) { x + y <> 0 };
