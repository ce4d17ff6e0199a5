# A point of a cone's rim: a coordinate, over its radius, against that of the direction that is reached exactly. The
# product with the direction, the length (unit-plane.g), the quotient, and the product with the radius, each over ε; and
# one subtraction.
# src/shape/upright.rs: Some(RoundingBound { fixed: ulps(tolerance::CONE_SIGN, &size), ..RoundingBound::units(tolerance::CIRCLE) })
# src/tolerance.rs: pub(crate) const CIRCLE: u32 = {units};
# from unit-plane.g: length
eps = 0x1p-23;
u = 0x1p-24;
length = 2.02;
units = 4;
# cut units 2.92
coordinate = c * (1 + eps * stretch) * (1 + eps * quotient) * (1 + eps * product) / (1 + u * root);
factor = (stretch + quotient + product + eps * (stretch * quotient + stretch * product + quotient * product)
  + eps * eps * stretch * quotient * product - 0.5 * root) / (1 + u * root);
{ |c| <= 1 /\ |stretch| <= 0.5 /\ |root / length| <= 1 /\ |quotient| <= 0.5 /\ |product| <= 0.5 /\ |subtraction| <= 0.5
  -> |((coordinate - c) / eps + subtraction) / units| <= 1 }
root -> length * (root / length);
(coordinate - c) / eps -> c * factor { eps <> 0, 1 + u * root <> 0 };
