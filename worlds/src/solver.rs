//! The solver: soft contacts, solved one after the other, in small steps.
//!
//! Where two bodies touch they may not get nearer. So at each point of a manifold they are pushed apart, by an impulse j along
//! the normal n that leaves them with the right relative velocity:
//!
//! ```text
//! v = (v_b + ω_b × r_b − v_a − ω_a × r_a) · n        how fast the point opens
//! j = −m (v + bias)                                  m: how heavy the bodies are there, as felt along n
//! ```
//!
//! The sum of all pushes at a point may not become negative, because nothing sticks. Each push disturbs the neighbours; a few rounds bring
//! all of them nearly to rest. Three things make a few rounds enough for a stack of ten boxes:
//!
//! - **Warm starting.** A box that rests needs the same pushes in each step. So each point begins with its last push, and therefore has a
//!   name. Without this everything falls.
//! - **Small steps instead of many rounds.** A step is cut into four sub-steps with one round each (Miles Macklin and others, Small steps
//!   in physics simulation, 2019). Manifolds are made once a step; in between, their points turn with the bodies.
//! - **Soft contacts, and a relaxing round.** Overlapping bodies are pushed apart as by a damped spring. The spring has the same frequency
//!   for all masses, and is never too stiff for a sub-step. The push gives the bodies some extra speed. So after the places have been
//!   updated, a second round without the spring takes it out again (Erin Catto, `Solver2D`, 2024).
//!
//! A spring gives under a load, by load / (m · ω²), so light bodies sink in more: a little in a stack of ten, and far at the bottom of a
//! pile of a thousand. Stiffer springs do not help, because pyramids slide apart with them. So a spring gives up to a depth, and no more.
//!
//! A point that is still open is pushed, too, but only enough to keep it from overlapping within the sub-step. So a fast body stops at the
//! surface. This is the purpose of a manifold's prediction.

use crate::body::Body;
use crate::contacts::{Impulse, Touch};
use crate::grabs::Pull;
use crate::space::{Number, Space, num};
use crate::world::Settings;
use gjk::Support;
use gjk::nalgebra::{AbstractRotation, RealField, SVector};

/// How a body moves in this step.
#[derive(Clone, Copy)]
struct Velocity<T: Space<D>, const D: usize> {
    linear: SVector<T, D>,
    spin: T::Spin,
}

/// How hard a body is to move, and to turn.
struct Inertia<T: Space<D>, const D: usize> {
    inverse_mass: T,
    inverse: T::Inverse,
}

/// How far a body has moved since the step began.
#[derive(Clone, Copy)]
struct Shift<T: Space<D>, const D: usize> {
    way: SVector<T, D>,
    rotation: T::Rotation,
}

/// A pair that touches.
struct Constraint<T: Space<D>, const D: usize> {
    bodies: [usize; 2],
    touch: usize,
    normal: SVector<T, D>,
    tangents: [SVector<T, D>; 2],
    friction: T,
    restitution: T,
    soft: Soft<T>,
    points: [Spot<T, D>; 8],
    count: usize,
}

/// A point of it.
#[derive(Clone, Copy)]
struct Spot<T: Space<D>, const D: usize> {
    /// Which point of the manifold it is.
    place: usize,
    /// From the centers to the points, when the step begins.
    arms: [SVector<T, D>; 2],
    /// The same without the shapes' margins. These don't turn with a body: the lowest point of a ball that rolls is always below its center.
    cores: [SVector<T, D>; 2],
    /// The separation, less what the cores contribute to it.
    gap: T,
    /// How heavy the bodies are here, along the normal and the tangents.
    mass: T,
    across: [T; 2],
    /// The sums of what was pushed.
    push: T,
    friction: [T; 2],
    /// The largest push in this step; nothing bounces where there was none.
    hardest: T,
    /// How fast it opened when the step began.
    opening: T,
}

