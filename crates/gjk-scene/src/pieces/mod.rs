//! Convex pieces of concave outlines.

mod error;
mod faces;
mod improve;
mod least;
mod plane;
mod rings;
mod sweep;
mod triangulate;

pub use error::OutlineError;

use alloc::vec;
use alloc::vec::Vec;
use core::iter;
use faces::{Faces, NONE};
use gjk::nalgebra::{Point2, Vector2};
use gjk::shape::Polygon;
use gjk::support::{Construction, SupportOffset, VertexId};
use gjk::{Coordinates, Error, Real, Scalar, Support};
use plane::Plane;
use rings::Rings;

/// The convex pieces of an outline, which may be concave and have holes.
///
/// Their corners are the outline's own vertices, so nothing is rounded: together they are the outline's inside,
/// exactly, and two of them share only sides and corners. Each knows the pieces beyond its sides.
///
/// A body that slides over several of them stumbles at their joints, unless it slides on a [`Ground`](crate::Ground) of
/// the outline (a closed [`chain`](crate::Ground::chain), clockwise).
///
/// Without holes there are at most four times as many pieces as necessary (if no vertices are added): see
/// [`with_holes`](Self::with_holes).
///
/// ```
/// use gjk::{SupportExt, intersects, nalgebra::Point2, shape::Ball};
/// use gjk_scene::Pieces;
/// // An L, as a level has many: clockwise or counter-clockwise.
/// let p = |x: f32, y| Point2::new(x, y);
/// let level = Pieces::new([p(0.0, 0.0), p(4.0, 0.0), p(4.0, 1.0), p(1.0, 1.0), p(1.0, 3.0), p(0.0, 3.0)])?;
/// assert_eq!(level.iter().len(), 2);
/// let ball = Ball::at([2.0, 2.0], 0.5)?;
/// assert!(!level.iter().any(|piece| intersects(&piece, &ball)));
/// let lower = ball.posed([0.0, -1.0])?;
/// assert!(level.iter().any(|piece| intersects(&piece, &lower)));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Pieces<T: Real> {
    points: Vec<Point2<T>>,
    /// The places in the lists below at which the sides of each piece begin, and one more.
    starts: Vec<u32>,
    /// The vertex with which each side begins.
    corners: Vec<u32>,
    /// The piece beyond each side.
    beyond: Vec<Option<u32>>,
}

/// One of the [`Pieces`] of an outline: a convex polygon, and a shape. For many queries, copy it into a
/// [`polygon`](Self::polygon).
///
/// ```
/// use gjk::nalgebra::Point2;
/// use gjk_scene::{Pieces, Side};
/// let p = |x: f64, y| Point2::new(x, y);
/// // An arrowhead: the dent is joined to the tip.
/// let arrow = Pieces::new([p(0.0, 3.0), p(-2.0, -1.0), p(0.0, 0.0), p(2.0, -1.0)])?;
/// let piece = arrow.get(0).unwrap();
/// assert_eq!(piece.corners().len(), 3);
/// let inner: Vec<Side> = piece.sides().filter(|side| side.beyond.is_some()).collect();
/// assert!(matches!(inner[..], [Side { ends: [0, 2] | [2, 0], beyond: Some(1) }]));
/// assert!((piece.polygon()?.normals()[0].norm() - 1.0).abs() < 1e-15);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece<'a, T: Real> {
    points: &'a [Point2<T>],
    corners: &'a [u32],
    beyond: &'a [Option<u32>],
}

/// A side of a [`Piece`], counter-clockwise around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    /// The numbers of its two ends among the outline's vertices.
    pub ends: [u32; 2],
    /// The number of the piece on the other side; `None` if this is an edge of the outline.
    pub beyond: Option<u32>,
}

impl<T: Real + Copy + Into<f64>> Pieces<T> {
    /// The pieces of an outline without holes: see [`with_holes`](Self::with_holes).
    ///
    /// # Errors
    /// As [`with_holes`](Self::with_holes).
    pub fn new(outline: impl IntoIterator<Item: Coordinates<T, 2>>) -> Result<Self, OutlineError> {
        Self::with_holes(outline, iter::empty::<[Point2<T>; 0]>())
    }

