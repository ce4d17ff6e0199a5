#[path = "space.rs"]
mod dimension;
#[path = "frames.rs"]
mod frames;
#[path = "parts.rs"]
mod parts;
#[path = "queries.rs"]
mod queries;
#[path = "samples.rs"]
mod samples;

use ::parry3d_f64 as parry;

type Real = f64;
const D: usize = 3;
