//! Shapes are values and match their definitions, and README tells the truth about the library.

mod allocation;
mod mass;
mod rays_at_boxes;
mod readme;
mod shapes;
mod value_semantics;
