//! A mover: a character that goes where its velocity leads, slides along what it meets, walks up slopes and steps, stays on the ground,
//! and pushes bodies. It may have any convex shape, and does not turn.
//!
//! # Planes and casts
//!
//! **A plane that separates two convex shapes separates them for good, as long as neither turns and nothing crosses it.** So what is as near
//! as the skin does not concern a cast, which would find a hit at once: it is a [`Plane`], with the normal of the [`contact`](gjk::contact()).
//! The way is the one nearest to what was wanted that crosses no plane ([`nearest`]). In a corner there may be none, in a crease one
//! along it: no case is special, and nothing trembles. All that is farther away is asked by [`cast_within`](Query::cast_within) when it
//! comes near. What it has met is a plane then, and what is left of the way is gone likewise; so it is when a plane has turned, as an edge's
//! does while it is passed.
//!
//! What is farther away than the skin has no plane yet: it would be in the way of what passes by. Casts stop somewhat nearer than the skin, so
//! that what they have met has a plane; and nearer than the mover rests, so that what is level with the wall along which it slides is passed,
//! not grazed.
//!
//! Of a cast only `lower` is believed: the time up to which nothing is in the way, proven, be there a hit or no decision.

use crate::body::Body;
use crate::space::{Shape, Space, double, num};
use gjk::epa::Expansion;
use gjk::nalgebra::{Point, RealField, SVector};
use gjk::simplex::Cases;
use gjk::{Error, Query, Support, SupportExt, aabb, raycast, shape_cast};

/// The numbers of a mover: lengths in metres, times in seconds. The second axis is up.
#[derive(Clone, Debug)]
pub struct Gait<T> {
    /// How far it stays away from everything: 0.01.
    pub skin: T,
    /// The cosine of the steepest slope that it walks on: 0.7, which is 45 degrees.
    pub slope: T,
    /// How high a step it climbs, and how far down it follows the ground: 0.3.
    pub step: T,
    /// How much faster it falls each second: 9.81. With 0 it flies, or is seen from above: without a ground, and with all walls alike.
    pub gravity: T,
    /// How hard it pushes bodies, at most: 20, twice the weight of a cube of a metre, since bodies have a density of 1.
    pub strength: T,
}

impl<T: RealField + Copy> Default for Gait<T> {
    fn default() -> Self {
        let [skin, slope, step, gravity, strength] = [0.01, 0.7, 0.3, 9.81, 20.0].map(gjk::nalgebra::convert);
        Self { skin, slope, step, gravity, strength }
    }
}

/// A character that a game moves. It is not a body of the world: bodies are in its way, and it in the way of none.
pub struct Mover<T: Space<D>, const D: usize> {
    /// Where it would go. A game writes this before each step: where to walk, and for a jump something upwards. Gravity is added, and
    /// what is in the way taken out.
    pub velocity: SVector<T, D>,
    /// What it stands on: the number of the body, and the normal.
    pub ground: Option<(usize, SVector<T, D>)>,
    /// Its numbers.
    pub gait: Gait<T>,
    shape: Shape<T, D>,
    /// How high the lowest ground is on which it stood last. Steps are counted from there if that is higher than its lowest point: what it
    /// stands on may be in the way of a side that slants.
    foot: Option<T>,
}

/// A plane between the mover and a body.
struct Plane<T: Space<D>, const D: usize> {
    body: usize,
    /// From the body to the mover.
    normal: SVector<T, D>,
    /// How far the mover may come nearer; negative if it is too near.
    room: T,
    /// Where on the body.
    point: Point<T, D>,
    /// Whether it can stand there.
    is_ground: bool,
}

/// At which part of the skin casts stop. A 43rd of it is between that and where the mover slides. That has to be more than what a cast is off by:
/// for the skin of a centimetre it is as long as no piece of the level is longer than some 80 metres in `f32`.
const STOP: f64 = 15.0 / 16.0;

/// How far the mover keeps away from what is in its skin.
const REST: f64 = 31.0 / 32.0;

/// How much nearer it may slide: so walls of a gap of just its width, which seem to be a wedge by rounding of their normals, let it
/// through. What is too near by twice as much is pushed out. In between nothing moves what stands.
const SLACK: f64 = 1.0 / 128.0;

/// Planes count as parallel up to this angle, which is some ten times the rounding of a normal in `f32`. A way may cross such a plane by the angle
/// times its length: so two that are opposite leave nothing between them only if more than that is missing.
const PARALLEL: f64 = 1e-6;

