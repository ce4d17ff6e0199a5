//! Measurements of movers in many levels.

use super::scenes::{Scene, ascent, corner, corridor, funnel};
use super::{KEPT, Measured, Random, STEP, direction, single};
use gjk::epa::Expansion;
use gjk::nalgebra::SVector;
use gjk::simplex::Cases;
use oracle::random::campaign;

/// What was found in many scenes.
#[derive(Debug, Default)]
pub struct Found {
    pub scenes: u32,
    pub frames: u32,
    /// The least part of the skin that was left.
    pub skin: f64,
    pub through: u32,
    pub blocked: u32,
    pub stuck: u32,
    /// The farthest that one at rest moved in 100 frames, in skins.
    pub rest: f64,
}

impl Found {
    pub fn new() -> Self {
        Self { skin: f64::INFINITY, ..Self::default() }
    }

    /// Runs a scene in which the mover flies, and looks at each frame.
    pub fn fly<const D: usize>(&mut self, scene: &mut Scene<D>, random: &mut Random, how: How)
    where
        f32: Measured<D>,
        Cases: Expansion<f32, D>,
    {
        if scene.nearest(&scene.at()) < 1.01 * scene.skin() {
            return;
        }
        self.scenes += 1;
        let mut velocity = SVector::zeros();
        for frame in 0..40 {
            // From 0.6 to 300 metres a second.
            if frame % 10 == 0 {
                velocity = direction::<D>(random) * single(10.0_f64.powf(random.between(-0.2, 2.477)));
            }
            scene.mover.velocity = velocity;
            let before = scene.at();
            match how {
                How::Moved => drop(scene.mover.advance(&scene.shapes, STEP)),
                How::Jumped => scene.mover.place(scene.mover.at() + velocity * STEP).unwrap(),
                How::Left => (),
            }
            self.frames += 1;
            self.skin = self.skin.min(scene.nearest(&scene.at()) / scene.skin());
            self.through += u32::from(scene.is_through());
            if (scene.at() - before).norm() < 0.1 * scene.skin() {
                self.blocked += 1;
                let stuck = scene.is_stuck(&(velocity * STEP).map(f64::from));
                if stuck && how == How::Moved {
                    println!("stuck in {D}D: scene {}, frame {frame}, {velocity:?} from {before:?}", scene.number);
                    println!("{:?} at {:?}", scene.form, scene.mover.at());
                }
                self.stuck += u32::from(stuck);
            }
        }
    }
}

/// How a mover is moved: by its step, or, so that the test is seen to find it, through everything, or not at all.
#[derive(Clone, Copy, PartialEq)]
pub enum How {
    Moved,
    Jumped,
    Left,
}

impl Found {
    /// Walks forwards, somewhat to the side in space, with pauses. Returns how high it got.
    pub fn walk<const D: usize>(&mut self, scene: &mut Scene<D>, random: &mut Random, seconds: f64) -> f64
    where
        f32: Measured<D>,
        Cases: Expansion<f32, D>,
    {
        self.scenes += 1;
        let (start, speed) = (scene.at(), single(random.between(0.5, 8.0)));
        let (mut way, mut highest) = (0.0, 0.0_f64);
        let mut frame = 0;
        while way < seconds {
            way += f64::from(speed * STEP);
            frame += 1;
            scene.mover.velocity[0] = speed;
            if D == 3 {
                scene.mover.velocity[2] = 0.5 * speed * if frame / 50 % 2 == 0 { 1.0 } else { -1.0 };
            }
            self.frame(scene);
            highest = highest.max(scene.at()[1] - start[1]);
            if frame % 64 == 63 {
                self.pause(scene);
            }
        }
        self.pause(scene);
        highest
    }

    pub fn frame<const D: usize>(&mut self, scene: &mut Scene<D>)
    where
        f32: Measured<D>,
        Cases: Expansion<f32, D>,
    {
        scene.mover.advance(&scene.shapes, STEP);
        self.frames += 1;
        self.skin = self.skin.min(scene.nearest(&scene.at()) / scene.skin());
        self.through += u32::from(scene.is_through());
    }

