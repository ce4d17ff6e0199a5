# A sum of four products, none of them negative, goes through four roundings at most. It is off by so many ε. Each d is what one
# rounding makes of 1 (one-operation.g).
# src/pose.rs: ww.clone() + xx.clone() - yy.clone() - zz.clone(),
# src/pose.rs: let square = ww.clone() + xx.clone() + yy.clone() + zz.clone();
eps = 0x1p-23;
four = 2.001;
# cut four 1.999
off = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d4) - 1;
{ |d1 / eps| <= 0.5 /\ |d2 / eps| <= 0.5 /\ |d3 / eps| <= 0.5 /\ |d4 / eps| <= 0.5 -> |off / eps / four| <= 1 }
d1 -> eps * (d1 / eps); d2 -> eps * (d2 / eps); d3 -> eps * (d3 / eps); d4 -> eps * (d4 / eps);
