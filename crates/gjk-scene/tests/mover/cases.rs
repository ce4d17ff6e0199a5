//! Past mistakes, and the single promises of a mover.

use super::found::Found;
use super::scenes::{ascent, funnel};
use super::{Block, KEPT, Random, STEP, Walker, walker};
use gjk::nalgebra::{Isometry2, Point2, Translation, UnitComplex, Vector2, Vector3};
use gjk::shape::{Ball, Capsule, Cuboid, Polygon};
use gjk::{RigidMotion, SupportExt};
use gjk_scene::{Mover, MoverOptions, Obstacle, Surface};

fn block(half: [f32; 2], at: impl gjk::IntoPose<f32, 2>) -> Block<2> {
    Cuboid::new(half).unwrap().posed(at).unwrap()
}

fn ball(at: [f32; 2]) -> Walker<2> {
    walker(Ball::new(0.3).unwrap(), at.into())
}

/// Gaps that leave it 0.95 of its skin on each side. A third plane is in the way first, and on that one rounding left
/// 1e-14 and 1e-12 m too little between the walls: so there was no way at all.
#[test]
fn no_gap_is_closed_by_rounding() {
    for kind in [5842, 8118] {
        let (mut random, mut found) = (Random::new(u64::from(kind)), Found::new());
        found.fly(&mut funnel::<3>(&mut random, kind), &mut random, super::found::How::Moved);
        assert!(found.frames == 40 && found.stuck == 0 && found.skin > KEPT, "{kind}: {found:?}");
    }
}

/// A hull that has its lowest point in front of the first step while its slanting side is on the rim.
#[test]
fn a_slanting_side_is_led_up_stairs() {
    let mut random = Random::new(2323);
    let (mut scene, height) = ascent::<3>(&mut random, 2323, None);
    let got = Found::new().walk(&mut scene, &mut random, 14.0);
    assert!(got > height - 0.06, "{got} of {height}");
}

/// A step is counted from the ground before it: 0.29 above the first one is climbed, and 0.32 is not.
#[test]
fn the_second_step_is_counted_from_the_first() {
    let slanting = [(-0.37, -0.36), (0.22, 0.06), (0.28, 0.15), (0.17, 0.24), (-0.09, 0.21)];
    let flat = [(-0.3, -0.36), (0.3, -0.36), (0.3, 0.2), (-0.3, 0.2)];
    for (shape, rise) in [(&slanting[..], 0.29), (&slanting, 0.32), (&flat, 0.29), (&flat, 0.32)] {
        let step = |x, top| block([9.0, 1.0], [x, top - 1.0]);
        let level = [step(0.0, 0.0), step(9.6, 0.25), step(9.96, 0.25 + rise)];
        let points = shape.iter().map(|(x, y)| Point2::new(*x, *y));
        let mut mover = walker(Polygon::hull(points).unwrap(), Point2::new(0.0, 0.38));
        for _ in 0..180 {
            mover.velocity.x = 1.5;
            mover.advance(&level, STEP);
        }
        let got = mover.at().y - 0.37;
        assert_eq!(got > 0.24 + rise, rise < 0.3, "{shape:?}: {got} of {rise}");
        assert!(got > 0.02, "on the rim of the first: {got}");
    }
}

/// A round foot that is lifted by the height of a step could slide over the rim of a higher one. It rolls over a rim that it meets as a slope.
#[test]
fn a_round_foot_climbs_no_higher_step() {
    for (radius, speed, frames) in [(0.4, 1.0, 60_u16), (0.4, 3.0, 60), (0.4, 3.0, 240), (0.2, 1.0, 60), (0.2, 5.0, 60)]
    {
        for rise in [0.1, 0.2, 0.29, 0.31 + 0.3 * radius, 0.45, 0.5, 0.6] {
            let step = |x, top| block([9.0, 1.0], [x, top - 1.0]);
            let level = [step(0.0, 0.0), step(9.6, rise)];
            let capsule = Capsule::new([0.0, radius], [0.0, radius + 0.8], radius).unwrap();
            let mut mover = walker(capsule, Point2::new(-0.5, 0.01));
            for _ in 0..3 * frames {
                mover.velocity.x = speed;
                mover.advance(&level, 1.0 / f32::from(frames));
            }
            let got = mover.at().y;
            assert_eq!(got > rise - 0.01, rise < 0.3, "{radius}, {speed} m/s, {frames} Hz: {got} of {rise}");
        }
    }
}

