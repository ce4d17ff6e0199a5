//! Two trees of shapes through every query, and proven answers against the truth.

use crate::bytes::{Number, exponent, nearest, number, rounded, vector};
use crate::tree::Tree;
use arbitrary::{Result, Unstructured};
use gjk::certified::{self, CertifiedVerdict, Enclosure, Proof, Separation};
use gjk::epa::Expansion;
use gjk::exact::ExactCases;
use gjk::nalgebra::{Point, SVector};
use gjk::shape::{Ball, HalfSpace};
use gjk::simplex::Cases;
use gjk::{
    Cache, Difference, Motion, Query, RigidMotion, Start, Support, SupportExt, Within, aabb, contact, distance, exact,
    intersects, manifold, project, raycast, shape_cast, time_of_impact,
};
use oracle::model::{Dyadic, Truth, compare_root};
use std::any::Any;

pub(crate) fn run(data: &[u8]) {
    let u = &mut Unstructured::new(data);
    // Input that ends is not an input.
    let _ = match u.arbitrary::<u8>().map(|kind| kind % 4) {
        Ok(0) => Pair::<2>::ask::<f32>(u),
        Ok(1) => Pair::<2>::ask::<f64>(u),
        Ok(2) => Pair::<3>::ask::<f32>(u),
        _ => Pair::<3>::ask::<f64>(u),
    };
}

/// Two shapes as they are written. The second is moved.
#[derive(Debug)]
pub(crate) struct Pair<const D: usize> {
    pub(crate) first: Tree<D>,
    pub(crate) second: Tree<D>,
}

struct Told<'p, const D: usize>(&'p Pair<D>, &'static str);

impl<const D: usize> Drop for Told<'_, D> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}: {:?}\n{:?}", self.1, self.0.first, self.0.second);
        }
    }
}

impl<const D: usize> Pair<D> {
    pub(crate) fn read<T: Number>(u: &mut Unstructured<'_>) -> Result<Self> {
        let size = exponent::<T>(u)?;
        let first = Tree::read::<T>(u, size, 3)?;
        let mut second = if u.arbitrary::<u8>()? < 16 { first.clone() } else { Tree::read::<T>(u, size, 3)? };
        if u.arbitrary()? {
            let translation = match u.arbitrary::<u8>()? {
                // A corner of one at a corner of the other, as far as rounding allows.
                which @ 0..128 => {
                    let corner = |tree: &Tree<D>, which: usize| -> Option<[f64; D]> {
                        let vertices = tree.small_model()?.vertices();
                        Some(vertices[which % vertices.len()].each_ref().map(Dyadic::to_f64))
                    };
                    let (p, q) = (corner(&first, which.into()), corner(&second, (which / 8).into()));
                    let nudge = vector::<T, D>(u, size - T::DIGITS)?;
                    let zero = [0.0; D];
                    let (p, q) = (p.unwrap_or(zero), q.unwrap_or(zero));
                    std::array::from_fn(|k| rounded::<T>(p[k] - q[k] + nudge[k]))
                }
                // Side by side along an axis, margins included, as far as rounding allows.
                which @ 128..192 => {
                    let axis = usize::from(which) % D;
                    let mut translation = vector::<T, D>(u, size - 2)?;
                    if let (Some(a), Some(b)) = (first.small_model(), second.small_model()) {
                        let nudge = number::<T>(u, size - T::DIGITS)?;
                        translation[axis] =
                            rounded::<T>(a.reach(axis, 1.0).plus(&b.reach(axis, -1.0)).to_f64() + nudge);
                    }
                    translation
                }
                _ => vector::<T, D>(u, size + 1)?,
            };
            let rotation = std::array::from_fn(|i| std::array::from_fn(|k| f64::from(u8::from(i == k))));
            second = Tree::Posed { inner: Box::new(second), rotation, scale: 1.0, translation };
        }
        Ok(Self { first, second })
    }

    /// Prints the pair if a check fails before this is dropped.
    pub(crate) fn told_in_panic<T>(&self) -> impl Drop {
        Told(self, std::any::type_name::<T>())
    }

    /// Returns whether it takes little enough time.
    pub(crate) fn is_small(&self) -> bool {
        let [[p, m], [q, n]] = [self.first.sizes(), self.second.sizes()];
        p.max(q) <= 80 && m + n <= 4000
    }

