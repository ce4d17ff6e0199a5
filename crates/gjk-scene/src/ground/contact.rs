//! Contacts of bodies with pieces, along normals that the surface has.

use super::Ground;
use alloc::vec::Vec;
use gjk::epa::Expansion;
use gjk::nalgebra::{Point, SVector};
use gjk::shape::{PointCloud, Posed, Vertices};
use gjk::simplex::Cases;
use gjk::{Contact, Manifold, ManifoldOptions, Query, Real, Support, SupportExt, Velocities};

impl<T: Real + Copy, const D: usize> Ground<T, D>
where
    Cases: Expansion<T, D>,
{
    /// The contact of a piece with a body, along a [`normal`](Self::normal) that the surface has. `None` if there is none: the body is
    /// farther away than the limit, or its [center](Support::center) is behind the piece, or what touches along that normal is not over this
    /// piece but over a neighbour, whose contact it is then.
    ///
    /// Complexity: that of [`contact`](gjk::contact()), and of a [`cast`](gjk::cast()) where the normal is brought back.
    ///
    /// ```
    /// use gjk::{nalgebra::{Point2, Vector2}, shape::Ball};
    /// use gjk_scene::Ground;
    /// let floor = Ground::<f64, 2>::heights(0.0, 1.0, [0.0, 0.0, 0.0, 1.0])?;
    /// let ball = Ball::new(Point2::new(1.125, 0.375), 0.5)?;
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
        let mut contact = Query::new().contact_within(limit, &shape, body).ok()?;
        let is_behind = |center: Point<T, D>| (center - shape.points()[0]).dot(&face) < T::zero();
        if contact.undecided.is_some() {
            return Some(contact);
        }
        if body.center().is_some_and(is_behind) {
            return None;
        }
        let normal = self.normal(piece, &contact.normal)?;
        if normal != contact.normal {
            turn(&mut contact, normal, &shape, body)?;
        }
        (contact.separation <= limit).then_some(contact)
    }

    /// The manifold of a piece, which is A, and a posed body, which is B: that of [`Manifold::of`] for the piece's [`contact`](Self::contact) with
    /// the body. `None` if they have none.
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

/// The contact along another normal: the body is moved out along it, and comes back until it touches. `None` if it does not, or where its
/// own surface has another normal: a ball that rolls is not touched beside its lowest point.
fn turn<B, T: Real + Copy, const D: usize>(
    contact: &mut Contact<T, D>,
    normal: SVector<T, D>,
    shape: &Vertices<T, D, D>,
    body: &B,
) -> Option<()>
where
    B: Support<D, Scalar = T> + ?Sized,
    Cases: Expansion<T, D>,
{
    let lowest = body.support(&-normal);
    let separation = (lowest - shape.support(&normal)).dot(&normal) - body.margin();
    let way = separation.abs() + separation.abs();
    let moved = body.posed(normal * way).ok()?;
    let motion = Velocities { a: SVector::zeros(), b: -normal, until: None };
    let hit = gjk::cast(shape, &moved, motion).ok()?.hit?;
    let touched = hit.points[0] + normal * (hit.time - way);
    let mut face = Vec::new();
    body.support_face(&-normal, &touched, &mut |corner| face.push((corner.offset - normal * body.margin()).into()));
    let sizes = touched.iter().chain(face.iter().flat_map(|corner: &Point<T, D>| corner.iter()));
    let size = sizes.fold(way, |size, x| size + x.abs());
    let slack = (0..5).fold(T::epsilon() * size, |slack, _| slack + slack);
    if gjk::distance(&PointCloud::new(face).ok()?, &Point::origin()).distance > slack {
        return None;
    }
    contact.normal = normal;
    contact.separation = hit.time - way;
    contact.points = [hit.points[0], touched];
    (contact.lower, contact.upper) = (contact.separation, contact.separation);
    Some(())
}
