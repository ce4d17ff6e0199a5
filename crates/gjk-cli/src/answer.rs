//! Answers in JSON: one object per question, on one line.

use serde::Serialize;

/// An answer, or what was wrong with the question.
#[derive(Serialize)]
pub(crate) struct Reply<'a> {
    pub(crate) id: Option<&'a str>,
    #[serde(flatten)]
    pub(crate) body: Body<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Body<'a> {
    Answer(Answer),
    Error { error: &'a str, line: u64 },
}

/// Absent keys are left out.
#[derive(Debug, Default, PartialEq, Serialize)]
pub(crate) struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) intersects: Option<bool>,
    /// Whether the verdict is proven; of a cast, the hit or the miss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) certified: Option<bool>,
    /// Of a cast: whether it is proven that they do not meet before `lower`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lower_proven: Option<bool>,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) undecided: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hit: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) toi: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) separation: Option<f64>,
    /// Of a time of impact: by how much the separation may exceed the target in a hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tolerance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) distance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) depth: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) normal: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) points: Option<[Vec<f64>; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lower: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) upper: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) manifold: Option<Vec<Touch>>,
    pub(crate) iterations: u32,
}

/// A point of a manifold, in world coordinates.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Touch {
    pub(crate) points: [Vec<f64>; 2],
    pub(crate) separation: f64,
    pub(crate) id: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_false(flag: &bool) -> bool {
    !flag
}