    fn is_deep(&self) -> bool {
        self.first.is_deep() || self.second.is_deep()
    }

    fn ask<T: Number>(u: &mut Unstructured<'_>) -> Result<()>
    where
        Cases: Expansion<T, D> + Expansion<f64, D> + ExactCases<D>,
        RigidMotion<T, D>: Motion<T, D>,
    {
        let pair = Self::read::<T>(u)?;
        let _told = pair.told_in_panic::<T>();
        let (Some(a), Some(b)) = (pair.first.build::<T>(), pair.second.build::<T>()) else { return Ok(()) };
        assert!(pair.first.is_finite() && pair.second.is_finite(), "a shape of what is no number: {pair:?}");
        if !pair.is_small() {
            return Ok(());
        }
        let (a, b): (&dyn Support<D, Scalar = T>, &dyn Support<D, Scalar = T>) = (&*a, &*b);
        let truth = pair.first.model().zip(pair.second.model()).map(|(a, b)| Truth::of(&a, &b));
        // One kind of question each, so that there are more inputs.
        match u.arbitrary::<u8>()? % 8 {
            0 => plain(u, a, b),
            1 => others(u, a, b),
            2 => casts(u, a, b),
            3 => {
                for (shape, tree) in [(a, &pair.first), (b, &pair.second)] {
                    let length = exponent::<T>(u)?;
                    rounding(shape, tree, vector::<T, D>(u, length)?);
                }
                truth.map_or(Ok(()), |truth| certificates::<T, D>(u, a, b, &truth))
            }
            4 => {
                overlap(a, b, truth.as_ref(), pair.is_deep());
                Ok(())
            }
            _ => {
                proven(a, b, truth.as_ref(), pair.is_deep());
                if truth.is_none() {
                    in_doubles::<T, D>(&pair, a, b);
                }
                Ok(())
            }
        }
    }
}

/// Plain answers: numbers that make sense, and one verdict.
fn plain<T: Number, const D: usize>(
    u: &mut Unstructured<'_>,
    a: &dyn Support<D, Scalar = T>,
    b: &dyn Support<D, Scalar = T>,
) -> Result<()>
where
    Cases: Expansion<T, D>,
{
    let start = match u.arbitrary::<u8>()? % 4 {
        0 => Start::Along(SVector::from(vector::<T, D>(u, 0)?.map(nearest::<T>))),
        _ => Start::Centers,
    };
    let evaluations = if u.arbitrary::<u8>()? < 32 { u32::from(u.arbitrary::<u8>()?) } else { 1000 };
    let mut query = Query::new().start(start).max_evaluations(evaluations);
    let _ = query.search(&Difference(a, b));
    let _ = query.distance(a, b);
    let _ = query.contact(a, b);

    let (verdict, apart, touch) = (intersects(a, b), distance(a, b), contact(a, b));
    let finite = |x: &T| x.widen().is_finite();
    assert!(finite(&apart.distance) && apart.distance >= T::zero(), "{apart:?}");
    assert!(finite(&touch.separation) && touch.normal.iter().all(finite), "{touch:?}");
    assert_eq!(verdict, apart.intersects(), "{apart:?}");
    assert_eq!(verdict, touch.intersects(), "{touch:?}");
    let around = aabb(a);
    assert!((0..D).all(|k| around.min[k] <= around.max[k]), "{around:?}");
    Ok(())
}

/// The other queries: numbers, and where two of them ask the same, the same answer.
fn others<T: Number, const D: usize>(
    u: &mut Unstructured<'_>,
    a: &dyn Support<D, Scalar = T>,
    b: &dyn Support<D, Scalar = T>,
) -> Result<()>
where
    Cases: Expansion<T, D>,
    RigidMotion<T, D>: Motion<T, D>,
{
    let size = exponent::<T>(u)?;
    let some = |u: &mut Unstructured<'_>| Ok(SVector::from(vector::<T, D>(u, size)?.map(nearest::<T>)));
    let (at, way) = (Point::from(some(u)?), some(u)?);
    let limit = nearest::<T>(number::<T>(u, size)?.abs());
    let finite = |x: &T| x.widen().is_finite();

    // A query that remembers, and one that was left something by another pair.
    let mut cache = Cache::new();
    for (a, b) in [(a, b), (a, b), (b, a)] {
        let found = Query::new().with_cache(&mut cache).distance(a, b);
        assert!(finite(&found.distance), "{found:?}");
        let found = Query::new().with_cache(&mut cache).contact(a, b);
        assert!(finite(&found.separation), "{found:?}");
    }
    match Query::new().distance_within(limit, a, b) {
        Within::Near(near) => assert!(finite(&near.distance), "{near:?}"),
        Within::Beyond(farther) => {
            assert!(farther.axis.iter().all(finite) && farther.lower >= T::zero(), "{farther:?}");
        }
    }
    if let (Ok(a), Ok(b)) = (a.posed(SVector::zeros()), b.posed(SVector::zeros())) {
        // At most four points, or none if the contact is undecided.
        if let Some(found) = manifold(&a, &b, limit).near() {
            let numbers = found
                .points()
                .iter()
                .flat_map(|point| point.points.iter().chain(&point.local_points))
                .flat_map(|point| point.iter());
            assert!(numbers.copied().all(|x| finite(&x)) && found.points().len() <= 4, "{found:?}");
        }
    }
    if let Ok(point) = Ball::point(at) {
        let nearest = project(a, at);
        assert!(nearest.point.iter().all(finite), "{nearest:?}");
        if let Ok(hit) = raycast(a, at, way) {
            let cast = shape_cast(a, point.moving(way)).expect("the ray of the same numbers");
            assert_eq!(hit.map(|hit| (hit.time, hit.normal)), cast.hit.map(|hit| (hit.time, hit.normal)));
        }
    }
    if let Ok(half) = HalfSpace::new(way, limit) {
        let touch = half.contact(a);
        assert!(finite(&touch.separation) && touch.normal.iter().all(finite), "{touch:?}");
        if let Ok(found) = half.shape_cast(a.moving(-way))
            && let (Some(hit), Some(lower)) = (found.hit, found.lower)
        {
            assert!(lower <= hit.time && finite(&hit.time), "{hit:?} {lower:?}");
        }
    }
    let [moved, rest] = [RigidMotion::moving(way), RigidMotion::rest()];
    if let Ok(found) = time_of_impact(a, &rest, b, &moved, limit) {
        assert!(finite(&found.lower) && found.hit.is_none_or(|hit| found.lower <= hit.time), "late");
    }
    Ok(())
}

/// Proven answers: the verdict, and bounds on the distance. What is nested too deep for exact arithmetic may have none.
fn proven<T: Number, const D: usize>(
    a: &dyn Support<D, Scalar = T>,
    b: &dyn Support<D, Scalar = T>,
    truth: Option<&Truth<D>>,
    deep: bool,
) where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let (verdict, near) = (certified::intersects(a, b), certified::distance(a, b));
    let both = verdict.is_proven() && near.verdict.is_proven();
    assert!(!both || verdict.intersects == near.verdict.intersects, "{verdict:?} {near:?}");
    let bounds = wide(near.bounds);
    assert!(bounds.is_none_or(|[lower, upper]| 0.0 <= lower && lower <= upper && upper.is_finite()), "{near:?}");

