# How far A − B reaches along d at most, with a ball around it, over ε. With p the reach of the vertex, q the doubt, m the ball's
# radius r times |d| and v their sum: p + q is rounded, which is no more than v, or negative and no less than p; then
# the sum with m, and two more of what is added: ε/2 of v each, and one of p. r and |d|: a sum, the length, two products
# and another sum. (What is added goes through two or three roundings: a thousandth.)
# src/certified/filter.rs: level += (kept.clone() + ulps(tolerance::FEW_OPERATIONS, &kept)) * norm(direction);
# src/tolerance.rs: pub(crate) const FEW_OPERATIONS: u32 = {ball};
# src/certified/filter.rs: let unit = ulps(tolerance::ALONG_DIRECTION, &kept.abs()) * largest(direction);
# src/certified/filter.rs: let unit = unit + ulps(tolerance::FEW_OPERATIONS, &reached.abs());
# src/tolerance.rs: pub(crate) const FEW_OPERATIONS: u32 = {reach};
# src/certified/filter.rs: let level = level.clone() + unit + ulps(tolerance::FEW_OPERATIONS, &level.abs());
# src/tolerance.rs: pub(crate) const FEW_OPERATIONS: u32 = {level};
# from unit-space.g: length
length = 2.52;
ball = 4;
reach = 4;
level = 4;
# cut ball 2.7
# cut reach 0.5
# cut level 2
{ |root / length| <= 1 /\ |d1| <= 0.501 /\ |d2| <= 0.501 /\ |d3| <= 0.501 /\ |d4| <= 0.501
  -> (|d1| + |d2| + |d3| + 0.501 * |root|) / ball - 0.999 <= 0 /\ |d1| / reach - 0.999 <= 0
  /\ (|d1| + |d2| + |d3| + |d4|) / level - 0.999 <= 0 }
root -> length * (root / length);
