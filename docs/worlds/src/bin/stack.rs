//! Stacks of ten boxes, and in the plane of twenty, for a minute. How far do they drift, and when do they sleep?

use std::process::ExitCode;
use worlds::World;
use worlds::measure::stand;
use worlds::picture::{Strip, View};
use worlds::scenes::{Forms, stack};
use worlds::show::{Report, bar, save};

const SECONDS: u32 = 60;

fn main() -> Result<ExitCode, gjk::Error> {
    let mut report = Report::default();
    tall::<f32, 2>("2d-f32", 10, 12.0, &mut report)?;
    tall::<f64, 2>("2d-f64", 10, 12.0, &mut report)?;
    tall::<f32, 3>("3d-f32", 10, 12.0, &mut report)?;
    tall::<f64, 3>("3d-f64", 10, 12.0, &mut report)?;
    tall::<f32, 2>("2d-f32", 20, 100.0, &mut report)?;
    tall::<f64, 2>("2d-f64", 20, 100.0, &mut report)?;
    Ok(report.end())
}

/// Boxes on top of each other, with a limit on how far they drift, in millimetres.
fn tall<T: Forms<D>, const D: usize>(
    name: &str,
    count: u32,
    limit: f64,
    report: &mut Report,
) -> Result<(), gjk::Error> {
    let name = format!("stack-of-{count}-{name}");
    let make = || {
        let mut world: World<T, D> = stack(count)?;
        if count > 10 {
            world.settings = world.settings.stiff();
        }
        Ok::<_, gjk::Error>(world)
    };
    let bar = bar(&name, SECONDS);
    let height = f64::from(count);
    let mut strip = Strip::new(View { center: [0.0, height / 2.0], half: [height / 2.0, height / 2.0 + 1.0] });
    strip.add(&make()?);
    let found = stand(make()?, make()?, SECONDS, |world| {
        bar.inc(1);
        if world.steps % (SECONDS as u64 * 30) == 0 {
            strip.add(world);
        }
    });
    bar.finish_and_clear();
    println!("{name}: {:?} a step, deepest {:.2} mm, {:016x}", found.per_step, found.deepest * 1e3, found.fingerprint);
    report.limit("drifts by", found.drift * 1e3, limit, "mm");
    report.holds(&format!("sleeps after {:?} s", found.asleep), found.asleep.is_some());
    report.holds("all numbers are sound", found.is_sound);
    save(&strip, &name);
    Ok(())
}
