//! The worst pairs of a study, as questions for `gjk batch`, `gjk trace` and `gjk precision diverge`. A pair is made again from its
//! number. The protocol has keys for `f32` and `f64` only, and no key for a start direction, so the id of a line ends with the
//! command that repeats its question.

use super::arithmetic::Arithmetic;
use super::cell::{Cells, Key};
use super::measure::{MEASURES, UNITS};
use super::plan::Plan;
use super::published::Way;
use super::statistics::Worst;
use super::sweeps::{SWEEPS, Sweep};
use gjk_question::{Arithmetic as Asked, Kind, Question, Rotation, Shape, Task, Vector};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A pair that is the worst of a sweep in some respect.
#[derive(Clone)]
pub(super) struct Bad {
    pub(super) key: Key,
    /// One of [`MEASURES`], or `verdict`, `undecided`, `moved`.
    pub(super) measure: &'static str,
    /// An error, or how far from touching a pair is whose verdict is wrong.
    pub(super) error: f64,
    /// Of the error.
    pub(super) unit: &'static str,
    pub(super) question: Question,
    /// What shows, of this line of worst.jsonl, where the error comes from.
    pub(super) command: Option<String>,
}

impl Bad {
    /// A sentence part: where it was found.
    pub(super) fn name(&self) -> String {
        let Key { sweep, dim, arithmetic, way, .. } = &self.key;
        let dim = super::rows::dimension(*dim);
        let level = self.key.level().name;
        format!("{} {dim} at {level}, {arithmetic}, {}: {}", SWEEPS[*sweep].name, way.name(), self.measure)
    }
}

