//! Contacts with a half-space: its plane is the only one, so one support point is enough.

use super::Contact;
use crate::scalar::Real;
use crate::shape::{HalfSpace, Lowest};
use crate::simplex::FeatureIds;
use crate::support::Support;
use crate::verdict::Undecided;

impl<T: Real, const D: usize> HalfSpace<T, D> {
    /// How far a shape is outside the half-space, or how deep it is inside, and where. The half-space is A, the shape
    /// is B.
    ///
    /// One support evaluation; the bounds are the separation itself. See [`contact`](crate::contact()).
    ///
    /// ```
    /// use gjk::{contact, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid, HalfSpace}};
    /// let (slope, stone) = (HalfSpace::new(Vector2::new(3.0, 4.0), 0.0)?, Cuboid::new(Vector2::new(1.0, 1.0))?);
    /// let mut ball = Point2::new(0.0, 2.0);
    /// // Out of the stone, and out of the slope: the same code for both.
    /// for _ in 0..10 {
    ///     let there = Ball::new(ball, 1.5)?;
    ///     for hit in [contact(&stone, &there), slope.contact(&there)] {
    ///         ball += hit.normal * hit.depth();
    ///     }
    /// }
    /// assert!(!slope.contact(&Ball::new(ball, 1.499)?).intersects());
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn contact<S>(&self, shape: &S) -> Contact<T, D>
    where
        S: Support<D, Scalar = T> + ?Sized,
    {
        let lowest = self.lowest(shape);
        let clears = self.clears(&lowest);
        let Lowest { from, offset, id, scale, height, margin } = lowest;
        // The direction is at unit scale: its square neither overflows nor vanishes.
        let length = self.direction().dot(self.direction()).sqrt();
        let normal = self.direction() / length.clone();
        let height = height / length;
        let signed = (height.clone() - margin.clone()) / scale.clone();
        #[expect(clippy::eq_op, reason = "only a NaN differs from itself")]
        let undecided = (signed != signed).then_some(Undecided::NotANumber);
        // If rounding has given the difference the other sign, the verdict is right.
        let separation = match (clears, signed > T::zero()) {
            _ if undecided.is_some() => T::zero(),
            (true, false) => T::smallest(),
            (false, true) => T::zero(),
            _ => signed,
        };
        let deepest = &offset - &normal * (margin / scale.clone());
        let projection = offset - &normal * (height / scale);
        let points = [&from + projection, &from + deepest];
        Contact {
            lower: separation.clone(),
            upper: separation.clone(),
            separation,
            normal,
            points,
            undecided,
            evaluations: 1,
            feature: FeatureIds::vertex_of_b(id),
        }
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these results are exact")]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::shape::{Ball, Cone, Cuboid, SupportExt};
    use nalgebra::{Isometry3, Point3, Vector3};

    #[test]
    fn the_cone_lies_on_its_side_on_the_ground() {
        let ground = HalfSpace::new(Vector3::new(0.0, 2.0, 0.0), 2.0).unwrap();
        let cone = Cone::new(1.5, 1.0).unwrap();
        assert_eq!(ground.contact(&cone).separation, -2.0);
        // The side is along (1.5, -2); turned level, its distance from the axis' middle is 1 · 1.5 / 2.5 = 0.6.
        let turn = core::f64::consts::FRAC_PI_2 + (1.5_f64 / 2.0).atan();
        let lying = cone.posed(Isometry3::new(Vector3::new(9.0, 1.6, 7.0), Vector3::z() * turn)).unwrap();
        assert!(ground.contact(&lying).separation.abs() < 1e-15);
    }

    #[test]
    fn any_length_and_any_scale_will_do() {
        for size in [1e-30_f32, 1.0, 1e30] {
            let ball = Ball::new(Point3::new(4.0, 4.0, 1.0) * size, size).unwrap();
            for length in [1e-5_f32, 1.0, 1e5] {
                let normal = Vector3::new(1.0, 2.0, 2.0) * length;
                // The plane at distance 1 from the origin, and one 3 · 0.9 farther.
                let near = HalfSpace::new(normal, 3.0 * length * size).unwrap();
                let far = HalfSpace::new(normal, 12.0 * length * size).unwrap();
                let found = near.contact(&ball);
                assert!((found.separation / size - 8.0 / 3.0).abs() < 1e-5, "{size:e} {length:e} {found:?}");
                assert!(!near.intersects(&ball));
                assert!(far.intersects(&ball));
                assert!((far.contact(&ball).separation / size + 1.0 / 3.0).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn far_from_the_origin_nothing_is_lost() {
        let far = 1e8_f32;
        let cube = Cuboid::new(Vector3::new(0.5, 0.5, 0.5)).unwrap();
        let there = cube.posed(Vector3::new(far, far, far)).unwrap();
        for ground in [
            HalfSpace::new(Vector3::new(0.0, 1.0, 0.0), far),
            HalfSpace::through(Point3::new(0.0, far, 0.0), Vector3::new(0.0, 1.0, 0.0)),
            HalfSpace::through(Point3::new(far, far, far), Vector3::new(0.0, 1.0, 0.0)),
        ] {
            assert_eq!(ground.unwrap().contact(&there).separation, -0.5);
        }
    }

    #[test]
    fn the_lowest_vertex_is_named() {
        let ground = HalfSpace::new(Vector3::new(-1.0, 2.0, -4.0), 0.0).unwrap();
        let found = ground.contact(&Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap());
        // A bit for each axis along which it is on the negative side.
        assert_eq!(found.feature.on_b().collect::<alloc::vec::Vec<_>>(), [crate::simplex::VertexId(0b010)]);
        assert_eq!(found.feature.on_a().count(), 0);
    }

    #[test]
    fn touching_intersects_and_the_sign_is_the_verdict() {
        let slope = HalfSpace::new(Vector3::new(1.0, 1.0, 1.0), 0.0).unwrap();
        let mut apart = 0;
        for k in 0..2000_u16 {
            let at = 0.577 + f64::from(k) * 1e-6;
            let ball = Ball::new(Point3::new(at, at, at), 1.0).unwrap();
            let found = slope.contact(&ball);
            assert_eq!(found.separation > 0.0, !slope.intersects(&ball), "{at}");
            apart += u16::from(found.separation > 0.0);
        }
        assert!((600..1800).contains(&apart), "{apart}");
        let ground = HalfSpace::new(Vector3::new(0.0, 1.0, 0.0), 0.0).unwrap();
        let touching = Ball::new(Point3::new(0.0, 1.0, 0.0), 1.0).unwrap();
        for (radius, meets) in [(1e-25_f32, false), (1.4e-25, false), (1.5e-25, true), (1.6e-25, true)] {
            let tiny = Ball::new(Point3::new(1.0, 1.5e-25, 1.0), radius).unwrap();
            assert_eq!(HalfSpace::new(Vector3::new(0.0, 1.0, 0.0), 0.0).unwrap().intersects(&tiny), meets);
        }
        assert!(ground.intersects(&touching));
        assert_eq!(ground.contact(&touching).separation, 0.0);
    }

    #[test]
    fn a_plane_without_a_direction_is_refused() {
        assert_eq!(HalfSpace::new(Vector3::<f64>::zeros(), 1.0), Err(Error::Zero("normal")));
        assert_eq!(HalfSpace::new(Vector3::new(0.0, f64::NAN, 0.0), 1.0), Err(Error::OutOfRange("normal")));
        assert_eq!(HalfSpace::new(Vector3::new(0.0, 1.0, 0.0), f64::INFINITY), Err(Error::OutOfRange("offset")));
        // The plane y = 1e60.
        assert_eq!(HalfSpace::new(Vector3::new(0.0, 1e-30_f32, 0.0), 1e30), Err(Error::OutOfRange("offset")));
        let nowhere = Point3::new(0.0, f64::NAN, 0.0);
        assert_eq!(HalfSpace::through(nowhere, Vector3::new(0.0, 1.0, 0.0)), Err(Error::OutOfRange("point")));
    }
}
