//! A planted mistake, which a study has to find: of the tetrahedron's three faces at the newest vertex, the second is tested with the
//! wrong sign. All other cases are as in [`Muratori`].

use super::muratori::{Muratori, Tip, fewer};
use gjk::nalgebra::SVector;
use gjk::scalar::Scalar;
use gjk::simplex::SupportPoint;
use gjk::simplex::{Cases, Location, Simplex, SimplexCases, Tests};

#[derive(Clone, Copy, Debug)]
pub(crate) struct WrongSign;

impl<T: Scalar> SimplexCases<T, 2> for WrongSign {
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<T, 2>, newest: &SupportPoint<T, 2>, tests: &mut impl Tests<T, 2>) -> Location<T, 2> {
        Muratori::examine(simplex, newest, tests)
    }

    fn perpendicular(vertices: &[SupportPoint<T, 2>]) -> SVector<T, 2> {
        Cases::perpendicular(vertices)
    }
}

impl<T: Scalar> SimplexCases<T, 3> for WrongSign {
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<T, 3>, a: &SupportPoint<T, 3>, tests: &mut impl Tests<T, 3>) -> Location<T, 3> {
        let Some(tip) = Tip::of(simplex, a) else { return fewer(simplex, a, tests) };
        match (0..3).find(|&i| tip.is_in_front(i, tests) != (i == 1)) {
            Some(first) => tip.face(first, tests),
            None => Location::Enclosed,
        }
    }

    fn perpendicular(vertices: &[SupportPoint<T, 3>]) -> SVector<T, 3> {
        Cases::perpendicular(vertices)
    }
}
