//! Rides on platforms that move, start, stop and turn; and between platforms and obstacles that do not give.

use super::found::How;
use super::{Form, Measured, Random, STEP, Walker, direction, single};
use gjk::epa::Expansion;
use gjk::nalgebra::{SVector, UnitQuaternion, Vector3};
use gjk::shape::{Cuboid, Posed};
use gjk::simplex::Cases;
use gjk::{Pose, RigidMotion, Support, SupportExt};
use gjk_scene::Obstacle;
use oracle::random::campaign;

/// A platform: a box, which turns about the upward axis in space.
struct Platform<const D: usize> {
    half: SVector<f32, D>,
    at: SVector<f32, D>,
    velocity: SVector<f32, D>,
    angle: f64,
    spin: f32,
}

impl<const D: usize> Platform<D> {
    fn rotation(&self) -> UnitQuaternion<f64> {
        UnitQuaternion::from_axis_angle(&Vector3::y_axis(), self.angle)
    }

    /// A vector that turns with the platform, or back, in D dimensions.
    fn turned(&self, vector: &SVector<f64, D>, back: bool) -> SVector<f64, D> {
        let wide = Vector3::from_fn(|k, _| if k < D { vector[k] } else { 0.0 });
        let turned = if back { self.rotation().inverse() * wide } else { self.rotation() * wide };
        SVector::from_fn(|k, _| turned[k])
    }

    fn shape(&self) -> Posed<Cuboid<f32, D>, f32, D> {
        let mut matrix = gjk::nalgebra::SMatrix::<f32, D, D>::zeros();
        for k in 0..D {
            let axis = SVector::from_fn(|row, _| if row == k { 1.0 } else { 0.0 });
            matrix.set_column(k, &self.turned(&axis, false).map(single));
        }
        Cuboid::new(self.half).unwrap().posed(Pose::new(matrix, self.at).unwrap()).unwrap()
    }

    fn motion(&self) -> RigidMotion<f32, D> {
        RigidMotion::new(self.velocity, [0.0, self.spin, 0.0], self.at)
    }

    fn advance(&mut self) {
        self.at += self.velocity * STEP;
        self.angle += f64::from(self.spin * STEP);
    }

    /// Where a place is, as seen from the platform.
    fn local(&self, at: &SVector<f64, D>) -> SVector<f64, D> {
        self.turned(&(at - self.at.map(f64::from)), true)
    }

    fn solid(&self) -> <f32 as Measured<D>>::Solid
    where
        f32: Measured<D>,
    {
        let corner = |corner: &SVector<f64, D>| (self.turned(corner, false) + self.at.map(f64::from)).into();
        f32::solid(&super::corners(&self.half.map(f64::from)).iter().map(corner).collect::<Vec<_>>())
    }
}

#[derive(Debug, Default)]
struct Rides {
    count: u32,
    frames: u32,
    /// Frames in which it did not stand on the platform.
    off: u32,
    /// The farthest that one was left behind on its platform in a whole ride, in skins.
    behind: f64,
    /// Frames that said that it is squeezed, and those in which it overlapped something.
    squeezed: u32,
    pressed: u32,
    /// Those in which it overlapped something, or was on the other side of a platform, and none had said so.
    unsaid: u32,
    fastest: f32,
}

fn up<T: gjk::nalgebra::RealField + Copy, const D: usize>() -> SVector<T, D> {
    SVector::from_fn(|k, _| if k == 1 { T::one() } else { T::zero() })
}

/// Up to 20 metres a second, also at once.
fn velocity<const D: usize>(random: &mut Random) -> SVector<f32, D> {
    direction::<D>(random) * single(10.0_f64.powf(random.between(-1.0, 1.3)))
}