/// A damped spring, as seen by a solver that takes steps of h: see [`Soft::new`].
#[derive(Clone, Copy)]
struct Soft<T> {
    rate: T,
    mass: T,
    impulse: T,
}

impl<T: Number> Soft<T> {
    /// A spring of a frequency and a damping ratio ζ, stepped implicitly: it can't explode. With ω = 2π · frequency the push is
    ///
    /// ```text
    /// j = −m · mass · (v + rate · s) − impulse · (sum of pushes)
    /// rate = ω / (2ζ + hω)      mass = hω(2ζ + hω) / (1 + hω(2ζ + hω))      impulse = 1 − mass
    /// ```
    fn new(frequency: T, damping: T, h: T) -> Self {
        let omega = T::two_pi() * frequency;
        let rigid = damping + damping + h * omega;
        let share = h * omega * rigid;
        Self { rate: omega / rigid, mass: share / (T::one() + share), impulse: T::one() / (T::one() + share) }
    }
}

/// What is done in a round.
#[derive(Clone, Copy, PartialEq)]
enum Round {
    /// Push what overlaps apart.
    Biased,
    /// Only stop it.
    Relaxing,
}

/// Moves the bodies on by a step.
pub(crate) fn solve<T: Space<D>, const D: usize>(
    bodies: &mut [Body<T, D>],
    touches: &mut [Touch<T, D>],
    settings: &Settings<T>,
    gravity: &SVector<T, D>,
    pull: Option<&Pull<T, D>>,
) {
    let h = settings.step / num(f64::from(settings.sub_steps));
    let mut solver = Solver::new(bodies, touches, settings, h);
    for _ in 0..settings.sub_steps {
        solver.fall(&(gravity * h));
        if let Some(pull) = pull {
            solver.pull(pull);
        }
        solver.warm_start();
        solver.round(Round::Biased);
        solver.advance();
        solver.round(Round::Relaxing);
    }
    solver.bounce();
    solver.finish(bodies, touches);
}

struct Solver<'s, T: Space<D>, const D: usize> {
    velocities: Vec<Velocity<T, D>>,
    inertias: Vec<Inertia<T, D>>,
    shifts: Vec<Shift<T, D>>,
    constraints: Vec<Constraint<T, D>>,
    settings: &'s Settings<T>,
    h: T,
}

impl<'s, T: Space<D>, const D: usize> Solver<'s, T, D> {
    fn new(bodies: &[Body<T, D>], touches: &[Touch<T, D>], settings: &'s Settings<T>, h: T) -> Self {
        let inertia = |body: &Body<T, D>| {
            if body.is_awake() {
                let inverse = T::turned(&body.inverse_inertia, &body.rotation);
                Inertia { inverse_mass: body.inverse_mass, inverse }
            } else {
                Inertia { inverse_mass: T::zero(), inverse: T::inverse(None) }
            }
        };
        let mut solver = Self {
            velocities: bodies.iter().map(|body| Velocity { linear: body.velocity, spin: body.spin }).collect(),
            inertias: bodies.iter().map(inertia).collect(),
            shifts: vec![Shift { way: SVector::zeros(), rotation: T::Rotation::identity() }; bodies.len()],
            constraints: Vec::with_capacity(touches.len()),
            settings,
            h,
        };
        for (k, touch) in touches.iter().enumerate() {
            if touch.touches() && touch.pair.iter().any(|k| bodies[*k].is_awake()) {
                solver.constraints.extend(solver.constraint(k, touch, bodies));
            }
        }
        solver
    }

