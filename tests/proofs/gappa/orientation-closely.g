# Space, the second look: one of the six products of a·(b × c) goes through five roundings, so that all of them, and their
# sum, are off by so many ε of Σ|aₖ|(|bᵢcⱼ| + |bⱼcᵢ|). Each d is what one rounding makes of 1 (one-operation.g).
# src/certified/doubt.rs: an_eighth_more(rho.clone() * areas + ulps(tolerance::TRIPLE, &sizes))
# src/tolerance.rs: pub(crate) const TRIPLE: u32 = {sizes};
# from dot-bound.g: computed
eps = 0x1p-23;
computed = 1.12;
sizes = 3;
# cut sizes 2.2
off = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d4) * (1 + d5) - 1;
{ |d1 / eps| <= 0.5 /\ |d2 / eps| <= 0.5 /\ |d3 / eps| <= 0.5 /\ |d4 / eps| <= 0.5 /\ |d5 / eps| <= 0.5
  -> |off / (sizes * eps) / computed| <= 1 }
d1 -> eps * (d1 / eps); d2 -> eps * (d2 / eps); d3 -> eps * (d3 / eps); d4 -> eps * (d4 / eps); d5 -> eps * (d5 / eps);
