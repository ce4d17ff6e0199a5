//! Composite shapes: parry takes them apart, and their parts together get the answer of one shape.

use super::dimension::{floor, height_field};
use super::parry::math::{Pose, Real as Number, Vector};
use super::parry::query::{
    ClosestPoints, NonlinearRigidMotion, PersistentQueryDispatcher, QueryDispatcher, ShapeCastOptions,
};
use super::parry::shape::{Shape, SharedShape};
use super::{D, Real, samples};
use gjk_parry::Gjk;
use oracle::random::{Random, campaign};

/// Two boxes that are one.
fn compound(half: Vector) -> SharedShape {
    let mut part = half;
    part.x /= 2.0;
    let aside = |x: Number| Pose::from_translation(Vector::X * x);
    let box_ = || SharedShape::new(super::parry::shape::Cuboid::new(part));
    SharedShape::compound(vec![(aside(-part.x), box_()), (aside(part.x), box_())])
}

#[test]
fn a_compound_is_the_shape_that_its_parts_make() {
    let (gjk, mut random) = (Gjk::default(), Random::of_campaign(6));
    let mut contacts = 0;
    for kind in 0..samples::kinds() {
        for _ in 0..campaign(12) {
            let half = Vector::from_array(std::array::from_fn(|_| samples::length(&mut random)));
            let (whole, parts) = (SharedShape::new(super::parry::shape::Cuboid::new(half)), compound(half));
            let (other, pose) = (samples::sample(&mut random, kind).shape, samples::pose(&mut random));
            let whole: (&dyn Shape, &dyn Shape) = (&*whole, &*other);
            for (pose, parts, whole) in
                [(pose, (&*parts, whole.1), whole), (pose.inverse(), (whole.1, &*parts), (whole.1, whole.0))]
            {
                let what = || format!("{:?} {:?} at {pose:?}", whole.0.as_typed_shape(), whole.1.as_typed_shape());
                let near = |a: Real, b: Real| (a - b).abs() <= 2e3 * Real::EPSILON;
                let distance =
                    |(a, b): (&dyn Shape, &dyn Shape)| gjk.distance(&pose, a, b).expect("an answer").distance;
                assert!(near(distance(parts), distance(whole)), "{}", what());
                let contact = gjk.contact(&pose, parts.0, parts.1, 0.1).expect("an answer");
                assert_eq!(
                    contact.is_some(),
                    gjk.contact(&pose, whole.0, whole.1, 0.1).unwrap().is_some(),
                    "{}",
                    what()
                );
                contacts += u32::from(contact.is_some());
                let overlaps =
                    |(a, b): (&dyn Shape, &dyn Shape)| gjk.intersection_test(&pose, a, b).unwrap().intersecting;
                let apart = distance(whole);
                assert!(overlaps(parts) == overlaps(whole) || apart < 1e-5, "{}", what());
                let points = gjk.closest_points(&pose, parts.0, parts.1, 9.0).expect("an answer");
                if let ClosestPoints::WithinMargin(a, b) = points {
                    assert!(near((pose.transform_point(b) - a).length(), apart), "{}", what());
                } else {
                    assert!(apart < 1e-5, "{}", what());
                }
                let options = ShapeCastOptions::default();
                let time = |(a, b): (&dyn Shape, &dyn Shape)| {
                    let hit = gjk.cast_shapes(&pose, -pose.translation, a, b, options).expect("an answer");
                    hit.map_or(9.0, |hit| hit.time_of_impact)
                };
                assert!((time(parts) - time(whole)).abs() < 1e-3, "{} {} {}", time(parts), time(whole), what());
                let motions = [Pose::IDENTITY, pose].map(NonlinearRigidMotion::constant_position);
                let still = gjk.cast_shapes_nonlinear(&motions[0], parts.0, &motions[1], parts.1, 0.0, 1.0, true);
                assert_eq!(still.expect("an answer").is_some(), overlaps(whole) || apart < 1e-5, "{}", what());
            }
        }
    }
    assert!(contacts > 20, "{contacts}");
}

/// On each of them: what rests is pushed straight up, by points as deep as it is.
#[test]
fn meshes_fields_and_voxels_carry() {
    let gjk = Gjk::default();
    let cells: Vec<_> = (-8..8_i8).map(|x| Vector::X * (0.25 * Real::from(x) + 0.125) - Vector::Y * 0.125).collect();
    let voxels = SharedShape::voxels_from_points(Vector::splat(0.25), &cells);
    let box_ = SharedShape::new(super::parry::shape::Cuboid::new(Vector::splat(0.05)));
    let bodies = [
        (SharedShape::ball(0.05), 0.05),
        (box_.clone(), 0.05),
        (SharedShape::capsule_x(0.05, 0.05), 0.05),
        (compound(Vector::splat(0.05)), 0.05),
    ];
    for (name, ground) in [("mesh", floor()), ("field", height_field()), ("voxels", voxels)] {
        for (body, height) in &bodies {
            for aside in [0.1, 0.3] {
                let pose = Pose::from_translation(Vector::X * aside + Vector::Y * (height - 0.01));
                for is_swapped in [false, true] {
                    let (mut manifolds, mut workspace) =
                        (Vec::<super::parry::query::ContactManifold<(), ()>>::new(), None);
                    let (pose, g1, g2) =
                        if is_swapped { (pose.inverse(), body, &ground) } else { (pose, &ground, body) };
                    for _ in 0..2 {
                        gjk.contact_manifolds(&pose, &**g1, &**g2, 0.02, &mut manifolds, &mut workspace)
                            .expect("an answer");
                    }
                    let touching: Vec<_> = manifolds.iter().filter(|manifold| !manifold.points.is_empty()).collect();
                    assert!(!touching.is_empty(), "{name} {:?}", body.as_typed_shape());
                    // Where nothing constrains them, normals may lean at edges between parts.
                    let is_constrained = name == "mesh" || D == 3 && name == "field";
                    for manifold in touching.into_iter().filter(|_| is_constrained) {
                        let normal = if is_swapped { manifold.local_n2 } else { manifold.local_n1 };
                        assert!((normal - Vector::Y).length() < 1e-4, "{name} {normal:?} {:?}", body.as_typed_shape());
                    }
                    let deepest = manifolds.iter().filter_map(|manifold| manifold.find_deepest_contact());
                    let deepest = deepest.map(|point| point.dist).fold(Real::MAX, Real::min);
                    assert!((deepest + 0.01).abs() < 1e-4, "{name} {deepest} {:?}", body.as_typed_shape());
                }
            }
        }
    }
    assert!(D > 1 && gjk.counts() == gjk_parry::Counts::default());
}
