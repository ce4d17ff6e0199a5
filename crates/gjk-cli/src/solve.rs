//! Asks the library, and turns its results into answers.
//!
//! Verdicts and bounds of rounded arithmetic are proven, too, if the shapes allow it, unless `--plain` is given.

use super::answer::{Answer, Touch};
use super::cast::{self, Scale};
use super::dimensions::in_dimension;
use super::meter::{Meter, Metered};
use super::settings::Settings;
use gjk::certified::{self, CertifiedVerdict};
use gjk::exact::{ExactCases, Float};
use gjk::minkowski::{ConvexSet, Erased};
use gjk::nalgebra::{Point, SVector};
use gjk::observe::Observer;
use gjk::query;
use gjk::query::Velocities;
use gjk::shape::Ball;
use gjk::{Contact, Difference, Distance, Support, Undecided, Verdict, Within, epa::Expansion, exact, simplex::Cases};
use gjk::{Hit, ImpactOptions, Manifold, RigidMotion, Scalar, ShapeCast, SupportExt, TimeOfImpact, time_of_impact};
use gjk_question::json::{Fault, Place};
use gjk_question::{
    AnyShape, Arithmetic, Number, Question, Shape, Task, build, build_with_faces, rigid_motion, vector, velocities,
};
use num_rational::BigRational;
use num_traits::Signed;

/// Answers a question in the arithmetic and dimension it asks for.
pub(crate) fn solve(question: &Question, settings: &Settings) -> Result<Answer, Fault> {
    let meter = &Meter::new(question, settings.limits.effort);
    let is_impact = matches!(question.query, Task::Toi { .. });
    let is_manifold = matches!(question.query, Task::Manifold { .. });
    let answer = match (question.arithmetic, settings.plain) {
        (Arithmetic::F32, _) if is_manifold && question.dim == 2 => manifold::<f32, 2>(question, meter),
        (Arithmetic::F32, _) if is_manifold && question.dim == 3 => manifold::<f32, 3>(question, meter),
        (Arithmetic::F64, _) if is_manifold && question.dim == 2 => manifold::<f64, 2>(question, meter),
        (Arithmetic::F64, _) if is_manifold && question.dim == 3 => manifold::<f64, 3>(question, meter),
        (Arithmetic::F32, _) if is_impact && question.dim == 2 => impact::<f32, 2>(question, meter),
        (Arithmetic::F32, _) if is_impact && question.dim == 3 => impact::<f32, 3>(question, meter),
        (Arithmetic::F64, _) if is_impact && question.dim == 2 => impact::<f64, 2>(question, meter),
        (Arithmetic::F64, _) if is_impact && question.dim == 3 => impact::<f64, 3>(question, meter),
        (Arithmetic::F32, false) => in_dimension!(ask::<f32>(question, meter)),
        (Arithmetic::F64, false) => in_dimension!(ask::<f64>(question, meter)),
        (Arithmetic::F32, true) => in_dimension!(ask_plainly::<f32>(question, meter)),
        (Arithmetic::F64, true) => in_dimension!(ask_plainly::<f64>(question, meter)),
        (Arithmetic::Exact, _) => in_dimension!(ask_exactly::<f64>(question, meter)),
    }?;
    meter.check().map(|()| answer)
}

/// The two shapes of a question, and what is asked.
enum Asked<T: Scalar, const D: usize> {
    Intersect([AnyShape<T, D>; 2]),
    Distance([AnyShape<T, D>; 2]),
    Contact([AnyShape<T, D>; 2]),
    /// Also, whether a hit does not count if they move apart from it.
    Cast([AnyShape<T, D>; 2], Velocities<T, D>, bool),
}

fn read<T: Number, const D: usize>(question: &Question) -> Result<Asked<T, D>, Fault> {
    let shape = |shape: &Shape, key| build::<T, D>(shape, &Place::Line.key(key));
    let a = shape(&question.a, "a")?;
    match &question.query {
        Task::Intersect { b } => Ok(Asked::Intersect([a, shape(b, "b")?])),
        Task::Distance { b } => Ok(Asked::Distance([a, shape(b, "b")?])),
        Task::Contact { b } => Ok(Asked::Contact([a, shape(b, "b")?])),
        Task::Raycast { origin, direction, max_toi, unless_separating } => {
            let refused = |error| Place::Line.key("ray").fault(format_args!("does not work out: {error}"));
            let b = Ball::point(vector::<T, D>(origin)).map_err(refused)?;
            Ok(Asked::Cast([a, Box::new(b)], velocities([None, Some(direction)], *max_toi), *unless_separating))
        }
        Task::Shapecast { b, velocities: [of_a, of_b], max_toi, unless_separating } => Ok(Asked::Cast(
            [a, shape(b, "b")?],
            velocities([of_a.as_ref(), of_b.as_ref()], *max_toi),
            *unless_separating,
        )),
        // These have been answered before: they are for two and three dimensions only.
        Task::Toi { .. } | Task::Manifold { .. } => {
            Err(Place::Line.key("dim").fault(format_args!("is {D}; this query is for 2 and 3")))
        }
    }
}

