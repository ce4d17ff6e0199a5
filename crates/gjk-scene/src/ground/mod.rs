//! Ground: surfaces made of pieces that know their neighbours.

mod contact;
mod error;
mod make;
mod normal;
mod ray;

pub use error::GroundError;

use alloc::vec::Vec;
use gjk::Real;
use gjk::nalgebra::{Point, SVector};
use gjk::shape::Vertices;

/// A surface that bodies slide on without stumbling over its joints: a chain of segments in the plane, a mesh of
/// triangles in space, or a field of heights in either. Each piece is a convex shape and knows its neighbours.
///
/// # Ghost collisions
///
/// A box slides over two pieces of a level floor, sunk in by a few millimetres, as everything at rest is. When its
/// front edge gets to the second piece, it overlaps this piece by even less, so the shortest way out is *backwards*.
/// The contact's normal is right for this piece alone, but the box stumbles over a joint that nobody sees.
///
/// The whole surface has certain normals at a joint: between two level pieces only upwards, in a valley the normals of
/// the two slopes, and on a ridge all between them. [`normal`](Self::normal) brings another normal back to these, and
/// [`contact`](Self::contact) and [`manifold`](Self::manifold) do so for a body. (Erin Catto, Ghost collisions, 2020;
/// Bullet's `btInternalEdgeUtility` does this for meshes.)
///
/// A broad phase, any tree of boxes, says which pieces are near: it asks for the [`aabb`](gjk::aabb()) of each
/// [`piece`](Self::piece).
///
/// ```
/// use gjk::{SupportExt, contact, nalgebra::{Point2, Vector2}, shape::Cuboid};
/// use gjk_scene::Ground;
/// let floor = Ground::<f32, 2>::heights(0.0, 1.0, [0.0, 0.0, 0.0])?;
/// // It has sunk in by 0.02, and its front is 0.01 beyond the joint.
/// let sledge = Cuboid::new(Vector2::new(0.25, 0.1))?.posed(Vector2::new(0.76, 0.08))?;
/// let ghost = contact(&floor.piece(1).unwrap(), &sledge);
/// assert!((ghost.normal - Vector2::new(-1.0, 0.0)).norm() < 1e-6);
/// let right = floor.contact(1, &sledge, 0.0).expect("they overlap");
/// assert_eq!(right.normal, Vector2::new(0.0, 1.0));
/// assert!((right.separation + 0.02).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ground<T: Real, const D: usize> {
    points: Vec<Point<T, D>>,
    pieces: Vec<Piece<T, D>>,
}

/// A segment or a triangle of the surface.
#[derive(Clone, Debug, PartialEq)]
struct Piece<T: Real, const D: usize> {
    corners: [u32; D],
    /// The unit normal, outwards.
    normal: SVector<T, D>,
    /// Side k is the one without corner k.
    sides: [Side<T, D>; D],
}

/// The boundary of a piece: an end of a segment, a side of a triangle.
#[derive(Clone, Debug, PartialEq)]
struct Side<T: Real, const D: usize> {
    /// The unit vector along the piece that points away from it here.
    out: SVector<T, D>,
    /// The piece on the other side.
    beyond: Option<u32>,
    /// The tangent of the angle by which the surface bends back here: how far a normal may lean out, for each unit along the piece's own
    /// normal. 0 if the neighbour is level with the piece, or rises; `None` if there is none, or it falls by a right angle or more.
    lean: Option<T>,
}

impl<T: Real + Copy, const D: usize> Ground<T, D> {
    /// The points, as they were given.
    #[must_use]
    pub fn points(&self) -> &[Point<T, D>] {
        &self.points
    }

    /// The number of pieces.
    #[must_use]
    pub fn len(&self) -> u32 {
        u32::try_from(self.pieces.len()).unwrap_or(u32::MAX)
    }

