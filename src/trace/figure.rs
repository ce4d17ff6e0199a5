//! A step as a picture: the shapes on the left, their difference and the origin on the right.
//!
//! Two dimensions are drawn as they are, three in a parallel projection.

use super::record::{Excluded, Exclusion, Progress, Ray, Step, Trace};
use super::scene::Scene;
use super::vector::{Vector, dot, unit};
use super::words::{self, Fixed};
use crate::observe::Phase;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::f64::consts::FRAC_1_SQRT_2;
use core::fmt::{self, Write};
use num_traits::Float;

/// A point of the picture.
type Spot = [f64; 2];

/// A rectangle of the plane, and how many pixels it is shown on.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct View {
    /// The point in the middle.
    pub center: Spot,
    /// How many pixels a unit has.
    pub scale: f64,
    /// Width and height in pixels.
    pub size: Spot,
}

/// A step of a trace, drawn. It displays as an SVG document.
///
/// ```
/// use gjk::{Query, SupportExt, nalgebra::Vector2, shape::Cuboid, trace::{self, Figure, Scene}};
/// let a = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let b = a.clone().posed(Vector2::new(1.5, 0.5))?;
/// let (trace, scene) = (trace::contact(&a, &b, &Query::new()), Scene::new(&a, &b));
/// let svg = Figure::new(&trace, &scene, 0).to_string();
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Figure<'t> {
    trace: &'t Trace,
    scene: &'t Scene,
    step: usize,
    /// Whether it has a style sheet of its own, and all labels, even where they lie on each other.
    alone: bool,
}

/// The size of a pane in a figure.
const PANE: Spot = [440.0, 360.0];

impl<'t> Figure<'t> {
    /// The style sheet, with the colors for light and dark. Needed to show panes without the document around them.
    pub const STYLE: &'static str = include_str!("figure.css");

    /// A step of a trace, counted from 0; `scene` has the outlines of its shapes. If there is no such step the shapes alone are
    /// drawn.
    #[must_use]
    pub fn new(trace: &'t Trace, scene: &'t Scene, step: usize) -> Self {
        Self { trace, scene, step, alone: true }
    }

