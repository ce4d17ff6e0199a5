//! What is under the pointer, among 5,000 shapes?
//!
//! `cargo run --release -p gjk-scene --example picker`
//!
//! A tree of boxes finds the few shapes that a ray may hit, and `raycast` finds where it hits them. The tree is from the crate `obvhs`,
//! which needs only the `bounds` of the shapes. Any other tree will do.

use gjk::nalgebra::{Isometry3, Point3, Vector3};
use gjk::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid};
use gjk::{Error, Support, SupportExt, raycast};
use gjk_scene::nearest_hit;
use obvhs::aabb::Aabb;
use obvhs::ray::{Ray, RayHit};
use obvhs::{BvhBuildParams, bvh2::builder::build_bvh2};
use std::time::{Duration, Instant};

type Shape = Box<dyn Support<3, Scalar = f32>>;
const COUNT: u32 = 5000;
const SIZE: [u16; 2] = [96, 30];

/// A cloud of six kinds of shapes around the origin, turned as if by chance.
fn shapes() -> Result<Vec<Shape>, Error> {
    let part = |k: u32| {
        let mixed = (k.wrapping_mul(2_654_435_761) ^ k << 7).wrapping_mul(2_246_822_519);
        f32::from(((mixed ^ mixed << 9) >> 16) as u16) / 65_536.0
    };
    let shape = |k: u32| -> Result<Shape, Error> {
        let [angle, height, far, x, y, z] = [0, 1, 2, 3, 4, 5].map(|j| part(6 * k + j));
        let (sin, cos) = (6.3 * angle).sin_cos();
        let radius = 16.0 + 10.0 * far;
        let pose =
            Isometry3::new(Vector3::new(radius * cos, 3.0 * height - 1.5, radius * sin), Vector3::new(x, y, z) * 6.0);
        let size = 0.1 + 0.3 * x * y;
        Ok(match k % 6 {
            // The last one is in the middle, and large.
            _ if k == COUNT - 1 => Box::new(Ball::at(Point3::origin(), 8.0)?),
            0 => Box::new(Cuboid::new(Vector3::new(size, 0.6 * size, 0.4 * size))?.posed(pose)?),
            1 => Box::new(Capsule::new(Point3::new(0.0, -size, 0.0), Point3::new(0.0, size, 0.0), 0.1)?.posed(pose)?),
            2 => Box::new(Cone::with_radius(0.6 * size).half_height(size)?.posed(pose)?),
            3 => Box::new(Cylinder::with_radius(0.5 * size).half_height(size)?.posed(pose)?),
            4 => Box::new(Ellipsoid::new(Vector3::new(size, 0.7 * size, 0.4 * size))?.posed(pose)?),
            _ => Box::new(Ball::at(Point3::origin(), size)?.posed(pose)?),
        })
    };
    (0..COUNT).map(shape).collect()
}

/// Where a ray hits a shape, as a multiple of its direction; infinite if it does not.
fn hit(shape: &Shape, origin: Point3<f32>, direction: Vector3<f32>) -> f32 {
    raycast(shape, origin, direction).ok().flatten().map_or(f32::INFINITY, |hit| hit.time)
}

fn main() -> Result<(), Error> {
    let shapes = shapes()?;
    let boxes: Vec<Aabb> = shapes
        .iter()
        .map(|shape| {
            // The box is rounded to the nearest number: a little more is on the safe side.
            let gjk::Aabb { min, max } = gjk::aabb(shape).grown(1e-5);
            Aabb::new(<[f32; 3]>::from(min).into(), <[f32; 3]>::from(max).into())
        })
        .collect();
    let tree = build_bvh2(&boxes, BvhBuildParams::medium_build(), &mut Duration::default());

    let eye = Point3::new(0.0, 22.0, 50.0);
    let towards = |x: u16, y: u16| {
        let [u, v] = [(f32::from(x) + 0.5) / f32::from(SIZE[0]), (f32::from(y) + 0.5) / f32::from(SIZE[1])];
        Vector3::new(1.5 * (u - 0.5), -0.6 - 0.85 * (v - 0.5), -1.0)
    };
    let mut asked = 0_u32;
    let mut pick = |direction: Vector3<f32>| -> Option<(u32, f32)> {
        let mut nearest = RayHit::none();
        let ray = Ray::new_inf(<[f32; 3]>::from(eye).into(), <[f32; 3]>::from(direction).into());
        let found = tree.ray_traverse(ray, &mut nearest, |_, slot| {
            asked += 1;
            hit(&shapes[tree.primitive_indices[slot] as usize], eye, direction)
        });
        found.then(|| (tree.primitive_indices[nearest.primitive_id as usize], nearest.t))
    };

    let start = Instant::now();
    let picked: Vec<Vec<_>> = (0..SIZE[1]).map(|y| (0..SIZE[0]).map(|x| pick(towards(x, y))).collect()).collect();
    let (time, rays) = (start.elapsed(), u32::from(SIZE[0]) * u32::from(SIZE[1]));
    for row in &picked {
        let letter = |found: &Option<(u32, f32)>| match found {
            None => ' ',
            Some((k, _)) if *k == COUNT - 1 => '.',
            Some((k, _)) => ['#', '|', '^', 'H', 'O', '*'][*k as usize % 6],
        };
        println!("{}", row.iter().map(letter).collect::<String>().trim_end());
    }
    let each = time.as_secs_f64() * 1e6 / f64::from(rays);
    println!(
        "{rays} rays into {COUNT} shapes: {:.1} shapes asked a ray, {each:.1} µs a ray.",
        f64::from(asked) / f64::from(rays)
    );

    // Without the tree: the same shape, or another at the same place.
    let start = Instant::now();
    let mut checked = 0_u32;
    for (x, y) in (0..SIZE[1]).step_by(4).flat_map(|y| (0..SIZE[0]).step_by(9).map(move |x| (x, y))) {
        let nearest = nearest_hit(&shapes, eye, towards(x, y))?.map_or(f32::INFINITY, |(_, hit)| hit.time);
        let found = picked[usize::from(y)][usize::from(x)].map_or(f32::INFINITY, |(_, t)| t);
        assert_eq!(found.to_bits(), nearest.to_bits());
        checked += 1;
    }
    let each = start.elapsed().as_secs_f64() * 1e6 / f64::from(checked);
    println!("Asking all shapes takes {each:.0} µs a ray, and {checked} rays found the same.");
    let hits = picked.iter().flatten().flatten().count();
    assert!(hits > 500 && asked < 30 * rays);
    Ok(())
}