    let Some(truth) = truth else { return };
    let hit = truth.intersects();
    assert!(is_right(verdict, hit, deep), "{verdict:?}, not {hit}");
    assert!(is_right(near.verdict, hit, deep), "{near:?}, not {hit}");
    if !deep {
        assert_eq!(exact::intersects(a, b), Some(hit));
        assert_eq!(exact::distance(a, b).map(|found| found.intersects()), Some(hit));
    }
    assert!(deep || bounds.is_some(), "{near:?} of polytopes with margins");
    let Some(bounds) = bounds else { return };
    if !hit {
        assert!(holds(truth, bounds), "{near:?}, not {:e} less margins", truth.squared.sqrt_to_f64());
    } else if near.verdict.is_proven() {
        assert_eq!(bounds, [0.0; 2], "{near:?}");
    } else {
        assert_eq!(bounds[0], 0.0, "{near:?}");
    }
}

/// Returns whether a verdict is the true one, and proven if it has to be.
fn is_right(found: CertifiedVerdict, hit: bool, deep: bool) -> bool {
    if found.is_proven() { found.intersects == hit } else { deep }
}

fn wide<T: Number>(bounds: Option<[T; 2]>) -> Option<[f64; 2]> {
    bounds.map(|bounds| bounds.map(|x| x.widen()))
}

