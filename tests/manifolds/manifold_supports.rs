//! Manifolds keep the points that hold a body up, whatever the sizes: the supported body is held, and a line of contact has both its ends.
//! The faces and the lines are known from how the pairs are made, and their overlap is measured here.
//!
//! The variable `CAMPAIGN` multiplies the number of tries, and `SEED` chooses other tries: CAMPAIGN=500 SEED=1000.

#![allow(clippy::cast_precision_loss, reason = "small numbers")]

use gjk::nalgebra::{SMatrix, SVector};
use gjk::shape::{Capsule, Cone, ConvexHull, Cuboid, Cylinder, Tetrahedron, Triangle};
use gjk::{Manifold, ManifoldOptions, ManifoldPoint, Pose, Support, SupportExt, manifold};
use oracle::brute;
use oracle::random::{Random, campaign};
use oracle::testing::{BOUND, Float, in_both_precisions, point, rotation, vector, wide};
use oracle::vector::{add, add_scaled, dot, norm, scaled, sub};

type Plane = [f64; 2];
type Space = [f64; 3];

fn sides(polygon: &[Plane]) -> impl Iterator<Item = (&Plane, &Plane)> {
    polygon.iter().zip(polygon.iter().cycle().skip(1))
}

/// How far a point is inside of a convex polygon, counter-clockwise.
fn inside(polygon: &[Plane], at: &Plane) -> f64 {
    let left = |(from, to): (&Plane, &Plane)| {
        let (way, there) = (sub(to, from), sub(at, from));
        (way[0] * there[1] - way[1] * there[0]) / norm(&way)
    };
    sides(polygon).map(left).fold(f64::INFINITY, f64::min)
}

/// How far a point is inside of the hull of points, as the least of how far these reach beyond it, also across and along each way between
/// two of them. Of two that are as near each other as they are rounded that is any way, which does no harm.
fn inside_of_hull(points: &[Plane], at: &Plane) -> f64 {
    let pairs = points.iter().flat_map(|p| points.iter().map(move |q| sub(q, p))).filter(|way| norm(way) > 0.0);
    let ways = pairs.map(|way| scaled(&way, 1.0 / norm(&way))).flat_map(|way| [way, [way[1], -way[0]]]);
    let reach = |way: Plane| points.iter().map(|p| dot(&way, &sub(p, at))).fold(f64::NEG_INFINITY, f64::max);
    ways.map(reach).fold(f64::INFINITY, f64::min)
}

/// What two convex polygons share, both counter-clockwise.
fn overlap(a: &[Plane], b: &[Plane]) -> Vec<Plane> {
    let mut shared = b.to_vec();
    for (p, q) in sides(a) {
        let depth = |at: &Plane| {
            let (way, there) = (sub(q, p), sub(at, p));
            way[0] * there[1] - way[1] * there[0]
        };
        let cut = |(from, to): (&Plane, &Plane)| {
            let [start, end] = [from, to].map(depth);
            let crossing = add_scaled(from, &sub(to, from), start / (start - end));
            [(start >= 0.0).then_some(*from), ((start >= 0.0) != (end >= 0.0)).then_some(crossing)]
        };
        shared = sides(&shared).flat_map(cut).flatten().collect();
    }
    shared
}

/// A shape and its flat face, across the second axis: coordinates x and −z, counter-clockwise.
struct Piece<T> {
    shape: Box<dyn Support<3, Scalar = T>>,
    outline: Vec<Plane>,
    /// If the face is a disc.
    radius: Option<f64>,
    /// How far the face is above the shape's origin.
    height: f64,
    center: Space,
}

const BODIES: usize = 7;

