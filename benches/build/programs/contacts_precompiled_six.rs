//! Contacts in space by the query that is compiled once.

use gjk::Error;
use gjk::nalgebra::{Isometry3, Point3, Vector3};
use gjk::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid};
use gjk_precompiled::{Placed, contact};

fn main() -> Result<(), Error> {
    let pose = Isometry3::new(Vector3::new(0.3, 1.2, 0.1), Vector3::new(0.2, 0.3, 0.1));
    let cuboid = Cuboid::<f32, 3>::new(Vector3::new(1.0, 1.0, 1.0))?;
    let [a, b] = [Point3::new(0.0, -0.5, 0.0), Point3::new(0.0, 0.5, 0.0)];
    let still = Placed::new(cuboid, Vector3::zeros())?;
    println!("{}", contact(&still, &Placed::new(cuboid, pose)?).separation);
    println!("{}", contact(&still, &Placed::new(Ball::<f32, 3>::at(a, 1.0)?, pose)?).separation);
    println!("{}", contact(&still, &Placed::new(Capsule::<f32, 3>::new(a, b, 0.5)?, pose)?).separation);
    println!("{}", contact(&still, &Placed::new(Cylinder::<f32>::with_radius(0.5).half_height(1.0)?, pose)?).separation);
    println!("{}", contact(&still, &Placed::new(Cone::<f32>::with_radius(0.5).half_height(1.0)?, pose)?).separation);
    let egg = Ellipsoid::<f32, 3>::new(Vector3::new(1.0, 0.5, 0.7))?;
    println!("{}", contact(&still, &Placed::new(egg, pose)?).separation);
    Ok(())
}