    /// The pieces of an outline with holes. Each ring may be clockwise or counter-clockwise, with three vertices in a
    /// row on one line.
    ///
    /// The inside is cut into triangles, and diagonals are left out where both sides are convex together (Hertel and
    /// Mehlhorn, 1983). Then groups of neighbours with up to 32 vertices are cut anew into the least number of pieces
    /// (Keil, 1985), if that is smaller. An outline of at most 32 vertices without holes is one group, and gets the
    /// least number without new vertices.
    ///
    /// Complexity: O(n log n) for n vertices. Cutting groups anew takes most of the time.
    ///
    /// # Errors
    /// [`OutlineError`], which says where, if the rings do not bound a set of the plane: two edges cross or touch, two
    /// vertices are the same point, or a hole is not inside. A ring without an inside has edges that touch.
    ///
    /// ```
    /// use gjk_scene::Pieces;
    /// let square = |half: f64| [[-half, -half], [half, -half], [half, half], [-half, half]];
    /// let frame = Pieces::with_holes(square(2.0), [square(1.0)])?;
    /// assert_eq!(frame.iter().len(), 4);
    /// assert!(frame.iter().flat_map(|piece| piece.sides()).filter(|side| side.beyond.is_none()).count() == 8);
    /// # Ok::<(), gjk_scene::OutlineError>(())
    /// ```
    pub fn with_holes<H: IntoIterator<Item: Coordinates<T, 2>>>(
        outline: impl IntoIterator<Item: Coordinates<T, 2>>,
        holes: impl IntoIterator<Item = H>,
    ) -> Result<Self, OutlineError> {
        const MOST: usize = 1 << 30;
        let mut points: Vec<Point2<T>> = outline.into_iter().map(Coordinates::point).collect();
        let mut lengths = vec![points.len()];
        for hole in holes {
            points.extend(hole.into_iter().map(Coordinates::point));
            lengths.push(points.len() - lengths.iter().sum::<usize>());
        }
        if points.len() > MOST {
            return Err(OutlineError::TooMany);
        }
        let lengths: Vec<u32> = lengths.into_iter().filter_map(|length| u32::try_from(length).ok()).collect();
        if let Some((ring, _)) = (0..).zip(&lengths).find(|(_, length)| **length < 3) {
            return Err(OutlineError::TooFew { ring });
        }
        for (k, point) in (0..).zip(&points) {
            if !point.iter().all(gjk::Scalar::in_range) {
                return Err(OutlineError::OutOfRange(k));
            }
        }
        let wide: Vec<[f64; 2]> = points.iter().map(|point| [point.x.into(), point.y.into()]).collect();
        let rings = Rings::new(Plane::new(&wide)?, &lengths);
        let order = rings.plane.in_order();
        sweep::check(&rings, &order)?;
        let triangles = triangulate::triangulate(&rings, &order)?;
        let mut faces = Faces::of_triangles(&triangles);
        faces.merge(&rings.plane);
        improve::improve(&mut faces, &rings.plane);
        Ok(Self::of(points, &faces))
    }

    /// The faces as pieces, numbered as they come.
    fn of(points: Vec<Point2<T>>, faces: &Faces) -> Self {
        let mut piece = vec![NONE; faces.sides.len()];
        let mut pieces = Self { points, starts: vec![0], corners: Vec::new(), beyond: Vec::new() };
        let mut around: Vec<u32> = Vec::new();
        for first in faces.numbers() {
            if piece[first as usize] != NONE || faces.is_gone(first) {
                continue;
            }
            let own = pieces.starts.len() - 1;
            for side in faces.around(first) {
                piece[side as usize] = u32::try_from(own).unwrap_or(NONE);
                around.push(side);
            }
            pieces.starts.push(u32::try_from(around.len()).unwrap_or(NONE));
        }
        pieces.corners = around.iter().map(|side| faces.from(*side)).collect();
        let beyond = |side: &u32| piece.get(faces.side(*side).twin as usize).copied();
        pieces.beyond = around.iter().map(beyond).collect();
        pieces
    }
}

impl<T: Real> Pieces<T> {
    /// The vertices of the outline, then of the holes, as given.
    #[must_use]
    pub fn points(&self) -> &[Point2<T>] {
        &self.points
    }

