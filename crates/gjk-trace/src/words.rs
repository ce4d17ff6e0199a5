//! The sentences of a trace.

use crate::numbers::Brief;
use crate::record::{Ray, Step, Tested};
use crate::vector::dot;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use gjk::Undecided;
use gjk::observe::{Phase, Termination};
use gjk::simplex::{Region, Test};

/// The name of the simplex of W and `kept` more vertices.
pub(crate) fn case(phase: Phase, kept: usize) -> &'static str {
    match (phase, kept) {
        (Phase::Completion, _) => "completion",
        (Phase::Expansion, _) => "polytope",
        (Phase::Refinement, _) => "refinement",
        (Phase::Evidence, _) => "evidence",
        (_, 0) => "point",
        (_, 1) => "segment",
        (_, 2) => "triangle",
        (_, 3) => "tetrahedron",
        _ => "simplex",
    }
}

/// The name of a feature with so many vertices.
fn feature(vertices: usize) -> &'static str {
    match vertices {
        0 => "nothing",
        1 => "vertex",
        2 => "edge",
        3 => "face",
        _ => "facet",
    }
}

/// The names of so many vertices retained before W, as [`Region`] has them.
pub(crate) fn kept(vertices: usize) -> String {
    (1..=vertices).map(|label| Region::vertex(label).to_string()).collect()
}

/// The feature retained before W, by its labels: `edge XY`.
fn retained(vertices: usize) -> String {
    let labels = kept(vertices);
    format!("{} {labels}", feature(vertices))
}

pub(crate) fn region(region: Region, dimension: usize) -> String {
    let inside = region.count() == dimension + 1;
    if inside { "inside".to_string() } else { format!("{} {region}", feature(region.count())) }
}

pub(crate) fn verdict(undecided: Option<Undecided>, apart: bool) -> &'static str {
    match (undecided, apart) {
        (Some(_), _) => "undecided",
        (None, true) => "apart",
        (None, false) => "intersecting",
    }
}

/// After a cast: `at_once` if they meet, and whether already at the start.
pub(crate) fn verdict_of_cast(undecided: Option<Undecided>, at_once: Option<bool>) -> &'static str {
    match (undecided, at_once) {
        (Some(_), _) => "undecided",
        (None, Some(true)) => "a hit at once",
        (None, Some(false)) => "a hit",
        (None, None) => "a miss",
    }
}

/// The meaning of a test's sign for the origin.
pub(crate) fn says(test: Test, sign: i8, in_plane: bool) -> String {
    let positive = sign > 0;
    let not = if positive { "" } else { "not " };
    match test {
        Test::Along(edge) => format!("{not}ahead of W along {edge}"),
        Test::Beyond(edge) if !in_plane => format!("to the {} of {edge}", if positive { "left" } else { "right" }),
        Test::Beyond(edge) => format!("{not}beyond {edge}"),
        Test::BeyondIn { edge, face } => format!("{not}beyond {edge} in {face}"),
        Test::BeyondFace(face) => format!("{not}beyond {face}"),
        Test::Weight(label) => {
            let not = if sign < 0 { "" } else { "not " };
            format!("{not}beyond the face opposite {}", Region::vertex(label))
        }
        Test::WeightIn { label, of } => {
            let (vertex, rest) = (Region::vertex(label), of.without(label));
            format!("in {of} {not}on the side of {vertex}, seen from {rest}")
        }
        _ => test.to_string(),
    }
}

/// The reason why the origin is not on the other side of a tested plane.
pub(crate) fn excluded(tested: &Tested) -> String {
    let sign = if tested.sign > 0 { "positive" } else { "not positive" };
    format!("{} is {sign}: the origin is {}", tested.name, tested.says)
}

/// The reason why the origin is not behind the feature of so many vertices that W was sought from.
pub(crate) fn behind(vertices: usize) -> String {
    format!("W was sought from {} towards the origin, so the origin is not behind it", retained(vertices))
}

