//! A pile of sixty comes to rest at some distance from the origin, in `f32`, in `f64`, and with places in `f64` and shapes in `f32`:
//! docs/large-worlds.md has the table. The lines of `far.csv` go to the standard output, the times of steps to the standard error.

use worlds::measure::{FAR, NUMBERS, far, far_line};

fn main() -> Result<(), gjk::Error> {
    println!("km,numbers,seconds,asleep,of,creep in mm/s,deepest overlap in mm");
    for (numbers, name) in NUMBERS.iter().enumerate() {
        let mut times = Vec::new();
        for km in FAR {
            let (found, seconds, time) = far(numbers, km)?;
            println!("{}", far_line(numbers, km, &found, seconds));
            times.push(format!("{} µs at {km} km", time.as_micros()));
        }
        eprintln!("{name}, a step: {}", times.join(", "));
    }
    Ok(())
}
