//! Picture strips: a few moments of a world side by side, as SVG.
//!
//! A convex body is drawn by its support mapping alone. Its outline, seen along a direction, consists of its support points in the
//! directions across. This is the same in two and three dimensions; in space the faces towards the light are drawn on top. In space walls
//! would hide the bodies between them, so walls are drawn where they cut the plane of the first two axes.
//!
//! Bullets are too small and too fast to be seen: they are drawn as dots, with their ways since the last picture.

use crate::body::Body;
use crate::space::{Space, double, num};
use crate::world::World;
use gjk::Support;
use gjk::nalgebra::{Point, SVector, Vector3};
use std::fmt::Write as _;

/// What of a world is seen: a rectangle, in metres.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The place in the middle.
    pub center: [f64; 2],
    /// Its half width and half height.
    pub half: [f64; 2],
    /// Towards whoever looks, in space. In the plane it is always from the front.
    pub from: [f64; 3],
}

impl View {
    /// From the front, in space a little from the right and from above.
    pub fn new(center: [f64; 2], half: [f64; 2]) -> Self {
        Self { center, half, from: [0.4, 0.35, 0.9] }
    }
}

/// A strip of pictures of one view.
pub struct Strip {
    view: View,
    frames: Vec<String>,
    /// For each body, where it has been since the last picture, if it is a bullet.
    ways: Vec<Vec<[f64; 2]>>,
}

/// The color of what never moves.
const GROUND: &str = "#8a8f98";
/// How many pixels a picture is wide.
const WIDTH: f64 = 300.0;
/// Of how many directions a quarter of an outline is made.
const QUARTER: u32 = 12;

impl Strip {
    /// An empty strip.
    pub fn new(view: View) -> Self {
        Self { view, frames: Vec::new(), ways: Vec::new() }
    }

    /// Notes where bullets are: for the ways that the next picture shows. To be called before each step.
    pub fn follow<T: Space<D>, const D: usize>(&mut self, world: &World<T, D>) {
        let camera = Camera::<T, D>::new(self.view.from);
        self.ways.resize(world.bodies.len(), Vec::new());
        for (way, body) in self.ways.iter_mut().zip(&world.bodies) {
            if body.is_bullet {
                way.push(camera.seen(&body.center));
            }
        }
    }

    /// Adds a picture of how the world is now.
    pub fn add<T: Space<D>, const D: usize>(&mut self, world: &World<T, D>) {
        let camera = Camera::<T, D>::new(self.view.from);
        let mut bodies: Vec<(usize, &Body<T, D>)> = world.bodies.iter().enumerate().collect();
        // What is farther away is drawn first.
        let depth = |body: &Body<T, D>| {
            if body.is_fixed() { f64::MIN } else { double(body.center.coords.dot(&camera.towards)) }
        };
        bodies.sort_by(|(j, a), (k, b)| depth(a).total_cmp(&depth(b)).then(j.cmp(k)));
        let mut drawn = String::new();
        for (k, body) in bodies {
            if D == 3 && body.is_fixed() && k > 0 && body.ground.is_none() {
                self.polygon(&mut drawn, &Self::cut(&camera, body), GROUND);
                continue;
            }
            let color = match (body.is_fixed(), body.is_asleep) {
                (true, _) => GROUND.to_owned(),
                (_, true) => "#b9c4d6".to_owned(),
                _ => format!("hsl({} 65% 55%)", k * 47 % 360),
            };
            if body.is_bullet {
                let mut way = self.ways.get_mut(k).map(std::mem::take).unwrap_or_default();
                way.push(camera.seen(&body.center));
                self.bullet(&mut drawn, &way, &color);
                continue;
            }
            self.polygon(&mut drawn, &camera.outline(body), &color);
            for (face, light) in camera.faces(body) {
                self.polygon(&mut drawn, &face, light);
            }
        }
        let seconds = double(world.settings.step) * f64::from(u32::try_from(world.steps).unwrap_or(u32::MAX));
        let _ = write!(
            drawn,
            r##"<text x="8" y="18" font-family="sans-serif" font-size="13" fill="#333">{seconds:.1} s</text>"##
        );
        self.frames.push(drawn);
    }

    fn height(&self) -> f64 {
        WIDTH * self.view.half[1] / self.view.half[0]
    }

    /// Where a point is in the picture, in pixels.
    fn place(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let scale = WIDTH / (2.0 * self.view.half[0]);
        let [left, top] = [self.view.center[0] - self.view.half[0], self.view.center[1] + self.view.half[1]];
        [(x - left) * scale, (top - y) * scale]
    }

    fn places(&self, points: &[[f64; 2]]) -> String {
        points.iter().map(|point| self.place(*point)).fold(String::new(), |mut places, [x, y]| {
            let _ = write!(places, "{x:.1},{y:.1} ");
            places
        })
    }

