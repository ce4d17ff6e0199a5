//! Contacts in space by the function at the root of the crate.

use gjk::nalgebra::{Isometry3, Point3, Vector3};
use gjk::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid};
use gjk::{Error, SupportExt, contact};

fn main() -> Result<(), Error> {
    let pose = Isometry3::new(Vector3::new(0.3, 1.2, 0.1), Vector3::new(0.2, 0.3, 0.1));
    let cuboid = Cuboid::<f32, 3>::new(Vector3::new(1.0, 1.0, 1.0))?;
    println!("{}", contact(&cuboid, &cuboid.posed(pose)?).separation);
    let [a, b] = [Point3::new(0.0, -0.5, 0.0), Point3::new(0.0, 0.5, 0.0)];
    println!("{}", contact(&cuboid, &Ball::at(a, 1.0)?.posed(pose)?).separation);
    println!("{}", contact(&cuboid, &Capsule::new(a, b, 0.5)?.posed(pose)?).separation);
    println!("{}", contact(&cuboid, &Cylinder::with_radius(0.5).half_height(1.0)?.posed(pose)?).separation);
    println!("{}", contact(&cuboid, &Cone::with_radius(0.5).half_height(1.0)?.posed(pose)?).separation);
    println!("{}", contact(&cuboid, &Ellipsoid::new(Vector3::new(1.0, 0.5, 0.7))?.posed(pose)?).separation);
    Ok(())
}