    fn constraint(&self, number: usize, touch: &Touch<T, D>, bodies: &[Body<T, D>]) -> Option<Constraint<T, D>> {
        let manifold = touch.manifold.as_ref()?;
        let [a, b] = touch.pair.map(|k| &bodies[k]);
        let normal = manifold.normal;
        let tangents = T::tangents(&normal);
        let mut points = [Spot {
            place: 0,
            arms: [SVector::zeros(); 2],
            cores: [SVector::zeros(); 2],
            gap: T::zero(),
            mass: T::zero(),
            across: [T::zero(); 2],
            push: T::zero(),
            friction: [T::zero(); 2],
            hardest: T::zero(),
            opening: T::zero(),
        }; 8];
        let mut count = 0;
        for (place, point) in manifold.points().iter().enumerate().filter(|(place, _)| touch.is_over[*place]) {
            let arms = [a.arm(&point.local_points[0]), b.arm(&point.local_points[1])];
            let cores = [arms[0] - normal * a.shape.margin(), arms[1] + normal * b.shape.margin()];
            let Impulse { push, friction } = touch.impulses[place];
            let opening = self.relative(touch.pair, &arms).dot(&normal);
            points[count] = Spot {
                place,
                arms,
                cores,
                gap: point.separation - (cores[1] - cores[0]).dot(&normal),
                mass: self.mass(touch.pair, &arms, &normal),
                across: [0, 1].map(|k| if k + 1 < D { self.mass(touch.pair, &arms, &tangents[k]) } else { T::zero() }),
                push,
                friction: tangents.map(|tangent| friction.dot(&tangent)),
                hardest: T::zero(),
                opening,
            };
            count += 1;
        }
        // What never moves is as hard as two.
        let harder = if a.is_fixed() || b.is_fixed() { num(2.0) } else { T::one() };
        Some(Constraint {
            soft: Soft::new(self.settings.frequency * harder, self.settings.damping, self.h),
            bodies: touch.pair,
            touch: number,
            normal,
            tangents,
            friction: RealField::max(a.friction * b.friction, T::zero()).sqrt(),
            restitution: RealField::max(a.restitution, b.restitution),
            points,
            count,
        })
    }

    /// The velocity of B's point relative to A's.
    fn relative(&self, [a, b]: [usize; 2], arms: &[SVector<T, D>; 2]) -> SVector<T, D> {
        let (a, b) = (&self.velocities[a], &self.velocities[b]);
        b.linear + T::across(b.spin, &arms[1]) - a.linear - T::across(a.spin, &arms[0])
    }

    /// How heavy the bodies are at a point: the impulse along a unit direction that changes their relative velocity by 1.
    fn mass(&self, pair: [usize; 2], arms: &[SVector<T, D>; 2], direction: &SVector<T, D>) -> T {
        let mut inverse = T::zero();
        for side in 0..2 {
            let inertia = &self.inertias[pair[side]];
            let spin = T::spun(&inertia.inverse, T::moment(&arms[side], direction));
            inverse += inertia.inverse_mass + T::across(spin, &arms[side]).dot(direction);
        }
        if inverse > T::zero() { T::one() / inverse } else { T::zero() }
    }

    fn fall(&mut self, speed: &SVector<T, D>) {
        for (velocity, inertia) in self.velocities.iter_mut().zip(&self.inertias) {
            if !inertia.inverse_mass.is_zero() {
                velocity.linear += speed;
            }
        }
    }

    /// Pulls a point towards a hand, by a damped spring of 4 Hertz along each axis; no harder than would lift the body and twenty more.
    fn pull(&mut self, pull: &Pull<T, D>) {
        let soft = Soft::new(num(4.0), num(0.7), self.h);
        let (shift, inertia) = (&self.shifts[pull.body], &self.inertias[pull.body]);
        let velocity = &mut self.velocities[pull.body];
        let arm = shift.rotation.transform_vector(&pull.arm);
        let away = shift.way + arm - pull.hand;
        // The point is held, not the body: that would swing about it for ever.
        velocity.spin = velocity.spin * num(0.98);
        let most = self.h * num(200.0) / inertia.inverse_mass;
        for axis in 0..D {
            let along = SVector::from_fn(|k, _| if k == axis { T::one() } else { T::zero() });
            let turned = T::across(T::spun(&inertia.inverse, T::moment(&arm, &along)), &arm);
            let speed = velocity.linear[axis] + T::across(velocity.spin, &arm)[axis];
            let push = -soft.mass * (speed + soft.rate * away[axis]) / (inertia.inverse_mass + turned[axis]);
            let impulse = along * RealField::clamp(push, -most, most);
            velocity.linear += impulse * inertia.inverse_mass;
            velocity.spin = velocity.spin + T::spun(&inertia.inverse, T::moment(&arm, &impulse));
        }
    }

