//! I wrote the simplex cases myself, and a search goes in circles. Which step is the first wrong one?
//!
//! `cargo run --release --example own_cases`
//!
//! These `SimplexCases`, for the plane, have a wrong sign. This makes no answer wrong: a separating axis proves itself, and a simplex
//! counts only if it contains the origin. Exact arithmetic finds the step: the retained part has to be as near to the origin as the whole
//! simplex. The squares of both distances are rational numbers, so they are equal or not.

use gjk::minkowski::ConvexSet;
use gjk::nalgebra::{Point2, Vector2};
use gjk::shape::PointCloud;
use gjk::simplex::{Cases, Location, OwnCases, Region, Simplex, SimplexCases, SupportPoint, Tests};
use gjk::{Difference, Error, Query, contact, exact, observe::Observer};

type V = Vector2<f64>;

/// Where the origin is, as one writes it down: with the mistake or without.
struct Mine<const WRONG: bool>;

impl<const WRONG: bool> SimplexCases<f64, 2> for Mine<WRONG> {
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<f64, 2>, a: &SupportPoint<f64, 2>, _: &mut impl Tests<f64, 2>) -> Location<f64, 2> {
        // Perpendicular to an edge, away from `other`: the third vertex, or for a lone edge -WO, so towards the origin.
        let away = |e: V, other: V| if e.perp(&other) > 0.0 { V::new(e.y, -e.x) } else { V::new(-e.y, e.x) };
        let ao = -a.w;
        let (region, direction) = match simplex.vertices() {
            [b] if (b.w - a.w).dot(&ao) > 0.0 => (Region::WX, away(b.w - a.w, -ao)),
            [b, c] => {
                let (ab, ac) = (b.w - a.w, c.w - a.w);
                // The mistake: of WY the side where X is is taken for the outside.
                let out = [away(ab, ac), away(ac, if WRONG { -ab } else { ab })];
                match out.map(|out| out.dot(&ao) > 0.0) {
                    [false, false] => return Location::Enclosed,
                    [true, _] if ab.dot(&ao) > 0.0 => (Region::WX, out[0]),
                    [_, true] if ac.dot(&ao) > 0.0 => (Region::WY, out[1]),
                    _ => (Region::W, ao),
                }
            }
            _ => (Region::W, ao),
        };
        Location::Search { region, direction }
    }

    fn perpendicular(vertices: &[SupportPoint<f64, 2>]) -> V {
        Cases::perpendicular(vertices)
    }
}

/// Where two shapes overlap, a contact grows the library's polytope from the simplex that these cases end with.
impl<const WRONG: bool> OwnCases for Mine<WRONG> {}

/// Judges each step of a search: is what it retains as near to the origin as all that it had?
#[derive(Default)]
struct Judge {
    had: Vec<V>,
    wrong: Vec<String>,
    scale: f64,
}

impl Observer<f64, 2> for Judge {
    fn support(&mut self, _: &V, newest: &SupportPoint<f64, 2>) {
        self.had.insert(0, newest.w / self.scale);
    }
    fn reduced(&mut self, simplex: &Simplex<f64, 2>, region: Region, _: &V) {
        let kept: Vec<V> = simplex.vertices().iter().map(|vertex| vertex.w / self.scale).collect();
        let hull = |points: &[V]| PointCloud::new(points.iter().copied().map(Point2::from)).expect("finite points");
        let squared = |points| exact::distance(&hull(points), &Point2::origin()).expect("points are exact").squared;
        let [nearest, chosen] = [squared(&self.had), squared(&kept)];
        if chosen != nearest {
            let abc = self.had.iter().map(|p| format!("({}, {})", p.x, p.y)).collect::<Vec<_>>().join(", ");
            self.wrong.push(format!("Of W, X, Y = {abc} it keeps {region}, at √({chosen}); nearest is √({nearest})."));
        }
        self.had = kept;
    }
}

/// How many evaluations the distance of two triangles (of coordinates from 0 to 15) took, its error, and what was wrong.
fn judged<const WRONG: bool>([a, b]: &[PointCloud<f64, 2>; 2]) -> (u32, f64, Vec<String>) {
    let set = Difference(a, b).with_cases::<Mine<WRONG>>();
    let mut judge = Judge { scale: set.frame().scale, ..Judge::default() };
    let found = Query::new().with_observer(&mut judge).distance_of(&set);
    let truth = exact::distance(a, b).expect("points are exact").distance();
    (found.evaluations, (found.distance - truth).abs(), judge.wrong)
}

fn main() -> Result<(), Error> {
    let number = |k: u32| f64::from(k.wrapping_mul(k).wrapping_mul(2_654_435_761) >> 28);
    let triangle = |k| PointCloud::new([k, k + 2, k + 4].map(|k| Point2::new(number(k), number(k + 1))));
    let pairs = (0..500).map(|k| Ok([triangle(12 * k)?, triangle(12 * k + 6)?])).collect::<Result<Vec<_>, Error>>()?;
    let both = [pairs.iter().map(judged::<true>).collect::<Vec<_>>(), pairs.iter().map(judged::<false>).collect()];
    let off = pairs.iter().map(|[a, b]| {
        let mine = Query::new().contact_of(&Difference(a, b).with_cases::<Mine<false>>());
        (mine.separation - contact(a, b).separation).abs()
    });
    assert!(off.fold(0.0, f64::max) < 1e-14, "contacts by `Mine` are those of the library");
    for (what, all) in ["With the mistake", "Without it"].iter().zip(&both) {
        let wrong = all.iter().filter(|(.., wrong)| !wrong.is_empty()).count();
        let (most, error) = all.iter().fold((0, 0.0_f64), |(n, e), one| (n.max(one.0), e.max(one.1)));
        println!("{what}: {wrong} of 500 searches take a wrong step; evaluations {most}, error {error:.1e} at most.");
        if let Some(first) = all.iter().find_map(|(.., wrong)| wrong.first()) {
            println!("The first wrong step of the first such search:\n{first}\n");
        }
        let as_expected = error < 1e-14 && (wrong == 0) == (*what == "Without it") && (wrong == 0) == (most < 10);
        assert!(as_expected, "is there another mistake in `Mine`? The step shows it");
    }
    Ok(())
}
