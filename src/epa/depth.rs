//! The penetration depth: if the origin is inside A − B, its distance from the boundary.
//!
//! GJK ends on a simplex around the origin. Gino van den Bergen's expanding polytope (Proximity queries and penetration
//! depth computation on 3D game objects, Game Developers Conference 2001) goes on from there: a polytope inside A − B,
//! with the origin inside it, grows at its facet nearest the origin, until this facet is on the boundary of A − B.
//!
//! This file has the order of the steps: completion, expansion, witness points. If the bounds have not met, the balls
//! in round cores are taken as margins, and the rest, which is smaller and not round, is measured instead. Without
//! balls the best direction is refined to a local minimum, and so are others that the expansion has left open.

use super::expand::{Slack, bias_pays, is_loose};
use super::expansion::{Expansion, InitialSimplex, Probe, SupportSource, Translation};
use super::refine;
use super::span::{Flat, complete};
use crate::minkowski::{ConvexSet, Erased, Frame};
use crate::observe::{Observer, Phase, Termination};
use crate::scalar::{Real, Scalar, dimension, largest, max, same, times, unit};
use crate::search::{End, Search, Separation, Until, Witness, point_at};
use crate::simplex::{Searchable, Simplex};
use crate::vertex::{SupportPoint, first_axis};
use crate::{query::Options, simplex::completion::Completed, tolerance, verdict::Undecided};
use nalgebra::SVector;

/// The number of times that the best refinement is refined again.
const AGAIN: u32 = 8;

impl<C: ConvexSet<D, Scalar: Real>, O: Observer<C::Scalar, D>, const D: usize> Probe<'_, C, O, D> {
    /// The point of A − B where the minimum translation ends, or the nearest to it found.
    #[cfg_attr(fast, inline(always))]
    fn witness(
        &mut self,
        translation: &Translation<C::Scalar, D>,
        options: &Options<C::Scalar, D>,
    ) -> Witness<C::Scalar, D> {
        let (end, accuracy) = (translation.end(), options.accuracy.clone() * self.frame.size.clone());
        let (witness, evaluations) = match Witness::inside(&translation.facet, &end) {
            Some(witness) if witness.is_at(&end, self.frame) || witness.off(&end) <= accuracy => (witness, 0),
            _ => {
                let nearest = Witness::nearest(None, &translation.facet);
                nearest.moved_to(&end, &translation.normal, self.set, self.frame, options, self.evaluations)
            }
        };
        self.evaluations += evaluations;
        witness
    }

    /// Refines a translation whose bounds have not met to a local minimum. If it may not be the least by far, refines
    /// other directions that the expansion has left open, too.
    #[cold]
    #[inline(never)]
    fn refined(
        &mut self,
        translation: Translation<C::Scalar, D>,
        options: &Options<C::Scalar, D>,
        extent: &C::Scalar,
    ) -> Translation<C::Scalar, D> {
        self.observer.entered(Phase::Refinement);
        let accuracy = options.accuracy.clone() * self.frame.size.clone();
        let first = translation.normal.clone();
        let mut best = self.lowered(translation, options, extent, false);
        for direction in self.open.take().into_iter().flatten().filter(|direction| !same(direction, &first)) {
            if !is_loose(&(best.reach.clone() - best.lower.clone()), &self.frame.size, &accuracy) {
                break;
            }
            self.limit = options.max_evaluations;
            let Some(found) = self.support(&direction) else { break };
            let reach = found.w.dot(&direction);
            let start =
                Translation { normal: direction, reach, facet: Simplex::of_one(found), lower: best.lower.clone() };
            let other = self.lowered(start, options, extent, true);
            if other.reach < best.reach {
                best = other;
            }
        }
        // A refinement ends after some steps, or where rounding hides its gain.
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

    /// The local minimum below a translation.
    fn lowered(
        &mut self,
        translation: Translation<C::Scalar, D>,
        options: &Options<C::Scalar, D>,
        extent: &C::Scalar,
        thorough: bool,
    ) -> Translation<C::Scalar, D> {
        self.limit = self.evaluations + options.left(self.evaluations);
        let size = &self.frame.size;
        refine::refined(translation, size, extent, thorough, &mut Refining { probe: self, options })
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

    /// Counts its evaluations in the query's limit, not in the refinement's.
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

/// Measures the depth of the origin, after a search that found it inside. `Err` with the number of evaluations if the
/// limit is reached before anything is known, or for a NaN.
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
        None if used < most && search.frame.cores_are_negligible() => along_any(search.set, search.frame, used),
        depth => depth,
    };
    depth.ok_or((used, if used < most { Undecided::NotANumber } else { Undecided::Limit }))
}