/// No way meets more obstacles than this in a step.
const ROUNDS: u32 = 8;

impl<T: Space<D>, const D: usize> Mover<T, D>
where
    Cases: Expansion<T, D>,
{
    /// A mover of a shape, whose origin is at a place.
    ///
    /// # Errors
    /// If the place is out of range.
    pub fn new(shape: impl Support<D, Scalar = T> + 'static, at: Point<T, D>) -> Result<Self, Error> {
        let shape: Box<dyn Support<D, Scalar = T>> = Box::new(shape);
        let shape = shape.posed(at.coords)?;
        Ok(Self { velocity: SVector::zeros(), ground: None, gait: Gait::default(), shape, foot: None })
    }

    /// Its place.
    pub fn at(&self) -> Point<T, D> {
        (*self.shape.pose().translation()).into()
    }

    /// Its shape, where it is.
    pub fn shape(&self) -> &Shape<T, D> {
        &self.shape
    }

    /// Puts it somewhere else. At a place that is not a number, or out of range, it stays where it was.
    pub fn place(&mut self, at: Point<T, D>) {
        self.shape.set_pose(at.coords).unwrap_or_default();
    }

    fn flies(&self) -> bool {
        self.gait.gravity.is_zero()
    }

    /// Moves on by a step.
    pub fn advance(&mut self, bodies: &mut [Body<T, D>], step: T) {
        let ground = self.ground.take().filter(|_| self.velocity[1] <= T::zero());
        self.foot = self.foot.filter(|_| ground.is_some());
        if let Some((body, normal)) = ground {
            self.velocity[1] = T::zero();
            // Along the slope, as fast as on the level; and what it stands on carries it.
            let slope = self.velocity - upwards(normal.dot(&self.velocity) / normal[1]);
            let along = slope.try_normalize(T::zero()).unwrap_or_else(SVector::zeros) * (self.velocity.norm() * step);
            let carried = bodies.get(body).map_or(SVector::zeros(), |body| body.velocity * step);
            let start = self.at();
            self.slide(bodies, carried + along);
            self.climb(bodies, start, along - upwards(along[1]));
            // It follows the ground down, if there is some within a step.
            if !self.stands(bodies) {
                self.hop(bodies, &[upwards(-self.gait.step)], self.at());
            }
        } else {
            self.velocity[1] -= self.gait.gravity * step;
            self.slide(bodies, self.velocity * step);
        }
        let planes = self.planes(bodies, self.gait.skin * num(1.25), &[]);
        self.push(bodies, &planes, step);
        let is_falling = self.velocity[1] <= T::zero();
        self.ground = self.footing(&planes).filter(|_| is_falling);
        self.foot = planes.iter().filter(|plane| plane.is_ground).map(|plane| plane.point[1]).reduce(RealField::min);
        // What stops it takes its speed, except for that which it has itself. On the ground only walls do.
        let stopping = planes.iter().filter(|plane| self.ground.is_none() || !plane.is_ground);
        let speed = |plane: &Plane<T, D>| bodies[plane.body].velocity.dot(&plane.normal);
        let stopping = stopping.map(|plane| (plane, RealField::min(speed(plane), T::zero())));
        self.velocity = self.around(self.velocity, stopping).unwrap_or_else(SVector::zeros);
        if self.ground.is_some() {
            self.velocity[1] = T::zero();
        }
    }

    /// Goes a way, and slides along what it meets. Each time it goes on to where that would have led, as near as it gets: so it gets around edges,
    /// and never farther away from there, as it could if it slid along one wall after another.
    fn slide(&mut self, bodies: &[Body<T, D>], mut way: SVector<T, D>) {
        let mut met = Vec::new();
        for _ in 0..ROUNDS {
            let before = met.len();
            let gone = self.go(bodies, way, &mut met);
            way -= gone;
            if met.len() == before && gone.norm() <= self.gait.skin * num(SLACK) {
                break;
            }
        }
    }

    /// Goes the way nearest to a wanted one that crosses no plane, until it meets something. Returns what it has gone, except for being pushed out.
    fn go(&mut self, bodies: &[Body<T, D>], wanted: SVector<T, D>, met: &mut Vec<usize>) -> SVector<T, D> {
        let (skin, planes) = (self.gait.skin, self.planes(bodies, self.gait.skin, met));
        let slack = skin * num(SLACK);
        let hold = |room: T| RealField::min(-room - slack, T::zero());
        let push = |room: T| if room < slack * num(-2.0) { -room } else { hold(room) };
        let free = self.around(wanted, planes.iter().map(|plane| (plane, hold(plane.room))));
        let free = free.unwrap_or_else(SVector::zeros);
        // Between things that are too near on both sides no way leads out of both skins, or only one far away: then it stays in them.
        let deepest = planes.iter().fold(skin, |most, plane| RealField::max(most, plane.room * num(-2.0)));
        let way = self.around(wanted, planes.iter().map(|plane| (plane, push(plane.room))));
        let way = way.filter(|way| (way - free).norm() <= deepest).unwrap_or(free);
        let path = aabb(&self.shape).swept(way).grown(skin);
        let (mut part, mut first) = (T::one(), None);
        for (k, body) in bodies.iter().enumerate().filter(|(_, body)| body.bounds.intersects(&path)) {
            if planes.iter().any(|plane| plane.body == k) {
                continue;
            }
            let moving = self.shape.moving(way).until(part).with_skin(skin * num(STOP));
            let lower = shape_cast(&body.shape, moving).ok().and_then(|cast| cast.lower).unwrap_or_else(T::zero);
            (part, first) = if lower < part { (lower, Some(k)) } else { (part, first) };
        }
        met.extend(first);
        self.place(self.at() + way * part);
        free * part
    }

    /// The planes between the mover and what is as near as a reach, or twice as far and has been met: a cast that is in doubt stops early.
    fn planes(&self, bodies: &[Body<T, D>], reach: T, met: &[usize]) -> Vec<Plane<T, D>> {
        let around = aabb(&self.shape).grown(reach * num(2.0));
        let near = bodies.iter().enumerate().filter(|(_, body)| body.bounds.intersects(&around));
        let plane = |(k, body): (usize, &Body<T, D>)| {
            let reach = if met.contains(&k) { reach * num(2.0) } else { reach };
            let contact = Query::new().contact_within(reach, &body.shape, &self.shape).near()?;
            // What is undecided has no plane. The cast does not know either, and does not move.
            contact.undecided.is_none().then(|| Plane {
                body: k,
                normal: contact.normal,
                room: contact.separation - self.gait.skin * num(REST),
                point: contact.points[0],
                is_ground: self.can_stand(body, &contact.normal, &contact.points[0]),
            })
        };
        near.filter_map(plane).collect()
    }

    /// Whether it can stand at a point: if the slope there is not too steep, or if that is the edge of something that is low enough
    /// and not too steep beyond.
    fn can_stand(&self, body: &Body<T, D>, normal: &SVector<T, D>, point: &Point<T, D>) -> bool {
        let (skin, step) = (self.gait.skin, self.gait.step);
        let is_top = |normal: &SVector<T, D>| normal[1] >= self.gait.slope;
        let lowest = aabb(&self.shape).min[1];
        let is_low = || point[1] - self.foot.map_or(lowest, |foot| RealField::max(foot, lowest)) <= step;
        let is_top_beyond = || {
            let seen = raycast(&body.shape, point - normal * skin + upwards(step), upwards(-step));
            seen.ok().flatten().is_some_and(|hit| hit.time <= num(1.1) && is_top(&hit.normal))
        };
        !self.flies() && (is_top(normal) || normal[1] >= num(0.02) && is_low() && is_top_beyond())
    }

    /// The way nearest to what was wanted that leads along each plane's normal by at least so much, if there is one. What is too steep to be walked
    /// on is a wall too, for what would lead up on it.
    fn around<'p>(
        &self,
        way: SVector<T, D>,
        planes: impl Iterator<Item = (&'p Plane<T, D>, T)>,
    ) -> Option<SVector<T, D>> {
        let mut limits = Vec::new();
        let mut limit = |normal: SVector<T, D>, least: T| {
            // Of length 1 more precisely than in `f32`.
            let normal = normal.map(double);
            limits.push((normal.normalize(), double(least) / normal.norm()));
        };
        for (plane, least) in planes {
            limit(plane.normal, least);
            let level = plane.normal - upwards(plane.normal[1]);
            if !self.flies() && plane.normal[1] > T::zero() && !plane.is_ground && level.norm() > num(0.01) {
                limit(level, RealField::min(least, T::zero()));
            }
        }
        nearest(way.map(double), &limits, 0).map(|way| way.map(num))
    }

    /// Climbs a step, if that leads farther than sliding has: up, on, and down again to where it can stand.
    fn climb(&mut self, bodies: &[Body<T, D>], start: Point<T, D>, level: SVector<T, D>) {
        let (slid, up, whole) = (self.at(), upwards(self.gait.step), level.norm_squared());
        let gain = |at: Point<T, D>| (at - start).dot(&level);
        if gain(slid) < whole * num(0.9) {
            self.place(start);
            self.hop(bodies, &[up, level, -up], slid);
            if gain(self.at()) < gain(slid) + whole * num(0.1) {
                self.place(slid);
            }
        }
    }

    /// Goes ways one after another. If it cannot stand where they lead, it is put back.
    fn hop(&mut self, bodies: &[Body<T, D>], ways: &[SVector<T, D>], back: Point<T, D>) {
        for way in ways {
            self.go(bodies, *way, &mut Vec::new());
        }
        if !self.stands(bodies) {
            self.place(back);
        }
    }

    fn stands(&self, bodies: &[Body<T, D>]) -> bool {
        self.footing(&self.planes(bodies, self.gait.skin * num(1.25), &[])).is_some()
    }

    /// The body on which it stands. Between slopes that are too steep it stands, too, where no way leads down.
    fn footing(&self, planes: &[Plane<T, D>]) -> Option<(usize, SVector<T, D>)> {
        let up = upwards(T::one());
        let ground = planes.iter().filter(|plane| plane.is_ground);
        let level = ground.max_by(|a, b| double(a.normal[1]).total_cmp(&double(b.normal[1])));
        if let Some(plane) = level {
            return Some((plane.body, if plane.normal[1] < self.gait.slope { up } else { plane.normal }));
        }
        let down = self.around(-up, planes.iter().map(|plane| (plane, T::zero()))).unwrap_or_else(SVector::zeros);
        planes.first().filter(|_| !self.flies() && down[1] > num(-0.01)).map(|plane| (plane.body, up))
    }

    /// Pushes the bodies that are in the way, until they are as fast as the mover.
    fn push(&self, bodies: &mut [Body<T, D>], planes: &[Plane<T, D>], step: T) {
        for plane in planes {
            let body = &mut bodies[plane.body];
            let arm = plane.point - body.center;
            let closing = (body.velocity + T::across(body.spin, &arm) - self.velocity).dot(&plane.normal);
            if body.is_fixed() || closing <= T::zero() {
                continue;
            }
            let inertia = T::turned(&body.inverse_inertia, &body.rotation);
            let turning = T::across(T::spun(&inertia, T::moment(&arm, &plane.normal)), &arm).dot(&plane.normal);
            let whole = closing / (body.inverse_mass + turning);
            let impulse = plane.normal * -RealField::min(whole, self.gait.strength * step);
            body.velocity += impulse * body.inverse_mass;
            body.spin = body.spin + T::spun(&inertia, T::moment(&arm, &impulse));
            body.wake();
        }
    }
}

