//! Names of manifold points beyond 4,096 vertices are hashes, and two of them may be equal.

use gjk::manifold;
use gjk::nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use gjk::shape::{ConvexHull, Cuboid};
use gjk::support::VertexId;
use gjk::{Manifold, SupportExt};
use oracle::random::Random;
use std::collections::BTreeMap;

type Edge = [u32; 2];

fn sorted([v, w]: [VertexId; 2]) -> Edge {
    [v.0.min(w.0), v.0.max(w.0)]
}

/// What an edge's name is mixed to, in 24 bits: Donald E. Knuth, The Art of Computer Programming 3, 1973.
fn mixed([low, high]: Edge) -> u64 {
    (u64::from(low) << 32 | u64::from(high)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40
}

/// A hull near a sphere lies on one of the faces at an edge, at a place along the side x = 10 of a floor. The side goes through the
/// middle of the edge: so there is a point where both meet.
fn touch(hull: &ConvexHull<f64>, edge: Edge, along: f64) -> Manifold<f64, 3> {
    let face = hull.faces().find(|face| face.edges().any(|other| sorted(other) == edge)).expect("an edge has faces");
    let down = UnitQuaternion::rotation_between(face.normal(), &-Vector3::y()).expect("no face is opposite down");
    let ends = edge.map(|end| down * hull.vertices().nth(end as usize).expect("a vertex").coords);
    let middle = (ends[0] + ends[1]) / 2.0;
    let place = Vector3::new(10.0, -1e-4, along) - middle;
    let floor = Cuboid::new(Vector3::new(10.0, 1.0, 10.0)).unwrap().posed(Vector3::new(0.0, -1.0, 0.0)).unwrap();
    manifold(&floor, &hull.posed(Isometry3::from_parts(place.into(), down)).unwrap(), 1e-3)
        .near()
        .expect("they overlap")
}

/// The point at the side of the floor, at a place along it.
fn at_side(found: &Manifold<f64, 3>, along: f64) -> Option<usize> {
    found.points().iter().position(|p| (p.local_points[0] - Point3::new(10.0, 1.0, along)).norm() < 1e-3)
}

/// Of 18,000 edges some pairs have one name. Met in two frames, a meter away from each other on both bodies or on one, they are not the same
/// point; what has hardly moved is.
#[test]
fn equal_hashes_at_other_places_are_not_the_same_point() {
    let mut random = Random::new(36);
    let hull = ConvexHull::new((0..6000).map(|_| Point3::from(random.direction::<3>()))).unwrap();
    let mut names: BTreeMap<u64, Vec<Edge>> = BTreeMap::new();
    for edge in hull.edges().map(sorted).filter(|[_, high]| *high >= 1 << 12) {
        names.entry(mixed(edge)).or_default().push(edge);
    }
    let mut equal = 0;
    for edges in names.values().filter(|edges| edges.len() > 1) {
        let [before, after] = [touch(&hull, edges[0], -0.5), touch(&hull, edges[1], 0.5)];
        let [Some(old), Some(new)] = [at_side(&before, -0.5), at_side(&after, 0.5)] else { continue };
        if before.points()[old].id != after.points()[new].id {
            continue;
        }
        equal += 1;
        assert_eq!(after.match_points(&before, 0.1)[new], None, "{edges:?}");
        let moved = touch(&hull, edges[0], -0.495);
        assert_eq!(moved.match_points(&before, 0.1)[at_side(&moved, -0.495).unwrap()], Some(old), "{edges:?}");
    }
    println!("{equal} pairs of edges with one name, of {} edges", names.values().map(Vec::len).sum::<usize>());
    assert!(equal >= 3, "{equal}: the names are as alike as they are computed here");
}
