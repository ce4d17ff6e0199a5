//! Casey Muratori's cases (Implementing GJK, a video, 2006), with the correction of the tetrahedron: if the origin is in front of
//! two of its faces, their common edge decides which face to look at.
//!
//! They find out whether two sets intersect, and nothing else. Every vertex has passed the origin, so neither the newest vertex alone nor
//! any feature without it is tested. Only rounding can put the origin in front of all three faces: he calls this inside.

use gjk::internals::{cross, left};
use gjk::nalgebra::{SVector, Vector2, Vector3};
use gjk::scalar::Scalar;
use gjk::simplex::SupportPoint;
use gjk::simplex::{Cases, Location, Region, Simplex, SimplexCases, Test, Tests};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Muratori;

impl<T: Scalar> SimplexCases<T, 2> for Muratori {
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<T, 2>, a: &SupportPoint<T, 2>, tests: &mut impl Tests<T, 2>) -> Location<T, 2> {
        let ao = -&a.w;
        // Perpendicular to an edge, towards the origin: what (WX × WO) × WX is in space.
        let toward = |edge: &Vector2<T>| left(edge) * cross(edge, &ao);
        match simplex.vertices() {
            [] => Location::Search { region: Region::W, direction: ao },
            [b] => Location::Search { region: Region::WX, direction: toward(&(&b.w - &a.w)) },
            [b, c] => {
                let (ab, ac) = (&b.w - &a.w, &c.w - &a.w);
                let turn = cross(&ab, &ac);
                let mut beyond = |region, outward: Vector2<T>| {
                    let value = outward.dot(&ao);
                    tests.test(Test::Beyond(region), &outward, &value);
                    value > T::zero()
                };
                if beyond(Region::WX, left(&ab) * -turn.clone()) {
                    Location::Search { region: Region::WX, direction: toward(&ab) }
                } else if beyond(Region::WY, left(&ac) * turn) {
                    Location::Search { region: Region::WY, direction: toward(&ac) }
                } else {
                    Location::Enclosed
                }
            }
            _ => Location::Flat,
        }
    }

    fn perpendicular(vertices: &[SupportPoint<T, 2>]) -> SVector<T, 2> {
        Cases::perpendicular(vertices)
    }
}

impl<T: Scalar> SimplexCases<T, 3> for Muratori {
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<T, 3>, a: &SupportPoint<T, 3>, tests: &mut impl Tests<T, 3>) -> Location<T, 3> {
        let Some(tip) = Tip::of(simplex, a) else { return fewer(simplex, a, tests) };
        match [0, 1, 2].map(|i| tip.is_in_front(i, tests)) {
            [false, false, false] | [true, true, true] => Location::Enclosed,
            [true, true, false] => tip.of_two(0, tests),
            [false, true, true] => tip.of_two(1, tests),
            [true, false, true] => tip.of_two(2, tests),
            [true, ..] => tip.face(0, tests),
            [_, true, _] => tip.face(1, tests),
            [.., true] => tip.face(2, tests),
        }
    }

    fn perpendicular(vertices: &[SupportPoint<T, 3>]) -> SVector<T, 3> {
        Cases::perpendicular(vertices)
    }
}

/// A point, an edge or a triangle in space.
pub(super) fn fewer<T: Scalar>(
    simplex: &Simplex<T, 3>,
    a: &SupportPoint<T, 3>,
    tests: &mut impl Tests<T, 3>,
) -> Location<T, 3> {
    let ao = -&a.w;
    match simplex.vertices() {
        [] => Location::Search { region: Region::W, direction: ao },
        [b] => Location::Search { region: Region::WX, direction: toward(&(&b.w - &a.w), &ao) },
        [b, c] => {
            let spokes = [&b.w - &a.w, &c.w - &a.w];
            let normal = spokes[0].cross(&spokes[1]);
            if let Some(edge) = edge_of(&spokes, &normal, [1, 2], &ao, tests) {
                return edge;
            }
            let above = normal.dot(&ao);
            tests.test(Test::BeyondFace(Region::WXY), &normal, &above);
            // Retained so that it turns counter-clockwise as seen from the origin.
            if above > T::zero() {
                Location::Search { region: Region::WXY, direction: normal }
            } else {
                Location::Search { region: Region::WXY.mirrored(), direction: -normal }
            }
        }
        _ => Location::Flat,
    }
}