/// Returns whether the distance is between these.
fn holds<const D: usize>(truth: &Truth<D>, [lower, upper]: [f64; 2]) -> bool {
    truth.compare_distance(lower).is_ge() && truth.compare_distance(upper).is_le()
}

/// Bounds on the depth.
fn overlap<T: Number, const D: usize>(
    a: &dyn Support<D, Scalar = T>,
    b: &dyn Support<D, Scalar = T>,
    truth: Option<&Truth<D>>,
    deep: bool,
) where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let touch = certified::contact(a, b);
    let Some([lower, upper]) = wide(touch.bounds) else { return };
    let right_side = !touch.verdict.is_proven() || if touch.verdict.intersects { upper <= 0.0 } else { lower >= 0.0 };
    assert!(lower <= upper && right_side && lower.is_finite() && upper.is_finite(), "{touch:?}");
    let Some(truth) = truth else { return };
    assert!(is_right(touch.verdict, truth.intersects(), deep), "{touch:?}");
    if !truth.intersects() {
        assert!(holds(truth, [lower, upper]), "{touch:?}, not {:e} less margins", truth.squared.sqrt_to_f64());
    } else if truth.squared.is_zero()
        && let Some(truth) = (truth as &dyn Any).downcast_ref::<Truth<2>>()
        && truth.points() < 40
    {
        // depth + margin is between −upper and −lower.
        let depth = truth.depth_squared();
        let compare = |bound: f64| compare_root(&depth, &Dyadic::of(-bound).plus(&truth.margin.negated()));
        assert!(compare(lower).is_le() && compare(upper).is_ge(), "{touch:?}, not {:e}", depth.sqrt_to_f64());
    }
}

/// What somebody else says to be a proof.
fn certificates<T: Number, const D: usize>(
    u: &mut Unstructured<'_>,
    a: &dyn Support<D, Scalar = T>,
    b: &dyn Support<D, Scalar = T>,
    truth: &Truth<D>,
) -> Result<()>
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let length = exponent::<T>(u)?;
    let axis = vector::<T, D>(u, length)?;
    let proof = Separation { axis: SVector::from(axis.map(nearest::<T>)) }.proof(a, b);
    let finite = axis.iter().all(|x| x.is_finite());
    assert!(proof == Proof::None || finite && truth.apart_along(&axis), "{proof:?} along {axis:?}");
    let found = Query::new().search(&Difference(a, b));
    if let Some(separation) = Separation::of(&found.verdict) {
        assert!(separation.proof(a, b) == Proof::None || !truth.intersects(), "{separation:?}");
    }
    if let Some(enclosure) = Enclosure::of(&found.verdict) {
        assert!(enclosure.proof(a, b) == Proof::None || truth.squared.is_zero(), "{enclosure:?}");
    }
    Ok(())
}

/// What a shape says of its rounding: how far its support point, along a direction of any length, falls short of the farthest. It
/// says nothing where products leave the range.
fn rounding<T: Number, const D: usize>(shape: &dyn Support<D, Scalar = T>, tree: &Tree<D>, direction: [f64; D]) {
    let (Some(bound), Some(model)) = (shape.rounding(), tree.small_model()) else { return };
    let (extent, margin) = (shape.extent(&Point::origin()).widen(), shape.margin().widen());
    let length: f64 = direction.iter().map(|x| x.abs()).sum();
    let [low, high] = [T::EXPONENTS[0] + 3 * (T::DIGITS - 1), T::EXPONENTS[1]].map(f64::from);
    let (log, size) = (length.log2(), extent.max(margin).log2());
    let inside = bound.factors.map(|factor| log + factor.widen().log2());
    let in_range = |log: f64, digits: i32| low <= log && log <= high - f64::from(digits);
    let balls = model.balls();
    if !in_range(log, 2 * T::DIGITS)
        || !inside.iter().all(|log| in_range(*log, 6))
        || !in_range(size, T::DIGITS)
        || !in_range(log + extent.log2(), 6)
        || balls.iter().any(|(_, radius)| !radius.plus(&balls[0].1.negated()).is_zero())
    {
        return;
    }
    let found = shape.support_from(&SVector::from(direction.map(nearest::<T>)), &Point::origin()).offset;
    assert!(found.iter().all(|x| x.widen().is_finite()), "{found:?} along {direction:?}");
    let along = |point: [Dyadic; D]| {
        let products = point.iter().zip(direction).map(|(x, d)| x.times(&Dyadic::of(d)));
        products.reduce(|sum, product| sum.plus(&product)).expect("a coordinate")
    };
    let reached = along(std::array::from_fn(|k| Dyadic::of(found[k].widen())));
    let epsilon = Dyadic::of(T::epsilon().widen());
    let units = Dyadic::of(bound.units.into()).times(&epsilon).times(&Dyadic::of(extent));
    let most = Dyadic::of(bound.fixed.widen()).plus(&units).times(&Dyadic::of(length));
    let short = balls.iter().map(|(middle, _)| along(middle.clone()).plus(&reached.negated()));
    let farthest = short.reduce(|most, x| if x.plus(&most.negated()).is_positive() { x } else { most });
    let farthest = farthest.expect("a ball");
    assert!(
        !farthest.plus(&most.negated()).is_positive(),
        "{:e} short along {direction:?}: {bound:?}",
        farthest.to_f64()
    );
    assert!(!farthest.plus(&most).is_negative(), "{:e} short along {direction:?}: {bound:?}", farthest.to_f64());
    let wrong = balls[0].1.plus(&Dyadic::of(-margin));
    let most = Dyadic::of(bound.margin.widen());
    assert!(!wrong.plus(&most.negated()).is_positive() && !wrong.plus(&most).is_negative(), "{margin:e}: {bound:?}");
}

