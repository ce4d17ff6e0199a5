//! Contacts in space by the query that is compiled with the library.

use gjk::Error;
use gjk::nalgebra::{Isometry3, Vector3};
use gjk::precompiled::{Shape3, contact};
use gjk::shape::Cuboid;

fn main() -> Result<(), Error> {
    let pose = Isometry3::new(Vector3::new(0.3, 1.2, 0.1), Vector3::new(0.2, 0.3, 0.1));
    let cuboid = Shape3::from(Cuboid::<f32, 3>::new(Vector3::new(1.0, 1.0, 1.0))?);
    println!("{}", contact(&cuboid, &cuboid.clone().at(pose)?).separation);
    Ok(())
}