/// Sweep, dimension, arithmetic, way and measure. Without an arithmetic where the levels are arithmetics.
type Respect = (usize, usize, Option<Arithmetic>, Way, &'static str);

/// The worst of each sweep and dimension, for each arithmetic, way and measure.
pub(super) fn of(plan: &Plan, cells: &Cells) -> Vec<Bad> {
    let mut worst: BTreeMap<Respect, (Key, Worst, &str)> = BTreeMap::new();
    for (key, cell) in &cells.0 {
        let measured = MEASURES.into_iter().zip(UNITS).zip(&cell.errors);
        let found = measured.map(|((measure, unit), errors)| (measure, unit, errors.worst));
        // The first one, whatever the level.
        let undecided = cell.first_undecided.map(|index| Worst { error: 1.0, index });
        let more =
            [("verdict", "ε L", cell.wrong.worst), ("undecided", "", undecided), ("moved", "sizes", cell.moved.worst)];
        let arithmetic = (SWEEPS[key.sweep].name != "bits").then_some(key.arithmetic);
        for (measure, unit, found) in found.chain(more) {
            let Some(found) = found.filter(|found| found.error > 0.0) else { continue };
            let respect = (key.sweep, key.dim, arithmetic, key.way, measure);
            let place = worst.entry(respect).or_insert((*key, found, unit));
            if found.error > place.1.error {
                *place = (*key, found, unit);
            }
        }
    }
    let kept = worst.into_iter().enumerate().map(|(k, ((.., measure), (key, found, unit)))| {
        let (question, start) = question(plan, &key, found.index, measure);
        let command = command_about(&question, key.arithmetic, key.way, k + 1, start.as_ref());
        Bad { key, measure, error: found.error, unit, question, command }
    });
    kept.collect()
}

/// The command that shows where an arithmetic and a way part from exact arithmetic, or from double-double where there is none
/// for them. None if they cannot be recorded.
pub(super) fn command_about(
    question: &Question,
    arithmetic: Arithmetic,
    way: Way,
    line: usize,
    start: Option<&Vector>,
) -> Option<String> {
    let is_recorded = !matches!(arithmetic, Arithmetic::Faulty | Arithmetic::Places | Arithmetic::Shapes);
    if !matches!(question.dim, 2 | 3) || !way.knows(question.dim) || !is_recorded {
        return None;
    }
    let shapes = [&question.a, question.query.other()?];
    let is_exact = way.takes_rings() && shapes.iter().all(|shape| has_exact(shape, way.takes_margins()));
    let other = match arithmetic {
        _ if is_exact => "exact",
        Arithmetic::Double => "f64",
        _ => "dd",
    };
    let start = start.map_or_else(String::new, |direction| start_option(direction, question.dim));
    let name = way.name();
    Some(format!(
        "gjk precision diverge --line {line} --scalars {arithmetic},{other} --cases {name}{start} worst.jsonl"
    ))
}

/// The option for a start direction, after a space.
pub(super) fn start_option(direction: &Vector, dim: usize) -> String {
    let numbers: Vec<_> = direction[..dim].iter().map(ToString::to_string).collect();
    format!(" --start={}", numbers.join(","))
}

/// Returns whether exact arithmetic knows a shape, with a margin or only without.
fn has_exact(shape: &Shape, with_margin: bool) -> bool {
    let turned = shape.pose.as_ref().and_then(|pose| pose.rotation.as_ref());
    let known = match &shape.kind {
        Kind::Ellipsoid { .. } | Kind::Cylinder { .. } | Kind::Cone { .. } | Kind::Frustum { .. } => false,
        Kind::Ball { radius, .. } | Kind::Capsule { radius, .. } => with_margin || *radius == 0.0,
        Kind::Hull { shapes } | Kind::Sum { shapes } => shapes.iter().all(|part| has_exact(part, with_margin)),
        _ => true,
    };
    known
        && !matches!(turned, Some(Rotation::Angle(_)))
        && (with_margin || shape.margin.is_none_or(|margin| margin == 0.0))
}

/// A sample as its arithmetic holds it, and where its search begins.
pub(super) fn question(plan: &Plan, key: &Key, index: u64, measure: &str) -> (Question, Option<Vector>) {
    let sweep = &SWEEPS[key.sweep];
    let levels = (sweep.levels)();
    let sample = sweep.sample(plan.seed, key.dim, index, &levels, key.arithmetic);
    let dim = Sweep::dimension(key.dim, &levels[key.level]);
    let [a, b] = key.arithmetic.held(dim, [&sample.a, &sample.b]);
    let question = Question {
        dim,
        arithmetic: if matches!(key.arithmetic, Arithmetic::F32 | Arithmetic::Places) {
            Asked::F32
        } else {
            Asked::F64
        },
        accuracy: 0.0,
        a,
        query: match measure {
            "depth" | "contact angle" | "moved" => Task::Contact { b },
            _ => Task::Distance { b },
        },
    };
    (question, sample.start)
}

/// A line each.
pub(super) fn lines(worst: &[Bad]) -> String {
    let told = |bad: &Bad| match bad.measure {
        "undecided" => bad.name(),
        _ => format!("{} {:.4e} {}", bad.name(), bad.error, bad.unit),
    };
    let id = |bad: &Bad| {
        let command = bad.command.as_ref().map(|command| format!("; {command}"));
        told(bad) + &command.unwrap_or_default()
    };
    worst.iter().map(|bad| line(&id(bad), &bad.question) + "\n").collect()
}

/// A question about two shapes as a line of the batch protocol.
pub(super) fn line(id: &str, question: &Question) -> String {
    let mut object = Map::new();
    let scalar = serde_json::to_value(question.arithmetic).unwrap_or_default();
    let query = match &question.query {
        Task::Contact { .. } => "contact",
        Task::Intersect { .. } => "intersect",
        _ => "distance",
    };
    object.insert("id".into(), id.into());
    object.insert("dim".into(), question.dim.into());
    object.insert("query".into(), query.into());
    object.insert("scalar".into(), scalar);
    object.insert("a".into(), shape(&question.a, question.dim));
    if let Some(b) = question.query.other() {
        object.insert("b".into(), shape(b, question.dim));
    }
    Value::Object(object).to_string()
}

fn shape(shape: &Shape, dim: usize) -> Value {
    let vector = |v: &Vector| json!(&v[..dim]);
    let all = |shapes: &[Shape]| shapes.iter().map(|part| self::shape(part, dim)).collect::<Vec<_>>();
    let mut value = match &shape.kind {
        Kind::Point { at } => json!({"type": "point", "at": vector(at)}),
        Kind::Segment { ends: [a, b] } => json!({"type": "segment", "a": vector(a), "b": vector(b)}),
        Kind::Points { points } => {
            json!({"type": "points", "points": points.iter().map(vector).collect::<Vec<_>>()})
        }
        Kind::Ball { radius, center } => json!({"type": "ball", "radius": radius, "center": vector(center)}),
        Kind::Cuboid { half_extents } => json!({"type": "cuboid", "half_extents": vector(half_extents)}),
        Kind::Capsule { ends: [a, b], radius } => {
            json!({"type": "capsule", "a": vector(a), "b": vector(b), "radius": radius})
        }
        Kind::Ellipsoid { radii } => json!({"type": "ellipsoid", "radii": vector(radii)}),
        Kind::Cylinder { radius, half_height } => {
            json!({"type": "cylinder", "radius": radius, "half_height": half_height})
        }
        Kind::Cone { radius, half_height } => json!({"type": "cone", "radius": radius, "half_height": half_height}),
        Kind::Frustum { fov_y, aspect, near, far } => {
            json!({"type": "frustum", "fov_y": fov_y, "aspect": aspect, "near": near, "far": far})
        }
        Kind::Hull { shapes } => json!({"type": "hull", "shapes": all(shapes)}),
        Kind::Sum { shapes } => json!({"type": "sum", "shapes": all(shapes)}),
    };
    if let Some(margin) = shape.margin {
        value["margin"] = margin.into();
    }
    if let Some(pose) = &shape.pose {
        let mut placed = json!({"translation": vector(&pose.translation)});
        match &pose.rotation {
            None => {}
            Some(Rotation::Matrix(rows)) => placed["rotation"] = rows.iter().map(vector).collect::<Vec<_>>().into(),
            Some(Rotation::Quaternion(q)) => placed["rotation"] = json!(q),
            Some(Rotation::Angle(angle)) => placed["rotation"] = json!(angle),
        }
        value["pose"] = placed;
    }
    value
}
