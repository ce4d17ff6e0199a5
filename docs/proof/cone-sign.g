# Whether a cone's apex is farther than its rim: the number with that sign is off by so many ε of (r + h)·|d|₁. The height's product
# and the difference: 2u. The rim's unit vector, whose components are off by 3u or 4u, times the direction across, of two
# products: 7u; times the radius, and the difference: 9u. Both over ε; r + h and |d|₁ are 1.
# src/shape/cone.rs: let along = height * direction[1].clone() - self.radius.clone() * outward.dot(&radial);
# src/shape/cone.rs: Some(RoundingBound { fixed: ulps({sign}, &size), ..RoundingBound::units(4) })
sign = 5;
# cut sign 4
h = 1 - r;
l = 1 - d;
{ r in [0, 1] /\ d in [0, 1] /\ |up| <= 1.01 /\ |across| <= 4.51 -> |(2 * h * d * up + r * l * across) / sign| <= 1 }
