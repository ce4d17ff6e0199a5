//! Points in one plane in space make a polygon with a face and edges.

use gjk::nalgebra::{Point3, SVector, Vector3};
use gjk::shape::Cuboid;
use gjk::{Manifold, Support, SupportExt, contact, distance, manifold};
use gjk_question::json::{Place, parse};
use gjk_question::{AnyShape, Arithmetic, Limits, Number, Shape, build, build_with_faces, read};
use oracle::brute;
use oracle::random::Random;
use oracle::vector::{add, add_scaled, scaled};

type Space = [f64; 3];

/// The hull of points, as a question gives it.
fn points(points: &[Space]) -> Shape {
    let line = format!(
        r#"{{"dim":3,"query":"manifold","a":{{"type":"points","points":{points:?}}},"b":{{"type":"point","at":[0,0,0]}}}}"#
    );
    let limits = Limits::default();
    read(&parse(line.as_bytes(), &limits).unwrap(), Arithmetic::F64, &limits).unwrap().a
}

fn with_faces<T: Number>(given: &[Space]) -> AnyShape<T, 3> {
    build_with_faces(&points(given), &Place::Line).unwrap()
}

fn vector<T: Number>(components: Space) -> Vector3<T> {
    components.map(T::rounded).into()
}

/// The vertices of the face along a direction, in order around it.
fn face<T: Number>(shape: &AnyShape<T, 3>, direction: Space) -> Vec<Space> {
    let mut face = Vec::new();
    shape.support_face(&vector(direction), &Point3::origin(), &mut |vertex| {
        face.push(vertex.offset.map(|x| x.to_f64().unwrap()).into());
    });
    face
}

fn sorted(mut points: Vec<Space>) -> Vec<Space> {
    points.sort_by(|p, q| p.partial_cmp(q).unwrap());
    points
}

/// A box of half extents 1/2 beside a shape.
fn found<T: Number>(shape: &AnyShape<T, 3>, at: Space) -> Manifold<T, 3>
where
    gjk::simplex::Cases: gjk::epa::Expansion<T, 3>,
{
    let cuboid = Cuboid::new(vector([0.5; 3])).unwrap().posed(vector::<T>(at)).unwrap();
    manifold(&shape.posed(SVector::zeros()).unwrap(), &cuboid, T::rounded(0.01)).near().unwrap()
}

