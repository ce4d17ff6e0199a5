//! The library in a page: it takes questions, and returns traces and figures as JSON.
//!
//! Questions are as for `gjk batch`, read by the library. The page writes a question into the memory of this module, in
//! the format of `exchange.rs`, at the address that [`room`] gives, and calls [`ask`]. Until the next call the reply is
//! at the address [`reply`], and has [`length`] bytes.

mod exchange;
mod heap;
mod regions;
mod rounded;

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;
use gjk_question::json::{Fault, Fields, Place, Value};
use gjk_question::{Arithmetic, Limits, MAX_DIM, Question, Recording, Vector, record};
use gjk_trace::{Figure, Scene, Trace, View};
use rounded::{Rounded, compute_in};
use serde::Serialize;

/// A question of the page.
struct Request<'v, 'j> {
    /// A question of the batch protocol, in two or three dimensions.
    question: &'v Value<'j>,
    /// The first directions.
    start: Vec<Vector>,
    /// The arithmetics to answer in, by name.
    scalars: Vec<&'v str>,
    /// The size of a pane, for the figures' views.
    size: [f64; 2],
}

impl<'v, 'j> Request<'v, 'j> {
    fn of(tree: &'v Value<'j>) -> Result<Self, Fault> {
        let fields = Fields::of(tree, &Place::Line)?;
        let list = |key| match fields.get(key) {
            Some(Value::List(items)) => &items[..],
            _ => &[],
        };
        let numbers = |value: &Value<'_>| {
            let mut vector = [0.0; MAX_DIM];
            if let Value::List(items) = value {
                for (slot, item) in vector.iter_mut().zip(items) {
                    *slot = number(item);
                }
            }
            vector
        };
        let name = |value: &'v Value<'j>| match value {
            Value::Text(name) => Some(name.as_ref()),
            _ => None,
        };
        let [w, h, ..] = numbers(fields.need("size")?);
        Ok(Self {
            question: fields.need("question")?,
            start: list("start").iter().map(numbers).collect(),
            scalars: list("scalars").iter().filter_map(name).collect(),
            size: [w, h],
        })
    }
}

fn number(value: &Value<'_>) -> f64 {
    if let Value::Number(x) = *value { x } else { 0.0 }
}

/// The reply to it.
#[derive(Serialize)]
struct Reply<'t> {
    /// The trace in each arithmetic, or why there is none.
    traces: Vec<Told<'t>>,
    /// For each arithmetic, the first step in which it decides otherwise than the first one.
    parts: Vec<Option<usize>>,
    scene: Option<&'t Scene>,
    views: Option<[View; 2]>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Told<'t> {
    Trace(&'t Trace),
    Fault { error: String },
}

struct State {
    text: Vec<u8>,
    reply: Vec<u8>,
    last: Vec<Result<Recording, Fault>>,
}

struct OneThread(RefCell<State>);

// SAFETY: there is one thread.
unsafe impl Sync for OneThread {}

static STATE: OneThread = OneThread(RefCell::new(State { text: Vec::new(), reply: Vec::new(), last: Vec::new() }));

/// The panic handler. Nobody would read a message, so all text is left out.
#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// The address at which so many bytes can be written.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let state = &mut *STATE.0.borrow_mut();
    state.text.clear();
    state.text.resize(bytes, 0);
    state.text.as_mut_ptr()
}

/// The address of the reply.
#[unsafe(no_mangle)]
pub extern "C" fn reply() -> *const u8 {
    STATE.0.borrow().reply.as_ptr()
}

/// The length of the reply, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    STATE.0.borrow().reply.len()
}

/// Traces the question that was written.
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    let state = &mut *STATE.0.borrow_mut();
    let State { text, reply, last } = state;
    let tree = exchange::read(text).ok_or_else(|| Fault("the question is nested too deeply".into()));
    let request = tree.as_ref().map_err(Clone::clone).and_then(Request::of);
    *reply = match request {
        Ok(request) => answer(&request, last),
        Err(Fault(error)) => error.into_bytes(),
    };
}

