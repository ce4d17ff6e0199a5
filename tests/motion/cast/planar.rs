//! Polygons and capsules that meet in the plane, which have closed forms. A vertex of one shape meets an upright edge of the other, so the
//! time is a quotient of known numbers.

use super::scenes::count;
use gjk::nalgebra::{Point2, Vector2};
use gjk::shape::{Capsule, Polygon};
use gjk::{Query, ShapeCast, Support, SupportExt};
use oracle::in_both_precisions;
use oracle::model::Dyadic;
use oracle::random::Random;
use oracle::testing::Float;

type Shape<T> = dyn Support<2, Scalar = T>;

/// An upright edge at x = 0, and a vertex to the right of it that moves past.
struct Course {
    half: f64,
    gap: f64,
    start: f64,
    /// To the left and upwards.
    speed: f64,
    slide: f64,
    skin: f64,
    /// Of the two shapes.
    margins: [f64; 2],
    /// All of it is turned: exactly, by right angles.
    turns: usize,
    has_b_edge: bool,
}

impl Course {
    /// One that ends on the edge.
    fn onto<T: Float>(random: &mut Random, is_round: bool) -> Self {
        let mut any = |low: f64, high: f64| T::PRECISION.round(random.uniform(low, high));
        let (half, gap, speed, slide) = (any(0.5, 2.0), any(1.0, 4.0), any(0.5, 2.0), any(-2.0, 2.0));
        let margins = if is_round { [any(0.0, 0.3), any(0.0, 0.3)] } else { [0.0, 0.0] };
        let (skin, meets) = (any(0.0, 0.3), any(-0.9, 0.9) * half);
        let skin = if random.coin() { skin } else { 0.0 };
        let time = (gap - margins[0] - margins[1] - skin) / speed;
        let start = T::PRECISION.round(meets - slide * time);
        let (turns, has_b_edge) = (random.index(4), random.coin());
        Self { half, gap, start, speed, slide, skin, margins, turns, has_b_edge }
    }

    fn turned(&self, at: [f64; 2]) -> [f64; 2] {
        (0..self.turns).fold(at, |[x, y], _| [-y, x])
    }

    fn point<T: Float>(&self, at: [f64; 2]) -> Point2<T> {
        Point2::from(self.turned(at).map(T::narrowed))
    }

    fn capsules<T: Float>(&self, [x, y]: [f64; 2]) -> [Capsule<T, 2>; 2] {
        let [r, s] = self.margins.map(T::narrowed);
        let own = Capsule::new(self.point([0.0, -self.half]), self.point([0.0, self.half]), r);
        let other = Capsule::new(self.point([self.gap, self.start]), self.point([self.gap + x, self.start + y]), s);
        [own.unwrap(), other.unwrap()]
    }

    fn ask<T: Float>(&self, own: &Shape<T>, other: &Shape<T>) -> ShapeCast<T, 2> {
        let sign = if self.has_b_edge { -1.0 } else { 1.0 };
        let velocity = Vector2::from(self.turned([-sign * self.speed, sign * self.slide]).map(T::narrowed));
        let [a, b] = if self.has_b_edge { [other, own] } else { [own, other] };
        Query::new().shape_cast(a, b.moving(velocity).with_skin(T::narrowed(self.skin))).unwrap()
    }

    /// The time, a bound that is never late and hardly early, and the points, without an evaluation.
    fn check<T: Float>(&self, own: &Shape<T>, other: &Shape<T>, what: &str) {
        let (epsilon, [r, s]) = (T::PRECISION.epsilon(), self.margins);
        let found = self.ask(own, other);
        let time = (self.gap - r - s - self.skin) / self.speed;
        let what = format!("{what}: {time} {found:?}");
        assert_eq!(found.evaluations, 0, "{what}");
        let hit = found.hit.as_ref().unwrap_or_else(|| panic!("{what}"));
        let (at, lower) = (hit.time.wide(), found.lower.unwrap().wide());
        let slack = 64.0 * epsilon * 8.0 / self.speed;
        assert!((at - time).abs() <= slack && at - lower <= slack, "{what}");
        // Exactly: lower · speed ≤ gap − margins − skin.
        let kept = [r, s, self.skin].map(Dyadic::of).iter().fold(Dyadic::of(-self.gap), |sum, x| sum.plus(x));
        assert!(!Dyadic::of(lower).times(&Dyadic::of(self.speed)).plus(&kept).is_positive(), "{what}");
        // Seen from the shape with the edge, as the other one has moved.
        let moved = if self.has_b_edge { [self.speed * at, -self.slide * at] } else { [0.0, 0.0] };
        let [on_own, on_other] = if self.has_b_edge { [1, 0] } else { [0, 1] }.map(|k: usize| hit.points[k]);
        let height = self.start + self.slide * time;
        for (point, x) in [(on_own, r), (on_other, r + self.skin)] {
            let want = self.turned([x + moved[0], height + moved[1]]);
            let off = [0, 1].map(|k| (point[k].wide() - want[k]).abs());
            assert!(off[0].max(off[1]) <= 64.0 * epsilon * 16.0, "{want:?}: {what}");
        }
    }
}

