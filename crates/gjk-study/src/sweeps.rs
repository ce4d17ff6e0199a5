//! The sweeps of a study: the quantity that varies, its steps, and how a pair is made.
//!
//! A sample is a function of the seed, the sweep, the dimension and its number alone, except for gaps in ε L, which depend on the
//! arithmetic, too. Its level follows from its number. If a sweep varies something else than the gap, half of the pairs overlap, and gaps
//! are from 10⁻⁸ to 1, equally many in each power of ten. So many pairs are close, and rates of wrong verdicts are rates for close pairs.

use super::arithmetic::Arithmetic;
use super::body::{Body, Curved, Gap};
use super::random::{Random, add, dot};
use super::scenes::{PAIRS, SCENES, pair as recorded};
use gjk::nalgebra::Point3;
use gjk::shape::ConvexHull;
use gjk_question::{MAX_DIM, Shape, Vector};
use std::sync::OnceLock;

/// Two shapes, and a direction to look along first where the sweep has one.
pub(super) struct Sample {
    pub(super) a: Shape,
    pub(super) b: Shape,
    pub(super) start: Option<Vector>,
    /// The two before they were moved far away, where the sweep does that.
    pub(super) near: Option<[Shape; 2]>,
}

/// A step of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Level {
    /// How it is called, on axes and in tables.
    pub(super) name: String,
    pub(super) value: f64,
    /// Whether the value is in ε L of the arithmetic, and not in the unit of the sweep.
    pub(super) in_ulps: bool,
}

/// A step, as a pair is made for it.
#[derive(Clone, Copy)]
struct Step {
    value: f64,
    /// The unit of the value, in L; if `None`, the sweep's.
    epsilon: Option<f64>,
    /// How many samples of this level came before.
    number: u64,
}

/// What is varied.
pub(super) struct Sweep {
    pub(super) name: &'static str,
    /// A heading.
    pub(super) title: &'static str,
    /// What the levels are, with the unit.
    pub(super) axis: &'static str,
    pub(super) levels: fn() -> Vec<Level>,
    pub(super) dims: &'static [usize],
    make: fn(&mut Random, usize, Step) -> Sample,
}

/// In place of a dimension where the levels are the dimensions.
pub(super) const BY_LEVEL: usize = 0;

pub(super) const SWEEPS: &[Sweep] = &[
    Sweep {
        name: "gap",
        title: "How near is too near to tell",
        axis: "distance, in sizes of the shapes; if negative, minus the depth",
        levels: gaps,
        dims: &[2, 3],
        make: gap,
    },
    Sweep {
        name: "scale",
        title: "Very small and very large shapes",
        axis: "size of the shapes, in units of length",
        levels: || powers((-30..=30).step_by(5)),
        dims: &[2, 3],
        make: |random, dim, step| scale(random, dim, step.value),
    },
    Sweep {
        name: "offset",
        title: "Far from the coordinate origin, in coordinates of the world",
        axis: "distance from the origin, in sizes of the shapes",
        levels: || powers(0..=8),
        dims: &[2, 3],
        make: |random, dim, step| away(random, dim, step.value, false),
    },
    Sweep {
        name: "posed",
        title: "Far from the coordinate origin, as shapes with a translation",
        axis: "distance from the origin, in sizes of the shapes",
        levels: || powers(0..=8),
        dims: &[2, 3],
        make: |random, dim, step| away(random, dim, step.value, true),
    },
    Sweep {
        name: "slenderness",
        title: "Needles and plates",
        axis: "length over thickness",
        levels: || powers(0..=8),
        dims: &[2, 3],
        make: |random, dim, step| slenderness(random, dim, step.value),
    },
    Sweep {
        name: "angle",
        title: "Nearly parallel faces",
        axis: "angle between two faces, in radians",
        levels: angles,
        dims: &[2, 3],
        make: |random, dim, step| angle(random, dim, step.value),
    },
    Sweep {
        name: "vertices",
        title: "From few vertices to many",
        axis: "vertices of each shape",
        levels: || (2..=8).map(|k| level(format!("{}", 1 << k), f64::from(1 << k))).collect(),
        dims: &[2, 3],
        make: |random, dim, step| vertices(random, dim, step.value),
    },
    Sweep {
        name: "dimension",
        title: "From one dimension to eight",
        axis: "dimension",
        levels: || (1..=8).map(|d: u8| level(d.to_string(), d.into())).collect(),
        dims: &[BY_LEVEL],
        make: |random, dim, _| close(random, dim, Body::round, 8),
    },
    Sweep {
        name: "start",
        title: "Where the search begins",
        axis: "first direction, as seen from A",
        levels: || named(&["centers", "towards B", "across", "away", "any"]),
        dims: &[2, 3],
        make: |random, dim, step| start(random, dim, step.value),
    },
    Sweep {
        name: "shapes",
        title: "Kinds of shapes",
        axis: "kind",
        levels: || named(KINDS),
        dims: &[2, 3],
        make: |random, dim, step| shapes(random, dim, step.value),
    },
    Sweep {
        name: "curved",
        title: "Round shapes, found by approximation",
        axis: "kind",
        levels: || named(&["ellipsoids", "cylinders", "cones"]),
        dims: &[3],
        make: |random, dim, step| curved(random, dim, step.value),
    },
    Sweep {
        name: "scenes",
        title: "What the worlds' scenes meet",
        axis: "scene",
        levels: || named(SCENES),
        dims: &[2, 3],
        make: |_, dim, step| scene(dim, step),
    },
    Sweep {
        name: "bits",
        title: "How many bits it takes",
        axis: "significant bits",
        levels: || {
            let few = 3..=16;
            let more = [18, 20, 22, 24, 28, 32, 36, 40, 44, 48, 53];
            few.chain(more).map(|bits: u8| level(bits.to_string(), bits.into())).collect()
        },
        dims: &[2, 3],
        make: |random, dim, _| close(random, dim, Body::round, 8),
    },
];

