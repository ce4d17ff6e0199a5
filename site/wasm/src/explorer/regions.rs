//! Where the origin is, seen from a simplex that a reader has put together: the library's cases, with each test that they make.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use gjk::nalgebra::SVector;
use gjk::simplex::{Cases, Location, Region, Simplex, SimplexCases, SupportPoint, Test, Tests, VertexId};
use serde::Serialize;

/// The answer: the region, or none if the simplex is flat; the tests in their order; and where GJK would look next.
#[derive(Default, Serialize)]
pub struct Located {
    region: Option<String>,
    tests: Vec<Tested>,
    towards: Option<Vec<f64>>,
}

/// A product whose sign was tested, and the normal of the plane through A that it is about.
#[derive(Serialize)]
struct Tested {
    name: String,
    value: f64,
    normal: Vec<f64>,
}

struct List(Vec<Tested>);

impl<const D: usize> Tests<f64, D> for List {
    fn test(&mut self, test: Test, normal: &SVector<f64, D>, value: &f64) {
        self.0.push(Tested { name: test.to_string(), value: *value, normal: normal.iter().copied().collect() });
    }
}

/// Of A and the vertices that were kept before it, B first, as coordinates in a row.
pub fn locate<const D: usize>(coordinates: &[f64]) -> Located
where
    Cases: SimplexCases<f64, D>,
{
    let vertex = |w: &[f64]| SupportPoint {
        w: SVector::from_fn(|k, _| w[k]),
        a: SVector::zeros(),
        b: SVector::zeros(),
        ids: [VertexId::NONE; 2],
    };
    let mut vertices = coordinates.chunks_exact(D).map(vertex);
    let Some(newest) = vertices.next() else { return Located::default() };
    let mut simplex = Simplex::<f64, D>::empty();
    let kept: Vec<_> = vertices.take(D).collect();
    for vertex in &kept {
        simplex.retain(vertex, Region::first(simplex.vertices().len() + 1));
    }
    let mut list = List(Vec::new());
    let (region, towards) = match Cases::examine(&simplex, &newest, &mut list) {
        Location::Enclosed => (Some(Region::first(kept.len() + 1).to_string()), None),
        Location::Search { region, direction } => (Some(region.to_string()), Some(direction.iter().copied().collect())),
        Location::Flat => (None, None),
    };
    Located { region, tests: list.0, towards }
}
