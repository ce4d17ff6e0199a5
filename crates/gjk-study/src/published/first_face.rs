//! A common mistake, also in early versions of some published code: the first face of the tetrahedron with the origin in front is taken. If
//! the normals of two faces are at an acute angle, the origin can be in front of both, and nearest to the other. The search then leads away
//! and back, and sometimes in circles. All other cases are as in [`Muratori`].

use super::muratori::{Muratori, Tip, fewer};
use gjk::nalgebra::SVector;
use gjk::scalar::Scalar;
use gjk::simplex::SupportPoint;
use gjk::simplex::{Cases, Location, Simplex, SimplexCases, Tests};

#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstFace;

impl<T: Scalar> SimplexCases<T, 2> for FirstFace {
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<T, 2>, newest: &SupportPoint<T, 2>, tests: &mut impl Tests<T, 2>) -> Location<T, 2> {
        Muratori::examine(simplex, newest, tests)
    }

    fn perpendicular(vertices: &[SupportPoint<T, 2>]) -> SVector<T, 2> {
        Cases::perpendicular(vertices)
    }
}

impl<T: Scalar> SimplexCases<T, 3> for FirstFace {
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<T, 3>, a: &SupportPoint<T, 3>, tests: &mut impl Tests<T, 3>) -> Location<T, 3> {
        let Some(tip) = Tip::of(simplex, a) else { return fewer(simplex, a, tests) };
        match (0..3).find(|&i| tip.is_in_front(i, tests)) {
            Some(first) => tip.face(first, tests),
            None => Location::Enclosed,
        }
    }

    fn perpendicular(vertices: &[SupportPoint<T, 3>]) -> SVector<T, 3> {
        Cases::perpendicular(vertices)
    }
}
