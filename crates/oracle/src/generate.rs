//! Seeded pairs of polytopes in any dimension, for both precisions: the inputs of the tests. A
//! [`Recipe`] says what to make; each pair depends on the recipe and one seed only.
//!
//! Half of all pairs intersect, *by construction* and not by a tuned distance. For a hit (even
//! seeds), a random convex combination of vertices of `A` and one of `B`, drawn a little towards
//! the middle, are laid on each other. For a miss (odd seeds), a random normal `n` is drawn and `B`
//! laid so that its lowest vertex along `n` is above the highest of `A` by a gap, then moved at
//! random at right angles to `n`: `n` separates. In this way all features come to face each other,
//! at gaps over many orders of magnitude. The final rounding may change a very close case; the
//! oracles judge the rounded pair.
//!
//! All coordinates are numbers of the wanted [`Precision`], so `as f32` loses nothing.

use super::boxes::OrientedBox;
use super::random::Random;
use super::rational::scale_by_power_of_two;
use super::shapes::{grid, kissing, shapes};
use super::vector::{add, add_scaled, dot, largest_coordinate, scaled, sub};

/// The families of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Points near a sphere.
    Round,
    /// Oriented boxes as their `2^D` vertices.
    Boxes,
    /// Boxes turned against each other by 1e-1 to 1e-12 only, facing each other's faces.
    NearParallelBoxes,
    /// Points within 1e-1 to 1e-6 of a segment.
    Needles,
    /// Simplices with extents from 1 down to 1e-6 along random axes.
    Slivers,
    /// Flat sets: half of them exactly flat in a coordinate plane, half in a random plane up to
    /// rounding.
    Plates,
    /// Small integer coordinates: ties, duplicates, flat sets, and much exact touching.
    Grid,
    /// Round, with duplicates, interior points and points within edges and faces.
    Redundant,
    /// Exactly touching at a vertex or along faces of aligned boxes, then one of them moved by
    /// one unit in the last place towards or away from the other, or left.
    Kissing,
}

impl Kind {
    /// All families.
    pub const ALL: [Self; 9] = [
        Self::Round,
        Self::Boxes,
        Self::NearParallelBoxes,
        Self::Needles,
        Self::Slivers,
        Self::Plates,
        Self::Grid,
        Self::Redundant,
        Self::Kissing,
    ];

    /// Returns whether half of the pairs intersect; the others are made to touch or nearly so.
    pub fn is_balanced(self) -> bool {
        !matches!(self, Self::Grid | Self::Kissing)
    }
}

/// The floating-point type the coordinates must fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Every coordinate is an `f32`.
    Single,
    /// Every coordinate is an `f64`.
    Double,
}

impl Precision {
    /// The nearest number of this type.
    pub fn round(self, x: f64) -> f64 {
        match self {
            Self::Single => f64::from(x as f32),
            Self::Double => x,
        }
    }

    /// The machine epsilon of this type.
    pub fn epsilon(self) -> f64 {
        match self {
            Self::Single => f64::from(f32::EPSILON),
            Self::Double => f64::EPSILON,
        }
    }

    /// The neighbour of `x` above (`steps > 0`) or below; `x` itself for 0. Zero has neighbours
    /// at machine epsilon here, as its true ones would leave the range in any product.
    pub fn step(self, x: f64, steps: i32) -> f64 {
        if x == 0.0 {
            return f64::from(steps.signum()) * self.epsilon();
        }
        match (self, steps.signum()) {
            (Self::Single, 1) => f64::from((x as f32).next_up()),
            (Self::Single, -1) => f64::from((x as f32).next_down()),
            (Self::Double, 1) => x.next_up(),
            (Self::Double, -1) => x.next_down(),
            _ => x,
        }
    }
}

/// The description of the pairs to make. Shapes are about one to two in size before scaling.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// The family.
    pub kind: Kind,
    /// Vertices of `A` and of `B`, before redundant ones. Boxes and slivers have their own.
    pub vertices: (usize, usize),
    /// The type of the coordinates.
    pub precision: Precision,
    /// Distance of the pair from the origin, before scaling.
    pub offset: f64,
    /// All coordinates are multiplied by `2^scale_exponent` at the end (1e-12 to 1e12 is about
    /// -40 to 40).
    pub scale_exponent: i32,
    /// The largest gap of a miss; gaps go down to a millionth of it.
    pub gap: f64,
}

impl Recipe {
    /// A recipe with eight vertices each, double precision, at the origin, unscaled, gaps up to 1.
    pub fn new(kind: Kind) -> Self {
        Self { kind, vertices: (8, 8), precision: Precision::Double, offset: 0.0, scale_exponent: 0, gap: 1.0 }
    }

