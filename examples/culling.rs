//! Which boxes does a camera see, and how many unseen ones does the usual test keep?
//!
//! `cargo run --release --example culling`
//!
//! A camera's frustum against 1,000 walls and houses. The usual test discards a box if all of its corners are behind one of the six planes,
//! so it keeps large boxes near an edge of the frustum. `intersects` discards those, too. This is checked for each discarded box: a plane
//! has all corners of the frustum on one side and all corners of the box on the other.

use gjk::nalgebra::{Isometry3, Point3, Vector3};
use gjk::shape::{Cuboid, Frustum, Posed};
use gjk::{Error, SupportExt, aabb, distance, intersects};
use std::time::Instant;

const FIELD_OF_VIEW: f64 = 0.8;
const ASPECT: f64 = 1.6;
const FAR: f64 = 70.0;

type Block = Posed<Cuboid<f64, 3>, f64, 3>;

fn city() -> Result<Vec<Block>, Error> {
    let part = |k: u32| {
        let mixed = (k.wrapping_mul(2_654_435_761) ^ k << 7).wrapping_mul(2_246_822_519);
        f64::from(((mixed ^ mixed << 9) >> 16) as u16) / 65_536.0
    };
    let block = |k: u32| {
        let [x, z, w, h, d, turn] = [0, 1, 2, 3, 4, 5].map(|j| part(6 * k + j));
        let half = Vector3::new(1.0 + 29.0 * w * w, 1.0 + 9.0 * h * h, 0.5 + 1.5 * d);
        let at = Vector3::new(156.0 * x - 78.0, half.y, 88.0 * z - 78.0);
        Cuboid::new(half)?.posed(Isometry3::new(at, Vector3::y() * (6.0 * turn)))
    };
    (0..1000).map(block).collect()
}

fn corners(block: &Block) -> Vec<Point3<f64>> {
    let half = block.shape().half_extents();
    let sign = |k: usize, bit: usize| if k & bit == 0 { -1.0 } else { 1.0 };
    let corner = |k| Vector3::new(sign(k, 1), sign(k, 2), sign(k, 4)).component_mul(half);
    (0..8).map(|k| (block.pose().matrix() * corner(k) + block.pose().translation()).into()).collect()
}

/// The usual test: whether all corners are behind one of the planes.
fn behind_a_plane(camera: &Isometry3<f64>, block: &Block) -> bool {
    let up = (FIELD_OF_VIEW / 2.0).tan();
    let seen: Vec<_> = corners(block).iter().map(|p| camera.inverse_transform_point(p)).collect();
    let all = |behind: &dyn Fn(&Point3<f64>) -> bool| seen.iter().all(behind);
    all(&|p| p.z > -1.0)
        || all(&|p| p.z < -FAR)
        || [1.0, -1.0].iter().any(|s| all(&|p| s * p.y > -p.z * up) || all(&|p| s * p.x > -p.z * up * ASPECT))
}

fn main() -> Result<(), Error> {
    let city = city()?;
    // From above a roof, looking down a little, and past the x axis.
    let camera =
        Isometry3::look_at_rh(&Point3::new(0.0, 12.0, 0.0), &Point3::new(10.0, 5.0, -40.0), &Vector3::y()).inverse();
    let view = Frustum::perspective(FIELD_OF_VIEW, ASPECT, 1.0, FAR)?.posed(camera)?;

    let start = Instant::now();
    let around = aabb(&view);
    let seen: Vec<bool> =
        city.iter().map(|block| aabb(block).intersects(&around) && intersects(&view, block)).collect();
    let time = start.elapsed().as_secs_f64() * 1e6;
    let kept: Vec<bool> = city.iter().map(|block| !behind_a_plane(&camera, block)).collect();

    // From above: a column is 2 m wide, a row 4 m deep; the camera is at C.
    for z in (-78..14_i8).step_by(4).map(f64::from) {
        let letter = |x: f64| {
            let holds = |at: &Vector3<f64>| (x..x + 2.0).contains(&at.x) && (z..z + 4.0).contains(&at.z);
            let any = |which: &[bool]| (0..city.len()).any(|k| which[k] && holds(city[k].pose().translation()));
            let camera = holds(&camera.translation.vector);
            if camera {
                'C'
            } else if any(&seen) {
                '#'
            } else if any(&kept) {
                'o'
            } else {
                ' '
            }
        };
        println!("{}", (-78..78_i8).step_by(2).map(|x| letter(f64::from(x))).collect::<String>().trim_end());
    }
    let count = |which: &[bool]| which.iter().filter(|is| **is).count();
    let (drawn, usual) = (count(&seen), count(&kept));
    println!("#: {drawn} of 1000 are drawn, in {time:.0} µs. o: {} more by the test of six planes.", usual - drawn);
    for (k, block) in city.iter().enumerate() {
        // What the planes throw away is not seen; and what is not seen is on the other side of some plane.
        assert!(kept[k] || !seen[k]);
        let gap = distance(&view, block);
        let separates = |normal: Vector3<f64>| {
            let level = |p: &Point3<f64>| p.coords.dot(&normal);
            let of_view = view.shape().corners().iter().map(|p| level(&(camera * p))).fold(f64::MIN, f64::max);
            of_view < corners(block).iter().map(level).fold(f64::MAX, f64::min)
        };
        assert!(seen[k] == gap.intersects() && seen[k] == gap.normal.is_none(), "{k}");
        assert!(gap.normal.is_none_or(separates), "{k}");
    }
    assert!(drawn > 200 && usual > drawn);
    Ok(())
}
