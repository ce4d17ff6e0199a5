//! The penetration depth: if the origin is inside A − B, its distance from the boundary.
//!
//! GJK ends on a simplex around the origin. Gino van den Bergen's expanding polytope (Proximity queries and penetration
//! depth computation on 3D game objects, Game Developers Conference 2001) goes on from there: a polytope inside A − B,
//! with the origin inside it, grows at its facet nearest the origin, until this facet is on the boundary of A − B.
//!
//! This file has the order of the steps: completion, expansion, witness points. If the bounds do not meet, the balls in
//! round cores are taken as margins. Then the depth of the rest is measured; the rest is smaller, and not round. Without
//! such balls, local minima are found: near the best direction, and near the others that the expansion left open.

use super::expand::{Slack, bias_pays, is_loose};
use super::refine;
use super::span::{Flat, complete};
use super::strategy::{Expansion, InitialSimplex, Probe, SupportSource, Translation};
use crate::minkowski::{Altered, ConvexSet, Erased, Frame};
use crate::observe::{Observer, Phase, Termination};
use crate::scalar::{Real, Scalar, dimension, ith, largest, max, same, times, ulps, unit};
use crate::search::{End, Goal, Search, Separation, Witness, nearest_to};
use crate::simplex::{Searchable, Simplex, weights_at};
use crate::vertex::{SupportPoint, first_axis};
use crate::{query::Options, simplex::completion::Completed, tolerance, verdict::Undecided};
use nalgebra::SVector;

/// The number of times that the best refinement is refined again.
const AGAIN: u32 = 8;

