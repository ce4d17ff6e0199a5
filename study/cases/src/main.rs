//! The decision tree of `Cases::examine`, found by running it on formulas with each sequence of answers to its comparisons.
//!
//! Each line is a formula, or a leaf: the comparisons that lead there, and the answer. Leaves name formulas by number. Copies of the cases
//! with mistakes (mutants.txt) follow, each with its tree.

mod formula;

use formula::{Formula, ORACLE, Oracle};
use gjk::simplex::{Location, Region, Simplex, SimplexCases, SupportPoint, Test, Tests, VertexId};
use nalgebra::SVector;
use std::fmt::Write;

/// The copies. What they import is here by the names that it has in the library.
#[allow(unreachable_pub, dead_code, unused_imports, clippy::all, clippy::pedantic, reason = "copies")]
mod mutants {
    macro_rules! mutant {
        ($path:literal) => {
            use gjk::simplex as report;
            use gjk::simplex as vertices;
            pub mod cases {
                pub use gjk::simplex::{Location, SimplexCases};
                pub struct Cases;
            }
            #[path = $path]
            mod source;
        };
    }
    include!(concat!(env!("OUT_DIR"), "/mutants.rs"));
}
use gjk::internals as predicates;
mod scalar {
    pub(crate) use gjk::{Scalar, internals::largest};
}
mod vertex {
    pub(crate) use gjk::simplex::SupportPoint;
    pub(crate) fn first_axis<T: gjk::Scalar, const D: usize>() -> nalgebra::SVector<T, D> {
        nalgebra::SVector::identity()
    }
}
/// The formulas that are printed, by their numbers.
#[derive(Default)]
struct Values(Vec<Formula>);

impl Values {
    fn number(&mut self, value: &Formula) -> usize {
        self.0.iter().position(|known| known == value).unwrap_or_else(|| {
            println!("{:?}", value.0);
            self.0.push(value.clone());
            self.0.len() - 1
        })
    }
}

/// The names of the values that are tested.
struct Names(Vec<(String, Formula)>);

impl<const D: usize> Tests<Formula, D> for Names {
    fn test(&mut self, test: Test, _: &SVector<Formula, D>, value: &Formula) {
        self.0.push((test.to_string(), value.clone()));
    }
}

/// A is vertex 0; its coordinates are variables.
fn vertex<const D: usize>(label: usize) -> SupportPoint<Formula, D> {
    let w = SVector::<Formula, D>::from_fn(|axis, _| {
        Formula(format!("{}{}", ["a", "b", "c", "d"][label], ["x", "y", "z"][axis]))
    });
    SupportPoint { a: w.clone(), b: w.clone(), w, ids: [VertexId(0); 2] }
}

/// Prints the leaves of the cases in one dimension, for each number of retained vertices.
fn tree<C: SimplexCases<Formula, D>, const D: usize>(source: &str, values: &mut Values) {
    for retained in 1..=D {
        let mut simplex = Simplex::empty();
        (1..=retained).for_each(|label| simplex.retain(&vertex(label), Region::first(label)));
        let mut script = Some(Vec::new());
        while let Some(answers) = script {
            ORACLE.set(Oracle { script: answers, asked: Vec::new() });
            let mut names = Names(Vec::new());
            let found = C::examine(&simplex, &vertex(0), &mut names);
            let asked = ORACLE.take().asked;
            let mut path = String::new();
            for question in &asked {
                let is_named = |value: &Formula| *value == question.value || -value.clone() == question.value;
                let name = names.0.iter().find(|(_, value)| is_named(value)).map_or("", |(name, _)| name);
                let number = values.number(&question.value);
                write!(path, ",[{name:?},{number},{:?},{}]", question.relation, question.holds).expect("a string");
            }
            let path = path.trim_start_matches(',');
            let answer = answer(&simplex, &found, values);
            println!(
                "{{\"source\":\"{source}\",\"dimension\":{D},\"retained\":{retained},{answer},\"path\":[{path}]}}"
            );
            // The last *no* becomes *yes*, and what followed it is asked anew.
            let last_no = asked.iter().rposition(|question| !question.holds);
            script = last_no.map(|last| asked[..last].iter().map(|question| question.holds).chain([true]).collect());
        }
    }
}

/// The region, the labels of the vertices that are kept then, and the next direction.
fn answer<const D: usize>(simplex: &Simplex<Formula, D>, found: &Location<Formula, D>, values: &mut Values) -> String {
    let Location::Search { region, direction } = found else {
        return "\"region\":\"inside\",\"kept\":\"\",\"direction\":[]".into();
    };
    let mut next = simplex.clone();
    next.retain(&vertex(0), *region);
    let label = |w| "ABCD".chars().zip(0..).find(|(_, label)| vertex::<D>(*label).w == w).map(|(name, _)| name);
    let kept: String = next.vertices().iter().filter_map(|vertex| label(vertex.w.clone())).collect();
    let direction: Vec<_> = direction.iter().map(|x| values.number(x)).collect();
    // The proofs call W, X, Y and Z by the letters of their coordinates.
    let region: String = region.to_string().chars().map(|name| (b'A' + (name as u8 - b'W')) as char).collect();
    format!("\"region\":\"{region}\",\"kept\":\"{kept}\",\"direction\":{direction:?}")
}

fn main() {
    let values = &mut Values::default();
    tree::<gjk::simplex::Cases, 2>("gjk", values);
    tree::<gjk::simplex::Cases, 3>("gjk", values);
    mutants::list(values);
}