    /// For a page that has [`STYLE`](Self::STYLE): a style sheet in a picture would hold for all of the page. Of a polytope's vertices only
    /// those of the facet that was chosen are named, and no label is put on another.
    ///
    /// ```
    /// use gjk::{Query, nalgebra::Vector2, shape::Cuboid, trace::{self, Figure, Scene}};
    /// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
    /// let (trace, scene) = (trace::contact(&square, &square, &Query::new()), Scene::new(&square, &square));
    /// assert!(!Figure::new(&trace, &scene, 0).inside_a_page().to_string().contains("<style>"));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn inside_a_page(self) -> Self {
        Self { alone: false, ..self }
    }

    fn current(&self) -> Option<&'t Step> {
        self.trace.steps.get(self.step)
    }

    /// The last step shows the answer, too.
    fn is_last(&self) -> bool {
        self.step + 1 == self.trace.steps.len()
    }

    /// The view of the shapes, and that of their difference and the origin.
    #[must_use]
    pub fn views(&self, size: Spot) -> [View; 2] {
        let flat = |points: &[Vector]| points.iter().map(|p| flatten(p)).collect::<Vec<_>>();
        let mut shapes = flat(&self.scene.a).into_iter().chain(flat(&self.scene.b)).collect::<Vec<_>>();
        let mut difference = flat(&self.scene.difference);
        difference.push([0.0; 2]);
        if let Some(progress) = self.trace.steps.last().and_then(|step| step.progress.as_ref()) {
            difference.push(flatten(&progress.point));
            for points in self.moved(progress) {
                shapes.extend(flat(&points));
            }
        }
        [shapes, difference].map(|points| View::around(&points, size))
    }

    /// Where the shapes are at the time that a cast has come to. Nothing for a shape at rest, or if too little is known.
    fn moved(&self, progress: &Progress) -> [Vec<Vector>; 2] {
        let outlines = [&self.scene.a, &self.scene.b];
        core::array::from_fn(|k| {
            let Some(Ray { velocities, .. }) = &self.trace.ray else { return Vec::new() };
            let way: Vector = velocities[k].iter().map(|v| v * progress.lower).collect();
            let there = |p: &Vector| p.iter().zip(&way).map(|(x, v)| x + v).collect();
            if way.iter().all(|x| *x == 0.0) { Vec::new() } else { outlines[k].iter().map(there).collect() }
        })
    }

    /// The shapes, the support points and the directions they were found in; after the last step the witness points. In a
    /// cast also where the shapes are at the time that it has come to.
    #[must_use]
    pub fn shapes(&self, view: &View) -> String {
        let mut pane = Pane { crowded: self.alone, ..Pane::new(view) };
        let shapes = [(&self.scene.a, "a", "A"), (&self.scene.b, "b", "B")];
        for (points, class, _) in shapes {
            pane.hull(points, &format!("shape {class}"));
        }
        if let Some(progress) = self.current().and_then(|step| step.progress.as_ref()) {
            for ((points, class, _), moved) in shapes.into_iter().zip(self.moved(progress)) {
                if !moved.is_empty() {
                    pane.hull(&moved, &format!("shape {class} moved"));
                    pane.line(middle(points), middle(&moved), &format!("way {class}"));
                }
            }
        }
        if let Some(step) = self.current() {
            for vertex in &step.before {
                pane.dot(flatten(&vertex.a), "kept a", 3.5);
                pane.dot(flatten(&vertex.b), "kept b", 3.5);
            }
            let d = flatten(&unit(&step.direction));
            let (a, b) = (flatten(&step.newest.a), flatten(&step.newest.b));
            pane.arrow(a, d, 44.0, "direction");
            pane.arrow(b, [-d[0], -d[1]], 44.0, "direction");
            pane.dot(a, "newest", 5.0);
            pane.dot(b, "newest", 5.0);
            pane.label(a, d, "a", "point newest");
            pane.label(b, [-d[0], -d[1]], "b", "point newest");
        }
        for (points, class, name) in shapes {
            pane.title(middle(points), name, &format!("name {class}"));
        }
        if self.is_last()
            && let Some([on_a, on_b]) = &self.trace.answer.points
        {
            let (on_a, on_b) = (flatten(on_a), flatten(on_b));
            pane.line(on_a, on_b, "separation");
            pane.dot(on_a, "witness", 4.5);
            pane.dot(on_b, "witness", 4.5);
        }
        pane.svg
    }

    /// The difference, the origin, the simplex, what is excluded, and the polytope.
    #[must_use]
    pub fn difference(&self, view: &View) -> String {
        let mut pane = Pane { crowded: self.alone, ..Pane::new(view) };
        let flat = self.trace.dimension == 2;
        if let Some(step) = self.current().filter(|_| flat) {
            for (k, half_space) in step.excluded.iter().enumerate() {
                pane.half_plane(half_space, k);
            }
        }
        pane.hull(&self.scene.difference, "shape difference");
        if let Some(progress) = self.current().and_then(|step| step.progress.as_ref()) {
            self.ray(&mut pane, progress);
        }
        if let Some(step) = self.current() {
            pane.step(step, self.trace, flat);
        }
        let origin = [0.0; 2];
        pane.cross(origin);
        if self.trace.ray.is_some() {
            self.marks(&mut pane);
        } else if self.is_last()
            && let Some([on_a, on_b]) = &self.trace.answer.points
        {
            let w: Vector = on_a.iter().zip(on_b).map(|(a, b)| a - b).collect();
            pane.line(origin, flatten(&w), "separation");
            pane.dot(flatten(&w), "witness", 4.5);
        }
        pane.label(origin, [-0.7, -0.7], "0", "point origin");
        if let Some(step) = self.current().filter(|_| flat) {
            for (k, half_space) in step.excluded.iter().enumerate() {
                pane.name(half_space, k, step);
            }
        }
        pane.svg
    }

    /// The ray of a cast, as far as it can be seen, and what is clipped of it.
    fn ray(&self, pane: &mut Pane<'_>, progress: &Progress) {
        let Some(ray) = &self.trace.ray else { return };
        let far = match ray.until {
            Some(until) => flatten(&ray.at(until)),
            None => flatten(&unit(&ray.at(1.0))).map(|x| x * 1e4 / pane.view.scale),
        };
        pane.line([0.0; 2], far, "ray");
        pane.line([0.0; 2], flatten(&progress.point), "ray clipped");
        if self.trace.dimension == 2 {
            let earlier = &self.trace.steps[..self.step];
            for step in earlier.iter().filter(|step| step.progress.as_ref().is_some_and(|progress| progress.advanced)) {
                pane.plane(step, "end earlier");
            }
        }
    }

    /// The times on the ray: where it was clipped, how far it is clipped, and at the end the time of impact.
    fn marks(&self, pane: &mut Pane<'_>) {
        let Some(Progress { point, .. }) = self.current().and_then(|step| step.progress.as_ref()) else { return };
        for step in &self.trace.steps[..self.step] {
            if let Some(progress) = step.progress.as_ref().filter(|progress| progress.advanced) {
                pane.dot(flatten(&progress.point), "clip", 3.0);
            }
        }
        let spot = flatten(point);
        let way = flatten(&unit(point));
        pane.dot(spot, "lower", 5.0);
        if self.is_last() && self.trace.answer.time.is_some() {
            pane.dot(spot, "toi", 3.0);
            pane.label(spot, [-way[0], -way[1]], "toi", "time toi");
        }
        pane.label(spot, way, "lower", "time lower");
    }
}