/// The shapes of a question, with their evaluations counted.
fn metered<'s, T: Number, const D: usize>(
    [a, b]: &'s [AnyShape<T, D>; 2],
    question: &Question,
    meter: &'s Meter,
) -> [Metered<'s, AnyShape<T, D>>; 2] {
    let written = question.query.other().unwrap_or(&question.a);
    [Metered::new(a, meter, &question.a), Metered::new(b, meter, written)]
}

/// All queries get shapes of this type, and sets of the next one, so that each is compiled once.
fn as_sets<'s, T: Number, const D: usize>(
    [a, b]: &'s [Metered<'_, AnyShape<T, D>>; 2],
) -> [&'s dyn Support<D, Scalar = T>; 2] {
    [a, b]
}

fn erased<T: Number, const D: usize>(set: &dyn ConvexSet<D, Scalar = T>) -> Erased<'_, T, Cases, D> {
    Erased::new(set)
}

fn ask<T: Scale, const D: usize>(question: &Question, meter: &Meter) -> Result<Answer, Fault>
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    Ok(match &read::<T, D>(question)? {
        Asked::Intersect(shapes) => {
            let shapes = &metered(shapes, question, meter);
            let [a, b] = as_sets(shapes);
            let verdict = certified::intersects(a, b);
            let outcome = || query::Query::new().search(&erased(&Difference(a, b))).verdict;
            let undecided = !verdict.is_proven() && matches!(outcome(), Verdict::Undecided { .. });
            Answer { undecided, ..Answer::from(verdict) }
        }
        Asked::Distance(shapes) => {
            let shapes = &metered(shapes, question, meter);
            let [a, b] = as_sets(shapes);
            let found = certified::distance(a, b);
            Answer {
                certified: Some(found.verdict.is_proven()),
                ..bounded(Answer::from(&found.measured), found.bounds)
            }
        }
        Asked::Contact(shapes) => {
            let shapes = &metered(shapes, question, meter);
            let [a, b] = as_sets(shapes);
            let found = certified::CertifiedQuery::new().effort(meter.limit()).contact(a, b);
            let certified = found.verdict.is_proven();
            if certified && found.measured.undecided == Some(Undecided::Limit) {
                return Err(meter.fault());
            }
            Answer { certified: Some(certified), ..bounded(Answer::from(&found.measured), found.bounds) }
        }
        Asked::Cast(shapes, velocities, unless_separating) => {
            let shapes = &metered(shapes, question, meter).map(Metered::lenient);
            cast::answer(as_sets(shapes), velocities, *unless_separating, meter.limit())?
        }
    })
}

/// A motion that is refused: each number has been found to be in range, but not what comes of them.
pub(crate) fn refused(error: &gjk::Error) -> Fault {
    Fault(format!("the motion does not work out: {error}"))
}

/// The plain queries, without proofs.
fn ask_plainly<T: Number, const D: usize>(question: &Question, meter: &Meter) -> Result<Answer, Fault>
where
    Cases: Expansion<T, D>,
{
    // As proofs have it, so that the search is compiled once.
    let unwatched: &mut dyn Observer<T, D> = &mut ();
    let accurate = query::Query::new().accuracy(T::rounded(question.accuracy));
    Ok(match &read::<T, D>(question)? {
        Asked::Intersect(shapes) => {
            let shapes = &metered(shapes, question, meter);
            let [a, b] = as_sets(shapes);
            let outcome = query::Query::new().search(&erased(&Difference(a, b)));
            Answer {
                intersects: Some(outcome.intersects()),
                certified: Some(false),
                undecided: matches!(outcome.verdict, Verdict::Undecided { .. }),
                iterations: outcome.evaluations,
                ..Answer::default()
            }
        }
        Asked::Distance(shapes) => {
            let shapes = &metered(shapes, question, meter);
            let [a, b] = as_sets(shapes);
            Answer::from(&accurate.with_observer(unwatched).distance_of(&erased(&Difference(a, b))))
        }
        Asked::Contact(shapes) => {
            let shapes = &metered(shapes, question, meter);
            Answer::from(&contact(&accurate, as_sets(shapes)))
        }
        Asked::Cast(shapes, velocities, unless_separating) => {
            let shapes = &metered(shapes, question, meter);
            let [a, b] = as_sets(shapes);
            let found = query::Query::new()
                .with_observer(unwatched)
                .shape_cast_of(&erased(&Difference(a, b)), velocities.clone());
            let mut found = found.map_err(|error| refused(&error))?;
            if *unless_separating {
                found = found.unless_separating();
            }
            without_normal_of_overlap(Answer::from(&found), found.hit.as_ref(), [a, b])
        }
    })
}

