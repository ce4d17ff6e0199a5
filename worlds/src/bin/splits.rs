//! Errors, jitter and times of four ways to split numbers between `f32` and `f64`: docs/large-worlds.md has the table and the figure.
//!
//! The lines of `splits.csv` go to the standard output, times to the other one, and the figure to the file that is named.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;
use worlds::scenes::Random;
use worlds::splits::{FAR, PIECES, Pair, SPLITS, line, measured};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("split,piece,size in m,km,99 % of errors in mm,largest error in mm,jitter in mm");
    let mut curves = Vec::new();
    for split in 0..SPLITS.len() {
        for piece in PIECES {
            let mut curve = Vec::new();
            for km in FAR {
                let found = measured(split, piece, km)?;
                println!("{}", line(split, piece, km, found));
                curve.push(found[0]);
            }
            if piece == PIECES[0] {
                curves.push(curve);
            }
        }
        eprintln!("{}: {:.0} ns a contact", SPLITS[split], time(split)?);
    }
    if let Some(file) = std::env::args().nth(1) {
        std::fs::write(file, figure(&curves))?;
    }
    Ok(())
}

/// How long a contact takes, with both shapes posed anew: the quickest of many rounds.
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

/// The errors over the distance from the origin, both as powers of ten.
fn figure(curves: &[Vec<f64>]) -> String {
    let x = |k: usize| 90.0 + 100.0 * k as f64;
    let y = |error: f64| 40.0 + 22.0 * (4.0 - error.max(1e-13).log10());
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 480\" font-family=\"sans-serif\" font-size=\"15\">\n\
         <rect width=\"860\" height=\"480\" fill=\"#fff\"/>\n<text x=\"16\" y=\"22\">error of a separation, mm (99 % are within)</text>\n",
    );
    for power in (-12..=4).step_by(2) {
        let height = y(10_f64.powi(power));
        let _ = writeln!(
            svg,
            "<path d=\"M90 {height}H590\" stroke=\"#ddd\"/><text x=\"80\" y=\"{}\" text-anchor=\"end\">10<tspan dy=\"-6\" font-size=\"11\">{power}</tspan></text>",
            height + 5.0
        );
    }
    for (k, km) in FAR.iter().enumerate() {
        let _ = writeln!(svg, "<text x=\"{}\" y=\"440\" text-anchor=\"middle\">{km}</text>", x(k));
    }
    svg += "<text x=\"340\" y=\"465\" text-anchor=\"middle\">km from the origin</text>\n";
    for ((k, curve), color) in curves.iter().enumerate().zip(["#c0392b", "#1f6fb2", "#8e6c0a", "#2e7d32"]) {
        let points: Vec<_> = curve.iter().enumerate().map(|(k, error)| format!("{},{:.1}", x(k), y(*error))).collect();
        let end = curve.last().map_or(0.0, |error| y(*error));
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2.5\"/>\n\
             <text x=\"602\" y=\"{:.1}\" fill=\"{color}\">{}</text>",
            points.join(" "),
            end + 5.0,
            SPLITS[k]
        );
    }
    svg + "</svg>\n"
}
