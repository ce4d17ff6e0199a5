//! The traits of parry2d-f64.

#[path = "plane.rs"]
mod dimension;
#[path = "shared/dispatch.rs"]
mod dispatch;
#[path = "shared/impact.rs"]
mod impact;
#[path = "shared/manifolds.rs"]
mod manifolds;
#[path = "shared/pair.rs"]
mod pair;
#[path = "shared/shapes.rs"]
mod shapes;

use ::parry2d_f64 as parry;

type Real = f64;
const D: usize = 2;