/// The contact, without a proof.
pub(crate) fn contact<T: Number, const D: usize>(
    query: &query::Query<T, D>,
    [a, b]: [&dyn Support<D, Scalar = T>; 2],
) -> Contact<T, D>
where
    Cases: Expansion<T, D>,
{
    let unwatched: &mut dyn Observer<T, D> = &mut ();
    query.clone().with_observer(unwatched).contact_of(&erased(&Difference(a, b)))
}

/// At which points two shapes touch. In world coordinates: the shapes are taken as they are posed.
fn manifold<T: Number, const D: usize>(question: &Question, meter: &Meter) -> Result<Answer, Fault>
where
    Cases: Expansion<T, D>,
{
    let Task::Manifold { b, prediction } = &question.query else {
        return Err(Place::Line.key("query").fault("is not `manifold`"));
    };
    let place = |key| Place::Line.key(key);
    let shapes = [build_with_faces::<T, D>(&question.a, &place("a"))?, build_with_faces::<T, D>(b, &place("b"))?];
    let shapes = &metered(&shapes, question, meter);
    let [a, b] = as_sets(shapes);
    let still = |shape, key| {
        let refused = |error| place(key).fault(format_args!("does not work out: {error}"));
        SupportExt::posed(shape, SVector::zeros()).map_err(refused)
    };
    // Without their types, so that less is compiled for them.
    let still: [&dyn Support<D, Scalar = T>; 2] = [&still(a, "a")?, &still(b, "b")?];
    Ok(match gjk::manifold(still[0], still[1], T::rounded(*prediction)) {
        Within::Near(found) => Answer::from(&found),
        Within::Beyond(farther) => {
            Answer { manifold: Some(Vec::new()), iterations: farther.evaluations, ..Answer::default() }
        }
    })
}

/// When two bodies that move and turn come near each other.
fn impact<T: Number, const D: usize>(question: &Question, meter: &Meter) -> Result<Answer, Fault>
where
    Cases: Expansion<T, D>,
    RigidMotion<T, D>: gjk::Motion<T, D>,
{
    let Task::Toi { b, motions, until, tolerance, target } = &question.query else {
        return Err(Place::Line.key("query").fault("is not `toi`"));
    };
    let shapes = [build::<T, D>(&question.a, &Place::Line.key("a"))?, build::<T, D>(b, &Place::Line.key("b"))?];
    let shapes = &metered(&shapes, question, meter);
    let [a, b] = as_sets(shapes);
    let [motion_a, motion_b] = motions.each_ref().map(rigid_motion::<T, D>);
    let tolerance = tolerance.map(T::rounded);
    let aim = ImpactOptions { target: T::rounded(*target), tolerance, ..ImpactOptions::from(T::rounded(*until)) };
    let found = time_of_impact(a, &motion_a, b, &motion_b, aim).map_err(|error| refused(&error))?;
    Ok(without_normal_of_overlap(Answer::from(&found), found.hit.as_ref(), [a, b]))
}

/// The protocol has no normal for shapes that overlap at the start by more than rounding: none belongs to a place where they meet.
pub(crate) fn without_normal_of_overlap<T: Number, const D: usize>(
    answer: Answer,
    hit: Option<&Hit<T, D>>,
    [a, b]: [&dyn Support<D, Scalar = T>; 2],
) -> Answer {
    let Some(Hit { time, normal, points: [on_a, on_b], .. }) = hit else { return answer };
    let frame = Difference(a, b).frame();
    let size = frame.size.widen().max(frame.margin.widen()) / frame.scale.widen();
    let depth = (on_a - on_b).dot(normal).widen();
    let overlap = time.is_zero() && depth > 16.0 * T::epsilon().widen() * size;
    Answer { normal: answer.normal.filter(|_| !overlap), ..answer }
}