/// Between walls that come nearer to each other by 0.3 millimetres in a metre.
#[test]
fn a_narrow_wedge_is_not_crossed() {
    for k in 0..100_u8 {
        let turn = UnitComplex::new(0.06 * f32::from(k));
        let at = |x, y| Translation::from(turn * Vector2::new(x, y));
        let wall = |y, slope| block([40.0, 0.5], Isometry2::from_parts(at(0.0, y), turn * UnitComplex::new(slope)));
        let walls = [wall(-0.5, 0.0), wall(1.1198, -3e-4)];
        let mut mover = ball(at(0.0, 0.31).vector.into());
        mover.options.gravity = 0.0;
        mover.velocity = turn * Vector2::new(250.0, -150.0);
        mover.advance(&walls, STEP);
        for wall in &walls {
            let left = f64::from(gjk::contact(wall, mover.shape()).separation / mover.options.skin);
            assert!(left > KEPT, "{k}: {left} at {:?}", mover.at());
        }
    }
}

/// Into a gap of just its width it passes an edge, and the normal turns on the way.
#[test]
fn an_edge_is_passed_in_one_step() {
    let wide = 0.6 + 2.0 * 31.0 / 32.0 * 0.01;
    let walls = [block([20.0, 1.0], [0.0, -1.0]), block([20.0, 1.0], [20.0, wide + 1.0])];
    let mut mover = ball([-0.009, wide / 2.0]);
    mover.options.gravity = 0.0;
    mover.velocity = Vector2::new(100.0, -100.0);
    mover.advance(&walls, STEP);
    assert!(mover.at().x > 1.6, "{:?}", mover.at());
}

/// Between two slopes that are too steep for it nothing leads down: it stands, and can jump out.
#[test]
fn a_pit_of_steep_slopes_is_ground() {
    let walls = [-1.0_f32, 1.0].map(|side| block([4.0, 0.5], ([side, 0.0], side * 1.2)));
    let mut mover = ball([0.1, 3.0]);
    for _ in 0..200 {
        mover.advance(&walls, STEP);
    }
    assert!(mover.is_grounded() && mover.velocity.norm() < 1e-3, "{:?}, {:?}", mover.velocity, mover.at());
    let height = mover.at().y;
    mover.velocity.y = 5.0;
    for _ in 0..20 {
        mover.advance(&walls, STEP);
    }
    assert!(mover.at().y > height + 0.8);
}

/// Up is any direction: here the second axis points down, as on a screen, and lengths are pixels.
#[test]
fn a_screen_points_down() {
    let level = [block([800.0, 50.0], [0.0, 50.0]), block([400.0, 6.0], [460.0, -6.0])];
    let mut mover = walker(Capsule::new([0.0, -20.0], [0.0, 20.0], 20.0).unwrap(), Point2::new(0.0, -80.0));
    mover.options = MoverOptions { up: [0.0, -2.0].into(), ..MoverOptions::default().scaled(50.0) };
    for _ in 0..60 {
        mover.velocity.x = 150.0;
        mover.advance(&level, STEP);
    }
    assert!(mover.is_grounded() && (mover.at().y + 52.5).abs() < 0.2 && mover.at().x > 100.0, "{:?}", mover.at());
}

/// A step says what it has met: ground, wall and ceiling, how fast, and what it stands on.
#[test]
fn what_is_touched_is_told() {
    let level = [block([9.0, 1.0], [0.0, -1.0]), block([1.0, 9.0], [3.0, 0.0]), block([9.0, 1.0], [0.0, 3.0])];
    let mut mover = ball([0.0, 1.0]);
    let mut moved = mover.advance(&level, STEP);
    assert!(moved.ground.is_none() && moved.touches.is_empty());
    while !mover.is_grounded() {
        moved = mover.advance(&level, STEP);
    }
    let ground = moved.ground.unwrap();
    assert!(ground.obstacle == 0 && ground.normal == Vector2::y() && (ground.closing - 3.7).abs() < 0.2, "{ground:?}");
    for _ in 0..60 {
        mover.velocity.x = 4.0;
        moved = mover.advance(level.iter().map(|shape| Obstacle::new(shape).numbered(7)), STEP);
    }
    let wall = moved.touches.iter().find(|touch| touch.surface == Surface::Wall).unwrap();
    assert!(
        moved.is_on_wall() && wall.obstacle == 7 && (wall.closing - 4.0).abs() < 1e-3 && wall.normal == -Vector2::x()
    );
    assert!(mover.velocity.x.abs() < 1e-6);
    mover.velocity.y = 9.0;
    while !moved.is_on_ceiling() {
        moved = mover.advance(&level, STEP);
    }
    assert!(mover.velocity.y <= 0.0 && (mover.at().y - 1.69).abs() < 1e-3, "{:?}", mover.at());
    // What it flies along is a wall, whatever its direction.
    mover.options.gravity = 0.0;
    let flown = mover.advance(&level, STEP);
    assert!(flown.ground.is_none() && flown.touches.iter().all(|touch| touch.surface == Surface::Wall));
}

