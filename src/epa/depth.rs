//! The penetration depth: if the origin is inside A − B, its distance from the boundary.
//!
//! GJK ends on a simplex around the origin. Gino van den Bergen's expanding polytope (Proximity queries and penetration
//! depth computation on 3D game objects, Game Developers Conference 2001) goes on from there. A polytope inside A − B, with the
//! origin inside it, is grown at its facet nearest the origin, until that facet is on the boundary of A − B.
//!
//! This file has the order of the steps: completion, expansion, and the witness points. If the bounds
//! have not met, the balls in round cores are taken as margins, and what is left is measured instead: it is smaller, and not round. If there are
//! none, the best direction is refined to a local minimum, and others that the expansion has left open are, too.

use super::expand::Slack;
use super::expand::{bias_pays, is_loose};
use super::expansion::{Exit, Expansion, Probe, Seed, Surroundings};
use super::refine;
use super::span::{Flat, complete};
use crate::minkowski::{ConvexSet, Erased, Frame};
use crate::observe::{Observer, Phase, Termination};
use crate::query::Options;
use crate::scalar::{Real, Scalar, dimension, largest, max, same, times, unit};
use crate::search::{End, Search, Separation, Until, Witness, point_at};
use crate::simplex::completion::Completed;
use crate::simplex::{Searchable, Simplex};
use crate::tolerance;
use crate::verdict::Undecided;
use crate::vertex::{SupportPoint, first_axis};
use nalgebra::SVector;

/// How often the best of several refinements is refined again.
const AGAIN: u32 = 8;

impl<C: ConvexSet<D, Scalar: Real>, O: Observer<C::Scalar, D>, const D: usize> Probe<'_, C, O, D> {
    /// The point of A − B where the minimum translation ends, or the nearest to it that is found.
    #[cfg_attr(fast, inline(always))]
    fn witness(&mut self, exit: &Exit<C::Scalar, D>, options: &Options<C::Scalar, D>) -> Witness<C::Scalar, D> {
        let (end, accuracy) = (exit.end(), options.accuracy.clone() * self.frame.size.clone());
        let (witness, evaluations) = match Witness::inside(&exit.facet, &end) {
            Some(witness) if witness.is_at(&end, self.frame) || witness.off(&end) <= accuracy => (witness, 0),
            _ => {
                let nearest = Witness::nearest(None, &exit.facet);
                nearest.moved_to(&end, &exit.normal, self.set, self.frame, options, self.evaluations)
            }
        };
        self.evaluations += evaluations;
        witness
    }

    /// Refines an exit whose bounds have not met to a local minimum. If that may not be the least by far, other directions that the
    /// expansion has left open are refined, too.
    #[cold]
    #[inline(never)]
    fn refined(
        &mut self,
        exit: Exit<C::Scalar, D>,
        options: &Options<C::Scalar, D>,
        extent: &C::Scalar,
    ) -> Exit<C::Scalar, D> {
        self.observer.entered(Phase::Refinement);
        let accuracy = options.accuracy.clone() * self.frame.size.clone();
        let first = exit.normal.clone();
        let mut best = self.lowered(exit, options, extent, false);
        for direction in self.open.take().into_iter().flatten().filter(|direction| !same(direction, &first)) {
            if !is_loose(&(best.reach.clone() - best.lower.clone()), &self.frame.size, &accuracy) {
                break;
            }
            self.limit = options.max_evaluations;
            let Some(found) = self.support(&direction) else { break };
            let reach = found.w.dot(&direction);
            let start = Exit { normal: direction, reach, facet: Simplex::of_one(found), lower: best.lower.clone() };
            let other = self.lowered(start, options, extent, true);
            if other.reach < best.reach {
                best = other;
            }
        }
        // A refinement is over after some steps, or where rounding hides what one gains.
        for _ in 0..AGAIN {
            if !is_loose(&(best.reach.clone() - best.lower.clone()), &self.frame.size, &accuracy) {
                break;
            }
            let before = best.reach.clone();
            best = self.lowered(best, options, extent, true);
            let rounding = times(tolerance::REFINED, &C::Scalar::epsilon()) * self.frame.size.clone();
            self.limit = options.max_evaluations;
            if const { D == 3 } {
                best = refine::lowest_in_valley(best, &rounding, &mut Refining { probe: self, options });
            }
            if best.reach >= before {
                break;
            }
        }
        best
    }

    /// The local minimum below an exit.
    fn lowered(
        &mut self,
        exit: Exit<C::Scalar, D>,
        options: &Options<C::Scalar, D>,
        extent: &C::Scalar,
        thorough: bool,
    ) -> Exit<C::Scalar, D> {
        self.limit = self.evaluations + options.left(self.evaluations);
        let size = &self.frame.size;
        refine::refined(exit, size, extent, thorough, &mut Refining { probe: self, options })
    }
}