/// The answer with proven bounds, if there are any.
fn bounded<T: Number>(answer: Answer, bounds: Option<[T; 2]>) -> Answer {
    match bounds {
        Some([lower, upper]) => {
            Answer { lower: answer.lower.map(|_| lower.widen()), upper: Some(upper.widen()), ..answer }
        }
        None => answer,
    }
}

fn ask_exactly<T: Number, const D: usize>(question: &Question, meter: &Meter) -> Result<Answer, Fault>
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let asked = read::<T, D>(question)?;
    meter.check_exact()?;
    let answer = match &asked {
        Asked::Intersect([a, b]) => exact::distance(a, b).as_ref().map(|found| Answer {
            intersects: Some(found.intersects()),
            certified: Some(true),
            iterations: found.evaluations,
            ..Answer::default()
        }),
        Asked::Distance([a, b]) => exact::distance(a, b).as_ref().map(Answer::from),
        Asked::Contact([a, b]) => match exact::ExactQuery::new().effort(meter.limit()).contact(a, b) {
            Some(found) => Some(found.as_ref().map(Answer::from).map_err(|_| meter.fault())?),
            None => None,
        },
        Asked::Cast([a, b], velocities, unless_separating) => {
            let [a, b] = cast::moving([a, b], velocities);
            let found = exact::ExactQuery::new().effort(meter.limit()).shape_cast(a, b);
            match found.map_err(|error| refused(&error))? {
                Some(found) => Some(of_exact_cast(&found.map_err(|_| meter.fault())?, velocities, *unless_separating)),
                None => None,
            }
        }
    };
    let (Asked::Intersect([a, _]) | Asked::Distance([a, _]) | Asked::Contact([a, _]) | Asked::Cast([a, _], ..)) =
        &asked;
    answer.ok_or_else(|| {
        if let Asked::Cast([a, b], ..) = &asked
            && let Some((key, _)) = [("a", a), ("b", b)].iter().find(|(_, shape)| shape.margin() > T::zero())
        {
            return Place::Line
                .key(key)
                .fault("is round, or has a margin; casts in exact arithmetic take polytopes alone");
        }
        let origin = Ball::point(Point::<T, D>::origin());
        let inexact = origin.is_ok_and(|origin| exact::intersects(a, &origin).is_none());
        let place = Place::Line.key(if inexact { "a" } else { "b" });
        place.fault("has a hull of shapes with different margins, which is not supported in exact arithmetic")
    })
}

impl From<CertifiedVerdict> for Answer {
    fn from(verdict: CertifiedVerdict) -> Self {
        Self {
            intersects: Some(verdict.intersects),
            certified: Some(verdict.is_proven()),
            iterations: verdict.evaluations,
            ..Self::default()
        }
    }
}

impl<const D: usize> From<&exact::ExactDistance<D>> for Answer {
    fn from(found: &exact::ExactDistance<D>) -> Self {
        let (distance, apart) = (found.distance(), !found.intersects());
        Self {
            intersects: Some(!apart),
            certified: Some(true),
            distance: Some(distance),
            points: apart.then(|| found.rounded_points().map(Vec::from)),
            lower: apart.then_some(distance),
            upper: Some(distance),
            iterations: found.evaluations,
            ..Self::default()
        }
    }
}

impl<const D: usize> From<&exact::ExactContact<D>> for Answer {
    fn from(found: &exact::ExactContact<D>) -> Self {
        let (separation, intersects) = (found.separation(), found.intersects());
        Self {
            intersects: Some(intersects),
            certified: Some(true),
            distance: (!intersects).then_some(separation),
            depth: intersects.then(|| separation.abs()),
            normal: Some(found.unit_normal().into()),
            points: Some(found.rounded_points().map(Vec::from)),
            lower: Some(separation),
            upper: Some(separation),
            iterations: found.evaluations,
            ..Self::default()
        }
    }
}

