//! One dimension: A − B is an interval, and its nearer end is the facet nearest the origin.

use super::expansion::{Exit, Expansion, Seed, Surroundings};
use crate::observe::Termination;
use crate::options::usual;
use crate::scalar::Real;
use crate::simplex::{Cases, Simplex};
use nalgebra::Vector1;

impl<T: Real> Expansion<T, 1> for Cases {
    const EVALUATIONS: u32 = usual::<1>();
    type Workspace = ();

    fn expand(_: Seed<'_, T, 1>, surroundings: &mut impl Surroundings<T, 1>, (): &mut ()) -> Option<Exit<T, 1>> {
        let mut end = |normal: Vector1<T>| {
            let found = surroundings.support(&normal)?;
            let reach = found.w.dot(&normal);
            Some(Exit { normal, lower: reach.clone(), reach, facet: Simplex::of_one(found) })
        };
        let (right, left) = (end(Vector1::new(T::one()))?, end(Vector1::new(-T::one()))?);
        surroundings.stopped(Termination::OnBoundary);
        Some(if left.reach < right.reach { left } else { right })
    }
}
