//! The traits of parry3d-f64.

#[path = "space.rs"]
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

use ::parry3d_f64 as parry;

type Real = f64;
const D: usize = 3;