const KINDS: &[&str] =
    &["hulls", "boxes", "cuboids", "grid", "touching", "balls", "capsules", "rounded", "bunny, teapot"];

impl Sweep {
    /// How many samples there are at most: pairs of scenes are recorded, and all others made.
    pub(super) fn most(&self) -> u64 {
        if self.name == "scenes" { PAIRS * SCENES.len() as u64 } else { u64::MAX }
    }

    /// The level of a sample.
    pub(super) fn level(index: u64, levels: usize) -> usize {
        usize::try_from(index % levels as u64).unwrap_or(0)
    }

    /// The number of dimensions at a level.
    pub(super) fn dimension(dim: usize, level: &Level) -> usize {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 8")]
        if dim == BY_LEVEL { level.value as usize } else { dim }
    }

    /// The arithmetic that a level names, in the sweep over bits.
    pub(super) fn arithmetic(&self, level: &Level) -> Option<Arithmetic> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 3 to 53")]
        (self.name == "bits").then(|| Arithmetic::bits(level.value as u32))
    }

    /// Returns whether anyone can judge an arithmetic: curved shapes have double-double, which does not judge itself.
    pub(super) fn has_judge_of(&self, arithmetic: Arithmetic) -> bool {
        self.name != "curved" || arithmetic != Arithmetic::Double
    }

    /// Returns whether the levels are kinds, in no order.
    pub(super) fn is_of_kinds(&self) -> bool {
        matches!(self.name, "start" | "shapes" | "curved" | "scenes")
    }

    /// What the levels of one unit are.
    pub(super) fn axis_of(&self, in_ulps: bool) -> &'static str {
        if in_ulps { "distance, in ε L of the arithmetic; if negative, minus the depth" } else { self.axis }
    }

    /// Returns whether every number is a small whole one, so that nothing is rounded in tests of signs.
    pub(super) fn is_whole(&self, level: &Level) -> bool {
        self.name == "shapes" && level.name == "grid"
    }

    /// A sample for an arithmetic.
    pub(super) fn sample(&self, seed: u64, dim: usize, index: u64, levels: &[Level], arithmetic: Arithmetic) -> Sample {
        let name = self
            .name
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let mut random = Random::new(&[seed, name, dim as u64, index]);
        let level = &levels[Self::level(index, levels.len())];
        let (epsilon, number) = (level.in_ulps.then(|| arithmetic.epsilon()), index / levels.len() as u64);
        let step = Step { value: level.value, epsilon, number };
        (self.make)(&mut random, Self::dimension(dim, level), step)
    }
}

fn level(name: String, value: f64) -> Level {
    Level { name, value, in_ulps: false }
}

fn powers(exponents: impl Iterator<Item = i32>) -> Vec<Level> {
    exponents.map(|k| level(power(k), libm::exp10(k.into()))).collect()
}

/// A power of ten, as it is written.
fn power(k: i32) -> String {
    if k == 0 { "1".into() } else { format!("1e{k}") }
}

fn named(names: &[&str]) -> Vec<Level> {
    (0_u8..).zip(names).map(|(k, name)| level((*name).to_string(), k.into())).collect()
}

fn gaps() -> Vec<Level> {
    let sizes = || (0..=16_u8).step_by(2).map(|k| (power(-i32::from(k)), libm::exp10(-f64::from(k))));
    let overlap = sizes().map(|(name, size)| level(format!("-{name}"), -size));
    let mut levels: Vec<_> = overlap.collect();
    levels.push(level("0".into(), 0.0));
    levels.extend(sizes().rev().map(|(name, size)| level(name, size)));
    let ulps = [-64, -16, -4, -2, -1, 0, 1, 2, 4, 16, 64_i8];
    levels.extend(ulps.map(|k| Level { name: format!("{k} εL"), value: k.into(), in_ulps: true }));
    levels
}

