//! A pane: a picture that is being drawn, as SVG.

use crate::numbers::Fixed;
use crate::outline::{edges, silhouette};
use crate::record::{Excluded, Exclusion, Step, Trace, Vertex};
use crate::vector::{Vector, dot, unit};
use crate::view::{Spot, View, flatten};
use crate::words;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::f64::consts::FRAC_1_SQRT_2;
use core::fmt::{self, Write};
use gjk::observe::Phase;
use num_traits::Float;

/// A picture that is being drawn.
pub(crate) struct Pane<'v> {
    pub(crate) view: &'v View,
    pub(crate) svg: String,
    /// The places of points and letters.
    taken: Vec<Spot>,
    /// The places of letters.
    letters: Vec<Spot>,
    /// Whether labels are drawn without room for them.
    pub(crate) crowded: bool,
}

impl<'v> Pane<'v> {
    pub(crate) fn new(view: &'v View) -> Self {
        Self { view, svg: String::new(), taken: Vec::new(), letters: Vec::new(), crowded: true }
    }

    /// Writing to a String cannot fail.
    pub(crate) fn put(&mut self, text: fmt::Arguments<'_>) {
        let _ = self.svg.write_fmt(text);
        self.svg.push('\n');
    }

    pub(crate) fn at(&self, p: Spot) -> Spot {
        let View { center, scale, size } = self.view;
        let limit = |x: f64| if x.is_finite() { x.clamp(-1e5, 1e5) } else { 0.0 };
        [limit(size[0] / 2.0 + (p[0] - center[0]) * scale), limit(size[1] / 2.0 - (p[1] - center[1]) * scale)]
    }

