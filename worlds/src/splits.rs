//! The cost and the errors of four ways to split numbers between `f32` and `f64`, far from the origin and on large levels.
//!
//! A tilted box is above a level piece or a little inside it. The right separation is the height of its lowest corner over the piece's
//! plane, in `f64` and relative to the piece, which is far finer than the measured errors.

use crate::scenes::Random;
use gjk::nalgebra::{Isometry3, Point3, Quaternion, SVector, Translation3, UnitQuaternion, Vector3};
use gjk::shape::{Cuboid, Triangle};
use gjk::{Contact, Error, Place, Places, Support, SupportExt, contact};
use std::fmt::Write as _;

type Pose = Isometry3<f64>;

/// The ways: all in `f32`; places in `f64` and the search in `f32`; shapes in `f32` and the search in `f64`; all in `f64`.
pub const SPLITS: [&str; 4] = ["f32", "f64 places with f32 search", "f32 shapes with f64 search", "f64"];

/// The level pieces: triangles and boxes, by their size in metres.
pub const PIECES: [(&str, f64); 4] = [("triangle", 10.0), ("triangle", 100.0), ("box", 100.0), ("box", 1000.0)];

/// The half extents of the body.
const HALF: [f64; 3] = [0.5, 0.25, 0.4];

/// A shape in `f32` that a search in `f64` asks. Shapes round their own numbers only.
struct Wide<S>(S);

#[expect(clippy::cast_possible_truncation, reason = "a shape in f32 is asked")]
impl<S: Support<3, Scalar = f32>> Support<3> for Wide<S> {
    type Scalar = f64;
    fn support(&self, direction: &SVector<f64, 3>) -> Point3<f64> {
        let unit = direction / direction.amax();
        self.0.support(&unit.map(|x| x as f32)).map(f64::from)
    }
    fn center(&self) -> Option<Point3<f64>> {
        Some(self.0.center()?.map(f64::from))
    }
    fn extent(&self, from: &Point3<f64>) -> f64 {
        self.0.extent(&from.map(|x| x as f32)).into()
    }
}

/// A level piece at a place, and a box above it.
pub struct Pair {
    piece: (&'static str, f64),
    poses: [Pose; 2],
    /// The separation.
    truth: f64,
}

impl Pair {
    /// A pair so far from the origin. The gap is from −5 to 5 cm.
    pub fn new(random: &mut Random, piece: (&'static str, f64), km: f64) -> Self {
        let mut turn = || {
            let [w, x, y, z] = [0; 4].map(|_| random.between(-1.0, 1.0));
            UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z))
        };
        let (level, tilt) = (turn(), turn());
        let place =
            Vector3::new(0.83, 0.31, 0.46) * (1000.0 * km) + Vector3::from([0; 3].map(|_| random.between(0.0, 1.0)));
        let [x, z] = [0; 2].map(|_| piece.1 * random.between(-0.1, 0.1));
        Self::at(piece, Pose::from_parts(place.into(), level), tilt, Vector3::new(x, random.between(-0.05, 0.05), z))
    }