/// The answer of an exact cast. One that is to pass over shapes that move apart compares exact numbers, too.
pub(crate) fn of_exact_cast<T: Number, const D: usize>(
    found: &exact::ExactCast<D>,
    motion: &Velocities<T, D>,
    unless_separating: bool,
) -> Answer {
    let until = motion.until.as_ref().map(Float::widen);
    let exactly = |x: &T| BigRational::from_float(x.widen()).unwrap_or_default();
    let separates = |normal: &[BigRational; D]| {
        let along = |(k, n): (usize, &BigRational)| n * (exactly(&motion.b[k]) - exactly(&motion.a[k]));
        !normal.iter().enumerate().map(along).sum::<BigRational>().is_negative()
    };
    let left_out = unless_separating && found.normal.as_ref().is_some_and(separates);
    let hit = found.time.is_some() && !left_out;
    Answer {
        certified: Some(true),
        lower_proven: Some(!left_out),
        hit: Some(hit),
        toi: found.rounded_time().filter(|_| hit),
        normal: found.unit_normal().map(Vec::from).filter(|_| hit),
        points: found.rounded_points().map(|points| points.map(Vec::from)).filter(|_| hit),
        lower: found.lower().filter(|_| hit).or(until),
        iterations: found.evaluations,
        ..Answer::default()
    }
}

impl<T: Number, const D: usize> From<&Distance<T, D>> for Answer {
    fn from(found: &Distance<T, D>) -> Self {
        let apart = !found.intersects();
        let undecided = found.undecided.is_some();
        Self {
            intersects: Some(!apart),
            certified: Some(false),
            undecided,
            distance: Some(found.distance.widen()),
            points: apart.then(|| found.points.each_ref().map(coordinates)),
            // A distance query does not say how deep intersecting shapes overlap.
            lower: apart.then(|| found.lower.widen()),
            upper: (!undecided).then(|| found.distance.widen()),
            iterations: found.evaluations,
            ..Self::default()
        }
    }
}

impl<T: Number, const D: usize> From<&Contact<T, D>> for Answer {
    fn from(found: &Contact<T, D>) -> Self {
        let intersects = found.intersects();
        let undecided = found.undecided.is_some();
        Self {
            intersects: Some(intersects),
            certified: Some(false),
            undecided,
            distance: (!intersects).then(|| found.separation.widen()),
            depth: intersects.then(|| found.depth().widen()),
            normal: Some(found.normal.iter().map(Float::widen).collect()),
            points: Some(found.points.each_ref().map(coordinates)),
            lower: (!undecided).then(|| found.lower.widen()),
            upper: (!undecided).then(|| found.upper.widen()),
            iterations: found.evaluations,
            ..Self::default()
        }
    }
}

impl<T: Number, const D: usize> From<&ShapeCast<T, D>> for Answer {
    fn from(found: &ShapeCast<T, D>) -> Self {
        Self {
            certified: Some(false),
            lower_proven: Some(false),
            lower: found.lower.as_ref().map(Float::widen),
            ..Self::of_hit(found.hit.as_ref(), found.undecided, found.evaluations)
        }
    }
}

impl<T: Number, const D: usize> From<&TimeOfImpact<T, D>> for Answer {
    fn from(found: &TimeOfImpact<T, D>) -> Self {
        Self {
            lower: Some(found.lower.widen()),
            separation: found.separation.as_ref().map(Float::widen),
            tolerance: Some(found.tolerance.widen()),
            ..Self::of_hit(found.hit.as_ref(), found.undecided, found.evaluations)
        }
    }
}

/// Of shapes that were not posed: their own coordinates are the world's.
impl<T: Number, const D: usize> From<&Manifold<T, D>> for Answer {
    fn from(found: &Manifold<T, D>) -> Self {
        let points = found.points().iter().map(|point| Touch {
            points: point.points.each_ref().map(coordinates),
            separation: point.separation.widen(),
            id: point.id,
        });
        let manifold: Vec<_> = points.collect();
        Self {
            undecided: found.undecided.is_some(),
            normal: (!manifold.is_empty()).then(|| found.normal.iter().map(Float::widen).collect()),
            manifold: Some(manifold),
            iterations: found.evaluations,
            ..Self::default()
        }
    }
}

impl Answer {
    fn of_hit<T: Number, const D: usize>(
        hit: Option<&Hit<T, D>>,
        undecided: Option<Undecided>,
        iterations: u32,
    ) -> Self {
        Self {
            undecided: undecided.is_some(),
            hit: Some(hit.is_some()),
            toi: hit.map(|hit| hit.time.widen()),
            points: hit.map(|hit| hit.points.each_ref().map(coordinates)),
            normal: hit.map(|hit| hit.normal.iter().map(Float::widen).collect()),
            iterations,
            ..Self::default()
        }
    }
}

fn coordinates<T: Number, const D: usize>(point: &Point<T, D>) -> Vec<f64> {
    point.iter().map(Float::widen).collect()
}