/// A − B as a refinement sees it.
struct Refining<'r, 'q, C: ConvexSet<D>, O, const D: usize> {
    probe: &'r mut Probe<'q, C, O, D>,
    options: &'r Options<C::Scalar, D>,
}

impl<C: ConvexSet<D, Scalar: Real>, O: Observer<C::Scalar, D>, const D: usize> refine::Surface<C::Scalar, D>
    for Refining<'_, '_, C, O, D>
{
    fn vertex(&mut self, direction: &SVector<C::Scalar, D>) -> Option<SupportPoint<C::Scalar, D>> {
        self.probe.support(direction)
    }

    /// Counts its evaluations in the query's limit and not in the refinement's.
    fn nearest(
        &mut self,
        point: &SVector<C::Scalar, D>,
        normal: &SVector<C::Scalar, D>,
    ) -> Option<SVector<C::Scalar, D>> {
        let Probe { set, frame, evaluations, limit, .. } = &mut *self.probe;
        if self.options.left(*evaluations) == 0 {
            return None;
        }
        let (witness, more) = point_at(*set, frame, self.options, *evaluations, point, normal.clone());
        *evaluations += more;
        *limit = limit.saturating_add(more).min(self.options.max_evaluations);
        Some(witness.w)
    }
}

/// Measures how deep the origin is, after a search that found it inside. If the evaluation limit is reached before anything is known, or
/// for a NaN: how many evaluations there were, and which it was.
#[inline]
pub(crate) fn depth<
    T: Real,
    C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>,
    O: Observer<T, D>,
    const D: usize,
>(
    search: &mut Search<'_, C, O, D>,
    encloses: bool,
) -> Result<Separation<T, D>, (u32, Undecided)> {
    let (mut used, most) = (search.evaluations, search.options.max_evaluations);
    let extent = search.frame.size.clone();
    let depth = match expanded(search, encloses, &extent, &mut used) {
        None if used < most && search.frame.is_all_margin() => along_any(search.set, search.frame, used),
        depth => depth,
    };
    depth.ok_or((used, if used < most { Undecided::NotANumber } else { Undecided::Limit }))
}

/// The depth of cores that are tiny beside the margins, so that products of their coordinates underflow. Then all directions
/// are equally good. The one from middle to middle is taken, where it is known.
#[cold]
fn along_any<T: Real, const D: usize>(
    set: &dyn ConvexSet<D, Scalar = T>,
    frame: &Frame<T, D>,
    evaluations: u32,
) -> Option<Separation<T, D>> {
    let normal =
        frame.toward_origin.as_ref().map(unit).filter(|way| largest(way) > T::zero()).unwrap_or_else(first_axis);
    let vertex = set.vertex(frame, &normal);
    if !vertex.is_in_range() {
        return None;
    }
    let witness = Witness::nearest(None, &Simplex::of_one(vertex));
    let upper = max(T::zero(), witness.w.dot(&normal));
    Some(Separation::overlap(witness, normal, [T::zero(), upper], evaluations + 1))
}

