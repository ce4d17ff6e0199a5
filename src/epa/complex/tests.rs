//! Tests of `src/epa/complex.rs`.

use super::*;
use crate::observe::Termination;
use crate::simplex::{Region, Simplex};

/// A hull of points.
struct Points<const D: usize>(Vec<SupportPoint<f64, D>>);

impl<const D: usize> SupportSource<f64, D> for Points<D> {
    fn support(&mut self, direction: &SVector<f64, D>) -> Option<SupportPoint<f64, D>> {
        let farther =
            |a: &&SupportPoint<f64, D>, b: &&SupportPoint<f64, D>| a.w.dot(direction).total_cmp(&b.w.dot(direction));
        self.0.iter().max_by(farther).copied()
    }

    fn expanded(&mut self, lower: &f64, upper: &f64, _: &f64, facets: &mut dyn Iterator<Item = Simplex<f64, D>>) {
        assert!(lower <= upper, "{lower} {upper}");
        facets.for_each(|facet| assert_eq!(facet.vertices().len(), D));
    }

    fn stopped(&mut self, why: Termination) {
        assert!(matches!(why, Termination::OnBoundary | Termination::BoundsMet), "{why:?}");
    }
}

/// How deep the origin is in hulls of random points of this size, by the complex and by the surface of that dimension.
fn check<const D: usize>(size: f64)
where
    Cases: Expansion<f64, D>,
{
    let mut state = 1_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 23) - 1.0
    };
    let mut inside = 0;
    for _ in 0..200 {
        let points =
            (0..30).map(|_| SupportPoint { w: SVector::from_fn(|_, _| random() * size), ..SupportPoint::nothing() });
        let mut points = Points(points.collect());
        // Of support points, as a search leaves them: a polygon needs them.
        let mut simplex = Simplex::empty();
        for axis in 0..D {
            let direction = SVector::from_fn(|k, _| f64::from(u8::from(k == axis)));
            simplex.retain(&points.support(&direction).unwrap(), Region::first(D + 1));
        }
        let newest = points.support(&SVector::repeat(-1.0)).unwrap();
        if !Cases::is_solid(&newest, &simplex, &size) {
            continue;
        }
        let initial = InitialSimplex { newest: &newest, simplex: &simplex, size: &size, accuracy: 0.0, bias: None };
        let found = Cases::expand(initial, &mut points).unwrap();

        let vertices = core::iter::once(&newest).chain(simplex.vertices());
        let mut complex = Complex::<f64, Unit, D>::simplex(vertices, &size, MOST);
        let mut expanding = Expanding::new(&size, None, 0.0);
        let lower = expanding.expand(&mut complex, &mut points).unwrap();
        let translation = expanding.translation(&complex, lower, &mut points).unwrap();
        assert!((translation.reach - found.reach).abs() < 1e-13 * size, "{translation:?} {found:?}");
        assert!((translation.normal - found.normal).norm() < 1e-12);
        assert!(found.lower <= found.reach);
        assert!((0.0..1e-14).contains(&((translation.reach - translation.lower) / size)), "{translation:?}");
        inside += u32::from(translation.reach > 0.0);
    }
    assert!(inside > 150, "{inside}");
}

#[test]
fn a_complex_finds_what_polygons_and_meshes_do() {
    for size in [1.0, 1e12, 1e-12] {
        check::<2>(size);
        check::<3>(size);
    }
}

#[test]
fn a_horizon_is_a_closed_border() {
    // Two triangles with a common edge.
    let border = horizon([[0, 1, 2], [0, 1, 3]].into_iter());
    assert_eq!(border.as_deref(), Some(&[[1, 3, NONE], [1, 2, NONE], [0, 3, NONE], [0, 2, NONE]][..]));
    // Two that have only a vertex in common: four edges of the border meet there.
    assert_eq!(horizon([[0, 1, 2], [0, 3, 4]].into_iter()), None);
    // An edge of three triangles; a whole tetrahedron; nothing.
    assert_eq!(horizon([[0, 1, 2], [0, 1, 3], [0, 1, 4]].into_iter()), None);
    assert_eq!(horizon([[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]].into_iter()), None);
    assert_eq!(horizon::<3>([].into_iter()), None);
    assert_eq!(horizon([[0, 1], [1, 2]].into_iter()).as_deref(), Some(&[[2, NONE], [0, NONE]][..]));
}
