// The lab in Rust: the library's loop around cases that are to be written. It reads pairs, one a line, and writes each search as a line of
// JSON, as search.py does.

use gjk::minkowski::{ConvexSet, Frame};
use gjk::nalgebra::{Point, SVector};
use gjk::observe::{Observer, Phase};
use gjk::simplex::{Region, Searchable, Simplex, SimplexCases, SupportPoint, VertexId};
use gjk::{Query, Start};
use std::io::{self, BufRead, Write};
use std::marker::PhantomData;

/// The number of the point that is farthest along a direction.
pub(super) type Farthest<const D: usize> = fn(&[SVector<f64, D>], &SVector<f64, D>) -> usize;

/// The difference of two shapes, searched with the cases `K`.
struct Pair<K, const D: usize> {
    shapes: [Vec<SVector<f64, D>>; 2],
    farthest: Farthest<D>,
    cases: PhantomData<K>,
}

impl<K, const D: usize> ConvexSet<D> for Pair<K, D> {
    type Scalar = f64;

    fn frame(&self) -> Frame<f64, D> {
        let size = self.shapes.iter().map(|points| points.iter().map(|p| p.amax()).fold(0.0, f64::max)).sum();
        Frame::new(Point::origin(), None, size, 0.0)
    }

    fn vertex(&self, frame: &Frame<f64, D>, direction: &SVector<f64, D>) -> SupportPoint<f64, D> {
        let [i, j] = [(self.farthest)(&self.shapes[0], direction), (self.farthest)(&self.shapes[1], &-direction)];
        let (a, b) = (self.shapes[0][i], self.shapes[1][j]);
        SupportPoint {
            w: (a - b) * frame.scale,
            a,
            b,
            ids: [i, j].map(|k| VertexId(u32::try_from(k).unwrap_or(u32::MAX))),
        }
    }

    fn margins(&self) -> [f64; 2] {
        [0.0; 2]
    }
}

impl<K: SimplexCases<f64, D>, const D: usize> Searchable<D> for Pair<K, D> {
    type Cases = K;
}

/// What is written of each step, while the search is for a verdict or the nearest point. After that the library tests whether shapes touch.
struct Steps {
    all: Vec<String>,
    wanted: bool,
}

fn ids<const D: usize>(vertex: &SupportPoint<f64, D>) -> String {
    format!("[{}, {}]", vertex.ids[0].0, vertex.ids[1].0)
}

impl<const D: usize> Observer<f64, D> for Steps {
    fn support(&mut self, direction: &SVector<f64, D>, newest: &SupportPoint<f64, D>) {
        if !self.wanted {
            return;
        }
        let d = direction.as_slice();
        self.all.push(format!("\"phase\": \"verdict\", \"direction\": {d:?}, \"newest\": {}", ids(newest)));
    }

    fn reduced(&mut self, simplex: &Simplex<f64, D>, _: Region, direction: &SVector<f64, D>) {
        let kept: Vec<_> = simplex.vertices().iter().map(ids).collect();
        let next = direction.as_slice();
        self.add(&format!("\"kept\": [{}], \"next\": {next:?}", kept.join(", ")));
    }

    fn enclosed(&mut self, _: &Simplex<f64, D>, _: &SupportPoint<f64, D>) {
        self.add("\"inside\": true");
    }

    fn entered(&mut self, phase: Phase) {
        self.wanted = matches!(phase, Phase::Search | Phase::Approach);
    }
}

impl Steps {
    fn add(&mut self, more: &str) {
        if let Some(step) = self.all.last_mut().filter(|_| self.wanted) {
            *step = format!("{step}, {more}");
        }
    }
}

/// What stands at a key of the line.
fn part<'l>(line: &'l str, name: &str) -> &'l str {
    let rest = line.split_once(&format!("\"{name}\": ")).map_or("", |(_, rest)| rest);
    rest.split(", \"").next().unwrap_or_default()
}

/// A pair: its id, both shapes and the start, as the numbers of the line.
fn searched<K: SimplexCases<f64, D>, const D: usize>(line: &str, farthest: Farthest<D>) -> String {
    let points = |name: &str| {
        let numbers: Vec<f64> =
            part(line, name).split(['[', ']', ',', ' ', '}']).filter_map(|word| word.parse().ok()).collect();
        numbers.chunks_exact(D).map(SVector::from_column_slice).collect::<Vec<_>>()
    };
    let pair = Pair::<K, D> { shapes: [points("a"), points("b")], farthest, cases: PhantomData };
    let mut steps = Steps { all: Vec::new(), wanted: true };
    let mut query = Query::new().start(Start::Along(points("start")[0])).max_evaluations(60).observed_by(&mut steps);
    // In the plane the search goes on to the nearest point.
    let intersects = if D == 2 { query.distance_of(&pair).intersects() } else { query.search(&pair).intersects() };
    let end = match (intersects, D) {
        (true, _) => "inside",
        (false, 2) => "nearest",
        (false, _) => "apart",
    };
    format!("{{\"id\": {}, \"end\": \"{end}\", \"steps\": [{{{}}}]}}", part(line, "id"), steps.all.join("}, {"))
}

/// Answers the pairs on standard input.
pub(super) fn run<K: SimplexCases<f64, 2> + SimplexCases<f64, 3>>(
    in_plane: Farthest<2>,
    in_space: Farthest<3>,
) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let in_the_plane = line.contains("\"dim\": 2");
        let told = if in_the_plane { searched::<K, 2>(&line, in_plane) } else { searched::<K, 3>(&line, in_space) };
        writeln!(output, "{told}")?;
    }
    Ok(())
}
