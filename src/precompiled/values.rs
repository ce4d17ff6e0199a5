//! What a game does with bounds, poses and answers, compiled with the library: functions that are generic, and out of line in
//! development builds (`cfg(shared)`, build.rs). A program links to those that the library has made.

use crate::bounds::Bounds;
use crate::cast::Velocities;
use crate::contact::Contact;
use crate::distance::Distance;
use crate::manifold::Manifold;
use crate::motion::{Motion, RigidMotion};
use crate::pose::Pose;
use crate::scalar::Real;
use core::hint::black_box;
use nalgebra::{AbstractRotation, Isometry, RealField, SVector, Similarity, UnitComplex, UnitQuaternion};

#[used]
static VALUES: [fn(); 4] = [
    compile::<f32, UnitComplex<f32>, 2>,
    compile::<f64, UnitComplex<f64>, 2>,
    compile::<f32, UnitQuaternion<f32>, 3>,
    compile::<f64, UnitQuaternion<f64>, 3>,
];

/// Takes the address of each function, so that it is compiled.
fn compile<T: Real + RealField, R: AbstractRotation<T, D> + 'static, const D: usize>()
where
    RigidMotion<T, D>: Motion<T, D>,
{
    black_box(Bounds::<T, D>::intersects as fn(&_, &_) -> _);
    black_box(Bounds::<T, D>::contains as fn(&_, &_) -> _);
    black_box(Bounds::<T, D>::merged as fn(&_, &_) -> _);
    black_box(Bounds::<T, D>::overlap as fn(&_, &_) -> _);
    black_box(Bounds::<T, D>::grown as fn(&_, &_) -> _);
    black_box(Bounds::<T, D>::swept as fn(&_, &_) -> _);
    black_box(Bounds::<T, D>::turned_about as fn(&_, &_) -> _);
    black_box(Contact::<T, D>::intersects as fn(&_) -> _);
    black_box(Contact::<T, D>::depth as fn(&_) -> _);
    black_box(Distance::<T, D>::intersects as fn(&_) -> _);
    black_box(Manifold::<T, D>::points as fn(&_) -> &_);
    black_box(Manifold::<T, D>::moved as fn(&mut _, &_, &_, _) -> _);
    black_box(Manifold::<T, D>::matched as fn(&_, &_, _) -> _);
    black_box(Pose::<T, D>::new as fn(_, _) -> _);
    black_box(Pose::<T, D>::from as fn(SVector<T, D>) -> _);
    black_box(Pose::<T, D>::from as fn(Isometry<T, R, D>) -> _);
    black_box(Pose::<T, D>::from as fn(Similarity<T, R, D>) -> _);
    black_box(Velocities::<T, D>::from as fn(SVector<T, D>) -> _);
    black_box(RigidMotion::<T, D>::center as fn(&_) -> _);
    black_box(RigidMotion::<T, D>::pose as fn(&_, &_) -> _);
    black_box(RigidMotion::<T, D>::speed as fn(&_, &_, &_) -> _);
    black_box(RigidMotion::<T, D>::change as fn(&_, &_, &_) -> _);
    black_box(RigidMotion::<T, D>::rounding as fn(&_, &_, &_) -> _);
}
