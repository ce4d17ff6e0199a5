//! The output of all programs: a progress bar, lines with each measurement and its limit, and a picture in a file.

use crate::measure::stand;
use crate::picture::{Strip, View};
use crate::space::Space;
use crate::world::World;
use gjk::Error;
use indicatif::{ProgressBar, ProgressStyle};
use std::process::ExitCode;

/// The measurements of a program, printed as they come.
#[derive(Default)]
pub struct Report {
    failures: u32,
}

impl Report {
    /// Prints a measurement that has a limit, and whether it is within.
    pub fn limit(&mut self, what: &str, found: f64, most: f64, unit: &str) {
        self.holds(&format!("{what} {found:.2} {unit}, at most {most} {unit}"), found <= most);
    }

    /// Prints a sentence, and whether it is true.
    pub fn holds(&mut self, what: &str, is_true: bool) {
        println!("  {} {what}", if is_true { "✓" } else { "✗" });
        self.failures += u32::from(!is_true);
    }

    /// How the program ends.
    pub fn end(self) -> ExitCode {
        if self.failures == 0 {
            ExitCode::SUCCESS
        } else {
            println!("{} of these are not as they should be.", self.failures);
            ExitCode::FAILURE
        }
    }
}

/// A progress bar of so many steps.
pub fn bar(name: &str, length: u32) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:28} {wide_bar} {pos:>3}/{len}");
    let bar = ProgressBar::new(u64::from(length));
    bar.set_message(name.to_owned());
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

/// Writes a picture strip to a file in the directory for temporary files, and says where.
pub fn save(strip: &Strip, name: &str) {
    let path = std::env::temp_dir().join(format!("gjk-worlds-{name}.svg"));
    match std::fs::write(&path, strip.svg()) {
        Ok(()) => println!("  {}", path.display()),
        Err(why) => println!("  no picture in {}: {why}", path.display()),
    }
}

/// Lets a world stand for a minute: how far does it drift, which has a limit in millimetres, and when does it sleep? The picture
/// strip is of the start, the middle and the end.
///
/// # Errors
/// If the world cannot be made.
pub fn stands<T: Space<D>, const D: usize>(
    name: &str,
    make: impl Fn() -> Result<World<T, D>, Error>,
    view: View,
    limit: f64,
    report: &mut Report,
) -> Result<(), Error> {
    const SECONDS: u32 = 60;
    let bar = bar(name, SECONDS);
    let mut strip = Strip::new(view);
    strip.add(&make()?);
    let found = stand(make()?, make()?, SECONDS, |world| {
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
    save(&strip, name);
    Ok(())
}