/// The depth by expansion, of a set that reaches as far as `extent`. It starts from the search's simplex, with its newest vertex if the two enclose the origin.
fn expanded<T: Real, C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>, O: Observer<T, D>, const D: usize>(
    search: &mut Search<'_, C, O, D>,
    encloses: bool,
    extent: &T,
    used: &mut u32,
) -> Option<Separation<T, D>> {
    let (set, frame, options, evaluations) = (search.set, search.frame, search.options, search.evaluations);
    let (observer, simplex, newest) = (&mut *search.observer, &search.simplex, &search.newest);
    let limit = options.max_evaluations.min(evaluations.saturating_add(C::Cases::EVALUATIONS));
    // No bias if the centers coincide (there is no direction), or if one is not a number.
    let expected =
        frame.toward_origin.as_ref().filter(|_| options.shortcuts && D == 3 && bias_pays(set.vertex_count_hints()));
    let bias = expected.map(unit).filter(|bias| largest(bias) > T::zero() && bias.iter().all(Scalar::in_range));
    let mut probe = Probe { set, frame, observer: &mut *observer, evaluations, limit, open: None };
    let newest = encloses.then_some(newest);
    let completed;
    let (newest, simplex) = match newest {
        Some(newest) if C::Cases::is_solid(newest, simplex, &frame.size) => (newest, simplex),
        _ => {
            probe.observer.entered(Phase::Completion);
            let found = complete(newest, simplex, &frame.size, &mut probe);
            *used = probe.evaluations;
            completed = found?;
            match &completed {
                Completed::Solid { newest, simplex } => (newest, simplex),
                Completed::Flat(Flat { normal, reach }) => {
                    probe.observer.stopped(Termination::OnBoundary);
                    let (upper, witness) = (max(T::zero(), reach.clone()), Witness::nearest(newest, simplex));
                    let end = normal * upper.clone();
                    let (witness, more) = witness.moved_to(&end, normal, set, frame, options, *used);
                    return Some(Separation::overlap(
                        witness,
                        normal.clone(),
                        [T::zero(), upper],
                        probe.evaluations + more,
                    ));
                }
            }
        }
    };
    probe.observer.entered(Phase::Expansion);
    let accuracy = options.accuracy.clone() * frame.size.clone();
    let seed = Seed { newest, simplex, size: &frame.size, accuracy: accuracy.clone(), bias };
    let exit = C::Cases::expand(seed, &mut probe);
    *used = probe.evaluations;
    let mut exit = exit?;
    if exit.reach.clone() - exit.lower.clone()
        > max(times(tolerance::MET, &Slack::of(&frame.size).gap), accuracy.clone())
    {
        if probe.open.is_some()
            && let Some(depth) = peeled::<C::Cases, _, D>(&exit, set, frame, options, &mut probe.evaluations)
        {
            return Some(depth);
        }
        exit = probe.refined(exit, options, extent);
    }
    let mut witness = probe.witness(&exit, options);
    // 2⁻³² of the coordinates: as far as the witness point of a curved surface may be off. (In `f32` that is below the rounding.)
    let part = T::one() / times(1 << 16, &T::one());
    let near = max(part.clone() * part * frame.size.clone(), accuracy);
    if !witness.is_at(&exit.end(), frame) && witness.off(&exit.end()) > near {
        // A − B is curved: with a normal that is slightly wrong, no point of A − B is where the translation ends.
        exit = probe.refined(exit, options, extent);
        witness = probe.witness(&exit, options);
    }
    let upper = max(T::zero(), exit.reach);
    let lower = if exit.lower < upper { max(T::zero(), exit.lower) } else { upper.clone() };
    Some(Separation::overlap(witness, exit.normal, [lower, upper], probe.evaluations))
}

