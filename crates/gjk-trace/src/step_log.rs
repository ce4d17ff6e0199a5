//! The steps of a recorder, as numbers that do not depend on the scalar any more.

use crate::record::{Excluded, Exclusion, Polytope, Progress, Ray, Step, Tested, Vertex};
use crate::vector::{Vector, at_unit_scale, dot};
use crate::words;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use gjk::observe::{Phase, Termination};
use num_traits::Float;

/// The part of a recorder that does not depend on the scalar.
#[derive(Debug)]
pub(crate) struct StepLog {
    /// The sum of both shapes' margins, in their own units.
    pub(crate) margin: f64,
    pub(crate) phase: Phase,
    /// The motion of a cast, and how far it has come.
    pub(crate) ray: Option<Ray>,
    pub(crate) progress: Option<Progress>,
    /// The number of evaluations.
    pub(crate) evaluations: u32,
    /// Whether the next step starts from what an earlier query has left.
    pub(crate) recalled: bool,
    pub(crate) steps: Vec<Step>,
    /// The number of further coordinates of facets to record: expansions in eight dimensions have millions of facets.
    pub(crate) room: usize,
}

impl StepLog {
    pub(crate) fn into_steps(self, dimension: usize) -> Vec<Step> {
        let Self { mut steps, ray, margin, .. } = self;
        for k in 0..steps.len() {
            let (earlier, rest) = steps.split_at_mut(k);
            let step = &mut rest[0];
            step.again = earlier.iter().position(|other| other.newest.w == step.newest.w);
            step.why = words::sentence(step, dimension, ray.as_ref(), margin);
        }
        steps
    }

    /// Opens a step, with what is excluded by the way that W was found: W was sought from the retained feature towards the
    /// origin.
    pub(crate) fn look(
        &mut self,
        direction: Vector,
        evaluation: Option<u32>,
        reached: f64,
        newest: Vertex,
        before: Vec<Vertex>,
    ) {
        let nearest = foot(before.iter().map(|vertex| &vertex.w), &self.origin(direction.len()));
        let (along, back) = (at_unit_scale(&direction), at_unit_scale(&nearest));
        let length = Float::sqrt(dot(&along, &along));
        // A direction that was given by the start does not begin at what was kept.
        let onward = dot(&back, &along);
        let from_feature = onward * onward > 0.999 * dot(&back, &back) * length * length && onward < 0.0;
        if let Some(first) = self.steps.last_mut().filter(|_| !from_feature && is_start(self.phase, &before)) {
            first.towards = first.towards.take().map(|_| direction.clone());
        }
        let in_cast = self.phase == Phase::Cast;
        let from = if from_feature || in_cast { nearest } else { direction.iter().map(|_| 0.0).collect() };
        let mut excluded = Vec::new();
        // A vertex that was recalled was not sought along any direction.
        let found = evaluation.is_some() || !self.recalled || in_cast;
        // In a cast the origin moves, so what it was sought from excludes nothing.
        if let Some(kept) =
            before.first().filter(|kept| from_feature || !is_start(self.phase, &before) || is_zero(&kept.w))
            && found
            && !in_cast
        {
            let why = words::behind(before.len());
            let point = kept.w.clone();
            let backwards = direction.iter().map(|x| -x).collect();
            excluded.push(Exclusion { point, normal: backwards, of: Excluded::Origin, test: None, why });
        }
        // The vertex is one of the cores' difference. Around that there is the margin.
        let ahead = if length > 0.0 { self.margin / length } else { 0.0 };
        let point = newest.w.iter().zip(&along).map(|(w, d)| w + d * ahead).collect();
        let why = words::beyond_newest(self.margin);
        if found {
            excluded.push(Exclusion { point, normal: direction.clone(), of: Excluded::Set, test: None, why });
        }
        self.steps.push(Step {
            phase: self.phase,
            reached,
            direction,
            from,
            newest,
            case: words::case(self.phase, before.len()).to_string(),
            after: before.clone(),
            before,
            recalled: core::mem::take(&mut self.recalled),
            tests: Vec::new(),
            excluded,
            region: None,
            towards: None,
            towards_from: None,
            polytope: None,
            progress: self.progress.clone().map(|progress| Progress { advanced: false, ..progress }),
            stop: None,
            evaluation,
            again: None,
            why: String::new(),
        });
    }

    /// Records the tests of the last step, and what they exclude.
    pub(crate) fn tested(&mut self, heard: Vec<(Tested, Option<Vector>)>) {
        let Some(step) = self.steps.last_mut() else { return };
        for (tested, normal) in heard {
            if let Some(mut normal) = normal {
                // The normal points to the side where the origin is not.
                if tested.sign > 0 {
                    for x in &mut normal {
                        *x = -*x;
                    }
                }
                let why = words::excluded(&tested);
                let (point, test) = (step.newest.w.clone(), Some(step.tests.len()));
                step.excluded.push(Exclusion { point, normal, of: Excluded::Origin, test, why });
            }
            step.tests.push(tested);
        }
    }

