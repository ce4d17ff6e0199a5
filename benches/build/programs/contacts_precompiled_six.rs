//! Contacts in space by the query that is compiled with the library.

use gjk::Error;
use gjk::nalgebra::{Isometry3, Point3, Vector3};
use gjk::precompiled::{Shape3, contact};
use gjk::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid};

fn main() -> Result<(), Error> {
    let pose = Isometry3::new(Vector3::new(0.3, 1.2, 0.1), Vector3::new(0.2, 0.3, 0.1));
    let cuboid = Shape3::from(Cuboid::<f32, 3>::new(Vector3::new(1.0, 1.0, 1.0))?);
    println!("{}", contact(&cuboid, &cuboid.clone().at(pose)?).separation);
    let [a, b] = [Point3::new(0.0, -0.5, 0.0), Point3::new(0.0, 0.5, 0.0)];
    println!("{}", contact(&cuboid, &Shape3::from(Ball::new(a, 1.0)?).at(pose)?).separation);
    println!("{}", contact(&cuboid, &Shape3::from(Capsule::new(a, b, 0.5)?).at(pose)?).separation);
    println!("{}", contact(&cuboid, &Shape3::from(Cylinder::new(0.5, 1.0)?).at(pose)?).separation);
    println!("{}", contact(&cuboid, &Shape3::from(Cone::new(0.5, 1.0)?).at(pose)?).separation);
    println!("{}", contact(&cuboid, &Shape3::from(Ellipsoid::new(Vector3::new(1.0, 0.5, 0.7))?).at(pose)?).separation);
    Ok(())
}