    /// A pair whose box is turned in the axes of the level, with its lowest corner at a point over the middle of the piece.
    fn at(piece: (&'static str, f64), level: Pose, tilt: UnitQuaternion<f64>, over: Vector3<f64>) -> Self {
        let corners = (0..8).map(|k: i32| {
            let side = |axis: usize| if k >> axis & 1 == 0 { HALF[axis] } else { -HALF[axis] };
            tilt * Vector3::new(side(0), side(1), side(2))
        });
        let lowest =
            corners.fold(Vector3::zeros(), |low: Vector3<f64>, corner| if corner.y < low.y { corner } else { low });
        let above = Pose::from_parts(Translation3::from(over - lowest), tilt);
        Self { piece, poses: [level, level * above], truth: over.y }
    }

    fn triangle(&self) -> [[f64; 3]; 3] {
        let size = self.piece.1;
        [[-0.6 * size, 0.0, -0.35 * size], [0.6 * size, 0.0, -0.35 * size], [0.0, 0.0, 0.7 * size]]
    }

    /// What a way answers, with the point of the piece relative to its place.
    ///
    /// # Errors
    /// None, with these numbers.
    pub fn ask(&self, split: usize) -> Result<(f64, Vector3<f64>), Error> {
        #[expect(clippy::cast_possible_truncation, reason = "rounding is what is looked at")]
        let single = |x: f64| x as f32;
        let half = [0.5, 0.5 / 100.0, 0.5].map(|part| part * self.piece.1);
        // The top of a box is at height 0.
        let sunk = |y: f64| [0.0, -y, 0.0];
        let triangle = self.triangle();
        if self.piece.0 == "triangle" {
            let small = Triangle::new(triangle.map(|corner| corner.map(single)))?;
            self.of(split, small, Triangle::new(triangle)?)
        } else {
            let small = Cuboid::new(half.map(single))?.posed(sunk(half[1]).map(single))?;
            self.of(split, small, Cuboid::new(half)?.posed(sunk(half[1]))?)
        }
    }

    fn of<A, B>(&self, split: usize, small: A, large: B) -> Result<(f64, Vector3<f64>), Error>
    where
        A: Support<3, Scalar = f32>,
        B: Support<3, Scalar = f64>,
    {
        let [pose_a, pose_b] = self.poses;
        #[expect(clippy::cast_possible_truncation, reason = "a shape in f32")]
        let body = Cuboid::new(HALF.map(|x| x as f32))?;
        let relative = |found: Contact<f64, 3>| (found.separation, found.points[0].coords - pose_a.translation.vector);
        Ok(match split {
            0 => {
                let found = contact(&small.posed(pose_a.cast::<f32>())?, &body.posed(pose_b.cast::<f32>())?);
                (found.separation.into(), found.points[0].coords.map(f64::from) - pose_a.translation.vector)
            }
            1 => relative(Places::new(&Place::new(small, pose_a)?, &Place::new(body, pose_b)?)?.contact()),
            2 => relative(contact(&Wide(small).posed(pose_a)?, &Wide(body).posed(pose_b)?)),
            _ => relative(contact(&large.posed(pose_a)?, &Cuboid::new(HALF)?.posed(pose_b)?)),
        })
    }
}

/// By how much the separations of some pairs are off, in millimetres: 99 % of them by no more than the first, all by no more than the second.
///
/// # Errors
/// None, with these numbers.
pub fn errors(split: usize, piece: (&'static str, f64), km: f64, pairs: usize) -> Result<[f64; 2], Error> {
    let mut random = Random::new(3);
    let mut errors = Vec::new();
    for _ in 0..pairs {
        let pair = Pair::new(&mut random, piece, km);
        errors.push(1000.0 * (pair.ask(split)?.0 - pair.truth).abs());
    }
    errors.sort_by(f64::total_cmp);
    Ok([errors[pairs * 99 / 100], errors[pairs - 1]])
}

/// A box slides over a piece in steps of 1 mm: by how much a step of the contact's point differs from that, at most, in millimetres.
///
/// # Errors
/// None, with these numbers.
pub fn jitter(split: usize, piece: (&'static str, f64), km: f64) -> Result<f64, Error> {
    let mut random = Random::new(4);
    let pair = Pair::new(&mut random, piece, km);
    let tilt = pair.poses[0].rotation.inverse() * pair.poses[1].rotation;
    let step = Vector3::new(0.0008, 0.0, 0.0006);
    let (mut most, mut before) = (0.0_f64, None);
    for k in 0..300 {
        let over = Vector3::new(0.0, 0.001, 0.0) + step * f64::from(k);
        let (_, point) = Pair::at(piece, pair.poses[0], tilt, over).ask(split)?;
        if let Some(before) = before.replace(point) {
            most = most.max((point - before - pair.poses[0].rotation * step).norm());
        }
    }
    Ok(1000.0 * most)
}

/// How far from the origin pairs are looked at, in kilometres.
pub const FAR: [f64; 6] = [0.0, 1.0, 10.0, 100.0, 1000.0, 10_000.0];

/// How many pairs a line of `splits.csv` is about.
pub const PAIRS: usize = 20_000;

/// The first line of `splits.csv`.
pub const HEAD: &str = "split,piece,size in m,km,99 % of errors in mm,largest error in mm,jitter in mm";

/// A line of `splits.csv`: the errors of so many pairs, and the jitter.
///
/// # Errors
/// None, with these numbers.
pub fn line(split: usize, piece: (&'static str, f64), km: f64, pairs: usize) -> Result<String, Error> {
    let ([most, largest], jitter) = (errors(split, piece, km, pairs)?, jitter(split, piece, km)?);
    let (name, (piece, size)) = (SPLITS[split], piece);
    Ok(format!("{name},{piece},{size},{km},{most:.2e},{largest:.2e},{jitter:.2e}"))
}

/// The numbers of a line of `splits.csv`: 99 % of the errors, the largest, and the jitter.
pub fn kept(lines: &str, split: usize, (piece, size): (&str, f64), km: f64) -> Option<[f64; 3]> {
    let start = format!("{},{piece},{size},{km},", SPLITS[split]);
    let line = lines.lines().find_map(|line| line.strip_prefix(&start))?;
    let mut numbers = line.split(',').map_while(|number| number.parse().ok());
    Some([numbers.next()?, numbers.next()?, numbers.next()?])
}

/// The figure of docs/large-worlds.md: errors over the distance from the origin, for the first piece, both as powers of ten.
pub fn figure(lines: &str) -> String {
    let x = |k: usize| 90 + 100 * k;
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
    for (split, color) in ["#c0392b", "#1f6fb2", "#8e6c0a", "#2e7d32"].into_iter().enumerate() {
        let errors = FAR.iter().map(|km| kept(lines, split, PIECES[0], *km).map_or(0.0, |[most, ..]| most));
        let points: Vec<_> = errors.enumerate().map(|(k, error)| (x(k), y(error))).collect();
        let end = points.last().map_or(0.0, |(_, height)| *height);
        let points: Vec<_> = points.iter().map(|(x, y)| format!("{x},{y:.1}")).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2.5\"/>\n\
             <text x=\"602\" y=\"{:.1}\" fill=\"{color}\">{}</text>",
            points.join(" "),
            end + 5.0,
            SPLITS[split]
        );
    }
    svg + "</svg>\n"
}
