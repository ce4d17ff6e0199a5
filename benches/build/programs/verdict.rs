//! One verdict in the plane.

use gjk::nalgebra::Vector2;
use gjk::shape::Cuboid;
use gjk::{Error, SupportExt, intersects};

fn main() -> Result<(), Error> {
    let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
    println!("{}", intersects(&square, &square.posed(Vector2::new(1.5, 0.5))?));
    Ok(())
}
