//! The world: bodies, and the order of a step.

use crate::body::Body;
use crate::broad::BroadPhase;
use crate::contacts::{Impulse, Touch};
use crate::grabs::{Grab, Held};
use crate::space::{Space, double, num};
use crate::{bullets, islands, solver};
use gjk::Manifold;
use gjk::nalgebra::{AbstractRotation, Point, SVector};

/// The numbers that a world is run with: lengths in metres, times in seconds.
///
/// They are made for bodies between 0.1 and 10 metres. For others choose another unit of length.
#[derive(Clone, Debug)]
pub struct Settings<T> {
    /// The time of a step: 1/60.
    pub step: T,
    /// Into how many sub-steps it is cut: 4.
    pub sub_steps: u32,
    /// How stiff contacts are, in Hertz: 30, and twice that against what never moves. At most an eighth of the frequency of sub-steps.
    pub frequency: T,
    /// How strongly they are damped; 1 would be critical: 10.
    pub damping: T,
    /// How deep a load presses two bodies into each other, at most: 0.04. From there on contacts are hard.
    pub give: T,
    /// How fast bodies that overlap are pushed apart, at most: 3 metres a second.
    pub push_out: T,
    /// How far ahead of a collision a contact is made: 0.02.
    pub prediction: T,
    /// How far bodies may move relative to each other before their contact is looked for again: 0.001.
    pub kept: T,
    /// How near to where it was a point is taken for the same: 0.01.
    pub near: T,
    /// Below this relative speed nothing bounces: 1.
    pub bounce: T,
    /// What is slower is quiet: 0.05.
    pub sleep_speed: T,
    /// What has been quiet for so long falls asleep: 0.5.
    pub sleep_after: T,
}

impl<T: gjk::nalgebra::RealField + Copy> Default for Settings<T> {
    fn default() -> Self {
        let number = gjk::nalgebra::convert::<f64, T>;
        Self {
            step: number(1.0 / 60.0),
            sub_steps: 4,
            frequency: number(30.0),
            damping: number(10.0),
            give: number(0.04),
            push_out: number(3.0),
            prediction: number(0.02),
            kept: number(0.001),
            near: number(0.01),
            bounce: number(1.0),
            sleep_speed: number(0.05),
            sleep_after: number(0.5),
        }
    }
}

impl<T: gjk::nalgebra::RealField + Copy> Settings<T> {
    /// The same for tall towers: contacts four times as stiff, in twice as many sub-steps.
    #[must_use]
    pub fn stiff(self) -> Self {
        let four = gjk::nalgebra::convert::<f64, T>(4.0);
        Self { sub_steps: 2 * self.sub_steps, frequency: self.frequency * four, ..self }
    }
}

/// Something that happens to a body from outside: what a player does, say.
#[derive(Clone, Debug)]
pub struct Event<T: Space<D>, const D: usize> {
    /// The number of the step that it happens before. Not a time: so that it happens at the same step everywhere.
    pub step: u64,
    /// The number of the body.
    pub body: usize,
    /// Its velocity from now on.
    pub velocity: SVector<T, D>,
}

/// Bodies that fall, collide and come to rest.
///
/// The same bodies, settings and events give the same bits on each platform. Everything is done in the order of numbers; without a hash
/// table, a clock, a thread, or a function other than + − × ÷ √ (and, for what turns fast and for bullets, the sine, cosine and arc tangent of `libm`).
pub struct World<T: Space<D>, const D: usize> {
    /// The bodies. Their numbers are their places in this list. They may be added and changed between steps; [`World::remove`] takes one out.
    pub bodies: Vec<Body<T, D>>,
    /// The numbers it is run with.
    pub settings: Settings<T>,
    /// How much faster everything falls each second: 9.81 against the second axis.
    pub gravity: SVector<T, D>,
    /// What is going to happen, in the order of steps.
    pub events: Vec<Event<T, D>>,
    /// By what a hand pulls, in the order of steps.
    pub grabs: Vec<Grab<T, D>>,
    /// Whether what is at rest falls asleep.
    pub sleeps: bool,
    /// How many steps have been made.
    pub steps: u64,
    touches: Vec<Touch<T, D>>,
    broad: BroadPhase,
    held: Option<Held<T, D>>,
}

impl<T: Space<D>, const D: usize> Default for World<T, D> {
    fn default() -> Self {
        let mut gravity = SVector::zeros();
        gravity[1] = num(-9.81);
        Self {
            bodies: Vec::new(),
            settings: Settings::default(),
            gravity,
            events: Vec::new(),
            grabs: Vec::new(),
            sleeps: true,
            steps: 0,
            touches: Vec::new(),
            broad: BroadPhase::default(),
            held: None,
        }
    }
}

impl<T: Space<D>, const D: usize> World<T, D> {
    /// Moves on by one step.
    pub fn step(&mut self) {
        T::step(self);
    }

    pub(crate) fn advance(&mut self) {
        self.obey();
        self.find_pairs();
        for touch in &mut self.touches {
            if touch.pair.iter().any(|k| self.bodies[*k].is_awake()) {
                touch.update(&self.bodies, &self.settings);
            }
        }
        if self.sleeps {
            islands::update(&mut self.bodies, &self.touches, &self.settings);
        }
        let starts = bullets::starts(&self.bodies);
        let pull = self.held.as_ref().and_then(|held| held.pull(&self.bodies));
        solver::solve(&mut self.bodies, &mut self.touches, &self.settings, &self.gravity, pull.as_ref());
        bullets::stop(&mut self.bodies, &starts, &self.touches, &self.settings);
        self.bodies.iter_mut().filter(|body| body.is_awake()).for_each(Body::follow);
        islands::watch(&mut self.bodies, &self.settings);
        self.steps += 1;
    }

