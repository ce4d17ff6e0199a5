//! Lines as `gjk batch` takes them: read, made into shapes, asked.

use gjk::exact::ExactCases;
use gjk::nalgebra::SVector;
use gjk::simplex::{Cases, SimplexCases};
use gjk::{Support, certified, exact};
use gjk_question::json::{Place, parse, salvage_id, trimmed};
use gjk_question::{AnyShape, Arithmetic, Limits, Number, Question, Task, build, id, read};

pub(crate) fn run(data: &[u8]) {
    // A million values are for lines of a megabyte.
    let limits = Limits { values: 2000, ..Limits::default() };
    for line in data.split(|byte| *byte == b'\n').take(8) {
        let _ = (trimmed(line), salvage_id(line));
        let tree = match parse(line, &limits) {
            Ok(tree) => tree,
            Err(fault) => {
                assert!(!fault.0.is_empty() && fault.0.len() < 1000, "{fault}");
                continue;
            }
        };
        let _ = id(&tree);
        match read(&tree, Arithmetic::F64, &limits) {
            Ok(question) => ask(&question),
            // It names a key, if there are any.
            Err(fault) => {
                assert!((fault.0.contains('`') || fault.0.contains("line")) && fault.0.len() < 1000, "{fault}");
            }
        }
    }
}

fn ask(question: &Question) {
    let single = question.arithmetic == Arithmetic::F32;
    match question.dim {
        1 => drop(shapes::<f64, 1>(question)),
        2 if single => asked::<f32, 2>(question),
        2 => asked::<f64, 2>(question),
        3 if single => asked::<f32, 3>(question),
        3 => asked::<f64, 3>(question),
        4 => drop(shapes::<f64, 4>(question)),
        5 => drop(shapes::<f64, 5>(question)),
        6 => drop(shapes::<f64, 6>(question)),
        7 => drop(shapes::<f64, 7>(question)),
        8 => drop(shapes::<f64, 8>(question)),
        other => panic!("{other} dimensions"),
    }
}

/// The shapes of a question, which know how to answer; fewer than two if one is refused or missing.
fn shapes<T: Number, const D: usize>(question: &Question) -> Vec<AnyShape<T, D>> {
    let other = match &question.query {
        Task::Intersect { b } | Task::Distance { b } | Task::Contact { b } => Some(b),
        _ => None,
    };
    let mut built = Vec::new();
    for shape in [Some(&question.a), other].into_iter().flatten() {
        match build::<T, D>(shape, &Place::Line.key("a")) {
            Ok(shape) => {
                let direction = SVector::<T, D>::from_fn(|k, _| T::rounded(k as f64 - 0.6));
                assert!(shape.support(&direction).iter().all(|x| x.widen().is_finite()));
                built.push(shape);
            }
            Err(fault) => assert!(fault.0.contains('`'), "{fault}"),
        }
    }
    built
}

fn asked<T: Number, const D: usize>(question: &Question)
where
    Cases: SimplexCases<T, D> + ExactCases<D>,
{
    let shapes = shapes::<T, D>(question);
    let [a, b] = &shapes[..] else { return };
    let (a, b): (&dyn Support<D, Scalar = T>, &dyn Support<D, Scalar = T>) = (&**a, &**b);
    let proven = certified::intersects(a, b);
    if let Some(exactly) = exact::intersects(a, b) {
        assert!(proven.is_proven() && proven.intersects == exactly, "{proven:?}, not {exactly}");
    }
}
