//! A character among the bodies of a world: the [`Mover`] of gjk-scene, which pushes bodies.

use crate::body::Body;
use crate::space::Space;
use gjk::epa::Expansion;
use gjk::simplex::Cases;
use gjk::{Motion, RigidMotion, Support};
use gjk_scene::{Moved, Mover, Obstacle, Touch};

/// Moves a character on by a step, among bodies. It is not a body: they are in its way, and it is in the way of none. It
/// pushes them, with a strength at most: 20 is twice the weight of a cube of a metre, because bodies have a density of
/// 1.
pub fn walk<S, T, const D: usize>(
    mover: &mut Mover<S, T, D>,
    bodies: &mut [Body<T, D>],
    strength: T,
    dt: T,
) -> Moved<T, D>
where
    S: Support<D, Scalar = T>,
    T: Space<D>,
    RigidMotion<T, D>: Motion<T, D>,
    Cases: Expansion<T, D>,
{
    let moved = mover.advance(bodies.iter().map(obstacle), dt);
    for touch in &moved.touches {
        push(&mut bodies[touch.obstacle], touch, strength * dt);
    }
    moved
}

fn obstacle<T: Space<D>, const D: usize>(body: &Body<T, D>) -> Obstacle<'_, T, D> {
    let Body { shape, bounds, velocity, spin, center, .. } = body;
    Obstacle::new(shape).within(*bounds).in_motion(T::motion(*velocity, *spin, *center))
}

/// Pushes a body, until it is as fast as the mover was.
fn push<T: Space<D>, const D: usize>(body: &mut Body<T, D>, touch: &Touch<T, D>, most: T) {
    if body.is_fixed() || touch.closing <= T::zero() {
        return;
    }
    let arm = touch.point - body.center;
    let inertia = T::turned(&body.inverse_inertia, &body.rotation);
    let turning = T::across(T::spun(&inertia, T::moment(&arm, &touch.normal)), &arm).dot(&touch.normal);
    let impulse = touch.impulse(body.inverse_mass + turning, most);
    body.velocity += impulse * body.inverse_mass;
    body.spin = body.spin + T::spun(&inertia, T::moment(&arm, &impulse));
    body.wake();
}
