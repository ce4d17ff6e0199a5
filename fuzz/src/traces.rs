//! Traces belong to their queries, and can be written, read, told and drawn.

use crate::bytes::{Number, nearest, vector};
use crate::shapes::Pair;
use arbitrary::{Result, Unstructured};
use gjk::epa::Expansion;
use gjk::exact::ExactCases;
use gjk::nalgebra::SVector;
use gjk::simplex::Cases;
use gjk::{Query, Start, Support};
use gjk_trace::{self as trace, Figure, Scene, Trace};

pub(crate) fn run(data: &[u8]) {
    let u = &mut Unstructured::new(data);
    let _ = match u.arbitrary::<u8>().map(|kind| kind % 4) {
        Ok(0) => record::<f32, 2>(u),
        Ok(1) => record::<f64, 2>(u),
        Ok(2) => record::<f32, 3>(u),
        _ => record::<f64, 3>(u),
    };
}

fn record<T: Number, const D: usize>(u: &mut Unstructured<'_>) -> Result<()>
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let which: u8 = u.arbitrary()?;
    let pair = Pair::<D>::read::<T>(u)?;
    let _told = pair.told_in_panic::<T>();
    let (Some(a), Some(b)) = (pair.first.build::<T>(), pair.second.build::<T>()) else { return Ok(()) };
    if !pair.is_small() {
        return Ok(());
    }
    let (a, b): (&dyn Support<D, Scalar = T>, &dyn Support<D, Scalar = T>) = (&*a, &*b);
    let mut direction = || vector::<T, D>(u, 0).map(|v| SVector::from(v.map(nearest::<T>)));
    let start = match direction() {
        Ok(first) => direction().map_or(Start::Along(first), |second| Start::Pair(first, second)),
        Err(_) => Start::Centers,
    };
    let mut asked = Query::new().start(start);
    let scene = Scene::new(a, b);

    let distance = trace::distance(a, b, &asked);
    // What is traced takes no closed form.
    let plain = asked.clone().shortcuts(false).distance(a, b);
    assert_eq!(distance.answer.separation.unwrap_or(0.0), plain.distance.widen());
    assert_eq!(distance.answer.intersects, plain.intersects());
    shown(&distance, &scene);
    let other = match which % 4 {
        0 => {
            let verdict = trace::verdict(a, b, &asked);
            assert_eq!(verdict.answer.intersects, asked.search(&gjk::Difference(a, b)).intersects());
            Some(verdict)
        }
        1 => Some(trace::contact(a, b, &asked)),
        2 => trace::exact::distance(a, b, &asked),
        _ => trace::exact::contact(a, b, &asked),
    };
    if let Some(other) = other {
        if which % 4 >= 2 {
            assert_eq!(Some(other.answer.intersects), gjk::exact::intersects(a, b));
        }
        shown(&other, &scene);
        let _ = (other.parts_from(&distance), distance.parts_from(&other));
    }
    Ok(())
}

/// In every way there is.
fn shown(trace: &Trace, scene: &Scene) {
    assert!(!trace.to_string().is_empty());
    let json = serde_json::to_string(trace).expect("a trace is data");
    // What is not a number would be written as `null`.
    let back = serde_json::from_str::<Trace>(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
    assert_eq!(back, *trace, "{json}");
    for step in [0, trace.steps.len() / 2, trace.steps.len().saturating_sub(1)] {
        if step < trace.steps.len() {
            let figure = Figure::new(trace, scene, step);
            for view in figure.views([320.0, 240.0]) {
                let drawn = [figure.shapes(&view), figure.difference(&view)];
                assert!(!drawn.iter().any(|svg| svg.contains("NaN")), "{drawn:?}");
            }
        }
    }
}
