//! Names of manifold points beyond 4,096 vertices are hashes, and two of them may be equal.

use gjk::nalgebra::{Point, Point3, SVector, Vector3};
use gjk::shape::{Cuboid, Posed};
use gjk::support::VertexId;
use gjk::{Manifold, Support, SupportExt, manifold};
use std::collections::BTreeMap;

type Offset = gjk::support::SupportOffset<f64, 3>;

/// A box whose corners have names of one's own, as if it were a part of a hull with many vertices.
struct Named(Cuboid<f64, 3>, [u32; 8]);

impl Named {
    fn named(&self, offset: Offset) -> Offset {
        Offset { id: VertexId(self.1[offset.id.0 as usize]), ..offset }
    }
}

impl Support<3> for Named {
    type Scalar = f64;
    fn support(&self, direction: &Vector3<f64>) -> Point3<f64> {
        self.0.support(direction)
    }
    fn support_from(&self, direction: &SVector<f64, 3>, from: &Point<f64, 3>) -> Offset {
        self.named(self.0.support_from(direction, from))
    }
    fn center(&self) -> Option<Point3<f64>> {
        self.0.center()
    }
    fn extent(&self, from: &Point3<f64>) -> f64 {
        self.0.extent(from)
    }
    fn support_face(&self, direction: &Vector3<f64>, from: &Point3<f64>, each: &mut dyn FnMut(Offset)) {
        self.0.support_face(direction, from, &mut |offset| each(self.named(offset)));
    }
}

/// What an edge's name is mixed to: the upper bits of a product (D. E. Knuth, The Art of Computer Programming 3, 1973).
fn mixed(v: u32, w: u32) -> u64 {
    (u64::from(v.min(w)) << 32 | u64::from(v.max(w))).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40
}

/// A vertex for each of two corners, so that the two edges to them have one name. Among 2²⁶ differences of two vertices
/// there are about four for 24 bits.
fn alike(corners: [u32; 2], from: u32) -> [u32; 2] {
    let names: BTreeMap<_, _> = (from..from + 1024).map(|v| (mixed(v, corners[0]), v)).collect();
    let others = (0..1 << 17).map(|k| from + 1024 * (k + 1));
    others.map(|w| (w, mixed(w, corners[1]))).find_map(|(w, name)| Some([*names.get(&name)?, w])).expect("one of many")
}

/// The points of a stone on a large floor are its lower corners, 0, 1, 4, 5 in the order of signs of x, y, z.
fn touch(names: [u32; 8]) -> Manifold<f64, 3> {
    let floor = Cuboid::new(Vector3::new(10.0, 1.0, 10.0)).unwrap().posed(Vector3::new(0.0, -1.0, 0.0)).unwrap();
    let stone: Posed<Named, f64, 3> =
        Named(Cuboid::new(Vector3::new(0.5, 0.5, 0.5)).unwrap(), names).posed(Vector3::new(0.0, 0.5, 0.0)).unwrap();
    manifold(&floor, &stone, 0.02).expect("it rests")
}

/// Two corners that are opposite each other have one name, each in its frame: the four edges there are built so.
#[test]
fn equal_hashes_at_other_places_are_not_the_same_point() {
    let corners = [1_000_000, 2_000_000];
    let [first, second] = [alike(corners, 10_000), alike(corners, 300_000_000)];
    let mut names =
        [[5000, 5001, 5002, 5003, 5004, 5005, 5006, 5007], [6000, 6001, 6002, 6003, 6004, 6005, 6006, 6007]];
    // In the first frame the corner at (-, -), whose neighbours are 1 and 4; in the second that at (+, +), 5, with 4 and 1.
    (names[0][0], names[0][1], names[0][4]) = (corners[0], first[0], second[0]);
    (names[1][5], names[1][4], names[1][1]) = (corners[1], first[1], second[1]);
    let [before, after] = names.map(touch);
    let equal = |id: u64| after.points().iter().any(|point| point.id == id);
    assert!(before.points().iter().any(|point| equal(point.id)), "the names are as alike as they were built");
    assert_eq!(after.matched(&before, 0.1).iter().flatten().count(), 4, "all are matched by their places");
    for (new, old) in after.matched(&before, 0.1).iter().enumerate().filter_map(|(new, old)| Some((new, (*old)?))) {
        let way = (after.points()[new].points[1] - before.points()[old].points[1]).norm();
        assert!(way < 0.1, "point {new} was at the other end of the stone, {way} away");
    }
}
