//! The difference between the plane and space: how bodies turn. Everything else has one source.

use crate::world::World;
use gjk::epa::Expansion;
use gjk::mass::MassProperties;
use gjk::nalgebra::{
    self, AbstractRotation, Complex, Matrix3, Point, Quaternion, RealField, SVector, UnitComplex, UnitQuaternion,
    Vector2, Vector3,
};
use gjk::shape::Posed;
use gjk::simplex::Cases;
use gjk::{
    Contact, ImpactOptions, Manifold, ManifoldOptions, Motion, Place, Places, Query, Real, RigidMotion, Start, Support,
    time_of_impact,
};
use std::ops::{Add, Mul, Neg, Sub};
use std::rc::Rc;

/// A shape of any kind, where a body is.
pub type Shape<T, const D: usize> = Posed<Rc<dyn Support<D, Scalar = T>>, T, D>;
/// A shape of any kind in `f32`, where a body is in `f64`.
pub type Single<const D: usize> = Place<Rc<dyn Support<D, Scalar = f32>>, f32, D>;

/// A floating-point number: `f32` or `f64`.
pub trait Number: Real + RealField + Copy + Into<f64> {}
impl<T: Real + RealField + Copy + Into<f64>> Number for T {}

/// The number nearest to a literal.
pub fn num<T: Number>(x: f64) -> T {
    nalgebra::convert(x)
}

/// A number, for printing and drawing.
pub fn double<T: Number>(x: T) -> f64 {
    nalgebra::try_convert(x).unwrap_or(f64::NAN)
}

/// A space of D dimensions over these numbers, with a world in it.
pub trait Space<const D: usize>: Turning<D> {
    /// Moves a world on by a step: [`World::step`].
    fn step(world: &mut World<Self, D>);

    /// The manifold of two shapes in `f32`, if they are near each other and these numbers are `f64`.
    fn manifold(
        shapes: [&Single<D>; 2],
        before: Option<&Manifold<Self, D>>,
        options: ManifoldOptions<Self, D>,
    ) -> Option<Manifold<Self, D>>;
}

/// A generic function is compiled in each program that calls it. A step is long: so it is compiled here, four times.
macro_rules! compiled {
    ($($number:ty, $d:literal, $manifold:expr;)*) => { $(
        impl Space<$d> for $number {
            #[inline(never)]
            fn step(world: &mut World<$number, $d>) {
                world.advance();
            }

            fn manifold(
                shapes: [&Single<$d>; 2],
                before: Option<&Manifold<$number, $d>>,
                options: ManifoldOptions<$number, $d>,
            ) -> Option<Manifold<$number, $d>> {
                $manifold(shapes, before, options)
            }
        }
    )* };
}
compiled! { f32, 2, |_, _, _| None; f64, 2, of_places; f32, 3, |_, _, _| None; f64, 3, of_places; }

fn of_places<const D: usize>(
    [a, b]: [&Single<D>; 2],
    before: Option<&Manifold<f64, D>>,
    options: ManifoldOptions<f64, D>,
) -> Option<Manifold<f64, D>>
where
    Cases: Expansion<f32, D>,
{
    let mut pair = Places::new(a, b).ok()?;
    match before {
        Some(before) => pair.update(before, options),
        None => pair.manifold(options),
    }
    .near()
}

/// How bodies turn in a space, and the two queries that a solver asks.
pub trait Turning<const D: usize>: Number {
    /// An angular velocity: a number in the plane (counter-clockwise), a rotation vector in space.
    type Spin: Copy
        + PartialEq
        + Add<Output = Self::Spin>
        + Sub<Output = Self::Spin>
        + Neg<Output = Self::Spin>
        + Mul<Self, Output = Self::Spin>;
    /// The inverse of a moment of inertia: a number, a symmetric matrix.
    type Inverse: Copy;
    /// How a body is turned: a complex number, a quaternion, of length 1.
    type Rotation: AbstractRotation<Self, D> + Copy;

    /// No angular velocity.
    fn still() -> Self::Spin;
    /// The length of an angular velocity.
    fn speed(spin: Self::Spin) -> Self;
    /// ω × r: the velocity that a spin gives a point of the body.
    fn across(spin: Self::Spin, arm: &SVector<Self, D>) -> SVector<Self, D>;
    /// r × j: the spin that an impulse at a point gives to a body with a moment of inertia of 1.
    fn moment(arm: &SVector<Self, D>, impulse: &SVector<Self, D>) -> Self::Spin;

