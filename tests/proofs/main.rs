//! Answers that claim to be proven or exact are so: inputs built against each assumption, and searches for the worst one.

mod assumptions;
mod certified;
mod certified_one_ulp;
mod exact;
mod rounding_bounds;
