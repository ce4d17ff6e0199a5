//! The plan of a study: its options, checked.

use super::arithmetic::Arithmetic;
use super::published::Way;
use super::sweeps::{BY_LEVEL, Level, SWEEPS, Sweep};
use serde::{Deserialize, Serialize};

/// A study, whatever part of it is run.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub(super) sweeps: Vec<usize>,
    pub(super) dims: Vec<usize>,
    pub(super) scalars: Vec<Arithmetic>,
    pub(super) ways: Vec<Way>,
    /// In each sweep and dimension, for each arithmetic and way.
    pub(super) samples: u64,
    pub(super) seed: u64,
}

/// A part of a study: number `of.0`, counted from 0, of `of.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard(pub(crate) u64, pub(crate) u64);

impl Shard {
    /// All of it.
    pub const ALL: Self = Self(0, 1);

    /// The number of samples of a sweep that are in this part.
    #[must_use]
    pub fn count(self, samples: u64) -> u64 {
        let range = self.range(samples);
        range.end - range.start
    }

    /// The numbers of its samples.
    fn range(self, samples: u64) -> std::ops::Range<u64> {
        let bound = |k: u64| u64::try_from(u128::from(samples) * u128::from(k) / u128::from(self.1)).unwrap_or(samples);
        bound(self.0)..bound(self.0 + 1)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((i @ 1.., n)) if i <= n && n <= 1_000_000 => Ok(Self(i - 1, n)),
            _ => Err("it must be i/n, part i of n, from 1/n to n/n".into()),
        }
    }
}

/// The first line of a file of counts: what they are counts of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    pub(super) study: String,
    pub(super) seed: u64,
    pub(super) samples: u64,
    pub(super) sweeps: Vec<String>,
    pub(super) dims: Vec<usize>,
    pub(super) scalars: Vec<String>,
    pub(super) cases: Vec<String>,
    pub(super) shard: Shard,
}

/// A few samples of a sweep in one dimension.
pub(super) struct Block {
    pub(super) sweep: usize,
    pub(super) dim: usize,
    pub(super) samples: std::ops::Range<u64>,
}

/// As many as one thread measures at a time.
const BLOCK: u64 = 16;

impl Plan {
    /// A plan with sorted lists, each entry once; an error if nothing is left to measure. Without sweeps it has all
    /// sweeps with something left to measure.
    pub fn new(
        sweeps: &[String],
        dims: Vec<usize>,
        scalars: Vec<Arithmetic>,
        ways: Vec<Way>,
        [samples, seed]: [u64; 2],
    ) -> Result<Self, String> {
        let mut numbers = Vec::new();
        for name in sweeps {
            let number = SWEEPS.iter().position(|sweep| sweep.name == name);
            numbers.push(number.ok_or_else(|| {
                let names: Vec<_> = SWEEPS.iter().map(|sweep| sweep.name).collect();
                format!("--sweep {name}: there is no such sweep; there are {}", names.join(", "))
            })?);
        }
        let mut plan = Self {
            sweeps: sorted(numbers),
            dims: sorted(dims),
            scalars: sorted(scalars),
            ways: sorted(ways),
            samples,
            seed,
        };
        if sweeps.is_empty() {
            plan.sweeps = (0..SWEEPS.len()).filter(|sweep| plan.has(&SWEEPS[*sweep])).collect();
        }
        if let Some(sweep) = plan.sweeps.iter().map(|sweep| &SWEEPS[*sweep]).find(|sweep| !plan.has(sweep)) {
            return Err(format!("--sweep {}: nothing is left of it with {}", sweep.name, plan.options()));
        }
        if plan.sweeps.is_empty() {
            return Err(format!("nothing is left of any sweep with {}", plan.options()));
        }
        Ok(plan)
    }

    /// A plan of questions instead of sweeps.
    pub fn of_questions(scalars: Vec<Arithmetic>, ways: Vec<Way>) -> Result<Self, String> {
        let (sweeps, dims, scalars, ways) = (Vec::new(), Vec::new(), sorted(scalars), sorted(ways));
        let plan = Self { sweeps, dims, scalars, ways, samples: 0, seed: 0 };
        if plan.scalars.iter().all(|arithmetic| plan.ways_of(*arithmetic, 3).is_empty()) {
            let Header { scalars, cases, .. } = plan.header(Shard::ALL);
            return Err(format!(
                "--cases {}: ways other than `ours` are not asked in {}",
                cases.join(","),
                scalars.join(",")
            ));
        }
        Ok(plan)
    }

    /// The options for dimensions, arithmetics and ways.
    pub(super) fn options(&self) -> String {
        let Header { dims, scalars, cases, .. } = self.header(Shard::ALL);
        let dims: Vec<_> = dims.iter().map(ToString::to_string).collect();
        let dims = if dims.is_empty() { String::new() } else { format!("--dims {} ", dims.join(",")) };
        format!("{dims}--scalars {} --cases {}", scalars.join(","), cases.join(","))
    }

