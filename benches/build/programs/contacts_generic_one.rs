//! Contacts in space by the function at the root of the crate.

use gjk::nalgebra::{Isometry3, Vector3};
use gjk::shape::Cuboid;
use gjk::{Error, SupportExt, contact};

fn main() -> Result<(), Error> {
    let pose = Isometry3::new(Vector3::new(0.3, 1.2, 0.1), Vector3::new(0.2, 0.3, 0.1));
    let cuboid = Cuboid::<f32, 3>::new(Vector3::new(1.0, 1.0, 1.0))?;
    println!("{}", contact(&cuboid, &cuboid.posed(pose)?).separation);
    Ok(())
}