/// The reason why the origin is not in the region of X, if W was not sought from there.
pub(crate) fn beside_first() -> &'static str {
    "W was not sought from X towards the origin, so the region of X alone was tested: the origin is ahead of X towards W"
}

/// The reason why nothing is beyond W.
pub(crate) fn beyond_newest(margin: f64) -> String {
    let nothing = "W is the farthest vertex along the direction: nothing of the difference is beyond it";
    if margin > 0.0 {
        format!("{nothing} by more than the margins, {} together", Brief(margin))
    } else {
        nothing.to_string()
    }
}

/// What is said of the difference is said of the cores'.
fn cores(margin: f64) -> String {
    let said = |margin| format!(" The cores' margins, {margin} together, are added in the end.");
    if margin > 0.0 { said(Brief(margin)) } else { String::new() }
}

/// The reason for what happened in a step.
pub(crate) fn sentence(step: &Step, dimension: usize, ray: Option<&Ray>, margin: f64) -> String {
    let said = match (step.phase, step.stop) {
        (_, Some(Termination::Limit)) => "The limit of evaluations is reached.".to_string(),
        (_, Some(Termination::NotANumber)) => "Some coordinate is not a number.".to_string(),
        (Phase::Search, stop) => search(step, stop, margin),
        (Phase::Approach, stop @ Some(Termination::Nearest)) => approach(step, stop) + &cores(margin),
        (Phase::Approach, stop) => approach(step, stop),
        (Phase::Completion, _) => completion(step),
        (Phase::Expansion, stop @ Some(_)) => expansion(step, stop, dimension) + &cores(margin),
        (Phase::Expansion, stop) => expansion(step, stop, dimension),
        (Phase::Refinement, _) => {
            let reached = Brief(step.reached);
            format!(
                "The bounds have not met, so the direction is refined step by step. Along this one the difference reaches {reached}."
            )
        }
        (Phase::Evidence, _) => evidence(step),
        (Phase::Cast, stop) => cast(step, stop, ray),
        _ => String::new(),
    };
    let said = format!("{}{}", recalled(step), said.trim_end());
    match (step.again, step.evaluation) {
        (Some(first), None) => {
            format!("{said} The vertex is still that of step {}, without an evaluation.", first + 1)
        }
        (Some(first), Some(_)) => format!("{said} The vertex is that of step {} again.", first + 1),
        _ => said,
    }
}

/// The start of a search, if it is not the default.
fn recalled(step: &Step) -> String {
    match (step.recalled, step.evaluation, step.before.len()) {
        (false, ..) => String::new(),
        _ if step.phase == Phase::Cast => {
            "The vertices retained are those that an earlier query has left. ".to_string()
        }
        (true, Some(_), 0) => "The search starts along an axis that an earlier query has left. ".to_string(),
        (true, Some(_), kept) => {
            format!("The search starts from {}, which an earlier query has left. ", retained(kept))
        }
        (true, None, _) => {
            "All vertices are those that an earlier query has left, and no evaluation is needed. ".to_string()
        }
    }
}

fn search(step: &Step, stop: Option<Termination>, margin: f64) -> String {
    let (reached, shapes) = (Brief(step.reached), if margin > 0.0 { "cores" } else { "shapes" });
    match stop {
        Some(Termination::Separated) => {
            let forgotten = step.after.len() < step.before.len();
            let forgotten = if forgotten { " X is forgotten, as W was not sought from there." } else { "" };
            format!(
                "W comes only to {reached} along the direction, and the origin is at 0. So nothing of the difference comes as far \
                 as the origin, and the {shapes} are apart.{forgotten}{}",
                cores(margin)
            )
        }
        Some(Termination::Enclosed) => {
            let shape = &step.case;
            format!("{}. So it is inside the {shape}, and the shapes intersect.", facts(step))
        }
        Some(Termination::OnFeature) => {
            let kept = retained(step.before.len());
            format!(
                "W is no farther along the direction than {kept}, and does not fall short of the origin. So the origin is on \
                 {kept}, and the shapes have a point in common."
            )
        }
        _ => located(step),
    }
}