    /// Pushes as hard as in the step before.
    fn warm_start(&mut self) {
        for constraint in &self.constraints {
            let mut pair = Pair::of(constraint, &self.velocities, &self.inertias);
            for spot in &constraint.points[..constraint.count] {
                let friction = constraint.tangents[0] * spot.friction[0] + constraint.tangents[1] * spot.friction[1];
                pair.push(&spot.arms, &(constraint.normal * spot.push + friction));
            }
            pair.leave(constraint, &mut self.velocities);
        }
    }

    fn round(&mut self, round: Round) {
        let h = self.h;
        for constraint in &mut self.constraints {
            let soft = constraint.soft;
            let [a, b] = constraint.bodies;
            let mut pair = Pair::of(constraint, &self.velocities, &self.inertias);
            let (shift_a, shift_b) = (&self.shifts[a], &self.shifts[b]);
            let way = shift_b.way - shift_a.way;
            let normal = constraint.normal;
            for spot in &mut constraint.points[..constraint.count] {
                let cores = shift_b.rotation.transform_vector(&spot.cores[1])
                    - shift_a.rotation.transform_vector(&spot.cores[0]);
                let separation = spot.gap + (way + cores).dot(&normal);
                let (bias, mass, give) = if separation > T::zero() {
                    (separation / h, T::one(), T::zero())
                } else if round == Round::Biased {
                    let most = soft.rate * self.settings.give * soft.mass * spot.mass;
                    (
                        soft.mass * RealField::max(soft.rate * separation, -self.settings.push_out),
                        soft.mass,
                        RealField::min(soft.impulse * spot.push, most),
                    )
                } else {
                    (T::zero(), T::one(), T::zero())
                };
                let opening = pair.relative(&spot.arms).dot(&normal);
                let push = -spot.mass * (mass * opening + bias) - give;
                let sum = RealField::max(spot.push + push, T::zero());
                pair.push(&spot.arms, &(normal * (sum - spot.push)));
                spot.push = sum;
                spot.hardest = RealField::max(spot.hardest, sum);
            }
            // Friction stops what slides, but is at most a part of the pressure, in any direction.
            for spot in &mut constraint.points[..constraint.count] {
                let sliding = pair.relative(&spot.arms);
                let most = constraint.friction * spot.push;
                let mut friction = spot.friction;
                for (k, friction) in friction.iter_mut().enumerate().take(D - 1) {
                    *friction -= spot.across[k] * sliding.dot(&constraint.tangents[k]);
                }
                let square = friction[0] * friction[0] + friction[1] * friction[1];
                if square > most * most {
                    let share = most / square.sqrt();
                    friction = friction.map(|part| part * share);
                }
                let change = constraint.tangents[0] * (friction[0] - spot.friction[0])
                    + constraint.tangents[1] * (friction[1] - spot.friction[1]);
                pair.push(&spot.arms, &change);
                spot.friction = friction;
            }
            pair.leave(constraint, &mut self.velocities);
        }
    }