    /// Returns whether there are none: only a mesh can have no triangles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The piece with a number as a shape: a [`Segment`](gjk::shape::Segment) in the plane, a
    /// [`Triangle`](gjk::shape::Triangle) in space. `None` if the piece does not exist.
    #[must_use]
    pub fn piece(&self, piece: u32) -> Option<Vertices<T, D, D>> {
        self.shape(self.pieces.get(piece as usize)?)
    }

    /// All pieces, in the order of their numbers.
    ///
    /// ```
    /// use gjk::aabb;
    /// use gjk_scene::Ground;
    /// let hills = Ground::<f32, 3>::heights([0.0; 2], [1.0; 2], 3, [0.0, 1.0, 0.0, 1.0, 2.0, 1.0])?;
    /// let boxes: Vec<_> = hills.pieces().map(|piece| aabb(&piece)).collect();
    /// assert_eq!(boxes.len(), 4);
    /// assert_eq!(boxes[0].max.y, 2.0);
    /// # Ok::<(), gjk_scene::GroundError>(())
    /// ```
    pub fn pieces(&self) -> impl Iterator<Item = Vertices<T, D, D>> + '_ {
        self.pieces.iter().filter_map(|piece| self.shape(piece))
    }

    /// The numbers of a piece's corners among the points. `None` if the piece does not exist.
    #[must_use]
    pub fn corners(&self, piece: u32) -> Option<[u32; D]> {
        Some(self.pieces.get(piece as usize)?.corners)
    }

    /// The neighbours of a piece: number k is beyond the side that does not have corner k. `None` if the piece does not exist.
    #[must_use]
    pub fn neighbours(&self, piece: u32) -> Option<[Option<u32>; D]> {
        Some(self.pieces.get(piece as usize)?.sides.each_ref().map(|side| side.beyond))
    }

    /// The unit normal of a piece itself, outwards. `None` if the piece does not exist.
    #[must_use]
    pub fn face(&self, piece: u32) -> Option<SVector<T, D>> {
        Some(self.pieces.get(piece as usize)?.normal)
    }

    /// Returns whether a point is over a piece, seen along the piece's normal: at most `slack` beyond a side that has a
    /// neighbour, or anywhere beyond other sides. False if the piece does not exist.
    ///
    /// For solvers that make contacts of their own along a [`normal`](Self::normal) that was brought back: they push
    /// only at these points. The slack is the motion between steps, so that a point stays with both pieces. Complexity:
    /// a product for each of the D sides.
    ///
    /// ```
    /// use gjk::nalgebra::Point2;
    /// let floor = gjk_scene::Ground::<f64, 2>::heights(0.0, 1.0, [0.0, 0.0, 0.0])?;
    /// let beyond = Point2::new(1.25, -0.5);
    /// assert!(floor.is_over(1, &beyond, 0.0) && !floor.is_over(0, &beyond, 0.0) && floor.is_over(0, &beyond, 0.5));
    /// // Beyond the last piece there is nobody else.
    /// assert!(floor.is_over(1, &Point2::new(9.0, 0.0), 0.0) && !floor.is_over(2, &beyond, 0.0));
    /// # Ok::<(), gjk_scene::GroundError>(())
    /// ```
    #[must_use]
    pub fn is_over(&self, piece: u32, point: &Point<T, D>, slack: T) -> bool {
        self.pieces.get(piece as usize).is_some_and(|piece| {
            piece.sides.iter().enumerate().all(|(k, side)| {
                // Each corner except the one with this number is on the side.
                let corner = self.corner(piece.corners[(k + 1) % D]);
                side.beyond.is_none() || (point - corner).dot(&side.out) <= slack
            })
        })
    }

    fn corner(&self, corner: u32) -> Point<T, D> {
        self.points[corner as usize]
    }

    fn shape(&self, piece: &Piece<T, D>) -> Option<Vertices<T, D, D>> {
        // The points were checked: it is never none.
        Vertices::new(piece.corners.map(|corner| self.corner(corner))).ok()
    }
}
