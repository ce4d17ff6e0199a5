//! The table of hard cases, the table of worlds, and two strips of pictures.
//!
//! ```sh
//! cargo run --release --manifest-path benches/rapier/Cargo.toml -- cases worlds film   # or one of them
//! ```
//!
//! `KEEP=1` writes them to `results`; otherwise the tables are printed. `PAIRS` is the number of random pairs of each two kinds: 2,000 if it
//! is not set, and 100,000 in `results`.

mod cases;
mod film;
mod plane;
mod space;

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let wanted: Vec<String> = env::args().skip(1).collect();
    let wants = |what: &str| wanted.is_empty() || wanted.iter().any(|word| word == what);
    let keep = |name: &str, text: &str| {
        if env::var_os("KEEP").is_some() {
            return fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join(name), text);
        }
        if Path::new(name).extension().is_some_and(|kind| kind == "md") {
            println!("{text}");
        }
        Ok(())
    };
    if wants("cases") {
        let (table, wrong) = cases::table();
        keep("cases.txt", &table)?;
        if wrong > 0 {
            return Err(io::Error::other(format!("{wrong} answers of gjk-parry are wrong")));
        }
    }
    if wants("film") {
        let views = [
            ("pile", film::View { middle: [0.0, 4.5], half: 5.5 }),
            ("cylinders on a slope", film::View { middle: [0.0, 0.0], half: 18.0 }),
        ];
        for (name, view) in views {
            let Some(scene) = space::scenes::SCENES.iter().find(|scene| scene.name == name) else { continue };
            keep(&format!("{}.svg", name.replace(' ', "-")), &film::strip(scene, &view))?;
        }
    }
    if wants("worlds") {
        keep("worlds.txt", &worlds())?;
    }
    Ok(())
}

/// The table of worlds.
fn worlds() -> String {
    use space::worlds::{RUNS, STEPS};
    let (plane, space) = (plane::worlds::rows(), space::worlds::rows());
    let mut lines = vec![
        format!(
            "Each world for {STEPS} steps of 1/60 s in rapier2d and rapier3d 0.36.1, with parry's dispatcher and with gjk-parry's. Overlaps are measured in f64 every 20 steps, in mm: at the end, and the deepest at any time. *Missed* are pairs that overlap by more than 1 mm without a contact, of all that overlap so. *Lost* are bodies that fell through a floor or passed a wall. Times are processor time of runs in which no body may sleep, the least of {RUNS}, which take turns."
        ),
        String::new(),
        "| world | dispatcher | asleep | lost | overlap at the end | deepest | missed | steps/s | time ÷ parry |"
            .to_owned(),
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |".to_owned(),
    ];
    lines.extend(plane.0.into_iter().chain(space.0));
    let ratios: Vec<f64> = plane.2.into_iter().chain(space.2).collect();
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    lines.push(String::new());
    lines.push(format!("Step time with gjk-parry ÷ with parry, geometric mean: {mean:.2}."));
    lines.extend(plane.1.into_iter().chain(space.1));
    lines.join("\n") + "\n"
}