    /// Semi-implicit Euler: places are changed by the velocities that have just been found.
    ///
    /// Nothing turns by more than an eighth of a full turn in a sub-step: beyond that the points of contact mean nothing. Nor by half a
    /// turn in a step: from where it is then one sees which way it has turned.
    fn advance(&mut self) {
        let fastest = RealField::min(T::frac_pi_4() / self.h, num::<T>(3.0) / self.settings.step);
        for (shift, velocity) in self.shifts.iter_mut().zip(&mut self.velocities) {
            let speed = T::speed(velocity.spin);
            if speed > fastest {
                velocity.spin = velocity.spin * (fastest / speed);
            }
            shift.way += velocity.linear * self.h;
            let angle = velocity.spin * self.h;
            // To first order where that is good to 10⁻⁵: what turns fast would lag behind its velocity, and get into what it should leave.
            shift.rotation = if speed * self.h < num(1.0 / 32.0) {
                T::turn(&shift.rotation, angle)
            } else {
                T::compose(&shift.rotation, &T::rotation(angle))
            };
        }
    }

    /// What came fast enough goes back, with a part of its speed.
    fn bounce(&mut self) {
        for constraint in self.constraints.iter_mut().filter(|constraint| constraint.restitution > T::zero()) {
            let mut pair = Pair::of(constraint, &self.velocities, &self.inertias);
            let normal = constraint.normal;
            for spot in &mut constraint.points[..constraint.count] {
                if spot.opening > -self.settings.bounce || spot.hardest.is_zero() {
                    continue;
                }
                let wanted = -constraint.restitution * spot.opening;
                let push = spot.mass * (wanted - pair.relative(&spot.arms).dot(&normal));
                let sum = RealField::max(spot.push + push, T::zero());
                pair.push(&spot.arms, &(normal * (sum - spot.push)));
                spot.push = sum;
            }
            pair.leave(constraint, &mut self.velocities);
        }
    }

    /// Hands the results over.
    fn finish(self, bodies: &mut [Body<T, D>], touches: &mut [Touch<T, D>]) {
        for constraint in &self.constraints {
            for spot in &constraint.points[..constraint.count] {
                let friction = constraint.tangents[0] * spot.friction[0] + constraint.tangents[1] * spot.friction[1];
                touches[constraint.touch].impulses[spot.place] = Impulse { push: spot.push, friction };
            }
        }
        for (body, (velocity, shift)) in bodies.iter_mut().zip(self.velocities.into_iter().zip(self.shifts)) {
            if body.is_awake() {
                (body.velocity, body.spin) = (velocity.linear, velocity.spin);
                body.center += shift.way;
                body.rotation = T::compose(&body.rotation, &shift.rotation);
            }
        }
    }
}

/// The two bodies of a constraint while they are pushed.
struct Pair<'s, T: Space<D>, const D: usize> {
    a: Velocity<T, D>,
    b: Velocity<T, D>,
    inertias: [&'s Inertia<T, D>; 2],
}

impl<'s, T: Space<D>, const D: usize> Pair<'s, T, D> {
    fn of(constraint: &Constraint<T, D>, velocities: &[Velocity<T, D>], inertias: &'s [Inertia<T, D>]) -> Self {
        let [a, b] = constraint.bodies;
        Self { a: velocities[a], b: velocities[b], inertias: [&inertias[a], &inertias[b]] }
    }

    fn relative(&self, arms: &[SVector<T, D>; 2]) -> SVector<T, D> {
        self.b.linear + T::across(self.b.spin, &arms[1]) - self.a.linear - T::across(self.a.spin, &arms[0])
    }

    /// Pushes B with an impulse, and A with its opposite.
    fn push(&mut self, arms: &[SVector<T, D>; 2], impulse: &SVector<T, D>) {
        self.a.linear -= impulse * self.inertias[0].inverse_mass;
        self.a.spin = self.a.spin - T::spun(&self.inertias[0].inverse, T::moment(&arms[0], impulse));
        self.b.linear += impulse * self.inertias[1].inverse_mass;
        self.b.spin = self.b.spin + T::spun(&self.inertias[1].inverse, T::moment(&arms[1], impulse));
    }

    fn leave(self, constraint: &Constraint<T, D>, velocities: &mut [Velocity<T, D>]) {
        let [a, b] = constraint.bodies;
        (velocities[a], velocities[b]) = (self.a, self.b);
    }
}