    /// Lets happen what is due.
    fn obey(&mut self) {
        let now = self.steps;
        for event in self.events.iter().filter(|event| event.step == now) {
            if let Some(body) = self.bodies.get_mut(event.body) {
                body.velocity = event.velocity;
                body.wake();
            }
        }
        for grab in self.grabs.iter().filter(|grab| grab.step == now) {
            self.held = Held::next(self.held.take(), grab);
        }
        if let Some(held) = &mut self.held {
            held.advance();
            // Whoever holds a body may be about to pull.
            self.bodies.get_mut(held.body).into_iter().for_each(Body::wake);
        }
    }

    /// Takes a body out. The numbers of those behind it become less by one, in what is going to happen, too.
    ///
    /// What touched it wakes up.
    pub fn remove(&mut self, k: usize) {
        if k >= self.bodies.len() {
            return;
        }
        for touch in self.touches.iter().filter(|touch| touch.pair.contains(&k)) {
            touch.pair.iter().for_each(|k| self.bodies[*k].wake());
        }
        self.bodies.remove(k);
        let less = |number: &mut usize| *number -= usize::from(*number > k);
        self.touches.retain(|touch| !touch.pair.contains(&k));
        self.touches.iter_mut().flat_map(|touch| &mut touch.pair).for_each(less);
        self.broad.remove(k);
        self.events.retain(|event| event.body != k);
        self.events.iter_mut().for_each(|event| less(&mut event.body));
        self.grabs.retain(|grab| grab.body != k);
        self.grabs.iter_mut().for_each(|grab| less(&mut grab.body));
        self.held = self.held.take().filter(|held| held.body != k);
        self.held.iter_mut().for_each(|held| less(&mut held.body));
    }

    /// Moves everything, before the first step: to see what places far from the origin do.
    pub fn shift(&mut self, by: &SVector<T, D>) {
        for body in &mut self.bodies {
            body.center += by;
            body.follow();
        }
    }

    /// The body that is held, the point of it, and where the hand is.
    pub fn hold(&self) -> Option<(usize, Point<T, D>, Point<T, D>)> {
        let held = self.held.as_ref()?;
        let body = self.bodies.get(held.body)?;
        Some((held.body, body.center + body.rotation.transform_vector(&held.at), held.hand))
    }

    /// The pairs that are near each other. What is remembered of those that have been is kept.
    fn find_pairs(&mut self) {
        let pairs = self.broad.pairs(&self.bodies, self.settings.prediction * num(0.5));
        let mut before = std::mem::take(&mut self.touches).into_iter().peekable();
        for pair in pairs {
            while before.next_if(|touch| touch.pair < pair).is_some() {}
            let touch = before.next_if(|touch| touch.pair == pair);
            self.touches.push(touch.unwrap_or_else(|| Touch::new(pair)));
        }
    }

    /// The manifolds of all pairs that touch, as they were when the last step began.
    pub fn manifolds(&self) -> impl Iterator<Item = ([usize; 2], &Manifold<T, D>)> {
        self.contacts().map(|(pair, manifold, _)| (pair, manifold))
    }

    /// The same with what each point was pushed by in the last step.
    pub fn contacts(&self) -> impl Iterator<Item = ([usize; 2], &Manifold<T, D>, &[Impulse<T, D>])> {
        let touching = self.touches.iter().filter(|touch| touch.touches());
        touching.filter_map(|touch| {
            let manifold = touch.manifold.as_deref()?;
            Some((touch.pair, manifold, &touch.impulses[..manifold.points().len()]))
        })
    }

    /// The energy of all motion, and of what can fall, to the origin's height.
    pub fn energy(&self) -> f64 {
        let moving = self.bodies.iter().filter(|body| !body.is_fixed());
        moving.map(|body| body.kinetic_energy() - body.mass() * double(self.gravity.dot(&body.center.coords))).sum()
    }

    /// How deep two bodies overlap, at most: 0 if none do.
    pub fn deepest(&self) -> f64 {
        let separations =
            self.manifolds().flat_map(|(_, manifold)| manifold.points()).map(|point| double(point.separation));
        -separations.fold(0.0, f64::min)
    }

    /// How deep two bodies overlap where they are now, at most: 0 if none do. All contacts are found anew.
    pub fn overlap(&self) -> f64 {
        let pairs = BroadPhase::default().pairs(&self.bodies, T::zero());
        let contacts = pairs.into_iter().filter_map(|pair| {
            let [a, b] = pair.map(|k| &self.bodies[k].shape);
            T::contact(a, b, None, T::zero())
        });
        -contacts.map(|contact| double(contact.separation)).fold(0.0, f64::min)
    }

    /// Returns whether everything that can move is asleep.
    pub fn is_asleep(&self) -> bool {
        !self.bodies.iter().any(Body::is_awake)
    }

    /// A number made of every bit of how all bodies lie and move, and whether they sleep: two worlds that have the same are the same.
    ///
    /// By the hash of Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo, 1991.
    pub fn fingerprint(&self) -> u64 {
        let axis = |k: usize| SVector::from_fn(|j, _| if j == k { T::one() } else { T::zero() });
        let numbers = self.bodies.iter().flat_map(|body| {
            let turned = (0..D).map(|k| body.rotation.transform_vector(&axis(k)));
            let moved = (0..D).map(|k| T::across(body.spin, &axis(k)));
            let sleep = if body.is_asleep { 1.0 } else { 0.0 };
            let vectors = [body.center.coords, body.velocity].into_iter().chain(turned).chain(moved);
            vectors.flat_map(|vector| (0..D).map(move |k| double(vector[k]))).chain([sleep])
        });
        let bytes = numbers.flat_map(|x| x.to_bits().to_le_bytes());
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}