    /// Stands still for 100 frames, after some in which it may fall.
    pub fn pause<const D: usize>(&mut self, scene: &mut Scene<D>)
    where
        f32: Measured<D>,
        Cases: Expansion<f32, D>,
    {
        for _ in 0..30 {
            scene.mover.velocity.iter_mut().step_by(2).for_each(|x| *x = 0.0);
            self.frame(scene);
        }
        if !scene.mover.is_grounded() {
            return;
        }
        self.blocked += 1;
        let place = scene.at();
        for _ in 0..100 {
            scene.mover.advance(&scene.shapes, STEP);
            self.rest = self.rest.max((scene.at() - place).norm() / scene.skin());
        }
    }
}

/// Some 1000 scenes of six kinds in the plane and in space.
fn scenes() -> u32 {
    u32::try_from(campaign(1000 / 12)).unwrap()
}

fn flights<const D: usize>(make: fn(&mut Random, u32) -> Scene<D>, name: &str)
where
    f32: Measured<D>,
    Cases: Expansion<f32, D>,
{
    let [mut found, mut jumped, mut left] = [(); 3].map(|()| Found::new());
    for kind in 0..2 * scenes() {
        let mut random = Random::new(u64::from(kind));
        found.fly(&mut make(&mut random, kind), &mut random, How::Moved);
        if kind % 16 == 0 {
            jumped.fly(&mut make(&mut random, kind), &mut random, How::Jumped);
            left.fly(&mut make(&mut random, kind / 16), &mut random, How::Left);
        }
    }
    println!("{D}D {name}: {found:?}");
    assert_eq!((found.through, found.stuck), (0, 0));
    assert!(found.skin > KEPT, "{found:?}");
    assert!(2 * found.scenes > scenes() && found.blocked > found.scenes, "{found:?}");
    assert!(jumped.skin <= 0.0 && jumped.through > jumped.scenes, "what goes through is seen: {jumped:?}");
    assert!(4 * left.stuck > left.frames, "what does not move is seen: {left:?}");
}

#[test]
fn movers_in_corridors() {
    flights::<2>(corridor, "corridors");
    flights::<3>(corridor, "corridors");
}

#[test]
fn movers_in_corners() {
    flights::<2>(corner, "corners");
    flights::<3>(corner, "corners");
}

#[test]
fn movers_in_funnels() {
    flights::<2>(funnel, "funnels");
    flights::<3>(funnel, "funnels");
}

fn walks<const D: usize>()
where
    f32: Measured<D>,
    Cases: Expansion<f32, D>,
{
    let mut found = [(); 3].map(|()| Found::new());
    for kind in 0..2 * scenes() / 3 {
        let mut random = Random::new(u64::from(kind));
        let (mut scene, height) = ascent::<D>(&mut random, kind, None);
        let got = found[0].walk(&mut scene, &mut random, 14.0);
        assert!(
            got > height - 0.06,
            "{D}D stairs {kind}: {got} of {height}, {:?} at {:?}",
            scene.form,
            scene.mover.at()
        );
        let gentle = random.between(0.1, 0.77);
        let (mut scene, height) = ascent::<D>(&mut random, kind, Some(gentle));
        let got = found[1].walk(&mut scene, &mut random, 5.0);
        assert!(got > height.min(4.0 * gentle.sin()) - 0.5, "{D}D slope {kind}: {got} at {gentle}, {:?}", scene.form);
        let steep = random.between(0.82, 1.5);
        let (mut scene, _) = ascent::<D>(&mut random, kind, Some(steep));
        let got = found[2].walk(&mut scene, &mut random, 5.0);
        assert!(got < 0.35, "{D}D slope {kind}: {got} at {steep}, {:?}", scene.form);
    }
    println!("{D}D walks: {found:?}");
    for found in found {
        assert_eq!(found.through, 0);
        assert!(found.skin > KEPT && found.rest < 1e-3, "{found:?}");
        assert!(2 * found.blocked > found.scenes, "{found:?}");
    }
}

#[test]
fn movers_on_stairs_and_slopes() {
    walks::<2>();
    walks::<3>();
}
