//! Hulls in one to four dimensions, by linear programming in integers.

use super::scenes::{Scene, WAYS, Way, count, scene};
use gjk::epa::Expansion;
use gjk::{SupportExt, shape_cast, simplex::Cases};
use oracle::passage::{self, Which};
use oracle::testing::{BOUND, Float, cloud, vector, wide};
use oracle::vector::{add_scaled, dot, largest_coordinate, norm, sub};
use oracle::{Kind, Rational, certificate, depth, error_in_eps_l, exact};

#[derive(Default)]
struct Tally {
    casts: u32,
    hits: u32,
    misses: u32,
    inside: u32,
    /// Called a hit but a miss, called a miss but a hit: within rounding.
    grazed: [u32; 2],
    /// Within rounding of each other at a time well before they touch, past a sliver or along a face.
    near: u32,
    late: u32,
    undecided: u32,
    wrong: u32,
    errors: Vec<f64>,
    slack: Vec<f64>,
    evaluations: Vec<u32>,
}

impl Tally {
    fn add<T: Float, const D: usize>(&mut self, scene: &Scene<D>, what: &str)
    where
        Cases: Expansion<T, D>,
    {
        let Scene { a, b, v } = scene;
        let found = shape_cast(&cloud::<T, D>(a), cloud::<T, D>(b).moving(vector::<T, D>(v))).unwrap();
        let want = passage::time(a, b, v, Which::First);
        let l = a.iter().flat_map(|p| b.iter().map(|q| largest_coordinate(&sub(p, q)))).fold(0.0, f64::max);
        let unit = T::PRECISION.epsilon() * l;
        let moved = |t: f64| -> Vec<[f64; D]> { b.iter().map(|p| add_scaled(p, v, t)).collect() };
        self.casts += 1;
        if found.undecided.is_some() {
            self.undecided += 1;
            println!("{what}: {found:?}");
        }
        if let (Some(want), Some(lower)) = (&want, &found.lower)
            && Rational::from_f64(lower.wide()) > *want
        {
            self.late += 1;
            println!("{what}: lower {:e}, exactly {:e}", lower.wide(), want.to_f64());
        }
        match (&found.hit, want) {
            (Some(hit), Some(want)) => {
                let toi = hit.time.wide();
                self.hits += 1;
                self.inside += u32::from(want.is_zero());
                let n = wide(&hit.normal);
                if toi == 0.0 && want.is_zero() {
                    // The contact's normal: along no other is the reach less. (That takes the oracle long in four dimensions.)
                    if D == 4 && self.inside % 16 != 1 {
                        return;
                    }
                    let more = depth::reach(a, b, &n) - depth::least_reach(a, b).max(0.0);
                    if more > BOUND * unit {
                        self.wrong += 1;
                        println!("{what}: {} ε L more than the depth: {found:?}", more / unit);
                    }
                    return;
                }
                assert!((norm(&n) - 1.0).abs() < 8.0 * T::PRECISION.epsilon());
                let along = dot(v, &n).abs();
                let off = |time: f64| error_in_eps_l(time * along, want.to_f64() * along, l, T::PRECISION.epsilon());
                let error = off(toi);
                self.errors.push(error);
                self.slack.push(off(found.lower.unwrap().wide()));
                self.evaluations.push(found.evaluations);
                let gap = certificate::gap(a, b, &n).to_f64() + toi * dot(v, &n);
                if error > BOUND
                    && gap.abs() <= BOUND * unit
                    && exact::distance(a, &moved(toi)).distance() <= BOUND * unit
                {
                    // What is promised holds.
                    self.near += 1;
                    self.errors.pop();
                    self.slack.pop();
                } else if error > BOUND || gap < -BOUND * unit {
                    self.wrong += 1;
                    println!("{what}: error {error}, gap {} {found:?}, exactly {:e}", gap / unit, want.to_f64());
                }
                let apart = sub(&wide(&hit.points[1].coords), &wide(&hit.points[0].coords));
                let places = hit.points.iter().map(|p| largest_coordinate(&wide(&p.coords))).fold(l, f64::max);
                if norm(&apart) > BOUND * T::PRECISION.epsilon() * places {
                    self.wrong += 1;
                    println!("{what}: points {:e} apart {found:?}", norm(&apart));
                }
            }
            (Some(hit), None) => {
                self.grazed[0] += 1;
                let off = exact::distance(a, &moved(hit.time.wide())).distance() / unit;
                if off > BOUND {
                    self.wrong += 1;
                    println!("{what}: off by {off}: {found:?}");
                }
            }
            (None, Some(first)) => {
                self.grazed[1] += 1;
                let last = passage::time(a, b, v, Which::Last).unwrap();
                let deep = depth::least_reach(a, &moved(0.5 * (first.to_f64() + last.to_f64()))) / unit;
                if deep > BOUND {
                    self.wrong += 1;
                    println!("{what}: a miss, but deep by {deep}: {found:?}");
                }
            }
            (None, None) => self.misses += 1,
        }
    }

