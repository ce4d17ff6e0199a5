//! What does a first program look like?
//!
//! `cargo run --release --example first`

use gjk::shape::{Ball, Cuboid};

fn main() -> Result<(), gjk::Error> {
    let floor = Cuboid::new([20.0, 1.0])?;
    let ball = Ball::at([3.0, 1.25], 0.5)?;
    let hit = gjk::contact(&floor, &ball);
    println!("{} deep", hit.depth());
    Ok(())
}