impl Rides {
    /// Stands on a platform that is free to move; `how` says whether its motion is told.
    fn free<const D: usize>(&mut self, random: &mut Random, kind: u32, how: How)
    where
        f32: Measured<D>,
        Cases: Expansion<f32, D>,
    {
        let form = Form::<D>::random(random, kind);
        let half = SVector::from_fn(|k, _| if k == 1 { single(random.between(0.05, 0.5)) } else { 4.0 });
        let at = SVector::from_fn(|_, _| single(random.between(-20.0, 20.0)));
        let mut platform = Platform { half, at, velocity: SVector::zeros(), angle: 0.0, spin: 0.0 };
        let place = SVector::<f32, D>::from_fn(|k, _| if k == 1 { 0.0 } else { single(random.between(-2.0, 2.0)) });
        let height = half[1] + form.reach(&-up::<f32, D>()) + 0.0097;
        let mut mover = form.mover((at + place + up::<f32, D>() * height).into());
        mover.advance([&platform.shape()], STEP);
        // What is carried is its center; it does not turn.
        let center = |mover: &Walker<D>| mover.shape().center().unwrap_or_else(|| mover.at()).coords.map(f64::from);
        let start = platform.local(&center(&mover));
        self.count += 1;
        for frame in 0..100 {
            if frame % 20 == 0 {
                platform.velocity = velocity(random);
                let turns = D == 3 && random.between(0.0, 1.0) < 0.5;
                platform.spin = if turns { single(random.between(-3.0, 3.0)) } else { 0.0 };
                self.fastest = self.fastest.max(platform.velocity.norm());
            }
            platform.advance();
            let shape = platform.shape();
            let motion = if how == How::Moved { platform.motion() } else { RigidMotion::rest() };
            let moved = mover.advance([Obstacle::new(&shape).in_motion(motion)], STEP);
            self.frames += 1;
            self.off += u32::from(moved.ground.is_none_or(|ground| ground.obstacle != 0));
            self.squeezed += u32::from(moved.squeezed > 0.0);
        }
        let behind = (platform.local(&center(&mover)) - start).norm();
        self.behind = self.behind.max(behind / f64::from(mover.options.skin));
    }

    /// Walks about between a floor, a ceiling and walls that stand still, with two platforms that move. `how` says
    /// whether it is told what squeezes.
    fn pressed<const D: usize>(&mut self, random: &mut Random, kind: u32, how: How)
    where
        f32: Measured<D>,
        Cases: Expansion<f32, D>,
    {
        let form = Form::<D>::random(random, kind);
        let mut mover = form.mover(SVector::<f32, D>::zeros().into());
        let axis = |k: usize| SVector::<f32, D>::from_fn(|row, _| if row == k { 1.0 } else { 0.0 });
        let still = |at, half| Platform { half, at, velocity: SVector::zeros(), angle: 0.0, spin: 0.0 };
        let mut room = Vec::new();
        for k in 0..D {
            for side in [-1.0_f32, 1.0] {
                let out = axis(k) * side;
                let at = out * (form.reach(&out) + single(random.between(0.5, 3.0)) + 5.0);
                room.push(still(at, SVector::from_fn(|row, _| if row == k { 5.0 } else { 30.0 })));
            }
        }
        for _ in 0..2 {
            let half = SVector::from_fn(|_, _| single(random.between(0.1, 1.0)));
            let at = velocity::<D>(random).normalize() * single(random.between(1.5, 4.0) + 1.0);
            room.push(still(at, half));
        }
        let fixed = 2 * D;
        let middle =
            form.core.iter().sum::<SVector<f32, D>>() / single(f64::from(u8::try_from(form.core.len()).unwrap()));
        // On which side of a platform it is, along each axis in which they are apart.
        let sides = |platform: &Platform<D>, at: &SVector<f64, D>| {
            let local = platform.local(at);
            SVector::from_fn(|k, _| if local[k].abs() > f64::from(platform.half[k]) { local[k].signum() } else { 0.0 })
        };
        self.count += 1;
        let mut was_squeezed = false;
        for frame in 0..100 {
            if frame % 20 == 0 {
                for platform in &mut room[fixed..] {
                    // Mostly towards it.
                    let towards = mover.at().coords - platform.at;
                    let speed = single(10.0_f64.powf(random.between(-1.0, 1.3)));
                    platform.velocity = (towards.normalize() + direction::<D>(random) * 0.5) * speed;
                    let turns = D == 3 && random.between(0.0, 1.0) < 0.3;
                    platform.spin = if turns { single(random.between(-0.5, 0.5)) } else { 0.0 };
                    self.fastest = self.fastest.max(platform.velocity.norm());
                }
                mover.velocity = direction::<D>(random) * single(random.between(0.0, 6.0));
            }
            let whole = mover.at().coords + middle;
            let before: Vec<SVector<f64, D>> =
                room[fixed..].iter().map(|platform| sides(platform, &whole.map(f64::from))).collect();
            room[fixed..].iter_mut().for_each(Platform::advance);
            let shapes: Vec<_> = room.iter().map(Platform::shape).collect();
            let obstacles =
                room.iter().zip(&shapes).map(|(platform, shape)| Obstacle::new(shape).in_motion(platform.motion()));
            let mut moved = mover.advance(obstacles, STEP);
            if how == How::Left {
                moved.squeezed = 0.0;
            }
            self.frames += 1;
            self.squeezed += u32::from(moved.squeezed > 0.0);
            was_squeezed |= moved.squeezed > 0.0;
            let at = mover.at().coords.map(f64::from);
            let core: Vec<[f64; D]> = form.core.iter().map(|point| (point.map(f64::from) + at).into()).collect();
            let own = f32::solid(&core);
            let gaps = room.iter().map(|platform| f32::distance(&own, &platform.solid()) - f64::from(form.margin));
            let nearest = gaps.fold(f64::INFINITY, f64::min);
            let skin = f64::from(mover.options.skin);
            self.pressed += u32::from(nearest <= 0.0);
            let mut unsaid = nearest < 0.85 * skin && moved.squeezed <= 0.0
                || nearest <= 0.0 && f64::from(moved.squeezed) < 0.9 * skin;
            let whole = at + middle.map(f64::from);
            for (platform, before) in room[fixed..].iter().zip(before) {
                // On the other side along one axis, and beyond the platform's end along none.
                let turns = before.component_mul(&sides(platform, &whole));
                let is_through = turns.min() < 0.0 && turns.max() <= 0.0;
                unsaid |= is_through && !was_squeezed;
            }
            if unsaid && how == How::Moved {
                println!("{D}D ride {kind}, frame {frame}: {nearest} left, squeezed {}", moved.squeezed);
            }
            self.unsaid += u32::from(unsaid);
            if was_squeezed && moved.squeezed <= 0.0 && nearest > 0.85 * skin {
                was_squeezed = false;
            }
        }
    }
}

