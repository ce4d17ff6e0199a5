//! A step as a picture: the shapes on the left, their difference and the origin on the right.

use crate::pane::{Pane, escape};
use crate::record::{Progress, Ray, Step, Trace};
use crate::scene::Scene;
use crate::vector::{Vector, unit};
use crate::view::{Spot, View, flatten, middle};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A step of a trace, drawn. It displays as an SVG document.
///
/// ```
/// use gjk::{Query, SupportExt, nalgebra::Vector2, shape::Cuboid};
/// use gjk_trace::{Figure, Scene};
/// let a = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let b = a.clone().posed(Vector2::new(3.0, 0.5))?;
/// let (trace, scene) = (gjk_trace::distance(&a, &b, &Query::new()), Scene::new(&a, &b));
/// for step in 0..trace.steps.len() {
///     println!("{}", Figure::new(&trace, &scene, step));
/// }
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

    /// A step of a trace, counted from 0; `scene` has the outlines of its shapes. Without such a step the shapes alone are
    /// drawn.
    #[must_use]
    pub fn new(trace: &'t Trace, scene: &'t Scene, step: usize) -> Self {
        Self { trace, scene, step, alone: true }
    }

    /// This figure without its style sheet, for a page that has [`STYLE`](Self::STYLE): a style sheet in a picture would hold for all
    /// of the page. Of a polytope, only the vertices of the chosen facet are named, and no label is put on another.
    ///
    /// ```
    /// use gjk::{Query, nalgebra::Vector2, shape::Cuboid};
    /// use gjk_trace::{Figure, Scene};
    /// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
    /// let (trace, scene) = (gjk_trace::contact(&square, &square, &Query::new()), Scene::new(&square, &square));
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

    /// The view of the shapes, and the view of their difference and the origin.
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

    /// The places of the shapes at the time that a cast has come to. Nothing for a shape at rest, or if too little is known.
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
        let mut pane = Pane::new(view);
        pane.crowded = self.alone;
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
        let mut pane = Pane::new(view);
        pane.crowded = self.alone;
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