    pub(crate) fn reduced(&mut self, region: String, after: Vec<Vertex>, towards: Option<Vector>) {
        let origin = self.origin(towards.as_ref().map_or(0, Vec::len));
        if let Some(step) = self.steps.last_mut() {
            // If the start gave this direction, the search has tested whether B is nearest.
            if let [b] = step.before.as_slice()
                && is_start(step.phase, &step.before)
                && step.excluded.first().is_some_and(|half_space| half_space.of == Excluded::Set)
                && after.iter().any(|vertex| vertex.w != b.w)
            {
                let normal = b.w.iter().zip(&step.newest.w).map(|(b, a)| b - a).collect();
                let why = words::beside_first().to_string();
                let half_space = Exclusion { point: b.w.clone(), normal, of: Excluded::Origin, test: None, why };
                step.excluded.insert(0, half_space);
            }
            let begin = |_: &Vector| foot(after.iter().map(|vertex| &vertex.w), &origin);
            step.towards_from = towards.as_ref().map(begin);
            step.region = Some(region);
            step.after = after;
            step.towards = towards;
        }
    }

    /// Records a polytope. An earlier support point may have given a better upper bound.
    pub(crate) fn expanded(&mut self, [lower, mut upper]: [f64; 2], facets: Vec<Vec<Vector>>, more: bool) {
        for earlier in self.steps.iter().filter(|step| step.phase == self.phase) {
            if let Some(polytope) = &earlier.polytope {
                upper = upper.min(polytope.upper);
            }
        }
        if let Some(step) = self.steps.last_mut() {
            let origin: Vector = step.direction.iter().map(|_| 0.0).collect();
            let foot = foot(facets.first().into_iter().flatten(), &origin);
            step.from.clone_from(&foot);
            step.polytope = Some(Polytope { facets, more, foot, lower, upper });
        }
    }

    /// Where the origin is: in a cast it moves.
    fn origin(&self, dimension: usize) -> Vector {
        self.progress.as_ref().map_or_else(|| vec![0.0; dimension], |progress| progress.point.clone())
    }

    pub(crate) fn advanced(&mut self, point: Vector) {
        let lower = match &self.ray {
            Some(ray) => ray.time(&point),
            None => point.iter().fold(0.0, |length, x| Float::hypot(length, *x)),
        };
        // JSON has no infinity.
        let lower = Float::min(lower, f64::MAX);
        self.progress = Some(Progress { lower, point, advanced: true });
        if let Some(step) = self.steps.last_mut() {
            step.progress.clone_from(&self.progress);
        }
    }

    /// The search begins anew, with the newest vertex alone.
    pub(crate) fn forgot(&mut self) {
        if let Some(step) = self.steps.last_mut() {
            step.after.clear();
        }
    }

    pub(crate) fn stopped(&mut self, why: Termination) {
        if let Some(step) = self.steps.last_mut() {
            step.stop = step.stop.or(Some(why));
            // The ray has come to the simplex of all of these.
            if why == Termination::Hit && step.after.iter().all(|vertex| vertex.w != step.newest.w) {
                step.after.insert(0, step.newest.clone());
            }
        }
    }
}

/// Returns whether this can be the second vertex of a start that gives both directions.
fn is_start(phase: Phase, before: &[Vertex]) -> bool {
    phase == Phase::Search && before.len() == 1
}

fn is_zero(v: &[f64]) -> bool {
    v.iter().all(|x| *x == 0.0)
}

/// The foot of the perpendicular from the origin, which may be anywhere, to the plane through some points. By Gram-Schmidt
/// orthogonalization; edges that are too short for a direction are left out. The origin, without points.
fn foot<'p>(mut points: impl Iterator<Item = &'p Vector>, origin: &Vector) -> Vector {
    let Some(first) = points.next() else { return origin.clone() };
    let minus = |p: &Vector, q: &Vector| p.iter().zip(q).map(|(x, y)| x - y).collect::<Vector>();
    let along = |v: &Vector, axis: &Vector| {
        let share = dot(v, axis);
        v.iter().zip(axis).map(|(x, y)| x - share * y).collect::<Vector>()
    };
    let (mut foot, mut axes) = (minus(first, origin), Vec::<Vector>::new());
    for point in points {
        let edge = at_unit_scale(&minus(point, first));
        let rest = axes.iter().fold(edge.clone(), |rest, axis| along(&rest, axis));
        let (square, whole) = (dot(&rest, &rest), dot(&edge, &edge));
        if square > 1e-24 * whole {
            let length = Float::sqrt(square);
            let axis: Vector = rest.iter().map(|x| x / length).collect();
            foot = along(&foot, &axis);
            axes.push(axis);
        }
    }
    foot.iter().zip(origin).map(|(x, y)| x + y).collect()
}