/// Whoever has the edge, whichever way the other slides along it, and from how far away a hit counts.
#[test]
fn a_vertex_that_slides_along_an_edge() {
    in_both_precisions! {
        let mut hits = 0;
        for seed in 0..count() {
            let mut random = Random::new(seed ^ 0x51de);
            let course = Course::onto::<T>(&mut random, false);
            let mut hull = |corners: [[f64; 2]; 2], from: [f64; 2], sign: f64| {
                let more = 1 + random.index(4);
                let mut any = |low: f64, high: f64| T::PRECISION.round(random.uniform(low, high));
                let more = (0..more).map(|_| [from[0] + sign * any(0.25, 1.0), from[1] + any(-0.5, 0.5)]);
                let points = corners.into_iter().chain(more.collect::<Vec<_>>());
                Polygon::hull(points.map(|p| course.point::<T>(p.map(|x| T::PRECISION.round(x)))))
            };
            let own = hull([[0.0, -course.half], [0.0, course.half]], [0.0, 0.0], -1.0);
            let from = [course.gap, course.start];
            let other = hull([from, [course.gap + 2.0, course.start + 0.125]], from, 1.0);
            // A hull may have an angle too flat for a polygon.
            let (Ok(own), Ok(other)) = (own, other) else { continue };
            course.check(&own, &other, &format!("{seed}"));
            hits += 1;
        }
        assert!(hits > count() * 9 / 10, "{hits}");
    }
}

/// As above, with round ends.
#[test]
fn a_capsule_that_slides_along_another() {
    in_both_precisions! {
        for seed in 0..count() {
            let mut random = Random::new(seed ^ 0xca_9501e);
            let course = Course::onto::<T>(&mut random, true);
            let [own, other] = course.capsules::<T>([random.uniform(0.25, 2.0), random.uniform(-1.0, 1.0)]);
            course.check(&own, &other, &format!("{seed}"));
        }
    }
}

/// Past the end of an edge, along other edges: a miss of polygons, and a hit where capsules are round.
#[test]
fn what_passes_an_edge_beside_its_end() {
    in_both_precisions! {
        for seed in 0..count() {
            let mut random = Random::new(seed ^ 0xe4d);
            let course = Course::onto::<T>(&mut random, true);
            let [r, s] = course.margins;
            let reach = r + s + course.skin;
            let beside = random.uniform(0.1, 0.9) * reach;
            let course = Course { slide: 0.0, start: T::PRECISION.round(course.half + beside), ..course };
            let beside = course.start - course.half;
            let [own, other] = course.capsules::<T>([1.0, 0.5]);
            let found = course.ask::<T>(&own, &other);
            let time = (course.gap - (reach * reach - beside * beside).sqrt()) / course.speed;
            let what = format!("{seed}: {time} {found:?}");
            assert_eq!(found.evaluations, 0, "{what}");
            let (at, lower) = (found.hit.as_ref().unwrap().time.wide(), found.lower.unwrap().wide());
            // Beside the end the speed towards it is less.
            let slack = 64.0 * T::PRECISION.epsilon() * 8.0 / course.speed * reach / (reach - beside);
            assert!((at - time).abs() <= slack && lower <= time + slack && at - lower <= slack, "{what}");
            // Without margins, and farther away than a hit counts.
            let course = Course { skin: 0.0, ..course };
            let polygon = |points: [[f64; 2]; 4]| Polygon::hull(points.map(|p| course.point::<T>(p))).unwrap();
            let (half, gap, low) = (course.half, course.gap, course.start);
            let own = polygon([[0.0, -half], [0.0, half], [-1.0, half], [-1.0, -half]]);
            let other = polygon([[gap, low], [gap, low + 1.0], [gap + 1.0, low + 1.0], [gap + 1.0, low]]);
            let found = course.ask::<T>(&own, &other);
            assert!(found.hit.is_none() && found.undecided.is_none() && found.evaluations == 0, "{seed}: {found:?}");
        }
    }
}
