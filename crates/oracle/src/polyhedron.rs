//! The part of the [`brute`](super::brute) oracle for space: convex polyhedra as vertices,
//! triangles and edges, and the least distance over all pairs of these. The verdict comes from
//! edges that pass through faces, and from containment where no surface meets the other.

use super::brute::Brute;
use super::clamp::{squared_inner_segments, squared_point_segment};
use super::vector::{add, cross, dot, scaled, squared_distance, sub};

/// A face with what a projection onto it takes.
#[derive(Clone, Debug)]
struct Face {
    origin: [f64; 3],
    sides: [[f64; 3]; 2],
    /// The outward normal, of any length; zero for a degenerate triangle.
    normal: [f64; 3],
    /// Vectors in the plane with `duals[i] . sides[j] = (i == j)`.
    duals: [[f64; 3]; 2],
}

/// A convex polyhedron (or flat convex set) in space.
#[derive(Clone, Debug)]
pub struct Polyhedron {
    vertices: Vec<[f64; 3]>,
    faces: Vec<Face>,
    edges: Vec<[[f64; 3]; 2]>,
    /// Whether there is anything inside. Flat ones have no inner side to test points by.
    solid: bool,
}

/// Flatter than this part of its size a polyhedron does not count as solid.
const FLAT: f64 = 1e-12;

impl Polyhedron {
    /// A polyhedron from its vertices, triangles that cover its surface (in any orientation;
    /// they may overlap) and its edges, as vertex indices.
    pub fn new(vertices: &[[f64; 3]], faces: &[[usize; 3]], edges: &[[usize; 2]]) -> Self {
        let sum = vertices.iter().fold([0.0; 3], |s, p| add(&s, p));
        let center = scaled(&sum, 1.0 / vertices.len() as f64);
        let face = |f: &[usize; 3]| {
            let [origin, p, q] = f.map(|i| vertices[i]);
            let sides = [sub(&p, &origin), sub(&q, &origin)];
            let normal = cross(&sides[0], &sides[1]);
            let square = dot(&normal, &normal).max(f64::MIN_POSITIVE);
            let duals =
                [scaled(&cross(&sides[1], &normal), 1.0 / square), scaled(&cross(&normal, &sides[0]), 1.0 / square)];
            let outward = dot(&normal, &sub(&origin, &center)).signum();
            Face { origin, sides, normal: scaled(&normal, outward), duals }
        };
        let faces: Vec<Face> = faces.iter().map(face).collect();
        let size = size(vertices);
        let solid = faces.iter().all(|face| {
            let depth = |p| -dot(&face.normal, &sub(p, &face.origin));
            let deepest = vertices.iter().map(depth).fold(0.0, f64::max);
            deepest > FLAT * size * dot(&face.normal, &face.normal).sqrt()
        });
        Self {
            vertices: vertices.to_vec(),
            faces,
            edges: edges.iter().map(|e| e.map(|i| vertices[i])).collect(),
            solid,
        }
    }

    /// A box, or any image of one under an affine map, from its eight vertices in the order of
    /// [`OrientedBox::vertices`](super::boxes::OrientedBox::vertices). Where rounding has left
    /// the quadrangles less than flat, the hull has the other diagonal in some of them, so the
    /// answers are as good as the rounding of the vertices (to `f32`, say) and no better.
    pub fn from_box_vertices(vertices: &[[f64; 3]]) -> Self {
        assert_eq!(vertices.len(), 8);
        let mut faces = Vec::new();
        let mut edges = Vec::new();
        for (k, u, v) in [(1, 2, 4), (2, 4, 1), (4, 1, 2)] {
            for low in [0, k] {
                faces.push([low, low + u, low + v]);
                faces.push([low + u + v, low + u, low + v]);
            }
            edges.extend([0, u, v, u + v].map(|low| [low, low + k]));
        }
        Self::new(vertices, &faces, &edges)
    }