/// The origin's region, and the reason.
fn located(step: &Step) -> String {
    let Some(region) = &step.region else { return String::new() };
    match (step.before.len(), region.as_str()) {
        (0, _) if second_is_given(step) => "W is the only vertex so far. A search would now look from W towards the origin, but here the second \
             direction was chosen beforehand."
            .to_string(),
        (0, _) => "W is the only vertex so far. The next direction is from W towards the origin.".to_string(),
        (_, "vertex X") => {
            "W was not sought from X towards the origin, and X is nearest. The next direction is from X towards the origin."
                .to_string()
        }
        (_, "vertex W") => {
            format!("{}. So W alone is nearest, and the next direction is from W towards the origin.", facts(step))
        }
        (_, region) => {
            format!(
                "{}. So {region} is nearest, and the next direction is from there towards the origin, perpendicular \
                 to it.",
                facts(step)
            )
        }
    }
}

/// Returns whether the direction after the first vertex is another than from that towards the origin: a start may
/// give two.
fn second_is_given(step: &Step) -> bool {
    let Some(towards) = &step.towards else { return false };
    let (w, along) = (&step.newest.w, dot(&step.newest.w, towards));
    along > 0.0 || along * along < 0.999_999 * dot(w, w) * dot(towards, towards)
}

/// What the tests said: those that were positive, or say left or right; if none does, all. Of a strategy that looks at the weights of
/// many parts of the simplex, what it makes of them.
fn facts(step: &Step) -> String {
    if step.tests.iter().any(|test| test.name.starts_with("weight of ") && test.name.contains(" in ")) {
        return match &step.region {
            Some(_) => {
                "Of the parts whose weights are all positive that one counts which is nearest the origin".to_string()
            }
            None => "The origin is where all weights of the whole simplex are positive".to_string(),
        };
    }
    let where_it_is = |test: &&Tested| test.sign > 0 || test.says.starts_with("to the ");
    let mut facts: Vec<&str> = step.tests.iter().filter(where_it_is).map(|test| test.says.as_str()).collect();
    if facts.is_empty() {
        facts = step.tests.iter().map(|test| test.says.as_str()).collect();
    }
    facts.dedup();
    let said = match facts.split_last() {
        None => "around".to_string(),
        Some((only, [])) => (*only).to_string(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    };
    format!("The origin is {said}")
}

fn approach(step: &Step, stop: Option<Termination>) -> String {
    let going = located(step);
    match stop {
        Some(Termination::Nearest) => {
            let kept = retained(step.before.len());
            format!(
                "W is no farther along the direction than {kept}. So nothing of the difference is nearer to the origin than that."
            )
        }
        Some(Termination::Arrived) => format!("{going} It is at the origin, up to rounding."),
        Some(Termination::Decided) => format!("{going} That is enough to know whether the margins meet."),
        Some(Termination::Beyond) => {
            "The cores are farther apart than their margins reach, or than was asked for.".to_string()
        }
        Some(Termination::Patience) => "No step got nearer for a while: what is left is rounding.".to_string(),
        Some(Termination::Enclosed) => {
            "The simplex holds the origin, up to rounding. The gap is that of the best plane.".to_string()
        }
        _ => going,
    }
}

fn completion(step: &Step) -> String {
    match step.stop {
        Some(_) => "Nothing is on either side: the difference is flat, and the depth is 0.".to_string(),
        None => {
            "The simplex is not of full dimension. Vertices on both sides of it are sought, and the farther one is added."
                .to_string()
        }
    }
}

fn expansion(step: &Step, stop: Option<Termination>, dimension: usize) -> String {
    let Some(polytope) = &step.polytope else { return String::new() };
    let (facets, facet) = if dimension == 2 { ("edges", "edge") } else { ("facets", "facet") };
    let count = polytope.facets.len();
    let than = if polytope.more { "more than " } else { "" };
    let (lower, upper) = (Brief(polytope.lower), Brief(polytope.upper));
    let nearest = format!("Of {than}{count} {facets} the marked one is nearest the origin, at {lower}");
    match stop {
        Some(Termination::OnBoundary) => {
            format!(
                "{nearest}. Nothing of the difference is beyond it. So it is on the boundary, and its perpendicular is the minimum translation."
            )
        }
        Some(Termination::BoundsMet) => {
            let reached = Brief(step.reached);
            format!(
                "{nearest}. Beyond it W comes to {reached}. With {facets} through W in its place none is nearer than {upper}: the depth is \
                 at least that. Along a direction that was tried before, the difference reaches {upper}: the depth is at most that. The \
                 bounds meet, so that direction is the one of the minimum translation."
            )
        }
        _ => {
            let reached = Brief(step.reached);
            format!(
                "{nearest}. Beyond it W comes to {reached}. So the depth is from {lower} to {upper}, and {facets} through W replace the {facet}."
            )
        }
    }
}

fn evidence(step: &Step) -> String {
    let reached = Brief(step.reached);
    format!(
        "The origin is on the boundary of the simplex. Is it on that of the difference, too? The farthest vertex beyond comes to {reached}."
    )
}

fn cast(step: &Step, stop: Option<Termination>, ray: Option<&Ray>) -> String {
    let Some(progress) = &step.progress else { return String::new() };
    let lower = Brief(progress.lower);
    let nothing = "Nothing of the difference is beyond W along the direction";
    let clipped = if progress.advanced {
        format!("{nothing}. The ray comes to that plane at {lower}, so the shapes do not meet before: lower moves up.")
    } else {
        format!("The ray's point at lower, {lower}, is not beyond W. So this plane clips nothing of the ray.")
    };
    match stop {
        Some(Termination::Hit) => {
            format!("{clipped} The simplex is there, or as near as the margins: the shapes touch.")
        }
        Some(Termination::Miss) if ray.is_some_and(|ray| dot(&ray.at(1.0), &step.direction) < 0.0) => {
            format!(
                "{nothing}, and the ray comes to that plane only when the motion has ended. So the shapes do not meet."
            )
        }
        Some(Termination::Miss) => {
            format!(
                "{nothing}. The ray's point at lower, {lower}, is, and the ray does not come back. So the shapes never meet."
            )
        }
        Some(Termination::Patience) => format!("{clipped} No step gets nearer any more, though a gap is left."),
        _ => {
            let nearest = step.region.as_deref().unwrap_or("W");
            let towards = match (&step.towards, &step.towards_from) {
                (Some(towards), Some(from)) if !leads_to(&progress.point, from, towards) => {
                    "to where the ray comes within the margins of it, or passes it most closely"
                }
                _ => "from there to the point",
            };
            format!(
                "{clipped} Of the simplex, {nearest} is nearest to the ray's point. The next direction is {towards}."
            )
        }
    }
}

/// Returns whether a direction leads from one point to the other.
fn leads_to(point: &[f64], from: &[f64], direction: &[f64]) -> bool {
    let way: Vec<f64> = point.iter().zip(from).map(|(x, y)| x - y).collect();
    let along = dot(&way, direction);
    along * along > 0.999_999 * dot(&way, &way) * dot(direction, direction) && along > 0.0
}

/// The end of a phase, in a word or two.
#[must_use]
pub fn stopped(stop: Termination) -> &'static str {
    match stop {
        Termination::Separated => "apart",
        Termination::Enclosed => "inside",
        Termination::OnFeature => "on the feature",
        Termination::Nearest | Termination::Arrived => "nearest",
        Termination::Decided => "decided",
        Termination::Beyond => "too far",
        Termination::Patience => "as near as rounding allows",
        Termination::Hit => "a hit",
        Termination::Miss => "a miss",
        Termination::OnBoundary => "on the boundary",
        Termination::BoundsMet => "the bounds meet",
        Termination::Exhausted => "nothing left to grow",
        Termination::Limit => "the limit",
        Termination::NotANumber => "not a number",
        _ => "the end",
    }
}