/// A one-sided platform carries who comes from above, also at its ends and on a slope, and nobody else.
#[test]
fn one_sided_platforms_are_passed_from_below() {
    for turn in [0.0, 0.3, -0.5] {
        let plank = block([2.0, 0.1], ([0.0, 0.0], turn));
        let step = |mover: &mut Walker<2>| {
            let side = UnitComplex::new(turn) * Vector2::y();
            mover.advance([Obstacle::new(&plank).one_sided(side)], STEP)
        };
        for x in [-1.5, 0.0, 1.5_f32] {
            let top = x * turn.tan();
            let mut mover = ball([x, top + 2.0]);
            (0..60).for_each(|_| drop(step(&mut mover)));
            assert!(mover.is_grounded(), "{turn}, {x}: falls through, to {:?}", mover.at());
            let rest = mover.at();
            // A jump comes back to it, and so does one from below.
            mover.velocity.y = 4.0;
            (0..90).for_each(|_| drop(step(&mut mover)));
            assert!((mover.at() - rest).norm() < 3e-3, "{turn}, {x}: {:?} and {rest:?}", mover.at());
            mover = ball([x, top - 1.5]);
            mover.velocity.y = 9.0;
            (0..180).for_each(|_| drop(step(&mut mover)));
            assert!(mover.is_grounded() && mover.at().y > top, "{turn}, {x}: from below it gets to {:?}", mover.at());
            // Without enough speed it falls back.
            mover = ball([x, top - 1.5]);
            mover.velocity.y = 5.3;
            (0..90).for_each(|_| drop(step(&mut mover)));
            assert!(mover.at().y < top - 1.5 && !mover.is_grounded());
        }
    }
}

/// Left out of the list while a key is held, it is dropped through.
#[test]
fn a_platform_that_is_left_out_is_dropped_through() {
    let plank = block([2.0, 0.1], [0.0, 0.0]);
    let mut mover = ball([0.0, 0.4097]);
    for frame in 0..60 {
        let planks = if (20..26).contains(&frame) { vec![] } else { vec![Obstacle::new(&plank).one_sided([0.0, 1.0])] };
        mover.advance(planks, STEP);
        assert_eq!(mover.is_grounded(), frame < 20, "{frame}: {:?}", mover.at());
    }
    assert!(mover.at().y < -1.0);
}

/// A wall pushes it, a descending press says that it squeezes before it is inside, and one that passes in a single step
/// says so, too.
#[test]
fn walls_push_and_presses_squeeze() {
    let floor = block([99.0, 1.0], [0.0, -1.0]);
    for speed in [0.5, 3.0, 40.0_f32] {
        let mut mover = ball([0.0, 0.31]);
        mover.advance([&floor], STEP);
        for frame in 1..=60_u8 {
            let x = -1.5 + speed * STEP * f32::from(frame);
            let wall = block([1.0, 0.25], [x, 0.5]);
            let moved = mover.advance([Obstacle::new(&floor), Obstacle::new(&wall).moving([speed, 0.0])], STEP);
            assert!(moved.squeezed == 0.0 && moved.ground.is_some());
            let gap = mover.at().x - x - 1.0;
            assert!(gap > 0.3, "{speed}, {frame}: the wall is {gap} from its middle");
        }
        let mut mover = ball([0.0, 0.31]);
        mover.advance([&floor], STEP);
        let (mut said, mut y) = (false, 1.8);
        while y > -1.0 {
            y -= speed * STEP;
            let press = block([1.0, 0.25], [0.0, y]);
            let moved = mover.advance([Obstacle::new(&floor), Obstacle::new(&press).moving([0.0, -speed])], STEP);
            said |= moved.squeezed > 0.0;
            let overlap = gjk::contact(&press, mover.shape()).depth();
            assert!(
                overlap == 0.0 || moved.squeezed > mover.options.skin,
                "{speed}, {y}: {overlap}, {}",
                moved.squeezed
            );
            assert!(said || mover.at().y < y, "{speed}, {y}");
            assert!(said || gjk::contact(&floor, mover.shape()).separation > 0.009);
        }
        assert!(said);
    }
}

