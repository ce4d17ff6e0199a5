//! Writes three files into `results`: the table of hard cases, the table of worlds, and two strips of pictures.
//!
//! ```sh
//! cargo run --release --manifest-path benches/rapier/Cargo.toml            # all of them
//! cargo run --release --manifest-path benches/rapier/Cargo.toml -- cases   # or worlds, or film
//! ```

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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    if wants("cases") {
        let (table, wrong) = cases::table();
        fs::write(folder.join("cases.md"), table)?;
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
            fs::write(folder.join(format!("{}.svg", name.replace(' ', "-"))), film::strip(scene, &view))?;
        }
    }
    if wants("worlds") {
        fs::write(folder.join("worlds.md"), worlds::table())?;
    }
    Ok(())
}