/// The depth of round cores: takes the balls in them as margins, and measures the rest, which is smaller and not round. `None` if the
/// cores are not round, or if the depth is not less than the exit's.
#[cold]
#[inline(never)]
fn peeled<K: Expansion<T, D>, T: Real, const D: usize>(
    exit: &Exit<T, D>,
    set: &dyn ConvexSet<D, Scalar = T>,
    frame: &Frame<T, D>,
    options: &Options<T, D>,
    used: &mut u32,
) -> Option<Separation<T, D>> {
    let balls = set.roundness();
    let radius = (balls[0].clone() + balls[1].clone()) * frame.scale.clone();
    // Those for the extent, and one for the reach along the normal.
    let around = 2 * dimension::<D>() + 1;
    let max_evaluations = options.max_evaluations.saturating_sub(used.saturating_add(around));
    if radius.is_zero() || max_evaluations == 0 {
        return None;
    }
    let (frame, peeled) =
        (&Frame { margin: T::zero(), ..frame.clone() }, Peeled { set, balls, radius: radius.clone() });
    let options = &Options { max_evaluations, ..options.clone() };
    // Types that other queries search with, too: nothing more has to be compiled.
    let (erased, mut unwatched) = (Erased::<_, K, D>::new(&peeled), &mut () as &mut dyn Observer<T, D>);
    let extent = extent_of(&peeled, frame);
    *used += 2 * dimension::<D>();
    let mut search = Search::new(&erased, frame, options, &mut unwatched);
    let approach = search.measure(&Until::Nearest);
    let mut spent = search.evaluations;
    let depth = match approach.end {
        End::Undecided(_) => None,
        end if approach.plane.is_none() => expanded(&mut search, end == End::Enclosed, &extent, &mut spent),
        _ => {
            let (approach, nearest) = search.nearest_point(approach);
            let found = Separation::apart(nearest, &approach, &peeled, frame, options, search.evaluations);
            // The rest is apart, but with their balls the cores overlap. The points bound that depth from below.
            found.map(|found| Separation { end: End::Enclosed, bound: found.distance.clone(), ..found })
        }
    };
    let Some(mut depth) = depth else {
        *used += spent;
        return None;
    };
    // The lower bound is what the balls and the rest prove, the upper one what the normal does.
    *used += depth.evaluations + 1;
    depth.evaluations = *used;
    let upper = max(T::zero(), set.vertex(frame, &depth.normal).w.dot(&depth.normal));
    let lower = max(exit.lower.clone(), radius.clone() - depth.bound);
    let lower = if upper < lower { upper.clone() } else { lower };
    let is_less = upper <= exit.reach;
    (depth.distance, depth.bound) = (-upper, -lower);
    depth.witness.w += &depth.normal * radius;
    depth.witness.a += &depth.normal * peeled.balls[0].clone();
    depth.witness.b -= &depth.normal * peeled.balls[1].clone();
    is_less.then_some(depth)
}

/// The largest coordinate of a set, but no less than rounding lets be seen.
fn extent_of<T: Real, const D: usize>(set: &dyn ConvexSet<D, Scalar = T>, frame: &Frame<T, D>) -> T {
    let mut extent = times(tolerance::LEAST_EXTENT, &T::epsilon()) * frame.size.clone();
    for axis in 0..2 * D {
        let mut direction = SVector::zeros();
        direction[axis / 2] = if axis % 2 == 0 { T::one() } else { -T::one() };
        extent = max(extent, largest(&set.vertex(frame, &direction).w));
    }
    extent
}

/// A − B without the balls in A and B.
struct Peeled<'q, T, const D: usize> {
    set: &'q dyn ConvexSet<D, Scalar = T>,
    /// Their radii, in the shapes' own units.
    balls: [T; 2],
    /// The sum of both, at the frame's scale.
    radius: T,
}

impl<T: Real, const D: usize> ConvexSet<D> for Peeled<'_, T, D> {
    type Scalar = T;

    fn frame(&self) -> Frame<T, D> {
        self.set.frame()
    }

    fn vertex(&self, frame: &Frame<T, D>, direction: &SVector<T, D>) -> SupportPoint<T, D> {
        let (vertex, normal) = (self.set.vertex(frame, direction), unit(direction));
        let [a, b] = &self.balls;
        SupportPoint {
            w: vertex.w - &normal * self.radius.clone(),
            a: vertex.a - &normal * a.clone(),
            b: vertex.b + &normal * b.clone(),
            ..vertex
        }
    }

    fn margins(&self) -> [T; 2] {
        [T::zero(), T::zero()]
    }
}
