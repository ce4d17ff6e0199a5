//! The corpus: `corpus unpack TARGET FOLDER` and `corpus pack TARGET FOLDER`
//! convert between the packed file and a folder with a file for each input, as the fuzzer wants it; `corpus run TARGET FILE...`
//! runs single inputs; `corpus random TARGET SECONDS SEED` runs random ones, and leaves the first that breaks a promise in the
//! folder `found`.

use gjk_fuzz::{packed, random, target, unpacked};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs, io, process};

fn file(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target)
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["unpack", name, folder] => {
            fs::create_dir_all(folder)?;
            for (k, input) in unpacked(&fs::read(file(name))?).iter().enumerate() {
                fs::write(Path::new(folder).join(format!("packed-{k}")), input)?;
            }
        }
        ["pack", name, folder] => {
            let paths: io::Result<Vec<_>> =
                fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect();
            let mut inputs = paths?.iter().map(fs::read).collect::<io::Result<Vec<_>>>()?;
            inputs.sort();
            inputs.dedup();
            fs::create_dir_all(file(name).with_file_name(""))?;
            fs::write(file(name), packed(&inputs))?;
            println!("{name}: {} inputs", inputs.len());
        }
        ["run", name, ref files @ ..] if target(name).is_some() => {
            for path in files {
                println!("{path}");
                target(name).expect("a target")(&fs::read(path)?);
            }
        }
        ["random", name, seconds, seed] if target(name).is_some() => {
            let (Ok(seconds), Ok(seed)) = (seconds.parse(), seed.parse()) else { usage() };
            let end = Instant::now() + Duration::from_secs(seconds);
            let (count, broken) = random(target(name).expect("a target"), seed, |_| Instant::now() < end);
            println!("{name}: {count} random inputs");
            if let Some(input) = broken {
                let path = Path::new("found").join(format!("{name}-random-{seed}-{count}"));
                fs::create_dir_all("found")?;
                fs::write(&path, input)?;
                println!("{} breaks a promise", path.display());
                process::exit(1);
            }
        }
        _ => usage(),
    }
    Ok(())
}

fn usage() -> ! {
    eprintln!(
        "usage: corpus unpack TARGET FOLDER | pack TARGET FOLDER | run TARGET FILE... | random TARGET SECONDS SEED"
    );
    process::exit(2);
}
