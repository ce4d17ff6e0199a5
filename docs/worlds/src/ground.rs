//! Concave ground, made of convex pieces: chains of segments, tiles, triangle meshes. And what is wrong with it.
//!
//! # Ghost collisions
//!
//! A box slides over two pieces of a level floor. It has sunk in by a few millimetres, as everything that rests does. When its
//! front edge gets to the second piece, it overlaps that by even less: so the shortest way out is *backwards*. The contact's normal
//! is right, for this piece alone. But the box stumbles over a joint that nobody sees.
//!
//! The cure is to know the neighbours. The surface as a whole has certain normals at a joint: between two level pieces only
//! upwards, in a valley those of the two slopes, and on a ridge all that are between these two. **A contact may not have a normal that
//! the surface does not have there.** So each piece has a list of its [`Side`]s, and how far a normal may lean out over each of them.
//! If it leans farther, it is brought back, and the manifold is made along the normal that is left
//! ([`Manifold::of`](gjk::Manifold::of) takes any). A point that is then not on this piece is left to its neighbour.
//!
//! For meshes that is what Bullet's `btInternalEdgeUtility` does, for chains it is in Erin Catto, Ghost collisions, 2020.

use crate::body::Body;
use crate::form::Form;
use crate::space::{Space, double, num};
use gjk::nalgebra::{Point, Point2, Point3, SVector, Translation, Vector2, Vector3};
use gjk::shape::{Cuboid, Segment, Triangle};
use gjk::{Error, Support};

/// What a piece of ground knows of the ground around it.
#[derive(Clone, Debug)]
pub(crate) struct Surface<T: Space<D>, const D: usize> {
    /// The normal of a piece that pushes to one side only, and a point of it.
    face: Option<(Point<T, D>, SVector<T, D>)>,
    sides: Vec<Side<T, D>>,
}

/// A side of a piece where the ground goes on.
#[derive(Clone, Debug)]
struct Side<T: Space<D>, const D: usize> {
    /// The direction that it is in, along the piece.
    out: SVector<T, D>,
    /// How far the piece reaches in this direction.
    reach: T,
    /// How far a normal may lean out: the part in this direction for each part along the piece's own normal. 0 if the neighbour is
    /// level with the piece, or rises.
    lean: T,
}

impl<T: Space<D>, const D: usize> Surface<T, D> {
    /// The normal of a contact with a body, as the ground as a whole has it. `None` if there is none.
    pub(crate) fn normal(&self, normal: &SVector<T, D>, body: &Body<T, D>) -> Option<SVector<T, D>> {
        let mut allowed = *normal;
        let mut up = T::zero();
        if let Some((point, face)) = &self.face {
            if (body.center - point).dot(face) < T::zero() {
                return None;
            }
            up = normal.dot(face);
            if up < T::zero() {
                (allowed, up) = (*face, T::one());
            }
        }
        let mut is_brought_back = false;
        for side in &self.sides {
            let too_far = allowed.dot(&side.out) - side.lean * up;
            if too_far > num(1e-4) {
                allowed -= side.out * too_far;
                is_brought_back = true;
            }
        }
        if !is_brought_back {
            return Some(allowed);
        }
        let length = allowed.norm();
        if length > num(0.01) { Some(allowed / length) } else { self.face.as_ref().map(|(_, face)| *face) }
    }

    /// Whether a point is over this piece, and not over what is next to it.
    pub(crate) fn is_under(&self, point: &Point<T, D>) -> bool {
        self.sides.iter().all(|side| point.coords.dot(&side.out) <= side.reach + num(1e-3))
    }

    /// Moves it with the piece.
    pub(crate) fn shift(&mut self, by: &SVector<T, D>) {
        if let Some((point, _)) = &mut self.face {
            *point += by;
        }
        for side in &mut self.sides {
            side.reach += side.out.dot(by);
        }
    }

    /// A piece with a normal, without neighbours yet.
    fn new(point: Point<T, D>, normal: SVector<T, D>) -> Self {
        Self { face: Some((point, normal)), sides: Vec::new() }
    }

    /// Says what is beyond a side: a neighbour with this normal.
    fn goes_on(&mut self, corner: &Point<T, D>, out: SVector<T, D>, neighbour: &SVector<T, D>) {
        let up = self.face.as_ref().map_or(T::zero(), |(_, face)| face.dot(neighbour));
        let sideways = out.dot(neighbour);
        let lean = if sideways <= num(1e-3) {
            T::zero()
        } else if up > num(1e-3) {
            sideways / up
        } else {
            num(1e3)
        };
        self.sides.push(Side { out, reach: corner.coords.dot(&out), lean });
    }
}

/// Makes pieces of ground forget their neighbours, to see what goes wrong then.
pub fn forget_neighbours<T: Space<D>, const D: usize>(bodies: &mut [Body<T, D>]) {
    for body in bodies {
        body.surface = None;
    }
}