    pub(crate) fn polygon(&mut self, points: &[Spot], class: &str) {
        let list = self.list(points);
        self.put(format_args!(r#"<polygon class="{class}" points="{list}"/>"#));
    }

    pub(crate) fn list(&self, points: &[Spot]) -> String {
        let spots: Vec<String> =
            points.iter().map(|p| self.at(*p)).map(|[x, y]| format!("{},{}", px(x), px(y))).collect();
        spots.join(" ")
    }

    pub(crate) fn line(&mut self, p: Spot, q: Spot, class: &str) {
        let ([x1, y1], [x2, y2]) = (self.at(p), self.at(q));
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(px);
        self.put(format_args!(r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#));
    }

    pub(crate) fn dot(&mut self, p: Spot, class: &str, radius: f64) {
        let [x, y] = self.at(p);
        self.taken.push([x, y]);
        let (x, y, r) = (px(x), px(y), px(radius));
        self.put(format_args!(r#"<circle class="dot {class}" cx="{x}" cy="{y}" r="{r}"/>"#));
    }

    pub(crate) fn cross(&mut self, p: Spot) {
        let [x, y] = self.at(p);
        let (left, top, x, y) = (px(x - 7.0), px(y - 7.0), px(x), px(y));
        self.put(format_args!(r#"<path class="origin" d="M{left} {y}h14M{x} {top}v14"/>"#));
    }

    /// A name beside a point. It is put to the right of the direction `aside`, along which there may be an arrow. Without
    /// room, other places around the point are tried.
    pub(crate) fn label(&mut self, p: Spot, aside: Spot, text: &str, class: &str) {
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

    /// The distance of a spot from points and letters, and from the edges.
    pub(crate) fn room(&self, [x, y]: Spot) -> f64 {
        let [w, h] = self.view.size;
        let taken = self.taken.iter().map(|[u, v]| Float::sqrt((x - u) * (x - u) + (y - v) * (y - v)));
        taken.fold(x.min(w - x).min(y.min(h - y)), f64::min)
    }

    /// A name. Names of the simplex's vertices get a ring, unlike names of shapes.
    pub(crate) fn text(&mut self, [x, y]: Spot, text: &str, class: &str) {
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
    pub(crate) fn title(&mut self, p: Spot, text: &str, class: &str) {
        let spot = self.at(p);
        if self.room(spot) < 12.0 { self.label(p, [0.0, 1.0], text, class) } else { self.text(spot, text, class) }
    }

    /// A line from the origin to the foot of a perpendicular, with its right angle.
    pub(crate) fn perpendicular(&mut self, foot: Spot) {
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
    pub(crate) fn bound(&mut self, radius: f64, name: &str) {
        let ([x, y], r) = (self.at([0.0; 2]), radius * self.view.scale);
        if r > 2.0 && r < 1e4 {
            let (x, y, r) = (px(x), px(y), px(r));
            self.put(format_args!(r#"<circle class="bound {name}" cx="{x}" cy="{y}" r="{r}"/>"#));
        }
    }

    /// The name of a half-plane, inside it near its boundary, where there is most room.
    pub(crate) fn name(&mut self, half_space: &Exclusion, number: usize, step: &Step) {
        let name = label_of(half_space, step);
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
        // So far from the line that no letter is on it.
        let off = 5.0 + half * n[0].abs() + 7.0 * n[1].abs();
        let spots = (-60..=60)
            .map(|k| [x + n[0] * off - n[1] * 9.0 * f64::from(k), y + n[1] * off + n[0] * 9.0 * f64::from(k)]);
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
    pub(crate) fn arrow(&mut self, from: Spot, direction: Spot, length: f64, class: &str) {
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
        // Names keep away from it.
        self.taken.extend([0.35, 0.7, 1.0].map(|part| [x + dx * length * part, y + dy * length * part]));
        let spot = |[x, y]: Spot| format!("{} {}", px(x), px(y));
        let (from, tip, left, right) = (spot([x, y]), spot(tip), spot(left), spot(right));
        self.put(format_args!(r#"<path class="{class}" d="M{from}L{tip}M{left}L{tip}L{right}"/>"#));
    }

    /// A convex shape by its points: its outline, and in space its edges.
    pub(crate) fn hull(&mut self, points: &[Vector], class: &str) {
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
    pub(crate) fn half_plane(&mut self, Exclusion { point, normal, of, .. }: &Exclusion, number: usize) {
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
    pub(crate) fn plane(&mut self, step: &Step, class: &str) {
        let Some(Exclusion { point, normal, .. }) = step.excluded.iter().find(|half| half.of == Excluded::Set) else {
            return;
        };
        let (p, d) = (flatten(point), flatten(&unit(normal)));
        let across = [-d[1] * 1e4 / self.view.scale, d[0] * 1e4 / self.view.scale];
        self.line([p[0] - across[0], p[1] - across[1]], [p[0] + across[0], p[1] + across[1]], class);
    }

    pub(crate) fn step(&mut self, step: &Step, trace: &Trace, in_plane: bool) {
        let spots = |vertices: &[Vertex]| vertices.iter().map(|v| flatten(&v.w)).collect::<Vec<_>>();
        let (before, after) = (spots(&step.before), spots(&step.after));
        let newest = flatten(&step.newest.w);
        if let Some(polytope) = &step.polytope {
            for (k, facet) in polytope.facets.iter().enumerate().rev() {
                let corners: Vec<Spot> = facet.iter().map(|w| flatten(w)).collect();
                self.polygon(&corners, if k == 0 { "facet chosen" } else { "facet" });
            }
        }
        // The simplex of W and what was kept: all its edges.
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
            self.label(newest, away(newest), "W", "vertex newest");
        }
        if matches!(step.phase, Phase::Search | Phase::Approach | Phase::Cast) {
            for (name, p) in ["X", "Y", "Z", "V"].iter().zip(&before) {
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
            self.label(newest, away(newest), "W", "vertex newest");
        }
    }
}

/// The label of a half-space: the tested product, or what it excludes.
fn label_of(half_space: &Exclusion, step: &Step) -> String {
    match (half_space.of, half_space.test) {
        (_, Some(test)) => step.tests.get(test).map_or(String::new(), |test| test.name.clone()),
        (Excluded::Set, None) => String::from("beyond W"),
        (_, None) => format!("behind {}", words::kept(step.before.len())),
    }
}

/// A length in pixels.
fn px(x: f64) -> Fixed<2> {
    Fixed(x)
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
