//! The traits of parry3d.

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

use ::parry3d as parry;

type Real = f32;
const D: usize = 3;