/// A shape of about the size 1 times `size`; the first three kinds have a face on top and below, the others stand on theirs.
fn piece<T: Float>(random: &mut Random, kind: usize, size: f64, thin: f64, up: f64) -> Piece<T> {
    let mut number = |low: f64, high: f64| T::narrowed(random.uniform(low, high) * size).wide();
    let [x, h, z] = [number(0.4, 1.0), number(0.1, 1.0), T::narrowed(number(0.4, 1.0) * thin).wide()];
    let t = T::narrowed;
    let rectangle = vec![[x, z], [-x, z], [-x, -z], [x, -z]];
    let disc =
        || (0..64).map(|k| std::f64::consts::TAU * f64::from(k) / 64.0).map(|turn| [x * turn.cos(), x * turn.sin()]);
    let height = up * h;
    let corner = |[x, z]: &Plane, y: f64| point::<T, 3>(&[*x, y, -*z]);
    let plain = |shape: Box<dyn Support<3, Scalar = T>>, outline: Vec<Plane>| {
        let center = shape.center().map_or([0.0; 3], |center| wide(&center.coords));
        Piece { shape, outline, radius: None, height, center }
    };
    match kind {
        0 => plain(Box::new(Cuboid::new(vector::<T, 3>(&[x, h, z])).unwrap()), rectangle),
        1 => {
            let count = 3 + random.index(28);
            let points: Vec<Plane> = (0..count)
                .map(|_| random.direction::<2>())
                .map(|[u, v]| [T::narrowed(x * u).wide(), T::narrowed(z * v).wide()])
                .collect();
            let outline = brute::hull(&points);
            let corners = [h, -h].into_iter().flat_map(|y| outline.iter().map(move |at| corner(at, y)));
            match ConvexHull::new(corners.collect::<Vec<_>>()) {
                Ok(hull) => plain(Box::new(hull), outline),
                Err(_) => piece(random, 0, size, thin, up),
            }
        }
        2 => {
            let points = [[x, z], [-x, z], [number(-0.5, 0.5), -z]].map(|at| at.map(|x| T::narrowed(x).wide()));
            let shape = Triangle::new(points.each_ref().map(|at| corner(at, 0.0))).unwrap();
            Piece { height: 0.0, ..plain(Box::new(shape), points.to_vec()) }
        }
        3 | 4 => {
            let shape: Box<dyn Support<3, Scalar = T>> = if kind == 3 {
                Box::new(Cylinder::with_radius(t(x)).half_height(t(h)).unwrap())
            } else {
                Box::new(Cone::with_radius(t(x)).half_height(t(h)).unwrap())
            };
            Piece { radius: Some(x), ..plain(shape, disc().collect()) }
        }
        5 => {
            let margin = number(0.01, 0.5);
            let shape = Cuboid::new(vector::<T, 3>(&[x, h, z])).unwrap().swollen(t(margin)).unwrap();
            Piece { height: up * (h + margin), ..plain(Box::new(shape), rectangle) }
        }
        _ => {
            let points = [[x, z], [-x, z], [number(-0.5, 0.5), -z]].map(|at| at.map(|x| T::narrowed(x).wide()));
            let [p, q, r] = points.each_ref().map(|at| corner(at, up * h));
            let shape = Tetrahedron::new([p, q, r, corner(&[0.0, 0.0], -up * h)]).unwrap();
            plain(Box::new(shape), points.to_vec())
        }
    }
}

impl<T> Piece<T> {
    fn depth(&self, at: &Plane) -> f64 {
        self.radius.map_or_else(|| inside(&self.outline, at), |radius| radius - norm(at))
    }
}

/// Where a piece is, with its numbers as they are rounded.
#[derive(Clone)]
struct Place<T: Float> {
    pose: Pose<T, 3>,
    axes: [Space; 3],
    at: Space,
}

impl<T: Float> Place<T> {
    fn new(axes: &[Space; 3], at: &Space) -> Self {
        let matrix: SMatrix<T, 3, 3> = rotation::<T, 3>(axes);
        let translation: SVector<T, 3> = vector(at);
        let axes = std::array::from_fn(|k| wide(&matrix.column(k).into_owned()));
        Self { pose: Pose::new(matrix, translation).unwrap(), axes, at: wide(&translation) }
    }

