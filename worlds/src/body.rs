//! A body: a shape, where it is, how it moves, and how heavy it is.

use crate::form::Form;
use crate::space::{Shape, Single, Space, double, num};
use gjk::mass::Solid;
use gjk::nalgebra::{AbstractRotation, Isometry, Point, SVector, Translation};
use gjk::{Aabb, Error, Pose, Support, SupportExt, aabb};
use gjk_scene::Ground;
use std::rc::Rc;

/// A rigid body. It is posed by its center of mass, about which it turns.
pub struct Body<T: Space<D>, const D: usize> {
    /// Its shape, where it was when the step began.
    pub shape: Shape<T, D>,
    /// The shape in `f32`, in a world of `f64` that looks for contacts with these.
    pub single: Option<Single<D>>,
    /// What the shape is made from, if it is known: all that a shape itself tells is its farthest points.
    pub form: Option<Form>,
    /// Its center of mass.
    pub center: Point<T, D>,
    /// How it is turned.
    pub rotation: T::Rotation,
    /// The velocity of its center.
    pub velocity: SVector<T, D>,
    /// Its angular velocity.
    pub spin: T::Spin,
    /// How much of the pressure friction can be. Two bodies that touch have the root of the product of both.
    pub friction: T,
    /// Which part of the speed is left after a collision. Of two bodies the larger one counts.
    pub restitution: T,
    /// Whether it is so fast that it has to be looked for between two steps.
    pub is_bullet: bool,
    /// Whether it lies still until something touches it.
    pub is_asleep: bool,
    /// Whether its numbers have left their range, or are none: then its shape has stayed behind.
    pub is_lost: bool,
    /// For how long it has been slow.
    pub(crate) quiet: T,
    /// The ground and the piece, if it is one.
    pub(crate) ground: Option<(Rc<Ground<T, D>>, u32)>,
    /// 1 over the mass; 0 for what does not move.
    pub(crate) inverse_mass: T,
    /// 1 over the moment of inertia, in the body's own axes.
    pub(crate) inverse_inertia: T::Inverse,
    /// The center of mass in the shape's own coordinates.
    pub(crate) middle: SVector<T, D>,
    /// The box around it.
    pub(crate) bounds: Aabb<T, D>,
    /// No point is farther from the center.
    pub(crate) reach: T,
}

impl<T: Space<D>, const D: usize> Body<T, D> {
    /// A body with a density of 1, with the origin of its shape's coordinates at a place.
    ///
    /// # Errors
    /// If the shape has no mass, or its pose is out of range.
    pub fn new(
        shape: impl Solid<D, Scalar = T> + 'static,
        at: impl Into<Isometry<T, T::Rotation, D>>,
    ) -> Result<Self, Error> {
        let at = at.into();
        let mass = shape.mass_properties(T::one()).ok_or(Error::Zero("mass"))?;
        let mut body = Self::fixed(shape, at)?;
        body.inverse_mass = T::one() / mass.mass;
        body.inverse_inertia = T::inverse(Some(&mass));
        body.middle = mass.center.coords;
        body.center = at.rotation.transform_point(&mass.center) + at.translation.vector;
        body.measure();
        Ok(body)
    }

    /// A body that never moves.
    ///
    /// # Errors
    /// If its pose is out of range.
    pub fn fixed(
        shape: impl Support<D, Scalar = T> + 'static,
        at: impl Into<Isometry<T, T::Rotation, D>>,
    ) -> Result<Self, Error> {
        let at = at.into();
        let shape: Rc<dyn Support<D, Scalar = T>> = Rc::new(shape);
        let shape = shape.posed(at)?;
        let mut body = Self {
            bounds: aabb(&shape),
            shape,
            single: None,
            form: None,
            center: at.translation.vector.into(),
            rotation: at.rotation,
            velocity: SVector::zeros(),
            spin: T::still(),
            friction: num(0.6),
            restitution: T::zero(),
            is_bullet: false,
            is_asleep: false,
            is_lost: false,
            quiet: T::zero(),
            ground: None,
            inverse_mass: T::zero(),
            inverse_inertia: T::inverse(None),
            middle: SVector::zeros(),
            reach: T::zero(),
        };
        body.measure();
        Ok(body)
    }

    /// Lets it never move.
    pub fn fix(&mut self) {
        (self.inverse_mass, self.inverse_inertia) = (T::zero(), T::inverse(None));
    }

    /// Returns whether it never moves.
    pub fn is_fixed(&self) -> bool {
        self.inverse_mass.is_zero()
    }

    /// Returns whether it moves now.
    pub fn is_awake(&self) -> bool {
        !self.is_fixed() && !self.is_asleep
    }

    /// Its mass, with a density of 1; infinite if it never moves.
    pub fn mass(&self) -> f64 {
        1.0 / double(self.inverse_mass)
    }

    /// Wakes it, and with it in the next step all that it touches, directly or through others.
    pub fn wake(&mut self) {
        (self.quiet, self.is_asleep) = (T::zero(), false);
    }

    /// The energy of its motion.
    pub fn kinetic_energy(&self) -> f64 {
        if self.is_fixed() {
            return 0.0;
        }
        let spinning = T::spinning(&T::turned(&self.inverse_inertia, &self.rotation), self.spin);
        0.5 * (self.mass() * double(self.velocity.norm_squared()) + double(spinning))
    }

    /// Puts it somewhere else: the origin of its shape's coordinates.
    pub fn place(&mut self, at: impl Into<Isometry<T, T::Rotation, D>>) {
        let at = at.into();
        self.rotation = at.rotation;
        self.center = (at.translation.vector + at.rotation.transform_vector(&self.middle)).into();
        self.follow();
    }

    fn measure(&mut self) {
        let Aabb { min, max } = self.bounds;
        let (low, high) = (self.center - min, max - self.center);
        self.reach = low.zip_map(&high, |low, high| if low > high { low } else { high }).norm();
    }

    /// Moves the shape to where the body is.
    pub(crate) fn follow(&mut self) {
        let shift = self.center.coords - self.rotation.transform_vector(&self.middle);
        let pose = Isometry::from_parts(Translation::from(shift), self.rotation);
        // That fails where a place is not a number any more, or a rotation does not rotate.
        match self.shape.set_pose(Pose::from(pose)) {
            Ok(()) => self.bounds = aabb(&self.shape),
            Err(_) => self.is_lost = true,
        }
        if let Some(single) = &mut self.single {
            let (matrix, place) = (self.shape.pose().matrix().map(double), self.shape.pose().translation().map(double));
            let pose = Pose::new(matrix, place);
            self.is_lost |= pose.and_then(|pose| single.set_pose(pose)).is_err();
        }
    }

    /// From the center to a point that is given in the shape's own coordinates, like a manifold's points.
    pub fn arm(&self, point: &Point<T, D>) -> SVector<T, D> {
        self.rotation.transform_vector(&(point.coords - self.middle))
    }
}