    /// The inverse of what makes a body hard to turn. None makes it impossible.
    fn inverse(mass: Option<&MassProperties<Self, D>>) -> Self::Inverse;
    /// The same for the body as it is turned now.
    fn turned(inverse: &Self::Inverse, rotation: &Self::Rotation) -> Self::Inverse;
    /// The spin that a moment gives to a body.
    fn spun(inverse: &Self::Inverse, moment: Self::Spin) -> Self::Spin;
    /// ω · I ω: twice the energy of a spin.
    fn spinning(inverse: &Self::Inverse, spin: Self::Spin) -> Self;
    /// Turns on by a small angle: to first order, and then of length 1 again. It needs no sine.
    fn turn(rotation: &Self::Rotation, angle: Self::Spin) -> Self::Rotation;
    /// One rotation after another, of length 1 again: a thousand roundings would make it no rotation any more.
    fn compose(first: &Self::Rotation, then: &Self::Rotation) -> Self::Rotation;
    /// The angle of the shortest turn from one rotation to another; by the arc tangent of `libm`.
    fn angle(from: &Self::Rotation, to: &Self::Rotation) -> Self::Spin;
    /// The rotation by an angle of any size; by the sine and cosine of `libm`.
    fn rotation(angle: Self::Spin) -> Self::Rotation;

    /// The D − 1 directions across a normal, each at right angles to the others. (In the plane the second is not used.)
    fn tangents(normal: &SVector<Self, D>) -> [SVector<Self, D>; 2];

    /// The contact of two shapes no farther apart than a prediction. The search starts along a direction, if one is known.
    fn contact(
        a: &Shape<Self, D>,
        b: &Shape<Self, D>,
        start: Option<SVector<Self, D>>,
        prediction: Self,
    ) -> Option<Contact<Self, D>>;
    /// How a body moves that turns about its center.
    fn motion(velocity: SVector<Self, D>, spin: Self::Spin, center: Point<Self, D>) -> RigidMotion<Self, D>;
    /// When two moving and turning shapes come near each other: a time between 0 and 1, if they do. Each has a way and an angle,
    /// and turns about its center. If that is not known, the last time up to which they surely don't.
    fn meet(
        shapes: [&dyn Support<D, Scalar = Self>; 2],
        moves: [(SVector<Self, D>, Self::Spin, Point<Self, D>); 2],
        aim: ImpactOptions<Self>,
    ) -> Option<Self>;
}

macro_rules! queries {
    ($d:literal) => {
        fn contact(
            a: &Shape<T, $d>,
            b: &Shape<T, $d>,
            start: Option<SVector<T, $d>>,
            prediction: T,
        ) -> Option<Contact<T, $d>> {
            Query::new().start(start.map_or(Start::Centers, Start::Along)).contact_within(prediction, a, b).near()
        }

        fn motion(velocity: SVector<T, $d>, spin: Self::Spin, center: Point<T, $d>) -> RigidMotion<T, $d> {
            RigidMotion::moving(velocity).turning(spin, center)
        }

        fn meet(
            [a, b]: [&dyn Support<$d, Scalar = T>; 2],
            moves: [(SVector<T, $d>, Self::Spin, Point<T, $d>); 2],
            aim: ImpactOptions<T>,
        ) -> Option<T> {
            let [move_a, move_b] = moves.map(|(way, angle, center)| Self::motion(way, angle, center));
            let found = time_of_impact(a, &move_a, b, &move_b, aim).ok()?;
            found.undecided.map(|_| found.lower).or(found.hit.map(|hit| hit.time))
        }
    };
}