    fn out(&self, own: &Space) -> Space {
        (0..3).fold(self.at, |at, k| add_scaled(&at, &self.axes[k], own[k]))
    }

    /// A place in the plane of a face, as coordinates x and −z.
    fn seen(&self, world: &Space) -> Plane {
        let there = sub(world, &self.at);
        [0, 2].map(|k| dot(&there, &self.axes[k]) * if k == 2 { -1.0 } else { 1.0 })
    }
}

/// Axes that are turned, and turned around the second of them besides.
fn turned(axes: &[Space; 3], turn: f64) -> [Space; 3] {
    let (sine, cosine) = turn.sin_cos();
    let [x, y, z] = axes;
    [add(&scaled(x, cosine), &scaled(z, -sine)), *y, add(&scaled(z, cosine), &scaled(x, sine))]
}

fn plain_axes() -> [Space; 3] {
    [0, 1, 2].map(|k| oracle::solid::axis(k, 1.0))
}

/// A right-handed frame in any position, or along the axes.
fn scene(random: &mut Random) -> [Space; 3] {
    if random.coin() {
        return plain_axes();
    }
    let mut axes: [Space; 3] = random.frame();
    if dot(&oracle::vector::cross(&axes[0], &axes[1]), &axes[2]) < 0.0 {
        axes[0] = scaled(&axes[0], -1.0);
    }
    axes
}

#[derive(Debug, Default)]
struct Held {
    own: u64,
    given: u64,
    rims: u64,
    large: u64,
    dropped: u64,
    kinds: [[u64; BODIES]; 3],
}

/// A body on a base, and what is known of them.
struct Pair<T: Float> {
    low: Piece<T>,
    high: Piece<T>,
    ground: Place<T>,
    above: Place<T>,
    /// The base's face, and what both share, as the base has them.
    outline: Vec<Plane>,
    shared: Vec<Plane>,
    width: f64,
}

impl<T: Float> Pair<T> {
    /// A body that has sunk into a base by less than what they share is wide: else the shortest way out would be sideways.
    fn new(random: &mut Random, low: Piece<T>, high: Piece<T>, size: f64) -> Self {
        let axes = scene(random);
        let far = if random.coin() { 0.0 } else { size };
        let ground = Place::<T>::new(&axes, &scaled(&random.direction(), far));
        let [on_low, on_high] = [&low, &high].map(|piece| random.inner_point(&piece.outline, 0.0));
        let turn = if random.index(4) == 0 { 0.0 } else { random.uniform(-3.0, 3.0) };
        let (upper, share) = (turned(&axes, turn), random.uniform(0.0, 0.02));
        let mut pair = Self { low, high, above: ground.clone(), ground, outline: vec![], shared: vec![], width: 0.0 };
        pair.place(&upper, &on_low, &on_high, 0.0);
        let sunk = share * pair.width;
        pair.place(&upper, &on_low, &on_high, sunk);
        pair
    }

    fn place(&mut self, axes: &[Space; 3], on_low: &Plane, on_high: &Plane, sunk: f64) {
        let meet = self.ground.out(&[on_low[0], self.low.height - sunk, -on_low[1]]);
        let way = [on_high[0], self.high.height, -on_high[1]];
        self.above = Place::new(axes, &(0..3).fold(meet, |there, k| add_scaled(&there, &axes[k], -way[k])));
        let lifted = |place: &Place<T>, piece: &Piece<T>| -> Vec<Plane> {
            piece.outline.iter().map(|[x, z]| self.ground.seen(&place.out(&[*x, piece.height, -*z]))).collect()
        };
        self.outline = lifted(&self.ground, &self.low);
        self.shared = overlap(&self.outline, &lifted(&self.above, &self.high));
        let round: f64 = sides(&self.shared).map(|(p, q)| norm(&sub(p, q))).sum();
        // Of no corners, or of one that is there twice, that is not a number.
        self.width = (2.0 * oracle::patch::area(&self.shared) / round).max(0.0);
    }