fn square_plate<T: Number>()
where
    gjk::simplex::Cases: gjk::epa::Expansion<T, 3>,
{
    let square = vec![[-1.0, 0.0, -1.0], [-1.0, 0.0, 1.0], [1.0, 0.0, -1.0], [1.0, 0.0, 1.0]];
    // Inside, on edges, and given twice.
    let more = [[0.0, 0.0, 0.0], [0.5, 0.0, -1.0], [1.0, 0.0, 1.0], [-1.0, 0.0, 0.25], [0.25, 0.0, 0.75]];
    for given in
        [square.clone(), square.iter().copied().chain(more).collect(), more.into_iter().chain(square.clone()).collect()]
    {
        let shape = with_faces::<T>(&given);
        for up in [1.0, -1.0] {
            assert_eq!(sorted(face(&shape, [0.0, up, 0.0])), square);
            assert_eq!(sorted(face(&shape, [0.0, 1e-35 * up, 1e-36])), square);
            let points = found(&shape, [0.25, 0.499 * up, 0.0]);
            assert_eq!(points.points().len(), 4, "{points:?}");
        }
        assert_eq!(sorted(face(&shape, [1.0, 0.5, 0.25])), square[2..]);
        assert_eq!(found(&shape, [1.499, 0.1, 0.25]).points().len(), 2);
    }
    // Points on a line have no face.
    let line = with_faces::<T>(&[[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [2.0, 2.0, 2.0], [3.0, 3.0, 3.0]]);
    assert_eq!(face(&line, [1.0, 0.0, 0.0]).len(), 1);
}

/// Such a plate had one contact point.
#[test]
fn a_square_plate_has_four_contact_points() {
    square_plate::<f32>();
    square_plate::<f64>();
}

/// Polygons in any plane: all corners are on the face, and distances and contacts have the same bits as without faces.
fn polygons<T: Number>(random: &mut Random)
where
    gjk::simplex::Cases: gjk::epa::Expansion<T, 3>,
{
    let frame: [Space; 3] = random.frame();
    let size = random.magnitude(-3, 3);
    let at: Space = scaled(&random.direction(), random.uniform(0.0, 2.0) * size);
    let count = 4 + random.index(12);
    let flat: Vec<[f64; 2]> = (0..count)
        .map(|_| scaled(&random.direction(), if random.index(4) == 0 { random.uniform(0.0, 0.9) } else { 1.0 }))
        .collect();
    let out = |[x, y]: &[f64; 2]| add(&at, &add_scaled(&scaled(&frame[0], x * size), &frame[1], y * size));
    let given: Vec<Space> = flat.iter().map(out).collect();
    let shape = with_faces::<T>(&given);
    let corners = brute::hull(&flat);
    // Corners that are nearly on an edge may be left out.
    let is_sharp = |k: usize| {
        let [before, own, after] = [k + corners.len() - 1, k, k + 1].map(|k| corners[k % corners.len()]);
        let [p, q] = [oracle::vector::sub(&own, &before), oracle::vector::sub(&after, &own)];
        p[0] * q[1] - p[1] * q[0] > 1e-4
    };
    if (0..corners.len()).all(is_sharp) {
        for up in [1.0, -1.0] {
            assert_eq!(face(&shape, scaled(&frame[2], up)).len(), corners.len(), "{given:?}");
        }
        // An edge is met along its own normal.
        let [p, q] = [corners[0], corners[1]];
        let outward = add_scaled(&scaled(&frame[0], q[1] - p[1]), &frame[1], p[0] - q[0]);
        let rounded = |at| out(at).map(|x| T::rounded(x).to_f64().unwrap());
        assert_eq!(sorted(face(&shape, outward)), sorted(vec![rounded(&p), rounded(&q)]), "{given:?}");
    }
    let plain: AnyShape<T, 3> = build(&points(&given), &Place::Line).unwrap();
    let half: Space = [0; 3].map(|_| random.uniform(0.1, 1.0) * size);
    let there = add_scaled(&at, &random.direction(), random.uniform(0.0, 2.0) * size);
    let cuboid = Cuboid::new(vector(half)).unwrap().posed(vector::<T>(there)).unwrap();
    assert_eq!(distance(&shape, &cuboid), distance(&plain, &cuboid));
    assert_eq!(contact(&shape, &cuboid), contact(&plain, &cuboid));
    for direction in [0; 10].map(|_| random.direction()) {
        let direction = vector::<T>(direction);
        assert_eq!(shape.support(&direction), plain.support(&direction));
        let largest =
            shape.support(&direction).iter().fold(T::zero(), |most, x| if x.abs() > most { x.abs() } else { most });
        let reach = face(&shape, direction.map(|x| x.to_f64().unwrap()).into());
        // The face is at the support point.
        let support: Vector3<f64> = shape.support(&direction).coords.map(|x| x.to_f64().unwrap());
        let direction = direction.map(|x| x.to_f64().unwrap());
        let most = reach.iter().map(|at| direction.dot(&(Vector3::from(*at) - support))).fold(f64::MIN, f64::max);
        assert!(most.abs() <= 64.0 * T::epsilon().to_f64().unwrap() * (largest.to_f64().unwrap() + size), "{most}");
    }
}

#[test]
fn polygons_in_any_plane_have_a_face_and_the_same_distances() {
    let mut random = Random::new(81);
    for _ in 0..300 {
        polygons::<f32>(&mut random);
        polygons::<f64>(&mut random);
    }
}
