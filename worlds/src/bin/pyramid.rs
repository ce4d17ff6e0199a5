//! Pyramids of 210 boxes, for a minute. How far do they drift, and when do they sleep?

use std::process::ExitCode;
use worlds::Forms;
use worlds::picture::View;
use worlds::scenes::pyramid;
use worlds::show::{Report, stands};

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
    let view = View::new([0.0, 9.0], [12.0, 12.0]);
    stands(&format!("pyramid-{name}"), || pyramid::<T, D>(20), view, limit, report)
}
