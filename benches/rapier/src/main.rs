//! The table of hard cases, the table of worlds, and two strips of pictures.
//!
//! ```sh
//! cargo run --release --manifest-path benches/rapier/Cargo.toml            # all of them
//! cargo run --release --manifest-path benches/rapier/Cargo.toml -- cases   # or worlds, or film
//! ```
//!
//! `KEEP=1` writes them into `results`. Otherwise the tables are printed.

mod cases;
mod film;
mod judge;
mod plane;
mod scenes;
mod space;
mod worlds;

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let wanted: Vec<String> = env::args().skip(1).collect();
    let wants = |what: &str| wanted.is_empty() || wanted.iter().any(|word| word == what);
    let keep = |name: &str, text: &str| {
        if env::var_os("KEEP").is_some() {
            return fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join(name), text);
        }
        if !name.ends_with(".svg") {
            println!("{text}");
        }
        Ok(())
    };
    if wants("cases") {
        let (table, wrong) = cases::table();
        keep("cases.md", &table)?;
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
            let Some(scene) = scenes::SCENES.iter().find(|scene| scene.name == name) else { continue };
            keep(&format!("{}.svg", name.replace(' ', "-")), &film::strip(scene, &view))?;
        }
    }
    if wants("worlds") {
        keep("worlds.md", &worlds::table())?;
    }
    Ok(())
}
