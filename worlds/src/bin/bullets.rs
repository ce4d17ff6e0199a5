//! Small bodies at up to 900 metres a second, at boxes and at a wall of two centimetres. Does one get through?

use std::process::ExitCode;
use worlds::measure::is_sound;
use worlds::picture::{Strip, View};
use worlds::scenes::{WALL, bullets};
use worlds::show::{Report, bar, save};
use worlds::{Forms, World, double};

const STEPS: u32 = 360;

fn main() -> Result<ExitCode, gjk::Error> {
    let mut report = Report::default();
    fire::<f32, 2>("2d-f32", &mut report)?;
    fire::<f64, 2>("2d-f64", &mut report)?;
    fire::<f32, 3>("3d-f32", &mut report)?;
    fire::<f64, 3>("3d-f64", &mut report)?;
    Ok(report.end())
}

fn fire<T: Forms<D>, const D: usize>(name: &str, report: &mut Report) -> Result<(), gjk::Error> {
    let name = format!("bullets-{name}");
    let bar = bar(&name, STEPS);
    // Nearly along the wall: so that one sees on which side of it a bullet is.
    let mut strip = Strip::new(View { from: [0.0, 0.05, 1.0], ..View::new([2.0, 3.5], [10.0, 5.0]) });
    let (mut world, first) = bullets::<T, D>(11)?;
    let mut sound = true;
    for step in 0..STEPS {
        strip.follow(&world);
        world.step();
        // Bullets are fired up to step 230.
        if step % 60 == 25 && step < 300 {
            strip.add(&world);
        }
        sound &= is_sound(&world);
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("{name}: {:016x}", world.fingerprint());
    let through =
        |world: &World<T, D>| world.bodies[first..].iter().filter(|body| double(body.center[0]) > WALL).count();
    report.holds(&format!("{} of {} got through", through(&world), world.bodies.len() - first), through(&world) == 0);
    report.holds("all numbers are sound", sound);

    let (mut careless, _) = bullets::<T, D>(11)?;
    careless.bodies.iter_mut().for_each(|body| body.is_bullet = false);
    (0..STEPS).for_each(|_| careless.step());
    println!("  (without times of impact {} got through)", through(&careless));
    save(&strip, &name);
    Ok(())
}