/// Perpendicular to an edge, towards the origin.
fn toward<T: Scalar>(edge: &Vector3<T>, ao: &Vector3<T>) -> Vector3<T> {
    edge.cross(ao).cross(edge)
}

/// The edge of a face at A that the origin is beyond, the second one first. `labels` are for their other ends.
fn edge_of<T: Scalar>(
    [first, second]: &[Vector3<T>; 2],
    normal: &Vector3<T>,
    labels: [usize; 2],
    ao: &Vector3<T>,
    tests: &mut impl Tests<T, 3>,
) -> Option<Location<T, 3>> {
    let [name_first, name_second] = labels.map(|label| Region::W.with(label));
    let face = name_first.with(labels[1]);
    [(second, name_second, normal.cross(second)), (first, name_first, first.cross(normal))].into_iter().find_map(
        |(edge, name, outward)| {
            let beyond = outward.dot(ao);
            tests.test(Test::BeyondIn { edge: name, face }, &outward, &beyond);
            (beyond > T::zero()).then(|| Location::Search { region: name, direction: toward(edge, ao) })
        },
    )
}

/// The three faces of a tetrahedron that meet in A. Face number i is between spokes i and i + 1.
pub(super) struct Tip<T: Scalar> {
    spokes: [Vector3<T>; 3],
    normals: [Vector3<T>; 3],
    ao: Vector3<T>,
}

impl<T: Scalar> Tip<T> {
    /// The tip at `a`, if the simplex has three other vertices.
    pub(super) fn of(simplex: &Simplex<T, 3>, a: &SupportPoint<T, 3>) -> Option<Self> {
        let [b, c, d] = simplex.vertices() else { return None };
        let spokes = [b, c, d].map(|vertex| &vertex.w - &a.w);
        let normals = [0, 1, 2].map(|i: usize| spokes[i].cross(&spokes[(i + 1) % 3]));
        Some(Self { spokes, normals, ao: -&a.w })
    }

    pub(super) fn is_in_front(&self, i: usize, tests: &mut impl Tests<T, 3>) -> bool {
        let above = self.normals[i].dot(&self.ao);
        tests.test(Test::BeyondFace(name(i)), &self.normals[i], &above);
        above > T::zero()
    }

    /// Face i, or one of its edges.
    pub(super) fn face(&self, i: usize, tests: &mut impl Tests<T, 3>) -> Location<T, 3> {
        let next = (i + 1) % 3;
        let spokes = [self.spokes[i].clone(), self.spokes[next].clone()];
        edge_of(&spokes, &self.normals[i], [i + 1, next + 1], &self.ao, tests)
            .unwrap_or_else(|| Location::Search { region: name(i), direction: self.normals[i].clone() })
    }

    /// The origin is in front of face i and the next: the edge that they share decides.
    fn of_two(&self, i: usize, tests: &mut impl Tests<T, 3>) -> Location<T, 3> {
        let next = (i + 1) % 3;
        let outward = self.normals[i].cross(&self.spokes[next]);
        let beyond = outward.dot(&self.ao);
        tests.test(Test::BeyondIn { edge: Region::W.with(next + 1), face: name(i) }, &outward, &beyond);
        if beyond > T::zero() {
            return self.face(next, tests);
        }
        self.face(i, tests)
    }
}

fn name(face: usize) -> Region {
    [Region::WXY, Region::WYZ, Region::WZX][face]
}