/// Some 200 rides of four kinds.
fn rides() -> u32 {
    u32::try_from(campaign(50)).unwrap()
}

fn free<const D: usize>()
where
    f32: Measured<D>,
    Cases: Expansion<f32, D>,
{
    let [mut found, mut left] = [Rides::default(), Rides::default()];
    for kind in 0..rides() {
        found.free::<D>(&mut Random::new(u64::from(kind)), kind, How::Moved);
        if kind % 16 == 0 {
            left.free::<D>(&mut Random::new(u64::from(kind)), kind, How::Left);
        }
    }
    println!("{D}D rides: {found:?}");
    assert!(found.off == 0 && found.squeezed == 0 && found.behind < 1.0, "{found:?}");
    assert!(found.fastest > 15.0);
    assert!(10 * left.off > left.frames && left.behind > 100.0, "who is not carried is seen: {left:?}");
}

#[test]
fn nobody_is_left_behind() {
    free::<2>();
    free::<3>();
}

fn pressed<const D: usize>()
where
    f32: Measured<D>,
    Cases: Expansion<f32, D>,
{
    let [mut found, mut left] = [Rides::default(), Rides::default()];
    for kind in 0..rides() {
        found.pressed::<D>(&mut Random::new(u64::from(kind)), kind, How::Moved);
        if kind % 4 == 0 {
            left.pressed::<D>(&mut Random::new(u64::from(kind)), kind, How::Left);
        }
    }
    println!("{D}D between platforms: {found:?}");
    assert_eq!(found.unsaid, 0);
    assert!(found.pressed > found.count / 4 && found.squeezed * 2 < found.frames, "{found:?}");
    assert!(left.unsaid > left.count / 4, "what is not said is seen: {left:?}");
}

#[test]
fn nobody_is_pressed_through_a_floor_that_does_not_say_so() {
    pressed::<2>();
    pressed::<3>();
}