    fn polygon(&self, drawn: &mut String, points: &[[f64; 2]], fill: &str) {
        let places = self.places(points);
        let _ = writeln!(drawn, r##"<polygon points="{places}" fill="{fill}" stroke="#222" stroke-width="0.5"/>"##);
    }

    /// A dot, and the way to it.
    fn bullet(&self, drawn: &mut String, way: &[[f64; 2]], color: &str) {
        let places = self.places(way);
        let _ = writeln!(drawn, r#"<polyline points="{places}" fill="none" stroke="{color}" stroke-width="0.7"/>"#);
        if let Some([x, y]) = way.last().map(|end| self.place(*end)) {
            let _ = writeln!(
                drawn,
                r##"<circle cx="{x:.1}" cy="{y:.1}" r="2" fill="{color}" stroke="#222" stroke-width="0.4"/>"##
            );
        }
    }

    /// Where the box around a wall cuts the plane of the first two axes; nothing if it is beside that.
    fn cut<T: Space<D>, const D: usize>(camera: &Camera<T, D>, body: &Body<T, D>) -> Vec<[f64; 2]> {
        let (low, high) = (&body.bounds.min, &body.bounds.max);
        if (2..D).any(|axis| low[axis] > T::zero() || high[axis] < T::zero()) {
            return Vec::new();
        }
        let corner = |x: T, y: T| camera.seen(&Point::from(SVector::from_fn(|k, _| [x, y, T::zero()][k])));
        vec![corner(low[0], low[1]), corner(high[0], low[1]), corner(high[0], high[1]), corner(low[0], high[1])]
    }

    /// The strip as a file.
    pub fn svg(&self) -> String {
        let (count, height) = (f64::from(u32::try_from(self.frames.len()).unwrap_or(1)), self.height());
        let width = count * (WIDTH + 4.0);
        let mut file = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}">"#
        );
        for (k, frame) in (0_u32..).zip(&self.frames) {
            let x = f64::from(k) * (WIDTH + 4.0);
            let _ = write!(
                file,
                r##"<svg x="{x:.0}" y="0" width="{WIDTH}" height="{height:.0}"><rect width="100%" height="100%" fill="#f4f5f7"/>{frame}</svg>"##
            );
        }
        file + "</svg>\n"
    }
}

/// The axes of a picture.
pub struct Camera<T: Space<D>, const D: usize> {
    /// To the right.
    pub right: SVector<T, D>,
    /// Up.
    pub up: SVector<T, D>,
    /// Towards whoever looks.
    pub towards: SVector<T, D>,
}

impl<T: Space<D>, const D: usize> Camera<T, D> {
    /// From a direction, upright. In the plane it is always from the front.
    pub fn new(from: [f64; 3]) -> Self {
        let axes = if D == 2 {
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3]]
        } else {
            let towards = Vector3::from(from).normalize();
            let right = Vector3::y().cross(&towards).normalize();
            [right, towards.cross(&right), towards].map(Into::into)
        };
        let [right, up, towards] = axes.map(|axis: [f64; 3]| SVector::from_fn(|k, _| num(axis[k])));
        Self { right, up, towards }
    }

    /// Where a point is in the picture, in metres.
    fn seen(&self, point: &Point<T, D>) -> [f64; 2] {
        [double(point.coords.dot(&self.right)), double(point.coords.dot(&self.up))]
    }

    /// Directions once around a square, across the one in which it looks. The support points in these are a silhouette.
    pub fn directions(&self) -> impl Iterator<Item = SVector<T, D>> {
        let around = (0..4 * QUARTER).map(|k| {
            let t = f64::from(k % QUARTER) / f64::from(QUARTER) * 2.0 - 1.0;
            [[1.0, t], [-t, 1.0], [-1.0, -t], [t, -1.0]][(k / QUARTER) as usize]
        });
        around.map(|[x, y]| (self.right * num::<T>(x) + self.up * num::<T>(y)).normalize())
    }

    fn outline(&self, body: &Body<T, D>) -> Vec<[f64; 2]> {
        let farthest = |direction| body.shape.support(&direction) + direction * body.shape.margin();
        self.directions().map(|direction| self.seen(&farthest(direction))).collect()
    }

    /// The faces of a body that is not rounded, towards three sides from which light comes.
    fn faces(&self, body: &Body<T, D>) -> Vec<(Vec<[f64; 2]>, &'static str)> {
        if D == 2 || body.shape.margin() > T::zero() {
            return Vec::new();
        }
        let lights = [([0.1, 1.0, 0.15], "#ffffff88"), ([0.1, 0.1, 1.0], "#ffffff33"), ([1.0, 0.1, 0.1], "#00000022")];
        let face = |(light, color): ([f64; 3], &'static str)| {
            let direction = SVector::from_fn(|k, _| num(light[k]));
            let mut corners = Vec::new();
            body.shape.support_face(&direction, &body.center, &mut |corner| {
                corners.push(self.seen(&(body.center + corner.offset)));
            });
            (corners, color)
        };
        lights.map(face).into_iter().filter(|(corners, _)| corners.len() > 2).collect()
    }
}
