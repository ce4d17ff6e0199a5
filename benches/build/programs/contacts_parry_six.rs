//! Contacts in space by parry3d.

use parry3d::math::{Pose, Vector};
use parry3d::query::contact;
use parry3d::shape::{Ball, Capsule, Cone, Cuboid, Cylinder};

fn main() {
    let pose = Pose::new(Vector::new(0.3, 1.2, 0.1), Vector::new(0.2, 0.3, 0.1));
    let cuboid = Cuboid::new(Vector::new(1.0, 1.0, 1.0));
    println!("{:?}", contact(&Pose::IDENTITY, &cuboid, &pose, &cuboid, 0.0));
    let [a, b] = [Vector::new(0.0, -0.5, 0.0), Vector::new(0.0, 0.5, 0.0)];
    println!("{:?}", contact(&Pose::IDENTITY, &cuboid, &pose, &Ball::new(1.0), 0.0));
    println!("{:?}", contact(&Pose::IDENTITY, &cuboid, &pose, &Capsule::new(a, b, 0.5), 0.0));
    println!("{:?}", contact(&Pose::IDENTITY, &cuboid, &pose, &Cylinder::with_radius(1.0).half_height(0.5), 0.0));
    println!("{:?}", contact(&Pose::IDENTITY, &cuboid, &pose, &Cone::with_radius(1.0).half_height(0.5), 0.0));
    println!("{:?}", contact(&Pose::IDENTITY, &Ball::new(1.0), &pose, &Cone::with_radius(1.0).half_height(0.5), 0.0));
}
