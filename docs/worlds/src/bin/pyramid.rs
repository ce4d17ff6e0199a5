//! Pyramids of 210 boxes, for a minute. How far do they drift, and when do they sleep?

use std::process::ExitCode;
use worlds::measure::stand;
use worlds::picture::{Strip, View};
use worlds::scenes::{Forms, pyramid};
use worlds::show::{Report, bar, save};

const SECONDS: u32 = 60;
const ROWS: u32 = 20;

fn main() -> Result<ExitCode, gjk::Error> {
    let mut report = Report::default();
    wide::<f32, 2>("2d-f32", 2.0, &mut report)?;
    wide::<f64, 2>("2d-f64", 2.0, &mut report)?;
    wide::<f32, 3>("3d-f32", 25.0, &mut report)?;
    wide::<f64, 3>("3d-f64", 25.0, &mut report)?;
    Ok(report.end())
}

/// A pyramid with a limit on how far its boxes drift, in millimetres.
fn wide<T: Forms<D>, const D: usize>(name: &str, limit: f64, report: &mut Report) -> Result<(), gjk::Error> {
    let name = format!("pyramid-{name}");
    let bar = bar(&name, SECONDS);
    let mut strip = Strip::new(View { center: [0.0, 9.0], half: [12.0, 12.0] });
    strip.add(&pyramid::<T, D>(ROWS)?);
    let found = stand(pyramid::<T, D>(ROWS)?, pyramid::<T, D>(ROWS)?, SECONDS, |world| {
        bar.inc(1);
        if world.steps % (u64::from(SECONDS) * 30) == 0 {
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
