//! A box slides and a ball rolls over a hundred joints of level ground. By what part of its speed does each stumble?

use std::process::ExitCode;
use worlds::ground::forget_neighbours;
use worlds::measure::bump;
use worlds::picture::{Strip, View};
use worlds::scenes::{Runner, joints};
use worlds::show::{Report, bar, save};
use worlds::{Space, World};

const SECONDS: u32 = 11;

fn main() -> Result<ExitCode, gjk::Error> {
    let mut report = Report::default();
    for runner in [Runner::SlidingBox, Runner::RollingBall] {
        run("chain-2d-f32", || joints::<f32, 2>(runner), runner, &mut report)?;
        run("chain-2d-f64", || joints::<f64, 2>(runner), runner, &mut report)?;
        run("mesh-3d-f32", || joints::<f32, 3>(runner), runner, &mut report)?;
        run("mesh-3d-f64", || joints::<f64, 3>(runner), runner, &mut report)?;
    }
    Ok(report.end())
}

fn run<T: Space<D>, const D: usize>(
    name: &str,
    make: impl Fn() -> Result<World<T, D>, gjk::Error>,
    runner: Runner,
    report: &mut Report,
) -> Result<(), gjk::Error> {
    let name = format!("{name}-{runner:?}");
    let bar = bar(&name, SECONDS);
    let mut strip = Strip::new(View::new([13.0, -1.0], [8.0, 4.0]));
    let mut world = make()?;
    let found = bump(&mut world, SECONDS, |world| {
        bar.inc(1);
        if world.steps <= 180 {
            strip.add(world);
        }
    });
    bar.finish_and_clear();
    println!("{name}: {:016x}", world.fingerprint());
    report.limit("stumbles by", found * 100.0, 1.0, "%");

    let mut careless = make()?;
    let last = careless.bodies.len() - 1;
    forget_neighbours(&mut careless.bodies[..last]);
    println!("  (without neighbours by {:.2} %)", bump(&mut careless, SECONDS, |_| ()) * 100.0);
    save(&strip, &name);
    Ok(())
}
