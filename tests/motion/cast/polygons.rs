//! Polygons that meet in the plane, which are answered in closed form: one comes with a vertex to an upright edge of the other, so that
//! the time is a quotient of three numbers that are known.

use super::scenes::count;
use gjk::nalgebra::{Point2, Vector2};
use gjk::shape::Polygon;
use gjk::{Query, SupportExt};
use oracle::in_both_precisions;
use oracle::model::Dyadic;
use oracle::random::Random;
use oracle::testing::Float;

/// Whoever has the edge, whichever way the other slides along it, and from how far away a hit counts.
#[test]
fn a_vertex_that_slides_along_an_edge() {
    fn check<T: Float>() {
        let epsilon = T::PRECISION.epsilon();
        let round = |x: f64| T::PRECISION.round(x);
        let (mut hits, mut early) = (0_u64, 0_u32);
        for seed in 0..count() {
            let mut random = Random::new(seed ^ 0x51de);
            // The edge is at x = 0, its polygon to the left, and the other polygon begins at the right.
            let half = round(random.uniform(0.5, 2.0));
            let gap = round(random.uniform(0.5, 4.0));
            let skin = if random.coin() { round(random.uniform(0.0, 0.4)) } else { 0.0 };
            let [speed, slide] = [round(random.uniform(0.5, 2.0)), round(random.uniform(-2.0, 2.0))];
            let time = (gap - skin) / speed;
            let meets = round(random.uniform(-0.9, 0.9) * half);
            let start = round(meets - slide * time);
            let mut behind = |from: [f64; 2], sign: f64| {
                let count = random.index(4) + 1;
                let far = |x: f64| round(sign * x);
                let point = |_| [from[0] + far(random.uniform(0.25, 1.0)), round(from[1] + random.uniform(-0.5, 0.5))];
                (0..count).map(point).collect::<Vec<_>>()
            };
            let mut own = behind([0.0, 0.0], -1.0);
            own.extend([[0.0, -half], [0.0, half]]);
            let mut other = behind([gap, start], 1.0);
            other.extend([[gap, start], [gap + 2.0, start + 0.125]]);
            // In any direction: exactly, by powers of i.
            let turns = random.index(4);
            let turned = |[x, y]: [f64; 2]| (0..turns).fold([x, y], |[x, y], _| [-y, x]);
            let polygon = |points: &[[f64; 2]]| {
                Polygon::<T>::hull(points.iter().map(|p| Point2::from(turned(*p).map(|x| T::narrowed(x)))))
            };
            let (Ok(own), Ok(other)) = (polygon(&own), polygon(&other)) else { continue };
            let has_b_edge = random.coin();
            let sign = if has_b_edge { -1.0 } else { 1.0 };
            let velocity = Vector2::from(turned([-sign * speed, sign * slide]).map(|x| T::narrowed(x)));
            let [a, b] = if has_b_edge { [&other, &own] } else { [&own, &other] };
            let found = Query::new().shape_cast(a, b.moving(velocity).with_skin(T::narrowed(skin))).unwrap();
            let what = format!("{seed}: {time} {found:?}");
            assert_eq!(found.evaluations, 0, "{what}");
            let hit = found.hit.unwrap_or_else(|| panic!("{what}"));
            let at: f64 = hit.time.into();
            assert!((at - time).abs() <= 64.0 * epsilon * (gap + skin + speed) / speed, "{what}");
            // Before the time, exactly.
            let lower: f64 = found.lower.unwrap().into();
            let way = Dyadic::of(lower).times(&Dyadic::of(speed)).plus(&Dyadic::of(skin));
            assert!(!way.plus(&Dyadic::of(gap).negated()).is_positive(), "{what}");
            early += u32::from(lower < at);
            // Seen from the polygon with the edge, as the other one has moved.
            let moved = if has_b_edge { -velocity * hit.time } else { Vector2::zeros() };
            let points = hit.points.map(|p| p + moved);
            let [on_own, on_other] = if has_b_edge { [points[1], points[0]] } else { points };
            for (point, x) in [(on_own, 0.0), (on_other, skin)] {
                let want = turned([x, start + slide * time]);
                let off = [0, 1].map(|k| (Into::<f64>::into(point[k]) - want[k]).abs());
                assert!(off[0].max(off[1]) <= 256.0 * epsilon * 8.0, "{what}");
            }
            hits += 1;
        }
        assert!(hits > count() * 9 / 10 && early > 0, "{hits} {early}");
    }
    in_both_precisions! { check::<T>(); }
}
