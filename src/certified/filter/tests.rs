//! Tests of `src/certified/filter.rs`.

use super::*;
use nalgebra::{Point, Vector2};

/// A margin that is stated as 0 may have an error of a half: a proof has to add it.
#[test]
fn a_margin_of_zero_may_be_off() {
    let frame = Frame::new(Point::origin(), None, 1.0, 0.0);
    let filter = Filter { margin: 0.5, ..Filter::new(&frame, 1e-9) };
    let direction = Vector2::new(0.0, 1.0);
    for (reached, apart) in [(-0.4, false), (-0.6, true)] {
        assert_eq!(filter.separates(&direction, &reached), apart, "{reached}");
        let level = filter.level_at_most(&direction, &reached, &0.0).unwrap();
        assert!(level >= reached + 0.5 && level < reached + 0.5001, "{reached} {level}");
    }
}

/// No product inside a shape may underflow or overflow.
#[test]
fn directions_that_leave_the_range_inside_a_shape_prove_nothing() {
    let frame = Frame::new(Point::origin(), None, 1.0_f32, 0.0);
    let direction = Vector2::new(0.0, 1.0);
    for (factors, proven) in [([1.0, 1.0], true), ([2e-38, 1.0], false), ([1.0, 1e38], false), ([1e-10, 1e10], true)] {
        let filter = Filter { factors, ..Filter::new(&frame, 1e-5) };
        assert_eq!(filter.separates(&direction, &-0.5), proven, "{factors:?}");
    }
}

/// Where the vertices are nearer the origin than A − B reaches, their own size is what counts.
#[test]
fn a_small_simplex_of_a_large_set_is_as_good_as_any() {
    type Simpler<const D: usize, const N: usize> = fn(&Filter<'_, f64, D>, [&SVector<f64, D>; N]) -> bool;
    fn check<const D: usize, const N: usize>(vertices: [[f64; D]; N], simpler: Simpler<D, N>) {
        let vertices = vertices.map(SVector::from);
        let points = vertices.map(|w| SupportPoint { w, ..SupportPoint::nothing() });
        let mut simplex = Simplex::empty();
        points[1..].iter().for_each(|vertex| simplex.push(*vertex));
        let frame = Frame { size: 1e3, ..Frame::new(Point::origin(), None, 1.0, 0.0) };
        let filter = Filter::new(&frame, 1e-3);
        assert!(!simpler(&filter, vertices.each_ref()));
        assert!(filter.encloses(&points[0], &simplex));
    }
    check([[-1.0, -0.5], [1.0, -0.5], [0.0, 1.0]], |filter, w| filter.encloses_in_the_plane(w, filter.size));
    check([[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]], |filter, w| {
        filter.encloses_in_space(w)
    });
}

/// Each check proves that a simplex encloses the origin if it does so by far, whichever way it is wound. No check does if the
/// origin is outside, or if the vertices' errors are too large.
#[test]
fn each_check_proves_what_is_clear() {
    type Check<const D: usize, const N: usize> = fn(&Filter<'_, f64, D>, &[SVector<f64, D>; N]) -> bool;
    fn check<const D: usize, const N: usize>(vertices: [SVector<f64, D>; N], checks: &[Check<D, N>]) {
        let frame = Frame::new(Point::origin(), None, 1.0, 0.0);
        let mut others = vertices;
        others.swap(0, 1);
        let outside = vertices.map(|w| w.map(|x| 0.25 * x + 0.5));
        for (vertices, rounding, proven) in [
            (vertices, 1e-3, true),
            (others, 1e-3, true),
            (outside, 1e-3, false),
            (vertices, 0.5, false),
            (others, 0.5, false),
        ] {
            let filter = Filter::new(&frame, rounding);
            for (k, check) in checks.iter().enumerate() {
                assert_eq!(check(&filter, &vertices), proven, "{D}D, check {k}, {rounding}");
            }
        }
    }
    fn anywhere<const D: usize, const N: usize>(filter: &Filter<'_, f64, D>, w: &[SVector<f64, D>; N]) -> bool {
        let vertices = w.map(|w| SupportPoint { w, ..SupportPoint::nothing() });
        filter.encloses_anywhere(&vertices[0], &vertices[1..])
    }
    check(
        [Vector2::new(-1.0, -0.5), Vector2::new(1.0, -0.5), Vector2::new(0.0, 1.0)],
        &[|filter, [a, b, c]| filter.encloses_in_the_plane([a, b, c], 1.0), anywhere],
    );
    check(
        [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]].map(Vector3::from),
        &[
            |filter, [a, b, c, d]| filter.encloses_in_space([a, b, c, d]),
            |filter, vertices| filter.encloses_closely(vertices),
            anywhere,
        ],
    );
}