    fn depth(&self, at: &Plane) -> f64 {
        let world = self.ground.out(&[at[0], self.low.height, -at[1]]);
        inside(&self.outline, at).min(self.high.depth(&self.above.seen(&world)))
    }

    /// A place that is deep enough, near a corner or anywhere.
    fn center(&self, random: &mut Random, least: f64) -> Option<Plane> {
        let count = self.shared.len() as f64;
        let middle = self.shared.iter().fold([0.0; 2], |sum, at| add_scaled(&sum, at, 1.0 / count));
        let corner = self.shared[random.index(self.shared.len())];
        let toward = if random.coin() { random.inner_point(&self.shared, 0.0) } else { corner };
        let at = |share: f64| add_scaled(&middle, &sub(&toward, &middle), share);
        let mut share = 1.0;
        while share > 0.01 && self.depth(&at(share)) < least {
            share -= 0.01;
        }
        Some(at(share)).filter(|at| self.depth(at) >= least)
    }

    fn manifold(&self, factor: f64, center: Option<&Space>, prediction: f64) -> Manifold<T, 3>
    where
        gjk::simplex::Cases: gjk::epa::Expansion<T, 3>,
    {
        let scale = T::narrowed(factor);
        let posed = |place: &Place<T>| Pose::new(*place.pose.matrix(), place.pose.translation() * scale).unwrap();
        let a = self.low.shape.as_ref().posed(posed(&self.ground)).unwrap();
        let b = self.high.shape.as_ref().posed(posed(&self.above)).unwrap();
        let center = center.map(|center| point::<T, 3>(center) * scale);
        let options = ManifoldOptions { center, ..ManifoldOptions::from(T::narrowed(prediction) * scale) };
        manifold(&a, &b, options).near().expect("they overlap")
    }
}