fn angles() -> Vec<Level> {
    powers((0..=16).step_by(2).map(|k| -k)).into_iter().chain([level("0".into(), 0.0)]).collect()
}

fn pair(a: &Body, b: &Body) -> Sample {
    Sample { a: a.shape(), b: b.shape(), start: None, near: None }
}

/// A gap of the distribution in the head of this file.
fn some_gap(random: &mut Random) -> Gap {
    Gap::Length(some_length(random))
}

fn some_length(random: &mut Random) -> f64 {
    let size = random.magnitude(-8.0, 0.0);
    if random.coin() { size } else { -size }
}

/// Up to so far in any direction.
fn aside(random: &mut Random, dim: usize, most: f64) -> Vector {
    let length = random.between(0.0, most);
    random.direction(dim).map(|x| x * length)
}

/// Two of a kind with a gap.
fn two(random: &mut Random, dim: usize, mut make: impl FnMut(&mut Random) -> Body, gap: Gap) -> [Body; 2] {
    let (a, mut b) = (make(random), make(random));
    b.meet(&a, random, dim, gap);
    [a, b]
}

fn close(random: &mut Random, dim: usize, make: fn(&mut Random, usize, usize) -> Body, count: usize) -> Sample {
    let gap = some_gap(random);
    let [a, b] = two(random, dim, |random| make(random, dim, count), gap);
    pair(&a, &b)
}

/// Every second pair is of boxes.
fn hull_or_box(random: &mut Random, dim: usize) -> impl FnMut(&mut Random) -> Body + use<> {
    let boxes = random.coin();
    move |random| {
        if boxes {
            let half = Body::half_extents(random, dim);
            Body::block(&half, &random.axes(dim), dim)
        } else {
            Body::round(random, dim, 8)
        }
    }
}

fn gap(random: &mut Random, dim: usize, Step { value, epsilon, .. }: Step) -> Sample {
    let make = hull_or_box(random, dim);
    let gap = epsilon.map_or(Gap::Length(value), |epsilon| Gap::OfL(value * epsilon));
    let [a, b] = two(random, dim, make, gap);
    pair(&a, &b)
}

fn scale(random: &mut Random, dim: usize, size: f64) -> Sample {
    let (make, gap) = (hull_or_box(random, dim), some_gap(random));
    let [mut a, mut b] = two(random, dim, make, gap);
    a.scale(size);
    b.scale(size);
    pair(&a, &b)
}

fn away(random: &mut Random, dim: usize, offset: f64, posed: bool) -> Sample {
    let (make, gap) = (hull_or_box(random, dim), some_gap(random));
    let [mut a, mut b] = two(random, dim, make, gap);
    let there = random.direction(dim).map(|x| x * offset);
    let near = Some([a.shape(), b.shape()]);
    if posed {
        (a, b) = (a.posed(), b.posed());
    }
    a.move_by(&there);
    b.move_by(&there);
    Sample { near, ..pair(&a, &b) }
}

fn slenderness(random: &mut Random, dim: usize, ratio: f64) -> Sample {
    let gap = some_gap(random);
    // Thin along one axis: a plate. Along all but one: a needle.
    let plate = random.coin();
    let make = |random: &mut Random| {
        let mut factors = [1.0 / ratio; MAX_DIM];
        factors[0] = 1.0;
        if plate {
            factors = [1.0; MAX_DIM];
            factors[0] = 1.0 / ratio;
        }
        let body = Body::round(random, dim, 8);
        body.stretched(&random.axes(dim), &factors, dim)
    };
    let [a, b] = two(random, dim, make, gap);
    pair(&a, &b)
}

fn angle(random: &mut Random, dim: usize, angle: f64) -> Sample {
    let axes = random.axes(dim);
    let (sin, cos) = libm::sincos(angle);
    let mut turned = axes;
    turned[0] = add(&axes[0].map(|x| x * cos), &axes[1], sin);
    turned[1] = add(&axes[1].map(|x| x * cos), &axes[0], -sin);
    let a = Body::block(&Body::half_extents(random, dim), &axes, dim);
    let mut b = Body::block(&Body::half_extents(random, dim), &turned, dim);
    let gap = some_length(random);
    b.place_beyond(&a, &axes[0], gap, &aside(random, dim, 0.5));
    pair(&a, &b)
}

fn vertices(random: &mut Random, dim: usize, count: f64) -> Sample {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 4 to 256")]
    close(random, dim, Body::round, count as usize)
}

