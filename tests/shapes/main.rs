//! Shapes are what they say, and values; what is said about the library in README is so.

mod allocation;
mod mass;
mod rays_at_boxes;
mod readme;
mod shapes;
mod value_semantics;
