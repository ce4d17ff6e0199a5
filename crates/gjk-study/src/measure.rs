//! The measurements of a pair: the error of each answer against the exact answer, in ε L. ε belongs to the arithmetic, and
//! L is the largest absolute coordinate of the two shapes.
//!
//! In a sweep the judge answers about the shapes as the arithmetic holds them, after its rounding of the coordinates: only the computation
//! is measured. It answers questions from a file as they are written. Angles of normals are in ε radians.

use super::arithmetic::{Arithmetic, Computes, Job, Set};
use super::need::Off;
use super::published::{Way, Ways};
use super::truth::{Judge, Refused, Truth, built, contact};
use gjk::certified::Proof;
use gjk::epa::Expansion;
use gjk::exact::ExactCases;
use gjk::query::Start;
use gjk::simplex::Cases;
use gjk_question::{Shape, Vector, vector};
use std::time::Instant;

/// The errors that are measured.
pub(super) const MEASURES: [&str; 6] = ["distance", "depth", "normal", "points", "angle", "contact angle"];

/// The units of these.
pub(super) const UNITS: [&str; MEASURES.len()] = ["ε L", "ε L", "ε L", "ε L", "ε rad", "ε rad"];

/// What is known of a pair in an arithmetic, whatever the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Judged {
    pub(super) judge: Judge,
    /// The judge's verdict.
    pub(super) intersects: bool,
    /// The largest absolute coordinate in the world, and ε L.
    pub(super) size: f64,
    pub(super) unit: f64,
    /// The exact distance, or minus the depth, if that is known.
    pub(super) separation: Option<f64>,
    /// How far the shapes are from touching, in ε L; `None` if the depth is not known.
    pub(super) margin: Option<f64>,
    /// The certified verdict, and what it rests on.
    pub(super) certified: Option<(bool, Proof)>,
}

/// What a way said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Answer {
    pub(super) way: Way,
    pub(super) intersects: Option<bool>,
    pub(super) evaluations: u32,
    pub(super) nanoseconds: u64,
    /// The error of each of [`MEASURES`] that is measured.
    pub(super) errors: [Option<f64>; MEASURES.len()],
    /// The distance, or minus the depth of shapes said to intersect, where it was asked for.
    pub(super) separation: Option<f64>,
}

impl Answer {
    /// How far the distance or the depth is off, as a length; `None` if neither is measured. Of a wrong verdict the one and the other
    /// count together.
    pub(super) fn error(&self, judged: &Judged) -> Option<f64> {
        if self.intersects.is_some_and(|said| said != judged.intersects)
            && let Some((found, exact)) = self.separation.zip(judged.separation)
        {
            return Some((found - exact).abs());
        }
        let most = self.errors[..2].iter().copied().flatten().reduce(f64::max)?;
        // Points at the coordinate origin have no size.
        Some(if judged.unit > 0.0 || most.is_infinite() { most * judged.unit.max(f64::MIN_POSITIVE) } else { most })
    }

    /// What the pair is off by, for who needs its answer.
    pub(super) fn off(&self, judged: &Judged) -> Off {
        let gap = judged.separation.map_or(f64::NAN, f64::abs);
        Off { at: judged.size, gap, error: self.error(judged).unwrap_or(f64::INFINITY) }
    }
}

