//! What is said to be proven, or exact, is so: inputs built against each assumption, and searches for the worst one.

mod assumptions;
mod certified;
mod certified_one_ulp;
mod exact;
mod rounding_bounds;