/// Curved shapes of numbers of `f32` are the same sets in `f64`: two proofs agree.
fn in_doubles<T: Number, const D: usize>(pair: &Pair<D>, a: &dyn Support<D, Scalar = T>, b: &dyn Support<D, Scalar = T>)
where
    Cases: Expansion<T, D> + Expansion<f64, D> + ExactCases<D>,
{
    if T::DIGITS == <f64 as Number>::DIGITS || pair.first.is_hulled() || pair.second.is_hulled() {
        return;
    }
    let (Some(c), Some(d)) = (pair.first.build::<f64>(), pair.second.build::<f64>()) else { return };
    let (single, double) = (certified::distance(a, b), certified::distance(&*c, &*d));
    if single.verdict.is_proven() && double.verdict.is_proven() {
        assert_eq!(single.verdict.intersects, double.verdict.intersects, "{single:?} {double:?}");
    }
    if let (Some(bounds), Some([lower, upper])) = (single.bounds, double.bounds) {
        let [least, most] = bounds.map(|x| x.widen());
        assert!(least <= upper && lower <= most, "{single:?} {double:?}");
    }
}

/// Casts: never late.
fn casts<T: Number, const D: usize>(
    u: &mut Unstructured<'_>,
    a: &dyn Support<D, Scalar = T>,
    b: &dyn Support<D, Scalar = T>,
) -> Result<()>
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let size = exponent::<T>(u)?;
    let [of_a, of_b] = [vector::<T, D>(u, size)?, [0.0; D]].map(|v| SVector::from(v.map(nearest::<T>)));
    let until = match u.arbitrary::<u8>()? {
        0..64 => None,
        near @ 64..160 => Some(nearest::<T>(number::<T>(u, i32::from(near % 4))?)),
        _ => {
            let exponent = exponent::<T>(u)?;
            Some(nearest::<T>(number::<T>(u, exponent)?))
        }
    };
    let (of_a, of_b) = (a.moving(of_a), b.moving(of_b));
    let of_b = until.map_or(of_b, |until| of_b.until(until));
    let Ok(proven) = certified::shape_cast(of_a, of_b) else { return Ok(()) };
    let plain = shape_cast(of_a, of_b).expect("the same numbers");
    for found in [&plain, &proven.measured] {
        if let (Some(hit), Some(lower)) = (&found.hit, found.lower) {
            assert!(lower <= hit.time && hit.time.widen().is_finite(), "{found:?}");
        }
    }
    if let (true, Ok(Some(exactly))) = (proven.is_proven, exact::shape_cast(of_a, of_b)) {
        match (exactly.rounded_time(), proven.measured.lower) {
            (Some(toi), Some(lower)) => assert!(lower.widen() <= toi, "{proven:?} {exactly:?}"),
            (Some(_), None) => panic!("a miss that is none: {proven:?} {exactly:?}"),
            (None, _) => assert!(proven.measured.lower.is_some() || proven.measured.hit.is_none()),
        }
    }
    Ok(())
}