impl<T: Number> Turning<2> for T
where
    RigidMotion<T, 2>: Motion<T, 2>,
{
    type Spin = T;
    type Inverse = T;
    type Rotation = UnitComplex<T>;

    fn still() -> T {
        T::zero()
    }
    fn speed(spin: T) -> T {
        RealField::max(spin, -spin)
    }
    fn across(spin: T, arm: &Vector2<T>) -> Vector2<T> {
        Vector2::new(-spin * arm.y, spin * arm.x)
    }
    fn moment(arm: &Vector2<T>, impulse: &Vector2<T>) -> T {
        arm.x * impulse.y - arm.y * impulse.x
    }

    fn inverse(mass: Option<&MassProperties<T, 2>>) -> T {
        mass.map_or(T::zero(), |mass| T::one() / mass.inertia())
    }
    fn turned(inverse: &T, _: &UnitComplex<T>) -> T {
        *inverse
    }
    fn spun(inverse: &T, moment: T) -> T {
        *inverse * moment
    }
    fn spinning(inverse: &T, spin: T) -> T {
        spin * spin / *inverse
    }
    fn turn(rotation: &UnitComplex<T>, angle: T) -> UnitComplex<T> {
        let (re, im) = (rotation.re, rotation.im);
        UnitComplex::new_normalize(Complex::new(re - im * angle, im + re * angle))
    }
    fn compose(first: &UnitComplex<T>, then: &UnitComplex<T>) -> UnitComplex<T> {
        UnitComplex::new_normalize(then.into_inner() * first.into_inner())
    }
    fn angle(from: &UnitComplex<T>, to: &UnitComplex<T>) -> T {
        let between = to * from.inverse();
        num(libm::atan2(double(between.im), double(between.re)))
    }
    fn rotation(angle: T) -> UnitComplex<T> {
        let (sin, cos) = libm::sincos(double(angle));
        UnitComplex::new_normalize(Complex::new(num(cos), num(sin)))
    }

    fn tangents(normal: &Vector2<T>) -> [Vector2<T>; 2] {
        [Vector2::new(-normal.y, normal.x), Vector2::zeros()]
    }

    queries!(2);
}

impl<T: Number> Turning<3> for T
where
    RigidMotion<T, 3>: Motion<T, 3>,
{
    type Spin = Vector3<T>;
    type Inverse = Matrix3<T>;
    type Rotation = UnitQuaternion<T>;

    fn still() -> Vector3<T> {
        Vector3::zeros()
    }
    fn speed(spin: Vector3<T>) -> T {
        spin.norm()
    }
    fn across(spin: Vector3<T>, arm: &Vector3<T>) -> Vector3<T> {
        spin.cross(arm)
    }
    fn moment(arm: &Vector3<T>, impulse: &Vector3<T>) -> Vector3<T> {
        arm.cross(impulse)
    }

    fn inverse(mass: Option<&MassProperties<T, 3>>) -> Matrix3<T> {
        mass.and_then(|mass| mass.inertia().try_inverse()).unwrap_or_else(Matrix3::zeros)
    }
    fn turned(inverse: &Matrix3<T>, rotation: &UnitQuaternion<T>) -> Matrix3<T> {
        let matrix = rotation.to_rotation_matrix().into_inner();
        matrix * inverse * matrix.transpose()
    }
    fn spun(inverse: &Matrix3<T>, moment: Vector3<T>) -> Vector3<T> {
        inverse * moment
    }
    fn spinning(inverse: &Matrix3<T>, spin: Vector3<T>) -> T {
        inverse.try_inverse().map_or(T::zero(), |inertia| spin.dot(&(inertia * spin)))
    }
    fn turn(rotation: &UnitQuaternion<T>, angle: Vector3<T>) -> UnitQuaternion<T> {
        let half = Quaternion::from_imag(angle * num::<T>(0.5));
        UnitQuaternion::new_normalize(rotation.into_inner() + half * rotation.into_inner())
    }
    fn compose(first: &UnitQuaternion<T>, then: &UnitQuaternion<T>) -> UnitQuaternion<T> {
        UnitQuaternion::new_normalize(then.into_inner() * first.into_inner())
    }
    fn angle(from: &UnitQuaternion<T>, to: &UnitQuaternion<T>) -> Vector3<T> {
        let between = (to * from.inverse()).into_inner();
        let (axis, cos) = (between.imag().map(double), double(between.w));
        let sin = axis.norm();
        if sin <= 0.0 {
            return Vector3::zeros();
        }
        // A quaternion and its opposite are the same rotation: less than half a turn, and more.
        let half = libm::atan2(if cos < 0.0 { -sin } else { sin }, cos.abs());
        (axis * (2.0 * half / sin)).map(num)
    }
    fn rotation(angle: Vector3<T>) -> UnitQuaternion<T> {
        let angle = angle.map(double);
        let size = angle.norm();
        let (sin, cos) = libm::sincos(0.5 * size);
        let axis = if size > 0.0 { angle * (sin / size) } else { angle };
        UnitQuaternion::new_normalize(Quaternion::from_parts(num(cos), axis.map(num)))
    }

    /// Across the axis that the normal is farthest from.
    fn tangents(normal: &Vector3<T>) -> [Vector3<T>; 2] {
        let first = normal.cross(&Vector3::ith(normal.iamin(), T::one())).normalize();
        [first, normal.cross(&first)]
    }

    queries!(3);
}
