//! A thousand mixed bodies fall into a walled box. How deep do they overlap when they have settled, and does one escape?
//!
//! `pile 400` takes another number of bodies.

use std::process::ExitCode;
use worlds::Forms;
use worlds::measure::settle;
use worlds::picture::{Strip, View};
use worlds::scenes::{pile, pile_width};
use worlds::show::{Report, bar, save};

const SECONDS: u32 = 12;

fn main() -> Result<ExitCode, gjk::Error> {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(1000);
    let mut report = Report::default();
    heap::<f32, 2>("2d-f32", count, 32, &mut report)?;
    heap::<f64, 2>("2d-f64", count, 32, &mut report)?;
    heap::<f32, 3>("3d-f32", count, 8, &mut report)?;
    heap::<f64, 3>("3d-f64", count, 8, &mut report)?;
    Ok(report.end())
}

fn heap<T: Forms<D>, const D: usize>(
    name: &str,
    count: u32,
    columns: u32,
    report: &mut Report,
) -> Result<(), gjk::Error> {
    let name = format!("pile-of-{count}-{name}");
    let width = pile_width(columns);
    let bar = bar(&name, 2 * SECONDS);
    let mut strip = Strip::new(View::new([0.0, 0.35 * width], [0.65 * width, 0.65 * width]));
    let mut world = pile::<T, D>(count, columns)?;
    strip.add(&world);
    let found = settle(&mut world, width, SECONDS, |world| {
        bar.inc(1);
        if world.steps % 180 == 0 {
            strip.add(world);
        }
    });
    bar.finish_and_clear();
    let [all, late] = found.per_step;
    println!("{name}: {all:?} a step, {late:?} at rest, {} asleep, {:016x}", found.asleep, found.fingerprint);
    report.limit("overlap by", found.deepest * 1e3, 90.0, "mm");
    report.holds(&format!("{} escaped", found.escaped), found.escaped == 0);
    report.holds("all numbers are sound", found.is_sound);
    save(&strip, &name);
    Ok(())
}
