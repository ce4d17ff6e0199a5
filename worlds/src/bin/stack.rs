//! Stacks of ten boxes, and in the plane of twenty, for a minute. How far do they drift, and when do they sleep?

use std::process::ExitCode;
use worlds::Forms;
use worlds::World;
use worlds::picture::View;
use worlds::scenes::stack;
use worlds::show::{Report, stands};

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
    let make = || {
        let mut world: World<T, D> = stack(count)?;
        if count > 10 {
            world.settings = world.settings.stiff();
        }
        Ok(world)
    };
    let height = f64::from(count);
    let view = View::new([0.0, height / 2.0], [height / 2.0, height / 2.0 + 1.0]);
    stands(&format!("stack-of-{count}-{name}"), make, view, limit, report)
}
