//! One dimension: A − B is an interval, and its nearer end is the way out.

use super::{Exit, Expansion, Surroundings};
use crate::observe::Stop;
use crate::scalar::Real;
use crate::simplex::{Cases, Simplex};
use crate::vertex::SupportPoint;
use nalgebra::Vector1;

impl<T: Real> Expansion<T, 1> for Cases {
    type Workspace = ();

    fn expand(
        _: &SupportPoint<T, 1>,
        _: &Simplex<T, 1>,
        _: &T,
        surroundings: &mut impl Surroundings<T, 1>,
        (): &mut (),
    ) -> Option<Exit<T, 1>> {
        let mut end = |normal: Vector1<T>| {
            let found = surroundings.vertex(&normal)?;
            let reach = found.w.dot(&normal);
            let mut facet = Simplex::empty();
            facet.push(found);
            Some(Exit { normal, lower: reach.clone(), reach, facet })
        };
        let (right, left) = (end(Vector1::new(T::one()))?, end(Vector1::new(-T::one()))?);
        surroundings.stopped(Stop::OnBoundary);
        Some(if left.reach < right.reach { left } else { right })
    }
}