/// A piece of ground as a body.
fn piece<T: Space<D>, const D: usize>(
    shape: impl Support<D, Scalar = T> + 'static,
    form: Form,
    at: SVector<T, D>,
    surface: Surface<T, D>,
) -> Result<Body<T, D>, Error> {
    let mut body = Body::fixed(shape, Translation::from(at))?;
    (body.form, body.surface) = (Some(form), Some(surface));
    Ok(body)
}

/// A piece with these corners, as numbers.
fn hull<T: Space<D>, const D: usize>(corners: &[Point<T, D>]) -> Form {
    let numbers = |point: &Point<T, D>| [0, 1, 2].map(|k| if k < D { double(point[k]) } else { 0.0 });
    Form::Hull(corners.iter().map(numbers).collect())
}

/// A chain of segments, of which the side to the left is outside.
///
/// # Errors
/// If a point is out of range.
pub fn chain<T: Space<2>>(points: &[Point2<T>]) -> Result<Vec<Body<T, 2>>, Error> {
    let ways: Vec<Vector2<T>> = points.windows(2).map(|ends| (ends[1] - ends[0]).normalize()).collect();
    let normal = |way: &Vector2<T>| Vector2::new(-way.y, way.x);
    (0..ways.len())
        .map(|k| {
            let mut surface = Surface::new(points[k], normal(&ways[k]));
            if k > 0 {
                surface.goes_on(&points[k], -ways[k], &normal(&ways[k - 1]));
            }
            if k + 1 < ways.len() {
                surface.goes_on(&points[k + 1], ways[k], &normal(&ways[k + 1]));
            }
            piece(Segment::new([points[k], points[k + 1]])?, hull(&points[k..k + 2]), Vector2::zeros(), surface)
        })
        .collect()
}

/// Square tiles of a size, at places of a grid: the middle of place (0, 0) is the origin of it. Sides between two tiles are no part of
/// the surface.
///
/// # Errors
/// If the size is not positive and in range.
pub fn tiles<T: Space<2>>(places: &[[i32; 2]], origin: Point2<T>, size: T) -> Result<Vec<Body<T, 2>>, Error> {
    let mut sorted = places.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let half = size * num(0.5);
    sorted
        .iter()
        .map(|&[x, y]| {
            let center = origin + Vector2::new(num::<T>(f64::from(x)), num(f64::from(y))) * size;
            let mut surface = Surface { face: None, sides: Vec::new() };
            for (out, next) in
                [([1, 0], [x + 1, y]), ([-1, 0], [x - 1, y]), ([0, 1], [x, y + 1]), ([0, -1], [x, y - 1])]
            {
                if sorted.binary_search(&next).is_ok() {
                    let out = Vector2::from(out.map(|k: i32| num::<T>(f64::from(k))));
                    surface.sides.push(Side { out, reach: center.coords.dot(&out) + half, lean: T::zero() });
                }
            }
            piece(Cuboid::new(Vector2::repeat(half))?, Form::Cuboid([double(half); 3]), center.coords, surface)
        })
        .collect()
}

/// A mesh of triangles, whose corners are counter-clockwise as seen from outside.
///
/// # Errors
/// If a point is out of range.
pub fn mesh<T: Space<3>>(points: &[Point3<T>], triangles: &[[usize; 3]]) -> Result<Vec<Body<T, 3>>, Error> {
    let corners = |k: usize| triangles[k].map(|corner| points[corner]);
    let normal = |k: usize| {
        let [p, q, r] = corners(k);
        (q - p).cross(&(r - p)).normalize()
    };
    // Each edge with its triangle, from the lower corner to the higher: neighbours are then next to each other.
    let mut edges: Vec<([usize; 2], usize)> = Vec::new();
    for (k, triangle) in triangles.iter().enumerate() {
        for side in 0..3 {
            let ends = [triangle[side], triangle[(side + 1) % 3]];
            edges.push(([ends[0].min(ends[1]), ends[0].max(ends[1])], k));
        }
    }
    edges.sort_unstable();
    let mut surfaces: Vec<Surface<T, 3>> =
        (0..triangles.len()).map(|k| Surface::new(corners(k)[0], normal(k))).collect();
    for pair in edges.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        let [from, to] = pair[0].0.map(|corner| points[corner]);
        for (own, other) in [(pair[0].1, pair[1].1), (pair[1].1, pair[0].1)] {
            let mut out: Vector3<T> = (to - from).cross(&normal(own)).normalize();
            let middle = corners(own).iter().fold(Vector3::zeros(), |sum, corner| sum + corner.coords) / num::<T>(3.0);
            if out.dot(&(from.coords - middle)) < T::zero() {
                out = -out;
            }
            surfaces[own].goes_on(&from, out, &normal(other));
        }
    }
    let pieces = surfaces.into_iter().enumerate();
    pieces.map(|(k, surface)| piece(Triangle::new(corners(k))?, hull(&corners(k)), Vector3::zeros(), surface)).collect()
}
