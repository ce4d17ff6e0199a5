//! How do I ask about a shape that the library does not have?
//!
//! ```sh
//! cargo run --release --example own_shape
//! ```
//!
//! Implement one method: it returns the farthest point of the shape along a direction. The shape here is a lens, the intersection
//! of two equal balls. All queries take it, alone or posed, swollen, summed, or in a hull.

use gjk::nalgebra::{Isometry3, Point3, Vector3};
use gjk::shape::{Ball, Cuboid, Hull};
use gjk::{Error, Support, SupportExt, contact, distance, intersects, raycast, support_fn, time_of_impact};
use gjk::{ImpactOptions, RigidMotion};

/// What two balls of `radius` have in common, whose centers are at (0, `offset`, 0) and (0, −`offset`, 0).
#[derive(Clone, Copy)]
struct Lens {
    radius: f64,
    offset: f64,
}

impl Lens {
    /// The radius of the circle in which the two spheres meet.
    fn rim(self) -> f64 {
        (self.radius * self.radius - self.offset * self.offset).sqrt()
    }
}

impl Support<3> for Lens {
    type Scalar = f64;

    /// On the upper cap, which belongs to the lower ball; on the lower one; or on the rim between the two.
    fn support(&self, direction: &Vector3<f64>) -> Point3<f64> {
        let d = direction.normalize();
        let below = Vector3::new(0.0, -self.offset.copysign(d.y), 0.0);
        let on_cap = below + d * self.radius;
        if on_cap.y * d.y > 0.0 {
            return on_cap.into();
        }
        let flat = Vector3::new(d.x, 0.0, d.z);
        Point3::from(flat * (self.rim() / flat.norm()))
    }

    /// Not needed, but it saves steps: the search begins between the centers.
    fn center(&self) -> Option<Point3<f64>> {
        Some(Point3::origin())
    }
}

fn main() -> Result<(), Error> {
    let lens = Lens { radius: 5.0, offset: 4.0 };
    println!("A lens: radius {} at the rim, {} thick.", lens.rim(), 2.0 * (lens.radius - lens.offset));

    // A ball above it: the nearest points are on the axis.
    let ball = Ball::at(Point3::new(0.0, 3.0, 0.0), 0.5)?;
    let gap = distance(&lens, &ball);
    println!("A ball above it is {} away, proven to be at least {}.", gap.distance, gap.lower);
    assert!((gap.distance - 1.5).abs() < 1e-14 && (gap.points[0] - Point3::new(0.0, 1.0, 0.0)).norm() < 1e-7);

    // It stands on its rim, turned by a right angle, and has sunk into the floor by a tenth.
    let floor = Cuboid::new(Vector3::new(10.0, 1.0, 10.0))?.posed(Vector3::new(0.0, -1.0, 0.0))?;
    let standing =
        lens.posed(Isometry3::new(Vector3::new(0.0, 2.9, 0.0), Vector3::x() * std::f64::consts::FRAC_PI_2))?;
    let touch = contact(&floor, &standing);
    println!(
        "Standing on its rim it overlaps the floor by {:.12}; out of it leads {:?}.",
        touch.depth(),
        touch.normal.data.0[0]
    );
    assert!(touch.intersects() && (touch.depth() - 0.1).abs() < 1e-12);

    // A ray from the side meets the cap where |p − (0, −4, 0)| = 5.
    let seen = raycast(&lens, [-9.0, 0.5, 0.0], Vector3::x())?.expect("it is in the way");
    let at = seen.point;
    println!("A ray from the left meets it at ({:.6}, {:.6}, {:.6}).", at.x, at.y, at.z);
    assert!(((at - Point3::new(0.0, -4.0, 0.0)).norm() - 5.0).abs() < 1e-12);

    // It falls and turns.
    let fall =
        RigidMotion::moving(Vector3::new(0.0, -4.0, 0.0)).turning(Vector3::z() * 1.5, Point3::new(0.0, 6.0, 0.0));
    let dropped = lens.posed(Vector3::new(0.0, 6.0, 0.0))?;
    let hit =
        time_of_impact(&floor, &RigidMotion::rest(), &dropped, &fall, ImpactOptions::from(2.0))?.hit.expect("it falls");
    println!("Dropped from a height of 6, turning, it meets the floor after {:.6} of the motion.", hit.time);
    // When its lowest point is at height 0: by hand, with the support mapping alone.
    let lowest = |t: f64| {
        let turned = Isometry3::new(Vector3::new(0.0, 6.0 - 4.0 * t, 0.0), Vector3::z() * 1.5 * t);
        (turned * lens.support(&turned.inverse_transform_vector(&-Vector3::y()))).y
    };
    assert!(lowest(hit.time).abs() < 1e-6 && (0..100).all(|k| lowest(hit.time * f64::from(k) / 100.0) > 0.0));

    // A closure is a shape, too, and a hull takes both: here from the lens to a point high above it.
    let tip = support_fn(|_: &Vector3<f64>| Point3::new(0.0, 9.0, 0.0));
    let parts: [&dyn Support<3, Scalar = f64>; 2] = [&lens, &tip];
    let spinning_top = Hull::new(parts)?;
    let beside = Ball::at(Point3::new(1.0, 6.0, 0.0), 0.1)?;
    let [near_lens, near_top] = [intersects(&lens, &beside), intersects(&spinning_top, &beside)];
    println!("A ball at (1, 6, 0) touches the lens: {near_lens}; touches the hull of lens and tip: {near_top}.");
    assert!(!near_lens && near_top);
    Ok(())
}
