//! The same few thousand queries, unwatched: a load whose instructions `run.sh` counts.

use gjk::nalgebra::{Isometry2, Isometry3, Vector2, Vector3};
use gjk::shape::Cuboid;
use gjk::{SupportExt, contact, distance, intersects};
use std::hint::black_box;

/// Angles and offsets that wander without repeating.
fn wander(k: u32, rate: f64) -> f64 {
    (f64::from(k) * rate).fract()
}

fn main() {
    let question = std::env::args().nth(1).unwrap_or_default();
    let square = Cuboid::new(Vector2::new(1.0, 0.7)).expect("a rectangle");
    let cube = Cuboid::new(Vector3::new(1.0, 0.7, 0.8)).expect("a box");
    let far = if question.starts_with("contact") { 0.8 } else { 2.6 };
    for k in 0..4000 {
        let offset = far * (0.7 + 0.6 * wander(k, 0.618));
        let [x, y, z] = [wander(k, 0.414), wander(k, 0.732), wander(k, 0.236)].map(|turn| turn * 6.0);
        let place = Isometry2::new(Vector2::new(offset, 0.3 * wander(k, 0.27)), x);
        let other = black_box(square.clone().posed(place).expect("it is near"));
        let place = Isometry3::new(Vector3::new(offset, 0.3, 0.4 * wander(k, 0.27)), Vector3::new(x, y, z));
        let block = black_box(cube.clone().posed(place).expect("it is near"));
        match question.as_str() {
            "verdict-2d" => drop(black_box(intersects(&square, &other))),
            "distance-2d" => drop(black_box(distance(&square, &other))),
            "contact-2d" => drop(black_box(contact(&square, &other))),
            "verdict-3d" => drop(black_box(intersects(&cube, &block))),
            "distance-3d" => drop(black_box(distance(&cube, &block))),
            "contact-3d" => drop(black_box(contact(&cube, &block))),
            _ => {}
        }
    }
}