fn upwards<T: Space<D>, const D: usize>(way: T) -> SVector<T, D> {
    SVector::from_fn(|k, _| if k == 1 { way } else { T::zero() })
}

/// The point nearest to a given one, of those with normal · x ≥ least for all limits. `None` if there is none. In `f64`: where planes are nearly
/// opposite, `f32` would be wrong by metres.
///
/// Limits are added one by one. If the nearest point so far breaks a new one, the nearest point is on its plane: there the others are limits in
/// one dimension less. (Raimund Seidel, Small-dimensional linear programming and convex hulls made easy, 1991, which is for a direction in
/// place of a point.)
fn nearest<const D: usize>(
    point: SVector<f64, D>,
    limits: &[(SVector<f64, D>, f64)],
    planes: usize,
) -> Option<SVector<f64, D>> {
    let mut found = point;
    for (k, (normal, least)) in limits.iter().enumerate() {
        if normal.dot(&found) >= *least {
            continue;
        }
        if planes == D {
            return None;
        }
        let point = point + normal * (*least - normal.dot(&point));
        let mut others = Vec::new();
        for (other, bound) in &limits[..k] {
            let along = other.dot(normal);
            let across = other - normal * along;
            let (length, bound) = (across.norm(), *bound - *least * along);
            if length > PARALLEL {
                others.push((across / length, bound / length));
            } else if along < 0.0 && bound > PARALLEL * point.norm() {
                // Opposite planes that leave nothing between them. Other parallel planes say nothing on this one.
                return None;
            }
        }
        found = nearest(point, &others, planes + 1)?;
    }
    Some(found)
}