/// A seesaw lifts it, and a blade that comes around sweeps it along.
#[test]
fn what_turns_carries_and_pushes() {
    let mut mover = ball([1.5, 0.41]);
    mover.advance([&block([2.0, 0.1], [0.0, 0.0])], STEP);
    for frame in 1..=60_u8 {
        let angle = 0.6 * STEP * f32::from(frame);
        let seesaw = block([2.0, 0.1], ([0.0, 0.0], angle));
        let motion = RigidMotion::moving([0.0; 2]).turning(0.6, [0.0; 2]);
        let moved = mover.advance([Obstacle::new(&seesaw).in_motion(motion)], STEP);
        assert!(moved.ground.is_some() && moved.squeezed == 0.0, "{frame}");
        let along = UnitComplex::new(-angle) * mover.at();
        // It does not turn, so what touches the seesaw moves on around it.
        assert!((along - Point2::new(1.5 + 0.31 * angle, 0.41)).norm() < 0.01, "{frame}: {along:?}");
    }
    let mut mover = walker(Ball::new(0.3).unwrap(), [1.5, 0.0, 0.5].into());
    mover.options.gravity = 0.0;
    for frame in 1..=90_u8 {
        let half = -0.5 * 2.0 * STEP * f32::from(frame);
        let pose = ([0.0; 3], [0.0, half.sin(), 0.0, half.cos()]);
        let blade = Cuboid::new(Vector3::new(3.0, 1.0, 0.05)).unwrap().posed(pose).unwrap();
        let motion = RigidMotion::new([0.0; 3], [0.0, -2.0, 0.0], [0.0; 3]);
        let moved = mover.advance([Obstacle::new(&blade).in_motion(motion)], STEP);
        assert!(moved.squeezed <= 0.0);
        let behind = gjk::contact(&blade, mover.shape());
        assert!(behind.separation > 0.009, "{frame}: {}", behind.separation);
        assert!(!(30..60).contains(&frame) || mover.at().z > 0.5, "{frame}: {:?}", mover.at());
    }
}

/// Numbers that are none move nothing, and nothing panics.
#[test]
fn a_mover_without_numbers_stays() {
    let level = [block([1.0, 0.1], [0.0; 2])];
    for number in [f32::NAN, f32::INFINITY, f32::MAX, -1.0] {
        let mut mover = ball([0.0, 0.42]);
        for _ in 0..3 {
            mover.velocity = Vector2::new(number, -1.0);
            mover.advance(&level, STEP);
            mover.advance(&level, number);
            mover.advance(level.iter().map(|shape| Obstacle::new(shape).moving([number, number])), STEP);
            let motion = RigidMotion::moving([number; 2]).turning(number, [number; 2]);
            mover
                .advance(level.iter().map(|shape| Obstacle::new(shape).in_motion(motion).one_sided([number; 2])), STEP);
        }
        for option in 0..6 {
            let mut mover = ball([0.0, 0.42]);
            let options = &mut mover.options;
            let [up, gravity, skin] = [&mut options.up.y, &mut options.gravity, &mut options.skin];
            *[up, gravity, skin, &mut options.slope, &mut options.step, &mut options.snap][option] = number;
            (0..3).for_each(|_| drop(mover.advance(&level, STEP)));
            assert!(mover.at().coords.iter().all(|x| x.is_finite()), "{option}, {number}: {:?}", mover.at());
        }
        assert!(mover.at().coords.iter().all(|x| x.is_finite()));
        assert_eq!(mover.place([number; 2]).is_ok(), number < 0.0);
    }
    assert!(Mover::new(Ball::<f64, 2>::new(1.0).unwrap(), [f64::NAN, 0.0]).is_err());
}