/// Draws a step: the contents of two panes, as a list of two texts. The request is a list of numbers: the arithmetic,
/// the step, and for each pane the center of the view, its scale and its size.
#[unsafe(no_mangle)]
pub extern "C" fn draw() {
    let state = &mut *STATE.0.borrow_mut();
    let State { text, reply, last } = state;
    let Some(Value::List(items)) = exchange::read(text) else { return };
    let numbers: Vec<f64> = items.iter().map(number).collect();
    let [scalar, step, ref views @ ..] = numbers[..] else { return };
    let (&[x, y, scale, w, h], &[x2, y2, scale2, w2, h2]) =
        (views.first_chunk().unwrap_or(&[0.0; 5]), views.last_chunk().unwrap_or(&[0.0; 5]));
    let left = View { center: [x, y], scale, size: [w, h] };
    let right = View { center: [x2, y2], scale: scale2, size: [w2, h2] };
    let Some(Ok(Recording { trace, scene })) = last.get(scalar as usize) else { return };
    let step = step as usize;
    let figure = Figure::new(trace, scene, step);
    *reply = serde_json::to_vec(&[figure.shapes(&left), figure.difference(&right)]).unwrap_or_default();
}

/// Says where the origin is, seen from a simplex. The request is a list of numbers: the dimension, and the coordinates of A, B, C, …
#[unsafe(no_mangle)]
pub extern "C" fn locate() {
    let state = &mut *STATE.0.borrow_mut();
    let State { text, reply, .. } = state;
    let Some(Value::List(items)) = exchange::read(text) else { return };
    let numbers: Vec<f64> = items.iter().map(number).collect();
    let located = match numbers[..] {
        [2.0, ref coordinates @ ..] => regions::locate::<2>(coordinates),
        [3.0, ref coordinates @ ..] => regions::locate::<3>(coordinates),
        _ => return,
    };
    *reply = serde_json::to_vec(&located).unwrap_or_default();
}

fn answer(request: &Request<'_, '_>, last: &mut Vec<Result<Recording, Fault>>) -> Vec<u8> {
    let asked: Vec<_> = request.scalars.iter().map(|scalar| recording(request, scalar)).collect();
    let first = asked.first().and_then(|first| first.as_ref().ok());
    let shown = asked.iter().find_map(|recording| recording.as_ref().ok());
    let reply = Reply {
        traces: asked
            .iter()
            .map(|recording| match recording {
                Ok(Recording { trace, .. }) => Told::Trace(trace),
                Err(fault) => Told::Fault { error: fault.0.clone() },
            })
            .collect(),
        parts: asked
            .iter()
            .map(|other| other.as_ref().ok().zip(first).and_then(|(other, first)| first.trace.parts_from(&other.trace)))
            .collect(),
        scene: shown.map(|recording| &recording.scene),
        views: shown.map(|Recording { trace, scene }| Figure::new(trace, scene, 0).views(request.size)),
    };
    let told = serde_json::to_vec(&reply).unwrap_or_default();
    // The page goes on showing the last answer.
    if first.is_some() {
        *last = asked;
    }
    told
}

fn recording(request: &Request<'_, '_>, scalar: &str) -> Result<Recording, Fault> {
    let arithmetic = match scalar {
        "f32" => Arithmetic::F32,
        "f64" => Arithmetic::F64,
        _ => Arithmetic::Exact,
    };
    let question = gjk_question::read(request.question, arithmetic, &Limits::default())?;
    in_dimension(&question, &request.start)
}

/// The dimensions that a page can show: two and three.
fn in_dimension(question: &Question, start: &[Vector]) -> Result<Recording, Fault> {
    compute_in(question.arithmetic);
    match question.dim {
        2 => record::<Rounded, 2>(question, start),
        3 => record::<Rounded, 3>(question, start),
        _ => Err(Place::Line.key("dim").fault("must be 2 or 3 here")),
    }
}