fn start(random: &mut Random, dim: usize, which: f64) -> Sample {
    let (mut make, gap) = (hull_or_box(random, dim), some_gap(random));
    let (a, mut b) = (make(random), make(random));
    let normal = b.meet(&a, random, dim, gap);
    let any = random.direction(dim);
    let across = add(&any, &normal, -dot(&any, &normal));
    #[expect(clippy::cast_possible_truncation, reason = "from 0 to 4")]
    let start = match which as i32 {
        0 => None,
        1 => Some(normal),
        2 => Some(across),
        3 => Some(normal.map(|x| -x)),
        _ => Some(any),
    };
    Sample { start, ..pair(&a, &b) }
}

fn shapes(random: &mut Random, dim: usize, kind: f64) -> Sample {
    let gap = some_gap(random);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a position in the list")]
    let [a, b] = match KINDS[kind as usize] {
        "hulls" => two(random, dim, |random| Body::round(random, dim, 12), gap),
        "boxes" => {
            let make = |random: &mut Random| {
                let half = Body::half_extents(random, dim);
                Body::block(&half, &random.axes(dim), dim)
            };
            two(random, dim, make, gap)
        }
        "cuboids" => two(random, dim, |random| Body::cuboid(random, dim), gap),
        "grid" => {
            let (a, mut b) = (Body::grid(random, dim), Body::grid(random, dim));
            let mut step = Vector::default();
            #[expect(clippy::cast_precision_loss, reason = "less than 9")]
            step[..dim].fill_with(|| random.below(9) as f64 - 4.0);
            b.move_by(&step);
            [a, b]
        }
        // Face to face, or corner to corner, along an axis.
        "touching" => {
            let (a, mut b) = (Body::cuboid(random, dim), Body::cuboid(random, dim));
            let mut normal = Vector::default();
            normal[usize::try_from(random.below(dim as u64)).unwrap_or(0)] = 1.0;
            b.place_beyond(&a, &normal, 0.0, &aside(random, dim, 1.0));
            [a, b]
        }
        "balls" => round(random, dim, 1, gap),
        "capsules" => round(random, dim, 2, gap),
        "rounded" => round(random, dim, 8, gap),
        // In the plane what is seen of them from the front.
        _ => {
            let mut meshes = meshes().into_iter();
            let make = |random: &mut Random| {
                let mut points = meshes.next().cloned().unwrap_or_default();
                for point in &mut points {
                    point[dim..].fill(0.0);
                }
                Body::new(points).turned(&random.axes(dim), dim)
            };
            two(random, dim, make, gap)
        }
    };
    pair(&a, &b)
}

/// Points near a sphere, fewer or more, swollen by a ball.
fn round(random: &mut Random, dim: usize, count: usize, gap: Gap) -> [Body; 2] {
    let make = |random: &mut Random| {
        let margin = random.between(0.1, 1.0);
        Body::round(random, dim, count).with_margin(margin)
    };
    two(random, dim, make, gap)
}

/// Two ellipsoids, cylinders or cones with a gap.
fn curved(random: &mut Random, dim: usize, kind: f64) -> Sample {
    let gap = some_gap(random);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a position in the list")]
    let [a, mut b] = [0; 2].map(|_| Curved::new(random, dim, kind as usize));
    b.meet(&a, random, dim, gap);
    Sample { a: a.shape(dim), b: b.shape(dim), start: None, near: None }
}

/// A pair that a scene has met.
fn scene(dim: usize, Step { value, number, .. }: Step) -> Sample {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a position in the list")]
    let [a, b] = recorded(SCENES[value as usize], dim, number);
    Sample { a, b, start: None, near: None }
}

/// The corners of the hulls of the bunny and of the teapot, about 1 in size.
fn meshes() -> [&'static Vec<Vector>; 2] {
    static MESHES: OnceLock<[Vec<Vector>; 2]> = OnceLock::new();
    let texts =
        [include_str!("../../../examples/meshes/bunny.obj"), include_str!("../../../examples/meshes/teapot.obj")];
    MESHES.get_or_init(|| texts.map(hull_of)).each_ref()
}

fn hull_of(mesh: &str) -> Vec<Vector> {
    let numbers =
        |line: &str| line.split_whitespace().skip(1).filter_map(|word| word.parse().ok()).collect::<Vec<f64>>();
    let points = mesh.lines().filter(|line| line.starts_with("v ")).map(numbers);
    let points: Vec<_> = points.filter_map(|xyz| xyz.first_chunk().map(|xyz: &[f64; 3]| Point3::from(*xyz))).collect();
    let Ok(hull) = ConvexHull::new(points) else { return Vec::new() };
    let size =
        hull.vertices().flat_map(|point| [point.x, point.y, point.z]).fold(0.0, |most: f64, x| most.max(x.abs()));
    let wide = |point: Point3<f64>| {
        let mut vector = Vector::default();
        vector[..3].copy_from_slice(&[point.x / size, point.y / size, point.z / size]);
        vector
    };
    hull.vertices().map(wide).collect()
}
