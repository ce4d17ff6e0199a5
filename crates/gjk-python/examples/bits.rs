//! Writes the library's answers for a box and a hull, for a test that compares Python's answers with them, bit by bit. Reads the poses
//! from a file: pairs of matrices of four rows.

use gjk::exact::Float as _;
use gjk::nalgebra::{Matrix3, Point3, Vector3};
use gjk::shape::{ConvexHull, Cuboid, Shape3};
use gjk::{Pose, SupportExt, certified};
use std::io::{self, Read, Write};

/// The corners of the hull, which Python makes in the same way.
fn hull() -> Result<ConvexHull<f64>, gjk::Error> {
    let corner = |k: i32| Point3::new(f64::from(k % 5) - 2.0, f64::from(k * k % 7) / 4.0, f64::from(k * 3 % 11) / 8.0);
    ConvexHull::new((0..24).map(corner))
}

fn pose(rows: &[f64]) -> Result<Pose<f64, 3>, gjk::Error> {
    let rotation = Matrix3::from_fn(|row, column| rows[4 * row + column]);
    Pose::new(rotation, Vector3::new(rows[3], rows[7], rows[11]))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    let numbers: Vec<f64> =
        bytes.chunks_exact(8).map(|chunk| f64::from_le_bytes(chunk.try_into().unwrap_or_default())).collect();
    let shapes: [Shape3<f64>; 2] = [Cuboid::new([1.0, 0.5, 0.75])?.into(), hull()?.into()];
    let mut out = io::BufWriter::new(io::stdout());
    for pair in numbers.chunks_exact(32) {
        let (a, b) = (pose(&pair[..16])?, pose(&pair[16..])?);
        let (a, box_b, hull_b) = ((&shapes[0]).posed(a)?, (&shapes[0]).posed(b)?, (&shapes[1]).posed(b)?);
        for b in [&box_b, &hull_b] {
            let (near, hit) = (gjk::distance(&a, b), gjk::contact(&a, b));
            let proven = certified::distance(&a, b).bounds.unwrap_or([f64::NAN; 2]);
            let scalars = [near.distance, near.lower, hit.separation, hit.lower, hit.upper, proven[0], proven[1]];
            let points = near.points.iter().chain(&hit.points).flat_map(|point| point.iter().copied());
            for number in scalars.into_iter().chain(points).chain(hit.normal.iter().copied()) {
                out.write_all(&number.widen().to_le_bytes())?;
            }
        }
    }
    Ok(())
}