    /// Returns whether anything is left of a sweep.
    fn has(&self, sweep: &Sweep) -> bool {
        let levels = (sweep.levels)();
        self.dims_of(sweep).iter().any(|dim| levels.iter().any(|level| !self.asked(sweep, *dim, level).is_empty()))
    }

    /// The dimensions of a sweep.
    fn dims_of(&self, sweep: &Sweep) -> Vec<usize> {
        sweep.dims.iter().copied().filter(|dim| *dim == BY_LEVEL || self.dims.contains(dim)).collect()
    }

    /// The arithmetics and ways that are asked at a level.
    pub(super) fn asked(&self, sweep: &Sweep, dim: usize, level: &Level) -> Vec<(Arithmetic, Vec<Way>)> {
        let dim = Sweep::dimension(dim, level);
        if !self.dims.contains(&dim) {
            return Vec::new();
        }
        let scalars = sweep.arithmetic(level).map_or_else(|| self.scalars.clone(), |only| vec![only]);
        scalars
            .into_iter()
            .filter(|arithmetic| arithmetic.has(dim) && sweep.has_judge_of(*arithmetic))
            .map(|arithmetic| (arithmetic, self.ways_of(arithmetic, dim)))
            .filter(|(_, ways)| !ways.is_empty())
            .collect()
    }

    /// The ways that are asked in an arithmetic.
    pub(super) fn ways_of(&self, arithmetic: Arithmetic, dim: usize) -> Vec<Way> {
        let compares = arithmetic.compares() && matches!(dim, 2 | 3);
        let is_asked = |way: &Way| *way == Way::Ours || compares && computes(*way, arithmetic);
        self.ways.iter().copied().filter(is_asked).collect()
    }

    /// A part of the study, in small pieces.
    pub(super) fn blocks(&self, shard: Shard) -> Vec<Block> {
        let mut blocks = Vec::new();
        for (sweep, dim) in self.kinds() {
            let mut samples = shard.range(self.samples.min(SWEEPS[sweep].most()));
            while !samples.is_empty() {
                let end = samples.end.min(samples.start + BLOCK);
                blocks.push(Block { sweep, dim, samples: samples.start..end });
                samples.start = end;
            }
        }
        blocks
    }

    /// Each sweep with each of its dimensions.
    pub(super) fn kinds(&self) -> Vec<(usize, usize)> {
        let dims =
            |sweep: &usize| self.dims_of(&SWEEPS[*sweep]).into_iter().map(|dim| (*sweep, dim)).collect::<Vec<_>>();
        self.sweeps.iter().flat_map(dims).collect()
    }

    pub(super) fn header(&self, shard: Shard) -> Header {
        Header {
            study: format!("gjk precision {}", env!("CARGO_PKG_VERSION")),
            seed: self.seed,
            samples: self.samples,
            sweeps: self.sweeps.iter().map(|sweep| SWEEPS[*sweep].name.into()).collect(),
            dims: self.dims.clone(),
            scalars: self.scalars.iter().map(ToString::to_string).collect(),
            cases: self.ways.iter().map(|way| way.name().into()).collect(),
            shard,
        }
    }

    /// The plan of a header.
    pub(super) fn of(header: &Header) -> Result<Self, String> {
        let scalars = header.scalars.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
        let ways = header.cases.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
        Self::new(&header.sweeps, header.dims.clone(), scalars, ways, [header.samples, header.seed])
    }

    /// The command that runs all of it.
    pub(super) fn command(&self) -> String {
        let Header { seed, samples, sweeps, .. } = self.header(Shard::ALL);
        let options = self.options();
        format!("gjk precision --sweep {} {options} --samples {samples} --seed {seed}", sweeps.join(","))
    }
}

/// Returns whether a way computes in an arithmetic: parry is another library, with arithmetics of its own.
fn computes(way: Way, arithmetic: Arithmetic) -> bool {
    #[cfg(feature = "parry")]
    if way == Way::Parry {
        return matches!(arithmetic, Arithmetic::F32 | Arithmetic::F64);
    }
    let _ = (way, arithmetic);
    true
}

/// Sorted, each once.
fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_all_samples_each_once() {
        for samples in [0, 1, 5, 1000] {
            for n in [1, 2, 3, 7, 1500] {
                let parts = (0..n).map(|i| Shard(i, n).range(samples));
                assert_eq!(parts.flatten().collect::<Vec<_>>(), (0..samples).collect::<Vec<_>>());
            }
        }
        assert_eq!("2/3".parse(), Ok(Shard(1, 3)));
        for text in ["", "0/3", "4/3", "1", "1/0", "-1/2", "a/b", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
