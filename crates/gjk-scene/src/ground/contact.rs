//! Contacts of bodies with pieces, along normals that the surface has.

use super::Ground;
use alloc::vec::Vec;
use gjk::epa::Expansion;
use gjk::nalgebra::{Point, SVector};
use gjk::shape::{PointCloud, Posed, Vertices};
use gjk::simplex::Cases;
use gjk::{Contact, Manifold, ManifoldOptions, Query, Real, Support, SupportExt};

impl<T: Real + Copy, const D: usize> Ground<T, D>
where
    Cases: Expansion<T, D>,
{
    /// The contact of a piece with a body, along a [`normal`](Self::normal) that the surface has. `None` if the body is
    /// farther away than the limit, or more than half of its height is behind the piece. Also `None` if its lowest
    /// point along the normal is over another piece that it overlaps: then that piece has the contact. So a body that
    /// has sunk in has a contact with at least one piece.
    ///
    /// Complexity: one [`contact`](gjk::contact()), and one [`shape_cast`](gjk::shape_cast()) where the normal is
    /// brought back.
    ///
    /// ```
    /// use gjk::{nalgebra::{Point2, Vector2}, shape::Ball};
    /// use gjk_scene::Ground;
    /// let floor = Ground::<f64, 2>::heights(0.0, 1.0, [0.0, 0.0, 0.0, 1.0])?;
    /// let ball = Ball::at(Point2::new(1.125, 0.375), 0.5)?;
    /// let found = floor.contact(1, &ball, 0.0).expect("it has sunk in");
    /// assert_eq!((found.normal, found.separation), (Vector2::y(), -0.125));
    /// // It overlaps the end of the first piece, too, but not with its lowest point.
    /// assert!(floor.contact(0, &ball, 0.0).is_none() && floor.contact(2, &ball, 0.0).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contact<B>(&self, piece: u32, body: &B, limit: T) -> Option<Contact<T, D>>
    where
        B: Support<D, Scalar = T> + ?Sized,
    {
        let shape = self.piece(piece)?;
        let face = self.face(piece)?;
        let mut contact = Query::new().contact_within(limit, &shape, body).near()?;
        if contact.undecided.is_some() {
            return Some(contact);
        }
        if is_behind(&shape, &face, body) {
            return None;
        }
        let normal = self.normal(piece, &contact.normal)?;
        if normal != contact.normal {
            let overlaps = contact.separation <= T::zero();
            let rests = turn(&mut contact, normal, &shape, body)?;
            if !rests && (!overlaps || self.is_left_to_another(piece, body)) {
                return None;
            }
        }
        (contact.separation <= limit).then_some(contact)
    }

    /// Returns whether the way from a piece to a body's lowest point, from neighbour to neighbour, ends at another
    /// piece that the body overlaps. It may go round: at the bottom of a valley the lowest point is over neither
    /// side, and on a ridge each side sees one over the other side. (Richard Brent's search for a cycle, 1980.)
    fn is_left_to_another<B>(&self, piece: u32, body: &B) -> bool
    where
        B: Support<D, Scalar = T> + ?Sized,
    {
        let [mut mark, mut at] = [piece; 2];
        let [mut steps, mut most] = [0_u32, 1];
        while let (Some(shape), Some(face)) = (self.piece(at), self.face(at)) {
            let low = Lowest::new(&shape, &face, body);
            let sides = self.pieces[at as usize].sides.iter().enumerate();
            let corner = |k: usize| shape.points()[k % D] - shape.points()[0];
            let beyond = sides.map(|(k, side)| ((low.foot - corner(k + 1)).dot(&side.out), side.beyond));
            let (_, next) = beyond.fold((low.slack, Some(at)), |most, side| if side.0 > most.0 { side } else { most });
            match next {
                Some(next) if next == at => {
                    return at != piece && !is_behind(&shape, &face, body) && gjk::intersects(&shape, body);
                }
                Some(next) if next != mark => at = next,
                _ => return false,
            }
            steps += 1;
            if steps == most {
                (mark, steps, most) = (at, 0, 2 * most);
            }
        }
        false
    }

    /// The manifold of a piece, A, and a posed body, B: the result of [`Manifold::of`] for the piece's
    /// [`contact`](Self::contact), if there is one.
    ///
    /// ```
    /// use gjk::{SupportExt, nalgebra::{Isometry3, Vector3}, shape::Cuboid};
    /// use gjk_scene::Ground;
    /// let floor = Ground::<f64, 3>::heights([-2.0; 2], [1.0; 2], 5, [0.0; 25])?;
    /// let crate_on_floor = Cuboid::new(Vector3::new(0.5, 0.5, 0.5))?.posed(Isometry3::translation(0.1, 0.49, 0.2))?;
    /// // A tree of boxes would find these.
    /// let touched = (0..floor.len()).filter_map(|piece| floor.manifold(piece, &crate_on_floor, 0.02, None));
    /// let points: Vec<_> = touched.inspect(|found| assert_eq!(found.normal, Vector3::y())).collect();
    /// assert!(points.iter().flat_map(|found| found.points()).all(|point| (point.separation + 0.01).abs() < 1e-12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn manifold<B>(
        &self,
        piece: u32,
        body: &Posed<B, T, D>,
        options: impl Into<ManifoldOptions<T, D>>,
        before: Option<&Manifold<T, D>>,
    ) -> Option<Manifold<T, D>>
    where
        B: Support<D, Scalar = T>,
    {
        let options = options.into();
        let contact = self.contact(piece, body, options.prediction)?;
        let shape = self.piece(piece)?.posed(SVector::zeros()).ok()?;
        Some(Manifold::of(&shape, body, &contact, options, before))
    }
}