    /// This recipe with other numbers of vertices.
    pub fn vertices(self, a: usize, b: usize) -> Self {
        Self { vertices: (a, b), ..self }
    }

    /// This recipe with coordinates of another type.
    pub fn precision(self, precision: Precision) -> Self {
        Self { precision, ..self }
    }

    /// This recipe far from the origin.
    pub fn offset(self, offset: f64) -> Self {
        Self { offset, ..self }
    }

    /// This recipe scaled by a power of two.
    pub fn scale_exponent(self, scale_exponent: i32) -> Self {
        Self { scale_exponent, ..self }
    }

    /// This recipe with another largest gap.
    pub fn gap(self, gap: f64) -> Self {
        Self { gap, ..self }
    }

    /// The pairs of `count` seeds in a row.
    pub fn pairs<const D: usize>(self, seed: u64, count: u64) -> impl Iterator<Item = Pair<D>> {
        (seed..seed + count).map(move |seed| self.pair(seed))
    }

    /// The pair of one seed.
    pub fn pair<const D: usize>(self, seed: u64) -> Pair<D> {
        let mut random = Random::new(seed);
        let away: [f64; D] = scaled(&random.direction(), self.offset);
        let mut pair = match self.kind {
            Kind::Grid => grid(self, &mut random, &away.map(f64::round), seed),
            Kind::Kissing => kissing(self, &mut random, &away.map(f64::round)),
            _ => self.placed(&mut random, &away, seed),
        };
        let factor = scale_by_power_of_two(1.0, self.scale_exponent.into());
        for x in pair.a.iter_mut().chain(&mut pair.b).flatten() {
            let rounded = self.precision.round(*x);
            *x = rounded * factor;
            let fits = *x / factor == rounded && self.precision.round(*x) == *x;
            assert!(fits, "the scale leaves the range of the type");
        }
        for shape in pair.boxes.iter_mut().flatten() {
            shape.center = scaled(&shape.center, factor);
            shape.half = scaled(&shape.half, factor);
        }
        pair.seed = seed;
        pair
    }

    /// Random shapes, laid as the head of this file says.
    fn placed<const D: usize>(self, random: &mut Random, away: &[f64; D], seed: u64) -> Pair<D> {
        let mut pair = shapes(self, random);
        let shift = if seed.is_multiple_of(2) {
            let depth = random.magnitude(-6, 0);
            let p = random.inner_point(&pair.a, depth);
            sub(&p, &random.inner_point(&pair.b, depth))
        } else {
            let n = match &pair.boxes {
                Some([a, _]) if self.kind == Kind::NearParallelBoxes => a.axes[random.index(D)],
                _ => random.direction(),
            };
            let gap = self.gap * random.magnitude(-6, 0);
            let aside: [f64; D] = scaled(&random.direction(), random.uniform(0.0, 1.5));
            let aside = add_scaled(&aside, &n, gap - dot(&aside, &n));
            let (top, bottom) = (support(&pair.a, &n), support(&pair.b, &scaled(&n, -1.0)));
            add(&sub(&top, &bottom), &aside)
        };
        let shift_b = add(&shift, away);
        if let Some([a, b]) = &mut pair.boxes {
            a.center = add(&a.center, away);
            b.center = add(&b.center, &shift_b);
            (pair.a, pair.b) = (a.vertices(), b.vertices());
        } else {
            pair.a.iter_mut().for_each(|p| *p = add(p, away));
            pair.b.iter_mut().for_each(|p| *p = add(p, &shift_b));
        }
        pair
    }
}

/// A vertex farthest along a direction.
pub(super) fn support<const D: usize>(points: &[[f64; D]], direction: &[f64; D]) -> [f64; D] {
    let height = |p: &[f64; D]| dot(p, direction);
    let highest = points.iter().max_by(|p, q| height(p).total_cmp(&height(q)));
    *highest.expect("a point")
}

/// A pair of polytopes, as vertex lists.
#[derive(Clone, Debug)]
pub struct Pair<const D: usize> {
    /// The vertices of `A`.
    pub a: Vec<[f64; D]>,
    /// The vertices of `B`.
    pub b: Vec<[f64; D]>,
    /// The boxes that the vertices were rounded from (to `f64` or also to `f32`), if the pair is of boxes.
    pub boxes: Option<[OrientedBox<D>; 2]>,
    /// The seed, for failure messages.
    pub seed: u64,
}

impl<const D: usize> Pair<D> {
    /// The largest absolute coordinate.
    pub fn largest_coordinate(&self) -> f64 {
        let sizes = self.a.iter().chain(&self.b).map(largest_coordinate);
        sizes.fold(0.0, f64::max)
    }
}