impl<C: ConvexSet<D, Scalar: Real>, O: Observer<C::Scalar, D>, const D: usize> Probe<'_, C, O, D> {
    /// The point of A − B where the minimum translation ends, or the nearest to it found.
    #[cfg_attr(fast, inline(always))]
    fn witness(&mut self, translation: &Translation<C::Scalar, D>) -> Witness<C::Scalar, D> {
        let (set, frame, options) = (self.set, self.frame, self.options);
        let (end, accuracy) = (translation.end(), options.accuracy.clone() * frame.size.clone());
        let facet = &translation.facet;
        // Less accurate where the facet is thin.
        let inside = weights_at(facet, &end).map(|weights| Witness::weighted(None, facet, &weights));
        match inside {
            Some(witness) if witness.is_at(&end, frame) || witness.off(&end) <= accuracy => witness,
            _ => {
                let (nearest, _) = Witness::nearest(None, facet);
                nearest.moved_to(&end, &translation.normal, set, frame, options, &mut self.evaluations)
            }
        }
    }

    /// Refines a translation whose bounds have not met to a local minimum. If it may not be the least by far, refines
    /// other directions that the expansion has left open, too.
    #[cold]
    #[inline(never)]
    fn refined(&mut self, translation: Translation<C::Scalar, D>, extent: &C::Scalar) -> Translation<C::Scalar, D> {
        self.observer.entered(Phase::Refinement);
        let accuracy = self.options.accuracy.clone() * self.frame.size.clone();
        let first = translation.normal.clone();
        let mut best = self.lowered(translation, extent, false);
        for direction in self.open.take().into_iter().flatten().filter(|direction| !same(direction, &first)) {
            if !is_loose(&(best.reach.clone() - best.lower.clone()), &self.frame.size, &accuracy) {
                break;
            }
            self.limit = self.options.max_evaluations;
            let Some(found) = self.support(&direction) else { break };
            let reach = found.w.dot(&direction);
            let start =
                Translation { normal: direction, reach, facet: Simplex::of_one(found), lower: best.lower.clone() };
            let other = self.lowered(start, extent, true);
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
            best = self.lowered(best, extent, true);
            let rounding = ulps(tolerance::REFINED, &self.frame.size);
            self.limit = self.options.max_evaluations;
            if const { D == 3 } {
                best = refine::lowest_in_valley(best, &rounding, self);
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
        extent: &C::Scalar,
        thorough: bool,
    ) -> Translation<C::Scalar, D> {
        self.limit = self.evaluations + self.options.left(self.evaluations);
        refine::refined(translation, &self.frame.size, extent, thorough, self)
    }
}

impl<C: ConvexSet<D, Scalar: Real>, O: Observer<C::Scalar, D>, const D: usize> refine::NearestSource<C::Scalar, D>
    for Probe<'_, C, O, D>
{
    /// Counts its evaluations in the query's limit, not in the refinement's.
    fn nearest(
        &mut self,
        point: &SVector<C::Scalar, D>,
        normal: &SVector<C::Scalar, D>,
    ) -> Option<SVector<C::Scalar, D>> {
        if self.options.left(self.evaluations) == 0 {
            return None;
        }
        let before = self.evaluations;
        let witness = nearest_to(self.set, self.frame, self.options, &mut self.evaluations, point, normal.clone());
        let more = self.evaluations - before;
        self.limit = self.limit.saturating_add(more).min(self.options.max_evaluations);
        Some(witness.w)
    }
}

impl<const D: usize, T: Real, C, O: Observer<T, D>> Search<'_, C, O, D>
where
    C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>,
{
    /// Measures the depth of the origin, after a search that found it inside. `Err` if the limit is reached before
    /// anything is known, or for a NaN.
    pub(crate) fn depth(&mut self, encloses: bool) -> Result<Separation<T, D>, Undecided> {
        let found = self.expanded(encloses, &self.frame.size.clone());
        let at_limit = self.evaluations >= self.options.max_evaluations;
        match found {
            Some(found) => Ok(found),
            None if at_limit => Err(Undecided::Limit),
            None if self.frame.cores_are_negligible() => {
                along_any(self.set, self.frame, self.evaluations).ok_or(Undecided::NotANumber)
            }
            None => Err(Undecided::NotANumber),
        }
    }

    /// The depth by expansion, of a set that reaches as far as `extent`, from the search's simplex.
    fn expanded(&mut self, encloses: bool, extent: &T) -> Option<Separation<T, D>> {
        let (set, frame, options, evaluations) = (self.set, self.frame, self.options, self.evaluations);
        let limit = options.max_evaluations.min(evaluations.saturating_add(C::Cases::EVALUATIONS));
        // Without a bias if the centers coincide, or one is NaN.
        let expected =
            frame.toward_origin.as_ref().filter(|_| options.shortcuts && D == 3 && bias_pays(set.vertex_count_hints()));
        let bias = expected.map(unit).filter(|bias| largest(bias) > T::zero() && bias.iter().all(Scalar::in_range));
        let mut probe = Probe { set, frame, options, observer: &mut *self.observer, evaluations, limit, open: None };
        let (newest, simplex) = (encloses.then_some(&self.newest), &self.simplex);
        let completed;
        let (newest, simplex) = match newest {
            Some(newest) if C::Cases::is_solid(newest, simplex, &frame.size) => (newest, simplex),
            _ => {
                probe.observer.entered(Phase::Completion);
                let found = complete(newest, simplex, &frame.size, &mut probe);
                self.evaluations = probe.evaluations;
                completed = found?;
                match &completed {
                    Completed::Solid { newest, simplex } => (newest, simplex),
                    Completed::Flat(Flat { normal, reach }) => {
                        probe.observer.stopped(Termination::OnBoundary);
                        let (upper, (witness, _)) = (max(T::zero(), reach.clone()), Witness::nearest(newest, simplex));
                        let end = normal * upper.clone();
                        let witness = witness.moved_to(&end, normal, set, frame, options, &mut probe.evaluations);
                        let bounds = [T::zero(), upper];
                        return Some(Separation::overlap(witness, normal.clone(), bounds, probe.evaluations));
                    }
                }
            }
        };
        probe.observer.entered(Phase::Expansion);
        let accuracy = options.accuracy.clone() * frame.size.clone();
        let initial = InitialSimplex { newest, simplex, size: &frame.size, accuracy: accuracy.clone(), bias };
        let translation = C::Cases::expand(initial, &mut probe);
        self.evaluations = probe.evaluations;
        let mut translation = translation?;
        if translation.reach.clone() - translation.lower.clone()
            > max(times(tolerance::MET, &Slack::of(&frame.size).gap), accuracy.clone())
        {
            if probe.open.is_some()
                && let Some(depth) = peeled::<C::Cases, _, D>(&translation, set, frame, options, &mut probe.evaluations)
            {
                return Some(depth);
            }
            translation = probe.refined(translation, extent);
        }
        let mut witness = probe.witness(&translation);
        // 2⁻³² of the coordinates, the error of the witness point on a curved surface. (In `f32` it is below the rounding.)
        let root = T::one() / times(1 << 16, &T::one());
        let near = max(root.clone() * root * frame.size.clone(), accuracy);
        if !witness.is_at(&translation.end(), frame) && witness.off(&translation.end()) > near {
            // If A − B is curved, no point of it is where a translation along a slightly wrong normal ends.
            translation = probe.refined(translation, extent);
            witness = probe.witness(&translation);
        }
        let upper = max(T::zero(), translation.reach);
        let lower = if translation.lower < upper { max(T::zero(), translation.lower) } else { upper.clone() };
        Some(Separation::overlap(witness, translation.normal, [lower, upper], probe.evaluations))
    }
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
    let (witness, _) = Witness::nearest(None, &Simplex::of_one(vertex));
    let upper = max(T::zero(), witness.w.dot(&normal));
    Some(Separation::overlap(witness, normal, [T::zero(), upper], evaluations + 1))
}

/// The depth of round cores: takes the balls in them as margins, and measures A − B without them. `None` without balls, or if the
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
    let frame = &Frame { margin: T::zero(), ..frame.clone() };
    let peeled = Altered::new(set, |frame, direction| {
        let (vertex, normal) = (set.vertex(frame, direction), unit(direction));
        SupportPoint {
            w: vertex.w - &normal * radius.clone(),
            a: vertex.a - &normal * balls[0].clone(),
            b: vertex.b + &normal * balls[1].clone(),
            ..vertex
        }
    });
    let options = &Options { max_evaluations, ..options.clone() };
    // Types of other queries, so that nothing more has to be compiled.
    let (erased, mut unwatched) = (Erased::<_, K, D>::new(&peeled), &mut () as &mut dyn Observer<T, D>);
    let extent = extent_of(&peeled, frame);
    *used += 2 * dimension::<D>();
    let mut search = Search::new(&erased, frame, options, &mut unwatched);
    let approach = search.measure(&Goal::Nearest);
    let depth = match approach.end {
        End::Undecided(_) => None,
        end if approach.plane.is_none() => search.expanded(end == End::Enclosed, &extent),
        // The rest is apart, but the cores overlap with their balls. The points bound the depth from below.
        _ => search.separation(approach).map(|found| Separation {
            end: End::Enclosed,
            bound: found.distance.clone(),
            ..found
        }),
    };
    let Some(mut depth) = depth else {
        *used += search.evaluations;
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
    depth.witness.w += &depth.normal * radius.clone();
    depth.witness.a += &depth.normal * balls[0].clone();
    depth.witness.b -= &depth.normal * balls[1].clone();
    is_less.then_some(depth)
}

/// The largest coordinate of a set, but at least the visible minimum.
fn extent_of<T: Real, const D: usize>(set: &dyn ConvexSet<D, Scalar = T>, frame: &Frame<T, D>) -> T {
    let mut extent = ulps(tolerance::LEAST_EXTENT, &frame.size);
    for axis in 0..2 * D {
        let direction = ith(axis / 2, if axis % 2 == 0 { T::one() } else { -T::one() });
        extent = max(extent, largest(&set.vertex(frame, &direction).w));
    }
    extent
}
