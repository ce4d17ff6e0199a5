//! Contacts in space by the query that is compiled once.

use gjk::Error;
use gjk::nalgebra::{Isometry3, Vector3};
use gjk::shape::Cuboid;
use gjk_precompiled::{Placed, contact};

fn main() -> Result<(), Error> {
    let pose = Isometry3::new(Vector3::new(0.3, 1.2, 0.1), Vector3::new(0.2, 0.3, 0.1));
    let cuboid = Cuboid::<f32, 3>::new(Vector3::new(1.0, 1.0, 1.0))?;
    let (still, moved) = (Placed::new(cuboid, Vector3::zeros())?, Placed::new(cuboid, pose)?);
    println!("{}", contact(&still, &moved).separation);
    Ok(())
}
