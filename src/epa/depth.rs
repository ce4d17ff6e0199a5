//! The penetration depth: if the origin is inside A − B, its distance from the boundary.
//!
//! GJK ends on a simplex around the origin. Gino van den Bergen's expanding polytope (Proximity queries and penetration
//! depth computation on 3D game objects, Game Developers Conference 2001) goes on from there. A polytope inside A − B, with the
//! origin inside it, is grown at its facet nearest the origin, until that facet is on the boundary of A − B.
//!
//! This file has the order of the steps: the closed form if there is one; else completion, expansion, local refinement if the
//! bounds have not met, and the witness points.

use super::expansion::{Exit, Expansion, Seed, Surroundings};
use super::probe::Probe;
use super::span::{Flat, complete};
use super::surface::Slack;
use super::{bias, parallelotope, refine};
use crate::minkowski::{ConvexSet, Frame};
use crate::observe::{Observer, Phase, Termination};
use crate::query::Options;
use crate::scalar::{Real, Scalar, largest, max, times, unit};
use crate::search::{Mean, Search, Witness, point_at};
use crate::simplex::completion::Completed;
use crate::simplex::{FeatureIds, Searchable, Simplex};
use crate::support::Parallelotope;
use crate::vertex::first_axis;
use nalgebra::SVector;

/// Bounds have met if they differ by at most this many times [`Slack::gap`].
const MET: u32 = 4;

/// 2⁻³² of the coordinates: how far the witness point of a curved surface may be from where the minimum translation
/// ends. (In `f32` that is below the rounding.)
fn curvature_tol<T: Real>() -> T {
    let part = T::one() / times(1 << 16, &T::one());
    part.clone() * part
}

/// The depth of the origin in A − B, and the witness points of A and B, at the frame's scale.
pub(crate) struct Depth<T, const D: usize> {
    pub(crate) normal: SVector<T, D>,
    pub(crate) lower: T,
    pub(crate) upper: T,
    pub(crate) a: SVector<T, D>,
    pub(crate) b: SVector<T, D>,
    /// The names of the vertices that these are means of.
    pub(crate) ids: FeatureIds<D>,
    pub(crate) evaluations: u32,
}

impl<T: Real, const D: usize> Depth<T, D> {
    #[cfg_attr(fast, inline(always))]
    fn at(witness: Witness<T, D>, normal: SVector<T, D>, [lower, upper]: [T; 2], evaluations: u32) -> Self {
        let Witness { mean: Mean { a, b, .. }, ids } = witness;
        Self { normal, lower, upper, a, b, ids, evaluations }
    }
}

impl<C: ConvexSet<D, Scalar: Real>, O: Observer<C::Scalar, D>, const D: usize> Probe<'_, C, O, D> {
    /// The point of A − B where the minimum translation ends, or the nearest to it that is found.
    #[cfg_attr(fast, inline(always))]
    fn witness(&mut self, exit: &Exit<C::Scalar, D>, options: &Options<C::Scalar, D>) -> Witness<C::Scalar, D> {
        let (end, accuracy) = (exit.end(), options.accuracy.clone() * self.frame.size.clone());
        let (witness, evaluations) = match Witness::inside(&exit.facet, &end) {
            Some(witness) if witness.is_at(&end, self.frame) || witness.off(&end) <= accuracy => (witness, 0),
            _ => Witness::nearest(None, &exit.facet).moved_to(&end, &exit.normal, self.set, self.frame, options),
        };
        self.evaluations += evaluations;
        witness
    }

    /// Refines an exit whose bounds have not met to a local minimum. It may take as many evaluations again, and
    /// those of the nearest points that it asks for.
    #[cold]
    #[inline(never)]
    fn refined(&mut self, exit: Exit<C::Scalar, D>, options: &Options<C::Scalar, D>) -> Exit<C::Scalar, D> {
        self.observer.entered(Phase::Refinement);
        self.limit = self.limit.saturating_add(options.max_evaluations);
        let (set, frame, size) = (self.set, self.frame, &self.frame.size);
        let mut more = 0;
        let exit = refine::refined(exit, size, &mut |direction| self.support(direction), &mut |point, normal| {
            let (witness, evaluations) = point_at(set, frame, options, point, normal.clone());
            more += evaluations;
            witness.mean.w
        });
        self.evaluations = self.evaluations.saturating_add(more);
        exit
    }
}

/// The depth of the origin in the difference of two parallelotopes, if there is a closed form; if a least depth is given, only
/// if it is more.
#[cfg_attr(fast, inline(always))]
pub(crate) fn parallelotopes_depth<T: Real, const D: usize>(
    shapes: &[Parallelotope<T, D>; 2],
    set: &dyn ConvexSet<D, Scalar = T>,
    frame: &Frame<T, D>,
    options: &Options<T, D>,
    least: Option<&T>,
) -> Option<Depth<T, D>> {
    let (normal, reach, end) = parallelotope::min_translation(shapes, &frame.scale, &frame.size, least)?;
    let upper = max(T::zero(), reach);
    let (witness, evaluations) = end.moved_to(&(&normal * upper.clone()), &normal, set, frame, options);
    Some(Depth::at(witness, normal, [upper.clone(), upper], evaluations))
}

