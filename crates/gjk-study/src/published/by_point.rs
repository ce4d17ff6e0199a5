//! Our own cases with another direction. Our direction is the feature's normal, a product of edges. This one leads from the nearest
//! point to the origin, as in most of the literature. The nearer the point, the fewer of its digits are right.

use super::nearest::{labelled, of_hull};
use gjk::nalgebra::SVector;
use gjk::scalar::Scalar;
use gjk::simplex::SupportPoint;
use gjk::simplex::{Cases, Location, Simplex, SimplexCases, Tests};

#[derive(Clone, Copy, Debug)]
pub(crate) struct ByPoint;

impl<T: Scalar, const D: usize> SimplexCases<T, D> for ByPoint
where
    Cases: SimplexCases<T, D>,
{
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<T, D>, newest: &SupportPoint<T, D>, tests: &mut impl Tests<T, D>) -> Location<T, D> {
        let location = Cases::examine(simplex, newest, tests);
        let Location::Search { region, .. } = &location else { return location };
        let (points, count) = labelled(simplex, newest);
        let mut kept = [(0, points[0]); 4];
        let mut size = 0;
        for label in (0..count).filter(|&label| region.has(label)) {
            kept[size] = (label, points[label]);
            size += 1;
        }
        match of_hull(&kept[..size]) {
            Some(nearest) => Location::Search { region: *region, direction: -nearest.point },
            None => location,
        }
    }

    fn perpendicular(vertices: &[SupportPoint<T, D>]) -> SVector<T, D> {
        Cases::perpendicular(vertices)
    }
}
