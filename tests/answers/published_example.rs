//! A worked example in the plane, step by step: the triangles (4, 5) (4, 11) (9, 9) and (5, 7) (12, 7) (10, 2), from the
//! directions (1, −1) and (−1, 1). Its support points are published, and its directions up to a positive factor.

#![allow(clippy::float_cmp, reason = "exact comparisons are the point")]

use gjk::nalgebra::{Point2, SVector, Vector2};
use gjk::shape::Triangle;
use gjk::{
    Difference, Query, Real, Start, Verdict,
    minkowski::ConvexSet,
    observe::Observer,
    simplex::{Region, Simplex, SupportPoint},
};

/// What was looked for and found, at the example's own scale.
#[derive(Default)]
struct Record {
    scale: f64,
    looked: Vec<[f64; 2]>,
    found: Vec<[f64; 2]>,
    regions: Vec<Region>,
    enclosed: u32,
}

impl Record {
    fn unscaled<T: Real + Copy + Into<f64>>(&self, v: &Vector2<T>) -> [f64; 2] {
        [v.x.into() / self.scale, v.y.into() / self.scale]
    }
}

impl<T: Real + Copy + Into<f64>> Observer<T, 2> for Record {
    fn support(&mut self, direction: &Vector2<T>, newest: &SupportPoint<T, 2>) {
        self.looked.push([direction.x.into(), direction.y.into()]);
        self.found.push(self.unscaled(&newest.w));
        assert_eq!(self.unscaled(&(newest.w)), [(newest.a - newest.b).x.into(), (newest.a - newest.b).y.into()]);
    }

    fn reduced(&mut self, _: &Simplex<T, 2>, region: Region, _: &SVector<T, 2>) {
        self.regions.push(region);
    }

    fn enclosed(&mut self, simplex: &Simplex<T, 2>, newest: &SupportPoint<T, 2>) {
        self.enclosed += 1;
        let corners = [simplex.vertices()[0].w, simplex.vertices()[1].w, newest.w].map(|w| self.unscaled(&w));
        let area = |u: [f64; 2], v: [f64; 2]| u[0] * v[1] - u[1] * v[0];
        let areas = [area(corners[0], corners[1]), area(corners[1], corners[2]), area(corners[2], corners[0])];
        assert!(areas.iter().all(|x| *x > 0.0) || areas.iter().all(|x| *x < 0.0), "{areas:?}");
    }
}

fn assert_same_direction(got: [f64; 2], want: [f64; 2]) {
    let across = got[0] * want[1] - got[1] * want[0];
    let along = got[0] * want[0] + got[1] * want[1];
    assert!(across.abs() < 1e-6 * along, "{got:?} is no positive multiple of {want:?}");
}

fn follow<T: Real + Copy + Into<f64> + From<f32>>() {
    let p = |x: f32, y: f32| Point2::new(T::from(x), T::from(y));
    let a = Triangle::new([p(4.0, 5.0), p(4.0, 11.0), p(9.0, 9.0)]).unwrap();
    let b = Triangle::new([p(5.0, 7.0), p(12.0, 7.0), p(10.0, 2.0)]).unwrap();
    let set = Difference(&a, &b);
    let start = Start::Pair(p(1.0, -1.0).coords, p(-1.0, 1.0).coords);
    let scale = set.frame().scale.into();
    let mut record = Record { scale, ..Record::default() };
    let outcome = Query::new().start(start).with_observer(&mut record).search(&set);

    assert_eq!(record.found, [[4.0, 2.0], [-6.0, 9.0], [-8.0, -2.0], [-1.0, -2.0]]);
    assert_same_direction(record.looked[0], [1.0, -1.0]);
    assert_same_direction(record.looked[1], [-1.0, 1.0]);
    assert_same_direction(record.looked[2], [-336.0, -480.0]);
    assert_same_direction(record.looked[3], [32.0, -96.0]);
    // The first vertex; both; and then, of C = (4, 2), B = (-6, 9) and A = (-8, -2), the edge from A to C.
    let dimensions: Vec<_> = record.regions.iter().map(|region| region.dimension()).collect();
    assert_eq!(dimensions, [0, 1, 1]);
    assert_eq!((record.enclosed, outcome.evaluations), (1, 4));
    let Verdict::Enclosed { newest, simplex } = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert_eq!(record.unscaled(&newest.w), [-1.0, -2.0]);
    let mut others: Vec<_> = simplex.vertices().iter().map(|vertex| record.unscaled(&vertex.w)).collect();
    others.sort_by(|u, v| u[0].total_cmp(&v[0]));
    assert_eq!(others, [[-8.0, -2.0], [4.0, 2.0]]);
}

#[test]
fn the_published_steps_are_taken_in_f32() {
    follow::<f32>();
}

#[test]
fn the_published_steps_are_taken_in_f64() {
    follow::<f64>();
}

#[test]
fn the_default_start_encloses_the_origin_too() {
    let p = |x: f64, y: f64| Point2::new(x, y);
    let a = Triangle::new([p(4.0, 5.0), p(4.0, 11.0), p(9.0, 9.0)]).unwrap();
    let b = Triangle::new([p(5.0, 7.0), p(12.0, 7.0), p(10.0, 2.0)]).unwrap();
    let set = Difference(&a, &b);
    let mut record = Record { scale: set.frame().scale, ..Record::default() };
    let outcome = Query::new().with_observer(&mut record).search(&set);
    assert!(matches!(outcome.verdict, Verdict::Enclosed { .. }), "{outcome:?}");
    assert_eq!(record.enclosed, 1);
}