/// The same manifold, many times as large: not a bit changes. Only a separation below the least normal number has fewer bits.
fn assert_same<T: Float>(found: &Manifold<T, 3>, larger: &Manifold<T, 3>, factor: f64, what: &str) {
    let scale = T::narrowed(factor);
    let least = if T::epsilon().wide() > 1e-9 { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
    let same = |(p, q): (&ManifoldPoint<T, 3>, &ManifoldPoint<T, 3>)| {
        let off = (p.separation * scale - q.separation).wide().abs();
        (0..2).all(|k| p.local_points[k] * scale == q.local_points[k]) && off <= least && p.id == q.id
    };
    assert!(found.points().len() == larger.points().len(), "{what}: {found:?} {larger:?}");
    assert!(found.points().iter().zip(larger.points()).all(same), "{what}: {found:?} {larger:?}");
}

fn stands<T: Float>(random: &mut Random, k: u64, held: &mut Held)
where
    gjk::simplex::Cases: gjk::epa::Expansion<T, 3>,
{
    let (base, body) = (random.index(3), random.index(BODIES));
    let ratio = if random.coin() { random.magnitude(-4, 0) } else { 1.0 / random.magnitude(-4, 0) };
    let thin = |random: &mut Random| if random.index(3) == 0 { random.magnitude(-3, 0) } else { 1.0 };
    let (thin_low, thin_high) = (thin(random), thin(random));
    let pieces = |random: &mut Random, factor: f64| {
        let low = piece::<T>(random, base, factor / ratio, thin_low, 1.0);
        (low, piece::<T>(random, body, factor, thin_high, -1.0))
    };
    let mut twin = random.clone();
    let (low, high) = pieces(random, 1.0);
    let (unit, size) = ((1.0 / ratio).min(1.0), (1.0 / ratio).max(1.0));
    let pair = Pair::new(random, low, high, size);
    let round = ROUNDING * T::epsilon().wide() * size;
    let least = 0.01 * pair.width;
    if least <= round {
        held.dropped += 1;
        return;
    }
    // Where a hundredth of the width is nearly as little as rounding, what is held may be off by that.
    let tolerance = if least > 4.0 * round { 0.0 } else { round };
    // In the own coordinates of the smaller shape, which are rounded less.
    let (small, side) = if ratio > 1.0 { (&pair.ground, 0) } else { (&pair.above, 1) };
    let holds = |found: &Manifold<T, 3>, at: &Plane| {
        let center = small.seen(&pair.ground.out(&[at[0], pair.low.height, -at[1]]));
        let points: Vec<Plane> =
            found.points().iter().map(|p| [p.local_points[side].x.wide(), -p.local_points[side].z.wide()]).collect();
        points.len() > 2 && inside_of_hull(&points, &center) >= -tolerance
    };
    let what = format!("{k}: base {base}, body {body}, ratio {ratio:e}, widths {thin_low:e} {thin_high:e}");
    // The shapes' own centers.
    let prediction = 0.02 * unit;
    let found = pair.manifold(1.0, None, prediction);
    let centers = [pair.above.out(&pair.high.center), pair.ground.out(&pair.low.center)];
    for at in centers.map(|center| pair.ground.seen(&center)).iter().filter(|at| pair.depth(at) >= least) {
        assert!(holds(&found, at), "{what}: {at:?} {found:?}");
        held.own += 1;
        held.large += u64::from(!(1e-3..=1e3).contains(&ratio));
    }
    // One that is given, as it is rounded.
    let Some(at) = pair.center(random, least) else {
        held.dropped += 1;
        return;
    };
    let center = pair.ground.out(&[at[0], pair.low.height + unit * random.uniform(-2.0, 2.0), -at[1]]);
    let center: Space = wide(&vector::<T, 3>(&center));
    let found = pair.manifold(1.0, Some(&center), prediction);
    assert!(holds(&found, &pair.ground.seen(&center)), "{what}: given {at:?} {found:?}");
    held.given += 1;
    held.kinds[base][body] += 1;
    held.rims += u64::from(pair.high.radius.is_some_and(|radius| norm(&pair.above.seen(&center)) > 0.97 * radius));
    // All 2²⁰ times as large, or as small.
    let factor = if k.is_multiple_of(2) { 1_048_576.0 } else { 1.0 / 1_048_576.0 };
    let (low, high) = pieces(&mut twin, factor);
    let larger = Pair { low, high, ..pair };
    assert_same(&found, &larger.manifold(factor, Some(&center), prediction), factor, &what);
}

/// In ε·L: the border of what two faces share may be off by as much, so a hundredth of its width has to be more.
const ROUNDING: f64 = 4.0;

/// Bodies of all kinds on boxes, prisms and triangles from a ten-thousandth to ten thousand times their size, with faces up to a thousand
/// times as long as wide.
#[test]
fn what_is_supported_is_held() {
    in_both_precisions! {
        let mut random = Random::of_campaign(71);
        let mut held = Held::default();
        for k in 0..campaign(200) {
            stands::<T>(&mut random, k, &mut held);
        }
        println!("{} {held:?}", std::any::type_name::<T>());
        let all = campaign(200);
        assert!(2 * held.given > all && 5 * held.own > all && 20 * held.rims > all && 50 * held.large > all, "{held:?}");
        assert!(held.kinds.iter().flatten().all(|count| 500 * count > all), "{held:?}");
    }
}

/// Where a line along the first axis goes into a convex polygon and out of it.
fn chord(polygon: &[Plane], beside: f64) -> Plane {
    let crossing = |(p, q): (&Plane, &Plane)| {
        let share = (beside - p[1]) / (q[1] - p[1]);
        let between = (p[1] < beside) != (q[1] < beside) && (p[1] > beside) != (q[1] > beside);
        [((p[1] - beside).abs() <= 0.0).then_some(p[0]), between.then_some(p[0] + (q[0] - p[0]) * share)]
    };
    let ends = || sides(polygon).flat_map(crossing).flatten();
    [ends().fold(f64::INFINITY, f64::min), ends().fold(f64::NEG_INFINITY, f64::max)]
}

/// Where such lines end that are not farther from the first axis than a limit: the least and the most for the lower end, and for the higher.
fn ends_beside(polygon: &[Plane], limit: f64) -> [Plane; 2] {
    let beside = || polygon.iter().map(|at| at[1]);
    let [least, most] = [beside().fold(f64::INFINITY, f64::min), beside().fold(f64::NEG_INFINITY, f64::max)];
    let [first, last] = [-limit, limit].map(|at| chord(polygon, at.clamp(least, most)));
    // The polygon is convex, so between two lines the lower end is not higher than both of theirs, and it is lowest at one of them or at a corner.
    let corners = || polygon.iter().filter(|at| at[1].abs() <= limit).map(|at| at[0]);
    let [low, high] =
        [corners().fold(first[0].min(last[0]), f64::min), corners().fold(first[1].max(last[1]), f64::max)];
    [[low, first[0].max(last[0])], [first[1].min(last[1]), high]]
}

#[derive(Debug, Default)]
struct Lines {
    found: [[u64; 3]; 3],
    dropped: u64,
    two: u64,
    worst: f64,
}

/// A body that touches along a line: its ends are at −h and h on its second axis.
fn line<T: Float>(random: &mut Random, k: u64, lines: &mut Lines)
where
    gjk::simplex::Cases: gjk::epa::Expansion<T, 3>,
{
    let t = T::narrowed;
    let (base, body) = (random.index(3), random.index(3));
    let ratio = if random.coin() { random.magnitude(-3, 0) } else { 1.0 / random.magnitude(-3, 0) };
    let low = piece::<T>(random, base, 1.0 / ratio, 1.0, 1.0);
    let (unit, size) = ((1.0 / ratio).min(1.0), (1.0 / ratio).max(1.0));
    let axes = scene(random);
    let far = if random.coin() { 0.0 } else { size };
    let ground = Place::<T>::new(&axes, &scaled(&random.direction(), far));
    let [r, h, w] = [0, 1, 2].map(|_| t(random.uniform(0.2, 1.0)).wide());
    let corner = |at: &Plane| ground.out(&[at[0], low.height, -at[1]]);
    let unit_of = |v: &Space| scaled(v, 1.0 / norm(v));
    let up = unit_of(&ground.axes[1]);
    let turned = |way: &Plane| unit_of(&add(&scaled(&ground.axes[0], way[0]), &scaled(&ground.axes[2], -way[1])));
    let count = low.outline.len();
    let side = random.index(count);
    let [p, q] = [side, (side + 1) % count].map(|k| low.outline[k]);
    let length = norm(&sub(&q, &p));
    let kind = random.index(3);
    // Where the line is as the base has it, its direction, and the normal.
    let (place, way, normal) = if kind == 0 {
        let edge = scaled(&sub(&q, &p), 1.0 / length);
        let outward = oracle::vector::cross(&turned(&edge), &up);
        let lean: f64 = random.uniform(0.1, if base == 2 { 3.0 } else { 1.45 });
        let normal = unit_of(&add(&scaled(&up, lean.cos()), &scaled(&outward, lean.sin())));
        (add_scaled(&p, &edge, random.uniform(-h, length + h)), edge, normal)
    } else {
        let place = random.inner_point(&low.outline, 0.01);
        (place, random.direction::<2>(), up)
    };
    let (at, along) = (corner(&place), turned(&way));
    // The outline along the line and beside it: an edge is not beside itself, and all of the face is on one side of it.
    let seen = |k: usize| {
        let there = sub(&low.outline[k], &place);
        let beside = way[0] * there[1] - way[1] * there[0];
        let beside = match kind {
            0 if k == side || k == (side + 1) % count => 0.0,
            0 => beside.max(0.0),
            _ => beside,
        };
        [dot(&there, &way), beside]
    };
    let outline: Vec<Plane> = (0..count).map(seen).collect();
    let ends = chord(&outline, 0.0).map(|end| end.clamp(-h, h));
    if ends[1] - ends[0] < 0.2 * unit {
        lines.dropped += 1;
        return;
    }
    // Turned around the line.
    let aside = oracle::vector::cross(&normal, &along);
    let (sin, cos) = random.uniform(0.1, 1.47).sin_cos();
    let x = add(&scaled(&normal, cos), &scaled(&aside, -sin));
    let z = add(&scaled(&normal, sin), &scaled(&aside, cos));
    let touch = unit * random.uniform(if body == 2 { 0.001 } else { -0.02 }, 0.02) * r.min(w);
    let reach = if body == 2 { add(&scaled(&x, r), &scaled(&z, w)) } else { scaled(&normal, r) };
    let center = add_scaled(&add(&at, &reach), &normal, touch);
    let above = Place::<T>::new(&[x, along, z], &center);
    let shape: Box<dyn Support<3, Scalar = T>> = match body {
        0 => Box::new(Capsule::new(point::<T, 3>(&[0.0, -h, 0.0]), point(&[0.0, h, 0.0]), t(r)).unwrap()),
        1 => Box::new(Cylinder::with_radius(t(r)).half_height(t(h)).unwrap()),
        _ => Box::new(Cuboid::new(vector::<T, 3>(&[r, h, w])).unwrap()),
    };
    let a = low.shape.as_ref().posed(ground.pose).unwrap();
    let b = shape.as_ref().posed(above.pose).unwrap();
    let large = 2.0 * size + ground.at.iter().chain(&above.at).fold(0.0_f64, |large, x| large.max(x.abs()));
    // Without a prediction they have to overlap although all coordinates are rounded.
    let overlaps = touch < -ROUNDING * T::epsilon().wide() * large;
    let prediction = if random.coin() && overlaps { 0.0 } else { 0.021 * unit };
    let side = random.index(2);
    let found = if side == 1 { manifold(&a, &b, t(prediction)) } else { manifold(&b, &a, t(prediction)) };
    let found = found.near().expect("they are near");
    let points: Vec<f64> = found.points().iter().map(|p| p.local_points[side].y.wide()).collect();
    let low = points.iter().copied().fold(f64::INFINITY, f64::min);
    let high = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // A place is off by what is promised of a contact's points, and by a part of the prediction if the normal of a face is taken for the edge's.
    // A separation is promised to the same rounding. A normal that is turned by θ around a drum's axis loses rθ²/2 of it at least, and the drum
    // touches rθ beside its line then: that is the square root of 2r times the rounding.
    let rounding = BOUND * T::epsilon().wide() * large;
    let turned = if body == 1 && kind > 0 { (2.0 * rounding * r).sqrt() } else { 0.0 };
    let limit = rounding + turned + prediction;
    // A line that is beside its place ends where the face ends there.
    let [lows, highs] = ends_beside(&outline, limit).map(|ends| ends.map(|end| end.clamp(-h, h)));
    // With a prediction there may be points beyond.
    let beyond = if prediction > 0.0 { 0.0 } else { (lows[0] - low).max(high - highs[1]) };
    let worst = (low - lows[1]).max(highs[0] - high).max(beyond) / limit;
    assert!(
        worst <= 1.0,
        "{k}: base {base}, body {body}, kind {kind}, ratio {ratio:e}: {ends:?} {points:?}, {worst} {touch:e} {prediction:e}"
    );
    lines.worst = lines.worst.max(worst);
    lines.two += u64::from(points.len() == 2);
    lines.found[kind][body] += 1;
}

/// Capsules, cylinders and edges of boxes along the edges of boxes, prisms and triangles, within faces and across their edges.
#[test]
fn both_ends_of_a_line_of_contact_are_found() {
    in_both_precisions! {
        let mut random = Random::of_campaign(72);
        let mut lines = Lines::default();
        for k in 0..campaign(200) {
            line::<T>(&mut random, k, &mut lines);
        }
        println!("{} {lines:?}", std::any::type_name::<T>());
        assert!(lines.found.iter().flatten().all(|count| 25 * count > campaign(200)), "{lines:?}");
    }
}