/// Returns whether the middle between a body's lowest and highest point is behind a piece.
fn is_behind<B, T: Real, const D: usize>(shape: &Vertices<T, D, D>, face: &SVector<T, D>, body: &B) -> bool
where
    B: Support<D, Scalar = T> + ?Sized,
{
    let from = &shape.points()[0];
    let [low, high] = [-face, face.clone()].map(|direction| body.support_from(&direction, from).offset.dot(face));
    low + high < T::zero()
}

/// A body's lowest point, as seen from a piece.
struct Lowest<T: Real, const D: usize> {
    /// Its height above the piece.
    height: T,
    /// The place below or above it, as high as the piece, from corner 0 of that: far from the origin a point would be rounded.
    foot: SVector<T, D>,
    size: T,
    /// 32 ε of the size.
    slack: T,
}

impl<T: Real + Copy, const D: usize> Lowest<T, D> {
    fn new<B>(shape: &Vertices<T, D, D>, up: &SVector<T, D>, body: &B) -> Self
    where
        B: Support<D, Scalar = T> + ?Sized,
    {
        let from = shape.points()[0];
        let lowest = body.support_from(&-up, &from).offset - up * body.margin();
        let height = (lowest - shape.support_from(up, &from).offset).dot(up);
        let size = body.extent(&from) + body.margin() + shape.extent(&from);
        let slack = (0..5).fold(T::epsilon() * size, |slack, _| slack + slack);
        Self { height, foot: lowest - up * height, size, slack }
    }
}

/// Turns the contact to another normal. If the body's lowest point is over the piece, the contact is there; else where
/// the body first touches that is moved out and comes back. Returns whether the body's own surface has this normal
/// there: a rolling ball is not touched beside its lowest point. `None` if the body passes by the piece.
fn turn<B, T: Real + Copy, const D: usize>(
    contact: &mut Contact<T, D>,
    normal: SVector<T, D>,
    shape: &Vertices<T, D, D>,
    body: &B,
) -> Option<bool>
where
    B: Support<D, Scalar = T> + ?Sized,
    Cases: Expansion<T, D>,
{
    let low = Lowest::new(shape, &normal, body);
    let mut place = |on_piece: Point<T, D>, separation: T| {
        contact.normal = normal;
        contact.separation = separation;
        contact.points = [on_piece, on_piece + normal * separation];
        (contact.lower, contact.upper) = (separation, separation);
    };
    let from = shape.points()[0];
    let piece = Vertices::new(shape.points().map(|corner| corner - from)).ok()?;
    if gjk::distance(&piece, &Point::from(low.foot)).distance <= low.slack {
        place(from + low.foot, low.height);
        return Some(true);
    }
    let way = low.height.abs() + low.height.abs() + low.slack;
    let moved = body.posed(normal * way).ok()?;
    let hit = gjk::shape_cast(shape, moved.moving(-normal)).ok()?.hit?;
    let separation = hit.time - way;
    let touched = hit.points[0] + normal * separation;
    place(hit.points[0], separation);
    if separation <= low.height + low.slack {
        return Some(true);
    }
    let mut face = Vec::new();
    body.support_face(&-normal, &touched, &mut |corner| face.push(corner.offset - normal * body.margin()));
    let off = gjk::distance(&PointCloud::new(face).ok()?, &Point::origin()).points[0].coords;
    // Points of a round surface within the square root of ε of each other are equally low to within ε. So a point may
    // be so far beside the face, but not above it.
    let is_on_face = off.dot(&normal).abs() <= low.slack && off.dot(&off) <= low.slack * low.size;
    let is_on_top = (shape.support(&normal) - hit.points[0]).dot(&normal) <= low.slack;
    Some(is_on_face && is_on_top)
}