    /// The hull of a few points: each triangle with all points on one side is a face (or a part
    /// of one). For points in general position, or so near a common plane by fours that the
    /// slack of 1e-14 of the size cubed takes them for coplanar; not for slivers.
    pub fn hull_of(vertices: &[[f64; 3]]) -> Self {
        let n = vertices.len();
        let slack = 1e-14 * size(vertices).powi(3);
        let mut faces = Vec::new();
        let mut edges = Vec::new();
        for k in 2..n {
            for j in 1..k {
                for i in 0..j {
                    let [p, q, r] = [i, j, k].map(|i| vertices[i]);
                    let normal = cross(&sub(&q, &p), &sub(&r, &p));
                    let heights = vertices.iter().map(|v| dot(&normal, &sub(v, &p)));
                    let (low, high) = heights.fold((0.0_f64, 0.0_f64), |(l, h), x| (l.min(x), h.max(x)));
                    if low >= -slack || high <= slack {
                        faces.push([i, j, k]);
                        edges.extend([[i, j], [j, k], [i, k]]);
                    }
                }
            }
        }
        edges.sort_unstable();
        edges.dedup();
        Self::new(vertices, &faces, &edges)
    }

    /// Returns whether this is solid and contains the point.
    fn contains(&self, p: &[f64; 3]) -> bool {
        let behind = |f: &Face| dot(&f.normal, &sub(p, &f.origin)) <= 0.0;
        self.solid && self.faces.iter().all(behind)
    }

    /// The least squared distance of a vertex to the face under it, and whether an edge of
    /// `other` passes through a face of this one.
    fn against_faces(&self, other: &Self) -> (f64, bool) {
        let mut least = f64::INFINITY;
        let mut pierced = false;
        for face in &self.faces {
            let [s, t] = &face.sides;
            for p in &other.vertices {
                let r = sub(p, &face.origin);
                let (u, v) = (dot(&r, &face.duals[0]), dot(&r, &face.duals[1]));
                if u >= 0.0 && v >= 0.0 && u + v <= 1.0 {
                    let rest = std::array::from_fn::<f64, 3, _>(|k| r[k] - u * s[k] - v * t[k]);
                    least = least.min(dot(&rest, &rest));
                }
            }
            for [p, q] in &other.edges {
                let (p, q) = (sub(p, &face.origin), sub(q, &face.origin));
                let (from, to) = (dot(&face.normal, &p), dot(&face.normal, &q));
                if (from < 0.0) == (to < 0.0) || from == to {
                    continue;
                }
                // A slack of a few units keeps an edge from slipping through between two
                // triangles.
                let at = from / (from - to);
                let r: [f64; 3] = std::array::from_fn(|k| p[k] + at * (q[k] - p[k]));
                let (u, v) = (dot(&r, &face.duals[0]), dot(&r, &face.duals[1]));
                let slack = 8.0 * f64::EPSILON;
                pierced |= u >= -slack && v >= -slack && u + v <= 1.0 + slack;
            }
        }
        (least, pierced)
    }
}

/// Two polyhedra: the least over all pairs of a vertex and a face, a vertex and an edge, two
/// edges. They intersect if an edge of one passes through a face of the other, or if one
/// contains the other (tested on all vertices).
pub fn polyhedra(a: &Polyhedron, b: &Polyhedron) -> Brute {
    let (to_a, through_a) = a.against_faces(b);
    let (to_b, through_b) = b.against_faces(a);
    let intersects =
        through_a || through_b || a.vertices.iter().any(|p| b.contains(p)) || b.vertices.iter().any(|p| a.contains(p));
    if intersects {
        return Brute::new(true, 0.0);
    }
    let mut least = to_a.min(to_b);
    for (points, edges) in [(&a.vertices, &b.edges), (&b.vertices, &a.edges)] {
        for p in points {
            for e in edges {
                least = least.min(squared_point_segment(p, e));
            }
        }
    }
    for e in &a.edges {
        for f in &b.edges {
            least = least.min(squared_inner_segments(e, f));
        }
    }
    Brute::new(false, least)
}

/// The largest distance of a point from the first one.
fn size(points: &[[f64; 3]]) -> f64 {
    let squares = points.iter().map(|p| squared_distance(p, &points[0]));
    squares.fold(0.0, f64::max).sqrt()
}