impl fmt::Display for Figure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] = self.views(PANE);
        let [width, height] = PANE;
        let number = self.step + 1;
        let (why, region) = match self.current() {
            Some(step) => (step.why.as_str(), step.region.as_deref().unwrap_or(&step.case)),
            None => ("", ""),
        };
        let lines = wrap(why, 124);
        #[expect(clippy::cast_precision_loss, reason = "a few lines")]
        let all = height + 38.0 + 18.0 * lines.len() as f64;
        let wide = 2.0 * width + 12.0;
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {all}" width="{wide}" height="{all}" role="img" aria-label="Step {number}: {}">"#,
            escape(why)
        )?;
        if self.alone {
            writeln!(f, "<style>{}</style>", Self::STYLE)?;
        }
        writeln!(f, r#"<rect class="paper" width="{wide}" height="{all}"/>"#)?;
        for (x, contents) in [(0.0, self.shapes(&left)), (width + 12.0, self.difference(&right))] {
            writeln!(f, r#"<svg x="{x}" width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#)?;
            writeln!(f, r#"<rect class="pane" width="{width}" height="{height}" rx="8"/>"#)?;
            writeln!(f, "{contents}</svg>")?;
        }
        let title = format!("Step {number} of {}: {region}", self.trace.steps.len());
        writeln!(f, r#"<text class="title" x="4" y="{}">{}</text>"#, height + 22.0, escape(&title))?;
        let mut y = height + 24.0;
        for line in lines {
            y += 18.0;
            writeln!(f, r#"<text class="why" x="4" y="{y}">{}</text>"#, escape(&line))?;
        }
        writeln!(f, "</svg>")
    }
}

impl View {
    /// A view of some points, with room around them for arrows and letters.
    fn around(points: &[Spot], size: Spot) -> Self {
        let finite = || points.iter().filter(|p| p.iter().all(|x| x.is_finite()));
        let bound = |k: usize, pick: fn(f64, f64) -> f64| finite().map(|p| p[k]).reduce(pick).unwrap_or(0.0);
        let (low, high) = ([bound(0, f64::min), bound(1, f64::min)], [bound(0, f64::max), bound(1, f64::max)]);
        let room = |k: usize| (size[k] - 100.0).max(size[k] / 2.0) / (high[k] - low[k]).max(1e-300);
        let scale = room(0).min(room(1));
        let scale = if scale.is_finite() && scale < 1e200 { scale } else { 1.0 };
        Self { center: [0, 1].map(|k| low[k] / 2.0 + high[k] / 2.0), scale, size }
    }
}

/// Where a point is in the picture. Space is seen from the front, the right and above.
fn flatten(p: &[f64]) -> Spot {
    /// Sine and cosine of 32° to the side, and of 22° down.
    const SIDE: [f64; 2] = [0.529_919, 0.848_048];
    const DOWN: [f64; 2] = [0.374_607, 0.927_184];
    match *p {
        [x, y, z] => {
            let depth = x * SIDE[0] + z * SIDE[1];
            [x * SIDE[1] - z * SIDE[0], y * DOWN[1] - depth * DOWN[0]]
        }
        [x, y] => [x, y],
        [x] => [x, 0.0],
        _ => [p.first().copied().unwrap_or(0.0), p.get(1).copied().unwrap_or(0.0)],
    }
}

/// A picture that is being drawn.
struct Pane<'v> {
    view: &'v View,
    svg: String,
    /// Where points and letters are already.
    taken: Vec<Spot>,
    /// Where letters are already.
    letters: Vec<Spot>,
    /// Whether labels are drawn where there is no room for them.
    crowded: bool,
}

impl<'v> Pane<'v> {
    fn new(view: &'v View) -> Self {
        Self { view, svg: String::new(), taken: Vec::new(), letters: Vec::new(), crowded: true }
    }

    /// Writing to a String cannot fail.
    fn put(&mut self, text: fmt::Arguments<'_>) {
        let _ = self.svg.write_fmt(text);
        self.svg.push('\n');
    }

    fn at(&self, p: Spot) -> Spot {
        let View { center, scale, size } = self.view;
        let limit = |x: f64| if x.is_finite() { x.clamp(-1e5, 1e5) } else { 0.0 };
        [limit(size[0] / 2.0 + (p[0] - center[0]) * scale), limit(size[1] / 2.0 - (p[1] - center[1]) * scale)]
    }

    fn polygon(&mut self, points: &[Spot], class: &str) {
        let list = self.list(points);
        self.put(format_args!(r#"<polygon class="{class}" points="{list}"/>"#));
    }

    fn list(&self, points: &[Spot]) -> String {
        let spots: Vec<String> =
            points.iter().map(|p| self.at(*p)).map(|[x, y]| format!("{},{}", px(x), px(y))).collect();
        spots.join(" ")
    }

    fn line(&mut self, p: Spot, q: Spot, class: &str) {
        let ([x1, y1], [x2, y2]) = (self.at(p), self.at(q));
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(px);
        self.put(format_args!(r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#));
    }

    fn dot(&mut self, p: Spot, class: &str, radius: f64) {
        let [x, y] = self.at(p);
        self.taken.push([x, y]);
        let (x, y, r) = (px(x), px(y), px(radius));
        self.put(format_args!(r#"<circle class="dot {class}" cx="{x}" cy="{y}" r="{r}"/>"#));
    }

    fn cross(&mut self, p: Spot) {
        let [x, y] = self.at(p);
        let (left, top, x, y) = (px(x - 7.0), px(y - 7.0), px(x), px(y));
        self.put(format_args!(r#"<path class="origin" d="M{left} {y}h14M{x} {top}v14"/>"#));
    }

    /// A name beside a point. It is put to the right of the direction `aside`, along which there may be an arrow. If there is no
    /// room, other places around the point are tried.
    fn label(&mut self, p: Spot, aside: Spot, text: &str, class: &str) {
        let [x, y] = self.at(p);
        let length = Float::sqrt(aside[0] * aside[0] + aside[1] * aside[1]);
        let [mut dx, mut dy] = if length < 1e-9 { [0.0, -1.0] } else { [aside[0] / length, -aside[1] / length] };
        let (mut best, mut most) = ([x, y], f64::NEG_INFINITY);
        for _eighth in 0..8 {
            let spot = [x - 17.0 * dy + 3.0 * dx, y + 17.0 * dx + 3.0 * dy];
            let room = self.room(spot).min(15.0);
            if room > most + 0.5 {
                (best, most) = (spot, room);
            }
            [dx, dy] = [FRAC_1_SQRT_2 * (dx - dy), FRAC_1_SQRT_2 * (dx + dy)];
        }
        self.text(best, text, class);
    }

    /// How far a spot is from points and letters, and from the edges.
    fn room(&self, [x, y]: Spot) -> f64 {
        let [w, h] = self.view.size;
        let taken = self.taken.iter().map(|[u, v]| Float::sqrt((x - u) * (x - u) + (y - v) * (y - v)));
        taken.fold(x.min(w - x).min(y.min(h - y)), f64::min)
    }

    /// A name. That of a vertex of the simplex gets a ring, so that it is told from the name of a shape.
    fn text(&mut self, [x, y]: Spot, text: &str, class: &str) {
        // A ring has a radius of 9 pixels.
        let is_free = |[u, v]: &Spot| (x - u).abs().max((y - v).abs()) >= 19.0;
        if !self.crowded && !self.letters.iter().all(is_free) {
            return;
        }
        self.taken.push([x, y]);
        self.letters.push([x, y]);
        if class.starts_with("vertex") {
            let (x, y) = (px(x), px(y));
            self.put(format_args!(r#"<circle class="ring {class}" cx="{x}" cy="{y}" r="9"/>"#));
        }
        let (x, y) = (px(x), px(y + 5.0));
        self.put(format_args!(r#"<text class="label {class}" x="{x}" y="{y}">{text}</text>"#));
    }

    /// The name of a shape, in its middle if there is room.
    fn title(&mut self, p: Spot, text: &str, class: &str) {
        let spot = self.at(p);
        if self.room(spot) < 12.0 { self.label(p, [0.0, 1.0], text, class) } else { self.text(spot, text, class) }
    }

    /// A line from the origin to the foot of a perpendicular, with its right angle.
    fn perpendicular(&mut self, foot: Spot) {
        let ([x, y], [u, v]) = (self.at([0.0; 2]), self.at(foot));
        let length = Float::sqrt((u - x) * (u - x) + (v - y) * (v - y));
        self.line([0.0; 2], foot, "perpendicular");
        if length > 16.0 {
            let (dx, dy) = (8.0 * (u - x) / length, 8.0 * (v - y) / length);
            let corner = [[u - dy, v + dx], [u - dy - dx, v + dx - dy], [u - dx, v - dy]].map(|[x, y]| [px(x), px(y)]);
            let [[x1, y1], [x2, y2], [x3, y3]] = corner;
            self.put(format_args!(r#"<path class="perpendicular" d="M{x1} {y1}L{x2} {y2}L{x3} {y3}"/>"#));
        }
    }

    /// A bound on the depth: a circle around the origin.
    fn bound(&mut self, radius: f64, name: &str) {
        let ([x, y], r) = (self.at([0.0; 2]), radius * self.view.scale);
        if r > 2.0 && r < 1e4 {
            let (x, y, r) = (px(x), px(y), px(r));
            self.put(format_args!(r#"<circle class="bound {name}" cx="{x}" cy="{y}" r="{r}"/>"#));
        }
    }

    /// The name of a half-plane, inside it near its boundary, where there is most room.
    fn name(&mut self, half_space: &Exclusion, number: usize, step: &Step) {
        let name = words::name(half_space, step);
        let Exclusion { point, normal, .. } = half_space;
        let size = Float::sqrt(dot(normal, normal));
        if size < 1e-300 || !size.is_finite() {
            return;
        }
        let (n, [x, y]) = ([normal[0] / size, -normal[1] / size], self.at([point[0], point[1]]));
        let [w, h] = self.view.size;
        // Half the width of the words, in pixels.
        #[expect(clippy::cast_precision_loss, reason = "a few letters")]
        let half = 3.3 * name.chars().count() as f64;
        let clear = |[u, v]: Spot| {
            let edges = (u.min(w - u) - half).min(v.min(h - v) - 8.0);
            let taken = self.taken.iter().map(|[p, q]| ((u - p).abs() - half - 9.0).max((v - q).abs() - 15.0));
            taken.fold(edges, f64::min)
        };
        let spots = (-60..=60)
            .map(|k| [x + n[0] * 12.0 - n[1] * 9.0 * f64::from(k), y + n[1] * 12.0 + n[0] * 9.0 * f64::from(k)]);
        let best = spots.max_by(|p, q| clear(*p).min(20.0).total_cmp(&clear(*q).min(20.0)));
        if let Some(spot) = best.filter(|spot| clear(*spot) > if self.crowded { -9.0 } else { 0.0 }) {
            // The middle of the words, and both ends.
            self.taken.extend([-0.6, 0.0, 0.6].map(|end| [spot[0] + end * half, spot[1]]));
            let (u, v) = (px(spot[0]), px(spot[1] + 4.0));
            let of = if half_space.of == Excluded::Origin { "excluded" } else { "empty" };
            let name = escape(&name);
            self.put(format_args!(
                r#"<text class="region-name of-{of}" data-k="{number}" x="{u}" y="{v}">{name}</text>"#
            ));
        }
    }

    /// An arrow of so many pixels.
    fn arrow(&mut self, from: Spot, direction: Spot, length: f64, class: &str) {
        let [x, y] = self.at(from);
        let size = Float::sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
        if size < 1e-9 || !size.is_finite() {
            return;
        }
        // In space an arrow gets shorter as it turns towards the reader.
        let (dx, dy, length) = (direction[0] / size, -direction[1] / size, length * size.min(1.0));
        let tip = [x + dx * length, y + dy * length];
        let wing = |turn: f64| [tip[0] - 8.0 * (dx + turn * 0.5 * dy), tip[1] - 8.0 * (dy - turn * 0.5 * dx)];
        let (left, right) = (wing(1.0), wing(-1.0));
        let spot = |[x, y]: Spot| format!("{} {}", px(x), px(y));
        let (from, tip, left, right) = (spot([x, y]), spot(tip), spot(left), spot(right));
        self.put(format_args!(r#"<path class="{class}" d="M{from}L{tip}M{left}L{tip}L{right}"/>"#));
    }

    /// A convex shape by its points: its outline, and in space its edges.
    fn hull(&mut self, points: &[Vector], class: &str) {
        let spots: Vec<Spot> = points.iter().map(|p| flatten(p)).collect();
        if points.first().is_some_and(|p| p.len() == 3) {
            self.polygon(&silhouette(spots), class);
            for (p, q, hidden) in edges(points) {
                self.line(flatten(p), flatten(q), &format!("{class} {}", if hidden { "hidden edge" } else { "edge" }));
            }
        } else {
            self.polygon(&spots, class);
        }
    }

    /// The part of the pane in a half-plane.
    fn half_plane(&mut self, Exclusion { point, normal, of, .. }: &Exclusion, number: usize) {
        let View { center, scale, size } = self.view;
        let (w, h) = (size[0] / 2.0 / scale, size[1] / 2.0 / scale);
        let corners = [[-w, -h], [w, -h], [w, h], [-w, h]].map(|[x, y]| [center[0] + x, center[1] + y]);
        let height = |p: Spot| (p[0] - point[0]) * normal[0] + (p[1] - point[1]) * normal[1];
        let mut cut = Vec::new();
        for (k, p) in corners.into_iter().enumerate() {
            let q = corners[(k + 1) % 4];
            let (at_p, at_q) = (height(p), height(q));
            if at_p > 0.0 {
                cut.push(p);
            }
            if (at_p > 0.0) != (at_q > 0.0) {
                let share = at_p / (at_p - at_q);
                cut.push([0, 1].map(|axis| p[axis] + share * (q[axis] - p[axis])));
            }
        }
        if cut.len() > 2 {
            let (list, class) = (self.list(&cut), if *of == Excluded::Origin { "excluded" } else { "empty" });
            self.put(format_args!(r#"<polygon class="{class}" data-k="{number}" points="{list}"/>"#));
        }
    }

    /// The line beyond which there is nothing of the difference.
    fn plane(&mut self, step: &Step, class: &str) {
        let Some(Exclusion { point, normal, .. }) = step.excluded.iter().find(|half| half.of == Excluded::Set) else {
            return;
        };
        let (p, d) = (flatten(point), flatten(&unit(normal)));
        let across = [-d[1] * 1e4 / self.view.scale, d[0] * 1e4 / self.view.scale];
        self.line([p[0] - across[0], p[1] - across[1]], [p[0] + across[0], p[1] + across[1]], class);
    }

    fn step(&mut self, step: &Step, trace: &Trace, in_plane: bool) {
        let spots = |vertices: &[super::Vertex]| vertices.iter().map(|v| flatten(&v.w)).collect::<Vec<_>>();
        let (before, after) = (spots(&step.before), spots(&step.after));
        let newest = flatten(&step.newest.w);
        if let Some(polytope) = &step.polytope {
            for (k, facet) in polytope.facets.iter().enumerate().rev() {
                let corners: Vec<Spot> = facet.iter().map(|w| flatten(w)).collect();
                self.polygon(&corners, if k == 0 { "facet chosen" } else { "facet" });
            }
        }
        // The simplex of A and what was kept: all its edges.
        let all: Vec<Spot> = before.iter().copied().chain([newest]).collect();
        for (k, p) in all.iter().enumerate() {
            for q in &all[..k] {
                self.line(*p, *q, "grown");
            }
        }
        if after.len() > 2 {
            self.polygon(&silhouette(after.clone()), "simplex");
        }
        for (k, p) in after.iter().enumerate() {
            for q in &after[..k] {
                self.line(*p, *q, "simplex");
            }
        }
        let d = flatten(&unit(&step.direction));
        if in_plane {
            self.plane(step, "end");
        }
        if let Some(polytope) = &step.polytope {
            self.bound(polytope.lower, "lower");
            self.bound(polytope.upper, "upper");
            self.perpendicular(flatten(&polytope.foot));
        }
        if let (Some(towards), Some(from)) = (&step.towards, &step.towards_from) {
            self.arrow(flatten(from), flatten(&unit(towards)), 44.0, "next");
        }
        self.arrow(flatten(&step.from), d, 52.0, "direction");
        for p in &before {
            self.dot(*p, "kept", 4.0);
        }
        self.dot(newest, "newest", 5.5);
        let center = [0, 1].map(|k| self.view.center[k]);
        let away = |p: Spot| [p[1] - center[1], center[0] - p[0]];
        if !self.crowded {
            self.label(newest, away(newest), "A", "vertex newest");
        }
        if matches!(step.phase, Phase::Search | Phase::Approach | Phase::Cast) {
            for (name, p) in ["B", "C", "D", "E"].iter().zip(&before) {
                self.label(*p, away(*p), name, "vertex kept");
            }
        }
        // The vertices of a polytope are named by the steps that found them.
        let mut named: Vec<&Vector> = Vec::new();
        let facets = if self.crowded { usize::MAX } else { 1 };
        for w in step.polytope.iter().flat_map(|polytope| polytope.facets.iter().take(facets).flatten()) {
            if !named.contains(&w) {
                named.push(w);
                if let Some(found) = trace.steps.iter().position(|earlier| earlier.newest.w == *w) {
                    let p = flatten(w);
                    self.label(p, away(p), &format!("{}", found + 1), "vertex kept");
                }
            }
        }
        if self.crowded {
            self.label(newest, away(newest), "A", "vertex newest");
        }
    }
}

/// The middle of some points.
fn middle(points: &[Vector]) -> Spot {
    let spots: Vec<Spot> = points.iter().map(|p| flatten(p)).collect();
    #[expect(clippy::cast_precision_loss, reason = "a few hundred points")]
    let count = spots.len().max(1) as f64;
    [0, 1].map(|k| spots.iter().map(|p| p[k]).sum::<f64>() / count)
}

/// A length in pixels.
fn px(x: f64) -> Fixed<2> {
    Fixed(x)
}

/// The corners of the hull of points in the plane, counter-clockwise (A. M. Andrew's monotone chain, 1979).
fn silhouette(given: Vec<Spot>) -> Vec<Spot> {
    let mut points: Vec<Spot> = Vec::new();
    for p in given {
        let order = |q: &Spot| q.partial_cmp(&p).unwrap_or(core::cmp::Ordering::Equal);
        if let Err(place) = points.binary_search_by(order) {
            points.insert(place, p);
        }
    }
    let turn = |p: &Spot, q: &Spot, r: &Spot| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    let half = |points: &mut dyn Iterator<Item = &Spot>| {
        let mut chain: Vec<Spot> = Vec::new();
        for p in points {
            while let [.., a, b] = &chain[..]
                && turn(a, b, p) <= 0.0
            {
                chain.pop();
            }
            chain.push(*p);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter());
    hull.extend(half(&mut points.iter().rev()));
    if hull.is_empty() { points } else { hull }
}

/// The edges of a polytope, and whether each is hidden. An edge is on the boundary of a face; a face is a plane through three
/// vertices with none beyond it. With many vertices the outline is enough, so there are none.
fn edges(points: &[Vector]) -> Vec<(&Vector, &Vector, bool)> {
    const FEW: usize = 40;
    if points.len() > FEW {
        return Vec::new();
    }
    let minus = |p: &Vector, q: &Vector| [0, 1, 2].map(|k| p[k] - q[k]);
    let cross =
        |u: [f64; 3], v: [f64; 3]| [0, 1, 2].map(|k| u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
    let size = points.iter().flatten().fold(0.0, |size: f64, x| size.max(x.abs()));
    let toward_reader = [0.491_337, 0.374_607, 0.786_297];
    // (from, to) by index, with whether a face that it belongs to is seen.
    let mut found: Vec<(usize, usize, bool)> = Vec::new();
    for i in 0..points.len() {
        for j in i + 1..points.len() {
            let (mut faces, mut seen) = (0, false);
            for k in (0..points.len()).filter(|k| *k != i && *k != j) {
                let normal = unit(&cross(minus(&points[j], &points[i]), minus(&points[k], &points[i])));
                let height = |p: &Vector| dot(&minus(p, &points[i]), &normal);
                let flat = 1e-6 * size;
                // Nothing is beyond the plane, and in the plane nothing is beyond the line from i to j.
                let inward = cross([normal[0], normal[1], normal[2]], minus(&points[j], &points[i]));
                let on_side = |p: &Vector| dot(&minus(p, &points[i]), &inward) >= -flat * size;
                let is_face = normal.iter().any(|x| *x != 0.0)
                    && points.iter().all(|p| height(p) <= flat && (height(p) < -flat || on_side(p)));
                if is_face {
                    faces += 1;
                    seen |= dot(&normal, &toward_reader) > 0.0;
                }
                let mirrored: Vector = normal.iter().map(|x| -x).collect();
                let is_face = normal.iter().any(|x| *x != 0.0)
                    && points.iter().all(|p| height(p) >= -flat && (height(p) > flat || on_side(p)));
                if is_face {
                    faces += 1;
                    seen |= dot(&mirrored, &toward_reader) > 0.0;
                }
            }
            if faces > 0 {
                found.push((i, j, seen));
            }
        }
    }
    found.into_iter().map(|(i, j, seen)| (&points[i], &points[j], !seen)).collect()
}

/// Lines of fewer letters than `width`, if no word is longer.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(String::from(word)),
        }
    }
    lines
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
