//! What the programs have in common: a progress bar, lines that say what was measured and what it may be, and a picture in a file.

use crate::picture::Strip;
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