/// Measures how deep the origin is, after a search that found it inside. `None` if the evaluation limit is reached before anything
/// is known, or for a NaN.
#[inline]
pub(crate) fn depth<
    T: Real,
    C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>,
    O: Observer<T, D>,
    const D: usize,
>(
    search: &mut Search<'_, C, O, D>,
    encloses: bool,
    workspace: &mut <C::Cases as Expansion<T, D>>::Workspace,
) -> Option<Depth<T, D>> {
    match expanded(search, encloses, workspace) {
        None if search.frame().is_all_margin() => along_any(search.set(), search.frame(), search.evaluations()),
        depth => depth,
    }
}

/// The depth of cores that are tiny beside the margins, so that products of their coordinates underflow. Then all directions
/// are equally good. The one from middle to middle is taken, where it is known.
#[cold]
fn along_any<T: Real, const D: usize>(
    set: &dyn ConvexSet<D, Scalar = T>,
    frame: &Frame<T, D>,
    evaluations: u32,
) -> Option<Depth<T, D>> {
    let normal =
        frame.toward_origin.as_ref().map(unit).filter(|way| largest(way) > T::zero()).unwrap_or_else(first_axis);
    let vertex = set.vertex(frame, &normal);
    if !vertex.is_in_range() {
        return None;
    }
    let witness = Witness::nearest(None, &Simplex::of_one(vertex));
    let upper = max(T::zero(), witness.mean.w.dot(&normal));
    Some(Depth::at(witness, normal, [T::zero(), upper], evaluations + 1))
}

/// The depth by expansion. It starts from the search's simplex, with its newest vertex if the two enclose the origin.
fn expanded<T: Real, C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>, O: Observer<T, D>, const D: usize>(
    search: &mut Search<'_, C, O, D>,
    encloses: bool,
    workspace: &mut <C::Cases as Expansion<T, D>>::Workspace,
) -> Option<Depth<T, D>> {
    let (set, frame, options, evaluations) = (search.set(), search.frame(), search.options(), search.evaluations());
    let (observer, simplex, newest) = search.observed();
    if options.shortcuts
        && let Some(shapes) = set.parallelotopes(frame)
        && let Some(depth) = parallelotopes_depth(&shapes, set, frame, options, None)
    {
        return Some(Depth { evaluations: evaluations + depth.evaluations, ..depth });
    }
    let limit = evaluations.saturating_add(options.max_evaluations);
    // No bias if the centers coincide (there is no direction), or if one is not a number.
    let expected =
        frame.toward_origin.as_ref().filter(|_| options.shortcuts && D == 3 && bias::pays(set.vertex_count_hints()));
    let bias = expected.map(unit).filter(|bias| largest(bias) > T::zero() && bias.iter().all(Scalar::in_range));
    let mut probe = Probe { set, frame, observer: &mut *observer, evaluations, limit };
    let newest = encloses.then_some(newest);
    let completed;
    let (newest, simplex) = match newest {
        Some(newest) if C::Cases::is_solid(newest, simplex, &frame.size) => (newest, simplex),
        _ => {
            probe.observer.entered(Phase::Completion);
            completed = complete(newest, simplex, &frame.size, &mut probe)?;
            match &completed {
                Completed::Solid { newest, simplex } => (newest, simplex),
                Completed::Flat(Flat { normal, reach }) => {
                    probe.observer.stopped(Termination::OnBoundary);
                    let (upper, witness) = (max(T::zero(), reach.clone()), Witness::nearest(newest, simplex));
                    let end = normal * upper.clone();
                    let (witness, more) = witness.moved_to(&end, normal, set, frame, options);
                    return Some(Depth::at(witness, normal.clone(), [T::zero(), upper], probe.evaluations + more));
                }
            }
        }
    };
    probe.observer.entered(Phase::Expansion);
    let accuracy = options.accuracy.clone() * frame.size.clone();
    let seed = Seed { newest, simplex, size: &frame.size, accuracy: accuracy.clone(), bias };
    let mut exit = C::Cases::expand(seed, &mut probe, workspace)?;
    if exit.reach.clone() - exit.lower.clone() > max(times(MET, &Slack::of(&frame.size).gap), accuracy.clone()) {
        exit = probe.refined(exit, options);
    }
    let mut witness = probe.witness(&exit, options);
    let near = max(curvature_tol::<T>() * frame.size.clone(), accuracy);
    if !witness.is_at(&exit.end(), frame) && witness.off(&exit.end()) > near {
        // A − B is curved: with a normal that is slightly wrong, no point of A − B is where the translation ends.
        exit = probe.refined(exit, options);
        witness = probe.witness(&exit, options);
    }
    let upper = max(T::zero(), exit.reach);
    let lower = if exit.lower < upper { max(T::zero(), exit.lower) } else { upper.clone() };
    Some(Depth::at(witness, exit.normal, [lower, upper], probe.evaluations))
}