/// The depth of cores so tiny beside the margins that products of their coordinates underflow: all directions are
/// equally good, so the direction from middle to middle is taken, if known.
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

/// The depth by expansion, of a set that reaches as far as `extent`, from the search's simplex.
fn expanded<T: Real, C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>, O: Observer<T, D>, const D: usize>(
    search: &mut Search<'_, C, O, D>,
    encloses: bool,
    extent: &T,
    used: &mut u32,
) -> Option<Separation<T, D>> {
    let (set, frame, options, evaluations) = (search.set, search.frame, search.options, search.evaluations);
    let (observer, simplex, newest) = (&mut *search.observer, &search.simplex, &search.newest);
    let limit = options.max_evaluations.min(evaluations.saturating_add(C::Cases::EVALUATIONS));
    // Without a bias if the centers coincide, or one is NaN.
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
    let initial = InitialSimplex { newest, simplex, size: &frame.size, accuracy: accuracy.clone(), bias };
    let translation = C::Cases::expand(initial, &mut probe);
    *used = probe.evaluations;
    let mut translation = translation?;
    if translation.reach.clone() - translation.lower.clone()
        > max(times(tolerance::MET, &Slack::of(&frame.size).gap), accuracy.clone())
    {
        if probe.open.is_some()
            && let Some(depth) = peeled::<C::Cases, _, D>(&translation, set, frame, options, &mut probe.evaluations)
        {
            return Some(depth);
        }
        translation = probe.refined(translation, options, extent);
    }
    let mut witness = probe.witness(&translation, options);
    // 2⁻³² of the coordinates, the error of the witness point on a curved surface. (In `f32` it is below the rounding.)
    let part = T::one() / times(1 << 16, &T::one());
    let near = max(part.clone() * part * frame.size.clone(), accuracy);
    if !witness.is_at(&translation.end(), frame) && witness.off(&translation.end()) > near {
        // If A − B is curved, no point of it is where a translation along a slightly wrong normal ends.
        translation = probe.refined(translation, options, extent);
        witness = probe.witness(&translation, options);
    }
    let upper = max(T::zero(), translation.reach);
    let lower = if translation.lower < upper { max(T::zero(), translation.lower) } else { upper.clone() };
    Some(Separation::overlap(witness, translation.normal, [lower, upper], probe.evaluations))
}

/// The depth of round cores: takes the balls in them as margins, and measures the rest. `None` without balls, or if the
/// depth is not less than the translation's.
#[cold]
#[inline(never)]
fn peeled<K: Expansion<T, D>, T: Real, const D: usize>(
    translation: &Translation<T, D>,
    set: &dyn ConvexSet<D, Scalar = T>,
    frame: &Frame<T, D>,
    options: &Options<T, D>,
    used: &mut u32,
) -> Option<Separation<T, D>> {
    let balls = set.roundness();
    let radius = (balls[0].clone() + balls[1].clone()) * frame.scale.clone();
    // The evaluations for the extent, and one for the reach along the normal.
    let around = 2 * dimension::<D>() + 1;
    let max_evaluations = options.max_evaluations.saturating_sub(used.saturating_add(around));
    if radius.is_zero() || max_evaluations == 0 {
        return None;
    }
    let (frame, peeled) =
        (&Frame { margin: T::zero(), ..frame.clone() }, Peeled { set, balls, radius: radius.clone() });
    let options = &Options { max_evaluations, ..options.clone() };
    // Types of other queries, so that nothing more has to be compiled.
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
            // The rest is apart, but the cores overlap with their balls. The points bound the depth from below.
            found.map(|found| Separation { end: End::Enclosed, bound: found.distance.clone(), ..found })
        }
    };
    let Some(mut depth) = depth else {
        *used += spent;
        return None;
    };
    // Balls and rest prove the lower bound, the normal the upper one.
    *used += depth.evaluations + 1;
    depth.evaluations = *used;
    let upper = max(T::zero(), set.vertex(frame, &depth.normal).w.dot(&depth.normal));
    let lower = max(translation.lower.clone(), radius.clone() - depth.bound);
    let lower = if upper < lower { upper.clone() } else { lower };
    let is_less = upper <= translation.reach;
    (depth.distance, depth.bound) = (-upper, -lower);
    depth.witness.w += &depth.normal * radius;
    depth.witness.a += &depth.normal * peeled.balls[0].clone();
    depth.witness.b -= &depth.normal * peeled.balls[1].clone();
    is_less.then_some(depth)
}

/// The largest coordinate of a set, but at least the visible minimum.
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
    /// The balls' radii, in the shapes' own units.
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
