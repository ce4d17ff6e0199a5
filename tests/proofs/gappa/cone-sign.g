# Whether a cone's apex is farther than its rim: the number with that sign is off by so many ε of (r + h)·|d|₁. The height's product
# and the difference: two roundings. The rim's part is the length of the direction across: a unit vector (the length of unit-plane.g,
# and a quotient) times that direction (a product, a sum), times the radius, and the difference: five, and the length. No term
# of it is negative. r + h and |d|₁ are 1.
# src/shape/upright.rs: let along = height * direction[1].clone() - self.radius.clone() * outward.dot(&radial);
# src/shape/upright.rs: Some(RoundingBound { fixed: ulps(tolerance::CONE_SIGN, &size), ..RoundingBound::units(tolerance::CIRCLE) })
# src/tolerance.rs: pub(crate) const CONE_SIGN: u32 = {sign};
# from unit-plane.g: length
eps = 0x1p-23;
u = 0x1p-24;
length = 2.02;
sign = 5;
# cut sign 3.5
h = 1 - r;
l = 1 - d;
five = (1 + u * d1) * (1 + u * d2) * (1 + u * d3) * (1 + u * d4) * (1 + u * d5) - 1;
across = (five - u * root) / (1 + u * root);
up = (1 + u * d6) * (1 + u * d7) - 1;
{ r in [0, 1] /\ d in [0, 1] /\ |root / length| <= 1 /\ |d1| <= 1 /\ |d2| <= 1 /\ |d3| <= 1 /\ |d4| <= 1 /\ |d5| <= 1
  /\ |d6| <= 1 /\ |d7| <= 1
  -> |(2 * h * d * up + r * l * across) / (sign * eps)| <= 1 }
root -> length * (root / length);
