#[path = "plane.rs"]
mod dimension;
#[path = "frames.rs"]
mod frames;
#[path = "parts.rs"]
mod parts;
#[path = "queries.rs"]
mod queries;
#[path = "samples.rs"]
mod samples;

use ::parry2d as parry;

type Real = f32;
const D: usize = 2;
