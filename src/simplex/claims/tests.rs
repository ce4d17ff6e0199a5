//! Tests of `src/simplex/claims.rs`.

use super::*;
use alloc::vec::Vec;
use nalgebra::Vector3;

#[test]
fn the_foot_on_every_feature() {
    let vertex = |x, y, z| SupportPoint { w: Vector3::new(x, y, z), ..SupportPoint::nothing() };
    let corners: [SupportPoint<f64, 3>; 4] =
        [vertex(1.0, -1.0, 2.0), vertex(1.0, 3.0, 2.0), vertex(-3.0, -1.0, 2.0), vertex(0.0, 0.0, -5.0)];
    let [a, b, c, d] = corners.each_ref();
    let foot = |vertices: &[&SupportPoint<f64, 3>]| {
        Combination::of(&vertices.iter().map(|v| &v.w).collect::<Vec<_>>()).map(|foot| {
            foot.parts[..vertices.len()].iter().zip(vertices).fold(Vector3::zeros(), |sum, (part, v)| sum + v.w * *part)
                / foot.whole
        })
    };
    assert_eq!(foot(&[b]), Some(b.w));
    assert_eq!(foot(&[a, b]), Some(Vector3::new(1.0, 0.0, 2.0)));
    assert_eq!(foot(&[a, b, c]), Some(Vector3::new(0.0, 0.0, 2.0)));
    for vertices in [[a, b, c, d], [b, a, c, d]] {
        assert_eq!(foot(&vertices), Some(Vector3::zeros()));
    }
    // The foot is outside.
    assert!(foot(&[a, &vertex(2.0, -1.0, 2.0)]).is_none());
    let found = Combination::of(&[&a.w, &b.w]).unwrap();
    assert!(found.is_within(&2.25) && !found.is_within(&2.2) && found.is_at_origin(&2.0) && !found.is_at_origin(&1.9));
}

#[test]
fn the_origin_is_found_on_the_boundary() {
    let vertex = |x, y, z| SupportPoint { w: Vector3::new(x, y, z), ..SupportPoint::nothing() };
    let [newest, b, c, d]: [SupportPoint<f64, 3>; 4] =
        [vertex(0.1, 0.2, 0.3), vertex(-0.3, -0.6, -0.9), vertex(1.0, 0.1, 0.2), vertex(0.9, -0.2, 1.1)];
    let slack = 8.0 * f64::EPSILON;
    let found = |lift: f64, flat: f64| {
        let lifted = |v: &SupportPoint<f64, 3>, more: f64| SupportPoint { w: v.w.add_scalar(more), ..*v };
        let mut simplex = Simplex::of_one(lifted(&b, lift));
        simplex.push(lifted(&c, lift));
        simplex.push(SupportPoint { w: c.w + (d.w - c.w) * flat, ..d });
        let whole =
            Combination::of(&[&newest.w, &simplex.vertices()[0].w, &simplex.vertices()[1].w, &simplex.vertices()[2].w]);
        (whole.is_some(), has_point_at_origin(Some(&newest), &simplex, &slack))
    };
    // On an edge, and beside it by rounding or in a sliver, where the weights of the whole say nothing.
    let off = [0.0, 1e-16, -1e-16].map(|lift| [1.0, 1e-18].map(|flat| found(lift, flat)));
    assert!(off.iter().flatten().all(|(_, found)| *found), "{off:?}");
    assert!(off.iter().flatten().any(|(whole, _)| !whole), "{off:?}");
    // Beside it by more.
    assert!([1e-13, -1e-13].iter().all(|lift| !found(*lift, 1.0).1));
}
