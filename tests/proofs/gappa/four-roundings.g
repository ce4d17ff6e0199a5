# A sum of four products, none of them negative, goes through four roundings at most. It is off by so many ε. Each d is what one
# rounding makes of 1 (one-operation.g).
# src/pose.rs: ww.clone() + xx.clone() - yy.clone() - zz.clone(),
# src/pose.rs: let square = ww.clone() + xx.clone() + yy.clone() + zz.clone();
# from one-operation.g: half
eps = 0x1p-23;
half = 0.5;
four = 2.001;
# cut four 1.999
off = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d4) - 1;
{ |d1 / eps / half| <= 1 /\ |d2 / eps / half| <= 1 /\ |d3 / eps / half| <= 1 /\ |d4 / eps / half| <= 1 -> |off / eps / four| <= 1 }
d1 -> half * eps * (d1 / eps / half); d2 -> half * eps * (d2 / eps / half); d3 -> half * eps * (d3 / eps / half); d4 -> half * eps * (d4 / eps / half);
