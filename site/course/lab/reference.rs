//! The cases that the lab asks for, as the guide derives them: `my_cases.rs` when it is whole.

#[allow(clippy::pedantic, reason = "written to be read by students")]
mod search {
    include!("search.rs");
}

use gjk::nalgebra::{SVector, Vector2, Vector3};
use gjk::simplex::{Cases, Location, Region, Simplex, SimplexCases, SupportPoint, Tests};
use std::io;

fn support<const D: usize>(points: &[SVector<f64, D>], d: &SVector<f64, D>) -> usize {
    (1..points.len()).fold(0, |best, k| if points[k].dot(d) > points[best].dot(d) { k } else { best })
}

struct Mine;

impl SimplexCases<f64, 2> for Mine {
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<f64, 2>, a: &SupportPoint<f64, 2>, _: &mut impl Tests<f64, 2>) -> Location<f64, 2> {
        let ao = -a.w;
        let (region, direction) = match simplex.vertices() {
            [b] => segment(b.w - a.w, ao),
            [b, c] => return triangle(b.w - a.w, c.w - a.w, ao),
            _ => (Region::W, ao),
        };
        Location::Search { region, direction }
    }

    fn perpendicular(vertices: &[SupportPoint<f64, 2>]) -> Vector2<f64> {
        Cases::perpendicular(vertices)
    }
}

/// Perpendicular to an edge, on the side of `towards`.
fn perpendicular(edge: Vector2<f64>, towards: Vector2<f64>) -> Vector2<f64> {
    let left = Vector2::new(-edge.y, edge.x);
    if left.dot(&towards) < 0.0 { -left } else { left }
}

fn segment(ab: Vector2<f64>, ao: Vector2<f64>) -> (Region, Vector2<f64>) {
    if ab.dot(&ao) <= 0.0 { (Region::W, ao) } else { (Region::WX, perpendicular(ab, ao)) }
}

fn triangle(ab: Vector2<f64>, ac: Vector2<f64>, ao: Vector2<f64>) -> Location<f64, 2> {
    let (out_ab, out_ac) = (perpendicular(ab, -ac), perpendicular(ac, -ab));
    let (region, direction) = match [out_ab.dot(&ao) > 0.0, out_ac.dot(&ao) > 0.0] {
        [false, false] => return Location::Enclosed,
        [true, _] if ab.dot(&ao) > 0.0 => (Region::WX, out_ab),
        [_, true] if ac.dot(&ao) > 0.0 => (Region::WY, out_ac),
        _ => (Region::W, ao),
    };
    Location::Search { region, direction }
}

impl SimplexCases<f64, 3> for Mine {
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<f64, 3>, a: &SupportPoint<f64, 3>, _: &mut impl Tests<f64, 3>) -> Location<f64, 3> {
        let ao = -a.w;
        let to = |vertex: &SupportPoint<f64, 3>| vertex.w - a.w;
        let (region, direction) = match simplex.vertices() {
            [b] => segment_in_space(to(b), ao, Region::WX),
            [b, c] => triangle_in_space(to(b), to(c), ao),
            [b, c, d] => return tetrahedron([to(b), to(c), to(d)], ao),
            _ => (Region::W, ao),
        };
        Location::Search { region, direction }
    }

    fn perpendicular(vertices: &[SupportPoint<f64, 3>]) -> Vector3<f64> {
        Cases::perpendicular(vertices)
    }
}

/// The edge WX, which is called `region`, or W.
fn segment_in_space(ab: Vector3<f64>, ao: Vector3<f64>, region: Region) -> (Region, Vector3<f64>) {
    if ab.dot(&ao) <= 0.0 {
        return (Region::W, ao);
    }
    let direction = ab.cross(&ao).cross(&ab);
    // With the origin on the edge any perpendicular leads on.
    let any = ab.cross(&Vector3::ith(ab.iamin(), 1.0));
    (region, if direction == Vector3::zeros() { any } else { direction })
}

fn triangle_in_space(ab: Vector3<f64>, ac: Vector3<f64>, ao: Vector3<f64>) -> (Region, Vector3<f64>) {
    if ab.cross(&ac).dot(&ao) >= 0.0 {
        face(ab, ac, ao, [Region::WX, Region::WY, Region::WXY])
    } else {
        face(ac, ab, ao, [Region::WY, Region::WX, Region::WXY.mirrored()])
    }
}

/// The face WXY, counter-clockwise as seen from the origin, or one of its edges at W; with their names.
fn face(
    ab: Vector3<f64>,
    ac: Vector3<f64>,
    ao: Vector3<f64>,
    [name_ab, name_ac, name_abc]: [Region; 3],
) -> (Region, Vector3<f64>) {
    let abc = ab.cross(&ac);
    if abc.cross(&ac).dot(&ao) > 0.0 {
        segment_in_space(ac, ao, name_ac)
    } else if ab.cross(&abc).dot(&ao) > 0.0 {
        segment_in_space(ab, ao, name_ab)
    } else {
        (name_abc, abc)
    }
}

const FACES: [[Region; 3]; 3] = [
    [Region::WX, Region::WY, Region::WXY],
    [Region::WY, Region::WZ, Region::WYZ],
    [Region::WZ, Region::WX, Region::WZX],
];

fn tetrahedron(spokes: [Vector3<f64>; 3], ao: Vector3<f64>) -> Location<f64, 3> {
    let normal = |k: usize| spokes[k].cross(&spokes[(k + 1) % 3]);
    let beyond = [0, 1, 2].map(|k| normal(k).dot(&ao) > 0.0);
    let Some(only) = beyond.iter().position(|&beyond| beyond) else { return Location::Enclosed };
    let chosen = match (0..3).find(|&k| beyond[k] && beyond[(k + 1) % 3]) {
        Some(k) if normal(k).cross(&spokes[(k + 1) % 3]).dot(&ao) > 0.0 => (k + 1) % 3,
        Some(k) => k,
        None => only,
    };
    let (region, direction) = face(spokes[chosen], spokes[(chosen + 1) % 3], ao, FACES[chosen]);
    Location::Search { region, direction }
}

/// The number of the edge that is nearest the origin, and its outward normal. Distances are compared by their squares, without a division.
fn nearest_edge(polygon: &[Vector2<f64>]) -> (usize, Vector2<f64>) {
    let edge = |k: usize| {
        let side = polygon[(k + 1) % polygon.len()] - polygon[k];
        let out = Vector2::new(side.y, -side.x);
        (out, out.dot(&polygon[k]).powi(2), out.dot(&out))
    };
    let best = (1..polygon.len()).fold(0, |best, k| {
        let ((_, reach, square), (_, least, of)) = (edge(k), edge(best));
        if reach * of < least * square { k } else { best }
    });
    (best, edge(best).0)
}

fn main() -> io::Result<()> {
    search::run::<Mine>(support, support, nearest_edge)
}
