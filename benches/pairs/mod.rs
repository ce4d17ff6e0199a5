//! What the benches share: seeded pairs of shapes at known separations, and the loop that times a question over them.
//!
//! For each pair the offset at which the two shapes just touch is found by bisection, in `f64`, with the library itself:
//! both shapes hold the coordinate origin, so along a ray they intersect up to that offset and never beyond. A
//! separation is a factor of it: apart above 1, overlapping below.

use criterion::{Criterion, Throughput};
use gjk::nalgebra::{Point, SMatrix, SVector};
use gjk::shape::{Cuboid, PointCloud, Posed};
use gjk::{Cases, Pose, Real, SimplexCases, Support, intersects};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::cell::OnceCell;
use std::f64::consts::TAU;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Pairs in each cell.
const PAIRS: usize = 1000;
/// Distinct shapes that the pairs draw from: as in a scene, few shapes are placed many times, and their points stay in
/// the cache.
const SHAPES: usize = 32;
const SEED: u64 = 1;
const SEPARATIONS: [f64; 4] = [1.1, 1.0001, 0.95, 0.5];

/// What is timed.
pub(crate) trait Question {
    const NAME: &'static str;

    /// Puts the question, from a cold start; what comes back is all that must not be optimised away.
    fn ask<A, B, T: Real, const D: usize>(a: &A, b: &B) -> impl Sized
    where
        A: Support<D, Scalar = T>,
        B: Support<D, Scalar = T>,
        Cases: SimplexCases<T, D>;
}

/// Short runs: all cells of a question in less than a minute. Options of the command line prevail.
pub(crate) fn short() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(300))
        .sample_size(20)
        .nresamples(5000)
}

/// The cells of a question: `question/shapes/scalar/separation`.
pub(crate) fn all<Q: Question>(criterion: &mut Criterion) {
    cells::<Q, _, 2>(criterion, "2d rect", |random| Rectangle(random.half_extents()), (cuboid, cuboid));
    cells::<Q, _, 2>(criterion, "2d quad", |random| Points(quad(random.half_extents())), (cloud, cloud));
    cells::<Q, _, 2>(criterion, "2d octagon", |random| Points(octagon(random)), (cloud, cloud));
}
