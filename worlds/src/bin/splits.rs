//! Errors, jitter and times of four ways to split numbers between `f32` and `f64`: docs/large-worlds.md has the table and the figure.
//!
//! The lines of `splits.csv` go to the standard output, with a bar in the terminal. `splits times` prints `splits-times.csv`, and
//! `splits figure FILE` draws the lines that are kept.

use indicatif::ProgressBar;
use std::hint::black_box;
use std::time::Instant;
use worlds::scenes::Random;
use worlds::splits::{FAR, HEAD, PAIRS, PIECES, Pair, SPLITS, figure, line};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["figure", file] => std::fs::write(file, figure(include_str!("../../splits.csv")))?,
        ["times"] => {
            println!("split,% of the time of f32");
            let times = (0..SPLITS.len()).map(time).collect::<Result<Vec<_>, _>>()?;
            for (name, time) in SPLITS.iter().zip(&times) {
                println!("{name},{:.0}", 100.0 * time / times[0]);
            }
        }
        _ => {
            let bar = ProgressBar::new((SPLITS.len() * PIECES.len() * FAR.len()) as u64);
            println!("{HEAD}");
            for split in 0..SPLITS.len() {
                for piece in PIECES {
                    for km in FAR {
                        println!("{}", line(split, piece, km, PAIRS)?);
                        bar.inc(1);
                    }
                }
            }
        }
    }
    Ok(())
}

/// How long a contact takes, with both shapes posed anew, in nanoseconds: the quickest of many rounds.
fn time(split: usize) -> Result<f64, gjk::Error> {
    let mut random = Random::new(5);
    let pairs: Vec<_> = (0..1000).map(|k| Pair::new(&mut random, PIECES[k % PIECES.len()], 1.0)).collect();
    let mut least = f64::INFINITY;
    for _ in 0..200 {
        let clock = Instant::now();
        for pair in &pairs {
            black_box(pair.ask(split)?);
        }
        least = least.min(clock.elapsed().as_secs_f64() * 1e9 / 1000.0);
    }
    Ok(least)
}