    /// The pieces in the order of their numbers.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Piece<'_, T>> + Clone {
        self.starts.windows(2).map(|ends| self.piece(ends[0], ends[1]))
    }

    /// The piece with a number.
    #[must_use]
    pub fn get(&self, piece: u32) -> Option<Piece<'_, T>> {
        let starts = self.starts.get(piece as usize..)?;
        Some(self.piece(*starts.first()?, *starts.get(1)?))
    }

    fn piece(&self, start: u32, end: u32) -> Piece<'_, T> {
        let own = start as usize..end as usize;
        Piece { points: &self.points, corners: &self.corners[own.clone()], beyond: &self.beyond[own] }
    }
}

impl<'a, T: Real> Piece<'a, T> {
    /// The numbers of its corners among the outline's vertices, counter-clockwise. (Three in a row may be on one line.)
    #[must_use]
    pub fn corners(&self) -> &'a [u32] {
        self.corners
    }

    /// Its corners, counter-clockwise.
    #[must_use]
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = Point2<T>> + Clone + use<'a, T> {
        let points = self.points;
        self.corners.iter().map(|k| points[*k as usize].clone())
    }

    /// Its sides, counter-clockwise: number k begins at corner k.
    #[must_use]
    pub fn sides(&self) -> impl ExactSizeIterator<Item = Side> + Clone + use<'a, T> {
        let Self { corners, beyond, .. } = *self;
        let next = move |k: usize| if k + 1 == corners.len() { 0 } else { k + 1 };
        (0..corners.len()).map(move |k| Side { ends: [corners[k], corners[next(k)]], beyond: beyond[k] })
    }

    /// Copies the piece into a [`Polygon`], whose queries have closed forms. Complexity: as [`Polygon::hull`].
    ///
    /// # Errors
    /// [`Error::Flat`] if it is so thin that its vertices are on a line to within 4 ε of the largest coordinate. Then
    /// use a [`PointCloud`](gjk::shape::PointCloud) of its [`vertices`](Self::vertices).
    pub fn polygon(&self) -> Result<Polygon<T>, Error> {
        Polygon::hull(self.vertices())
    }
}

/// Vertices are named by their number among the corners.
impl<T: Real> Support<2> for Piece<'_, T> {
    type Scalar = T;

    fn support(&self, direction: &Vector2<T>) -> Point2<T> {
        self.support_from(direction, &Point2::origin()).offset.into()
    }

    fn support_from(&self, direction: &Vector2<T>, from: &Point2<T>) -> SupportOffset<T, 2> {
        let mut best = self.corner(0, from);
        for number in 1..self.corners.len() {
            let other = self.corner(number, from);
            if other.offset.dot(direction) > best.offset.dot(direction) {
                best = other;
            }
        }
        best
    }

    fn extent(&self, from: &Point2<T>) -> T {
        let farther = |most: T, x: T| if x > most { x } else { most };
        self.vertices()
            .fold(T::zero(), |most, at| (at - from).iter().fold(most, |most, x| farther(most, Scalar::abs(x))))
    }

    /// A corner, and the next one in the direction in which the outline falls off least.
    fn support_face(&self, direction: &Vector2<T>, from: &Point2<T>, each: &mut dyn FnMut(SupportOffset<T, 2>)) {
        let (top, count) = (self.support_from(direction, from), self.corners.len());
        let number = top.id.0 as usize;
        let [before, after] = [number + count - 1, number + 1].map(|other| self.corner(other % count, from));
        // By how much a side falls off for its length, squared.
        let slope = |other: &SupportOffset<T, 2>| {
            let side = &top.offset - &other.offset;
            let fall = side.dot(direction);
            fall.clone() * fall / side.dot(&side)
        };
        let pair = if slope(&before) < slope(&after) { [before, top] } else { [top, after] };
        pair.into_iter().for_each(each);
    }

    fn vertex_count_hint(&self) -> Option<u32> {
        u32::try_from(self.corners.len()).ok()
    }

    fn construction(&self) -> Option<Construction<T, 2>> {
        Some(Construction::Points(self.vertices().collect()))
    }
}

impl<T: Real> Piece<'_, T> {
    fn corner(&self, number: usize, from: &Point2<T>) -> SupportOffset<T, 2> {
        let at = &self.points[self.corners[number] as usize];
        SupportOffset { offset: at - from, id: VertexId(u32::try_from(number).unwrap_or(u32::MAX)) }
    }
}
