// The lab in Rust: the library's loop around cases that are to be written. It reads pairs, one a line, and writes each search as a line of
// JSON, as search.py does.

use gjk::minkowski::Frame;
use gjk::minkowski::ConvexSet;
use gjk::nalgebra::{Point, SVector};
use gjk::observe::{Observer, Phase};
use gjk::simplex::{Region, Searchable, Simplex, SimplexCases, SupportPoint, VertexId};
use gjk::{Query, Start};
use std::io::{self, BufRead, Write};
use std::marker::PhantomData;

/// The number of the point that is farthest along a direction.
pub(super) type Farthest<const D: usize> = fn(&[SVector<f64, D>], &SVector<f64, D>) -> usize;

/// The number of the polygon's edge that is nearest the origin, and its outward normal.
type NearestEdge<const D: usize> = fn(&[SVector<f64, D>]) -> (usize, SVector<f64, D>);

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
        let ids = self.look(direction);
        let (a, b) = (self.shapes[0][ids[0]], self.shapes[1][ids[1]]);
        let ids = ids.map(|k| VertexId(u32::try_from(k).unwrap_or(u32::MAX)));
        SupportPoint { w: (a - b) * frame.scale, a, b, ids }
    }

    fn margins(&self) -> [f64; 2] {
        [0.0; 2]
    }
}

impl<K, const D: usize> Pair<K, D> {
    /// The numbers of both farthest points.
    fn look(&self, d: &SVector<f64, D>) -> [usize; 2] {
        [(self.farthest)(&self.shapes[0], d), (self.farthest)(&self.shapes[1], &-d)]
    }

    fn point(&self, [i, j]: [usize; 2]) -> SVector<f64, D> {
        self.shapes[0][i] - self.shapes[1][j]
    }

    /// The expanding polygon, from a triangle around the origin: a vertex beyond the nearest edge takes its place, until there is none.
    fn expand(&self, mut polygon: Vec<[usize; 2]>, nearest_edge: NearestEdge<D>, steps: &mut Vec<String>) {
        let [ab, ac] = [1, 2].map(|k| self.point(polygon[k]) - self.point(polygon[0]));
        if ab[0] * ac[1] < ab[1] * ac[0] {
            polygon.swap(1, 2);
        }
        for _ in 0..60 {
            let points: Vec<_> = polygon.iter().map(|&ids| self.point(ids)).collect();
            let (k, out) = nearest_edge(&points);
            let edge = [polygon[k], polygon[(k + 1) % polygon.len()]];
            let newest = self.look(&out);
            let d = out.as_slice();
            steps.push(format!(
                "\"phase\": \"depth\", \"direction\": {d:?}, \"newest\": {newest:?}, \"edge\": {edge:?}"
            ));
            if self.point(newest).dot(&out) <= points[k].dot(&out) {
                return;
            }
            polygon.insert(k + 1, newest);
        }
    }
}

impl<K: SimplexCases<f64, D>, const D: usize> Searchable<D> for Pair<K, D> {
    type Cases = K;
}

/// What is written of each step, while the search is for a verdict or the nearest point. After that the library tests whether shapes touch.
struct Steps {
    all: Vec<String>,
    wanted: bool,
    /// The vertices of the simplex around the origin.
    around: Vec<[usize; 2]>,
}

fn ids<const D: usize>(vertex: &SupportPoint<f64, D>) -> [usize; 2] {
    vertex.ids.map(|id| id.0 as usize)
}

impl<const D: usize> Observer<f64, D> for Steps {
    fn support(&mut self, direction: &SVector<f64, D>, newest: &SupportPoint<f64, D>) {
        if !self.wanted {
            return;
        }
        let d = direction.as_slice();
        self.all.push(format!("\"phase\": \"verdict\", \"direction\": {d:?}, \"newest\": {:?}", ids(newest)));
    }

    fn reduced(&mut self, simplex: &Simplex<f64, D>, _: Region, direction: &SVector<f64, D>) {
        let kept: Vec<_> = simplex.vertices().iter().map(ids).collect();
        let next = direction.as_slice();
        self.add(&format!("\"kept\": {kept:?}, \"next\": {next:?}"));
    }

    fn enclosed(&mut self, simplex: &Simplex<f64, D>, newest: &SupportPoint<f64, D>) {
        self.add("\"inside\": true");
        self.around = simplex.vertices().iter().chain([newest]).map(ids).collect();
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
fn searched<K: SimplexCases<f64, D>, const D: usize>(
    line: &str,
    farthest: Farthest<D>,
    nearest_edge: Option<NearestEdge<D>>,
) -> String {
    let points = |name: &str| {
        let numbers: Vec<f64> =
            part(line, name).split(['[', ']', ',', ' ', '}']).filter_map(|word| word.parse().ok()).collect();
        numbers.chunks_exact(D).map(SVector::from_column_slice).collect::<Vec<_>>()
    };
    let pair = Pair::<K, D> { shapes: [points("a"), points("b")], farthest, cases: PhantomData };
    let mut steps = Steps { all: Vec::new(), wanted: true, around: Vec::new() };
    let mut query = Query::new().start(Start::Along(points("start")[0])).max_evaluations(60).with_observer(&mut steps);
    // In the plane the search goes on, to the nearest point or to the depth.
    let intersects = if D == 2 { query.distance_of(&pair).intersects() } else { query.search(&pair).intersects() };
    let end = match (intersects, nearest_edge) {
        (true, Some(nearest_edge)) if !steps.around.is_empty() => {
            pair.expand(steps.around, nearest_edge, &mut steps.all);
            "boundary"
        }
        (true, _) => "inside",
        (false, Some(_)) => "nearest",
        (false, None) => "apart",
    };
    format!("{{\"id\": {}, \"end\": \"{end}\", \"steps\": [{{{}}}]}}", part(line, "id"), steps.all.join("}, {"))
}

/// Answers the pairs on standard input.
pub(super) fn run<K: SimplexCases<f64, 2> + SimplexCases<f64, 3>>(
    in_plane: Farthest<2>,
    in_space: Farthest<3>,
    nearest_edge: NearestEdge<2>,
) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let in_the_plane = line.contains("\"dim\": 2");
        let told = if in_the_plane {
            searched::<K, 2>(&line, in_plane, Some(nearest_edge))
        } else {
            searched::<K, 3>(&line, in_space, None)
        };
        writeln!(output, "{told}")?;
    }
    Ok(())
}