    /// Prints the figures, and asserts what is promised.
    fn judge(&mut self, what: &str) {
        self.errors.sort_by(f64::total_cmp);
        self.slack.sort_by(f64::total_cmp);
        self.evaluations.sort_unstable();
        let at = |list: &[f64], part: f64| {
            list.get(((list.len().max(1) - 1) as f64 * part) as usize).copied().unwrap_or(0.0)
        };
        println!(
            "{what}: {} casts, {} hits ({} at 0), {} misses, {:?} grazed, {} near, {} late, {} undecided; error {:.2} {:.2} {:.2}, slack {:.1} {:.1}, evaluations {} {}",
            self.casts,
            self.hits,
            self.inside,
            self.misses,
            self.grazed,
            self.near,
            self.late,
            self.undecided,
            at(&self.errors, 0.5),
            at(&self.errors, 0.99),
            at(&self.errors, 1.0),
            at(&self.slack, 0.5),
            at(&self.slack, 1.0),
            self.evaluations.get(self.evaluations.len() / 2).unwrap_or(&0),
            self.evaluations.last().unwrap_or(&0),
        );
        assert_eq!([self.late, self.undecided, self.wrong], [0; 3], "{what}");
        assert!(self.near * 1000 <= self.casts, "{what}: {}", self.near);
    }
}

fn all<T: Float, const D: usize>(name: &str)
where
    Cases: Expansion<T, D>,
{
    for way in WAYS {
        let mut tally = Tally::default();
        for seed in 0..count() / 4 {
            let kind = Kind::ALL[(seed % 9) as usize];
            let scene = scene::<T, D>(way, kind, seed);
            tally.add::<T, D>(&scene, &format!("{name} {way:?} {kind:?} {seed}"));
        }
        tally.judge(&format!("{name} {way:?}"));
        let [hits, misses, inside] =
            [tally.hits, tally.misses, tally.inside].map(|n| f64::from(n) / f64::from(tally.casts));
        match way {
            Way::Into => assert!(hits > 0.6, "{hits}"),
            Way::Past => assert!(D == 1 || hits > 0.2 && misses > 0.2, "{hits} {misses}"),
            Way::Anywhere => assert!(hits > 0.1 && misses > 0.2, "{hits} {misses}"),
            Way::Inside => assert!(inside > 0.5, "{inside}"),
        }
    }
}

#[test]
fn on_a_line() {
    all::<f32, 1>("1D f32");
    all::<f64, 1>("1D f64");
}

#[test]
fn in_the_plane() {
    all::<f32, 2>("2D f32");
    all::<f64, 2>("2D f64");
}

#[test]
fn in_space() {
    all::<f32, 3>("3D f32");
    all::<f64, 3>("3D f64");
}

#[test]
fn in_four_dimensions() {
    all::<f32, 4>("4D f32");
    all::<f64, 4>("4D f64");
}
