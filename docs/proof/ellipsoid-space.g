# An ellipsoid: a coordinate, over its radius, against that of the direction that is reached exactly. The product with
# the direction, the length (unit-space.g), the quotient, and the product with the radius, each over ε; and one
# subtraction.
# src/shape/ellipsoid.rs: Some(RoundingBound::units(dimension::<D>() + {more}))
eps = 0x1p-23;
more = 2;
units = 3 + more;
# cut more 0.2
coordinate = c * (1 + eps * stretch) * (1 + eps * quotient) * (1 + eps * product) / (1 + eps * length);
factor = (stretch + quotient + product + eps * (stretch * quotient + stretch * product + quotient * product)
  + eps * eps * stretch * quotient * product - length) / (1 + eps * length);
{ |c| <= 1 /\ |stretch| <= 0.5 /\ |length| <= 1.26 /\ |quotient| <= 0.5 /\ |product| <= 0.5 /\ |subtraction| <= 0.5
  -> |((coordinate - c) / eps + subtraction) / units| <= 1 }
(coordinate - c) / eps -> c * factor { eps <> 0, 1 + eps * length <> 0 };