/// A pair to measure.
pub(super) struct Asked<'q> {
    pub(super) shapes: [&'q Shape; 2],
    /// Those that its points have to be on.
    pub(super) on: [&'q Shape; 2],
    pub(super) truth: &'q Truth,
    /// L: the largest absolute coordinate that the search gets.
    pub(super) size: f64,
    pub(super) start: Option<&'q Vector>,
    pub(super) ways: &'q [Way],
    pub(super) arithmetic: Arithmetic,
}

impl Job for Asked<'_> {
    type Output = Result<(Judged, Vec<Answer>), Refused>;

    fn run<T: Computes, const D: usize>(self) -> Self::Output
    where
        Cases: Expansion<T, D> + ExactCases<D> + Ways<T, D>,
    {
        let [a, b] = built::<T, D>(self.shapes)?;
        let (a, b): (Set<'_, T, D>, Set<'_, T, D>) = (&a, &b);
        let certified = T::certified(a, b).map(|verdict| (verdict.intersects, verdict.proof));
        let (truth, unit) = (self.truth, self.arithmetic.epsilon() * self.size);
        let ruler = truth.ruler(unit);
        let judged = Judged {
            judge: truth.judge,
            intersects: truth.intersects,
            size: truth.size,
            unit,
            separation: truth.depth_is_known.then_some(truth.separation),
            margin: ruler.margin(),
            certified,
        };
        let start = self.start.map_or(Start::Centers, |start| Start::Along(vector(start)));
        let mut measured_points = Vec::new();
        let answer = |way: &Way| {
            #[cfg(feature = "parry")]
            if *way == Way::Parry {
                return by_parry(self.arithmetic, D, self.shapes, &ruler);
            }
            let ask = || T::ask(*way, a, b, start.clone());
            // Once without a clock, since the first way would have to wait for memory.
            let _ = ask();
            let begun = Instant::now();
            let found = ask();
            let nanoseconds = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
            let mut errors = [None; MEASURES.len()];
            let measured = found.distance.as_ref().filter(|_| found.intersects.is_some());
            errors[0] = measured.map(|found| ruler.distance_error(found.distance));
            let mut separation = measured.filter(|found| !found.intersects()).map(|found| float(found.distance));
            // Depths are asked of the library only.
            let overlaps = truth.intersects || found.intersects == Some(true);
            if *way == Way::Ours && overlaps && matches!(D, 2 | 3) {
                let contact = contact(a, b);
                if contact.undecided.is_none() {
                    separation = separation.or(Some(float(contact.separation)));
                    errors[1] = ruler.depth_error(contact.separation).filter(|_| truth.intersects);
                    let angle = ruler.normal_errors(&contact.normal).map(|[_, angle]| angle);
                    errors[5] = angle.filter(|angle| truth.intersects && !ruler.is_tie(errors[1], *angle));
                }
            }
            if let Some(found) = measured.filter(|found| !truth.intersects && !found.intersects()) {
                let of_normal = found.normal.as_ref().and_then(|normal| ruler.normal_errors(normal));
                [errors[2], errors[4]] = of_normal.map_or([None; 2], |found| found.map(Some));
                // Most ways find the same points.
                let known = measured_points.iter().find(|(points, _)| *points == found.points).map(|(_, error)| *error);
                errors[3] = known.unwrap_or_else(|| ruler.points_error(&found.points, self.on));
                measured_points.push((found.points, errors[3]));
            }
            Answer {
                way: *way,
                intersects: found.intersects,
                evaluations: found.evaluations,
                nanoseconds,
                errors,
                separation,
            }
        };
        Ok((judged, self.ways.iter().map(answer).collect()))
    }
}

fn float<T: Computes>(x: T) -> f64 {
    let [high, low] = x.parts();
    high + low
}

/// What parry answers.
#[cfg(feature = "parry")]
fn by_parry(arithmetic: Arithmetic, dim: usize, shapes: [&Shape; 2], ruler: &super::truth::Ruler<'_>) -> Answer {
    let told = super::parry::ask(arithmetic, dim, shapes);
    let mut errors = [None; MEASURES.len()];
    errors[0] = told.as_ref().map(|told| ruler.distance_error(told.distance));
    errors[1] = told.as_ref().and_then(|told| told.separation).and_then(|separation| ruler.overlap_error(separation));
    let (evaluations, nanoseconds) = told.as_ref().map_or((0, 0), |told| (told.evaluations, told.nanoseconds));
    let separation = told.as_ref().and_then(|told| if told.intersects { told.separation } else { Some(told.distance) });
    let intersects = told.map(|told| told.intersects);
    Answer { way: Way::Parry, intersects, evaluations, nanoseconds, errors, separation }
}
