//! A pile of sixty comes to rest at some distance from the origin, in `f32` and in `f64`: docs/large-worlds.md has the table.

use worlds::measure::{Places, rest, run};
use worlds::scenes::scene;
use worlds::{Forms, num};

fn main() -> Result<(), gjk::Error> {
    println!("| km | f32: asleep | creep, mm/s | deepest, mm | f64: asleep | creep, mm/s | deepest, mm |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for km in [0.0, 1.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1000.0] {
        println!("| {km} {} {} |", row::<f32>(km)?, row::<f64>(km)?);
    }
    Ok(())
}

/// After twenty seconds; the last one is measured.
fn row<T: Forms<2>>(km: f64) -> Result<String, gjk::Error> {
    let mut world = scene::<T, 2>("pile", 60)?;
    world.shift(&[num(1000.0 * km), num(0.0)].into());
    run(&mut world, 19 * 60);
    let before = Places::of(&world);
    run(&mut world, 60);
    let found = rest(&world, &before, 1.0);
    let [creep, deepest] = [found.creep, found.deepest].map(|metres| metres * 1e3);
    Ok(format!("| {} of {} | {creep:.1} | {deepest:.1}", found.asleep, found.movable))
}
