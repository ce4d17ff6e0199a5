//! Shapes and answers are read as they were written, and everything else is refused.

use gjk::nalgebra::{Isometry3, Point, Point3, SVector, Vector2, Vector3};
use gjk::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Hull, PointCloud, Polygon,
    Segment, Shape, Shape2, Sum, Tetrahedron, Triangle,
};
use gjk::simplex::FeatureIds;
use gjk::{Cache, Manifold, Pose, Query, Support, SupportExt, contact, distance, support_fn};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

fn there_and_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
    text
}

#[test]
fn shapes_are_read_as_they_are_written() {
    let p = |x: f64, y, z| Point3::new(x, y, z);
    let ball = Ball::at(p(0.1, 0.2, 0.3), 0.5).unwrap();
    assert_eq!(there_and_back(&ball), r#"{"center":[0.1,0.2,0.3],"radius":0.5}"#);
    let cuboid = Cuboid::new(Vector3::new(1.0, 0.1, 3.0)).unwrap();
    there_and_back(&cuboid);
    there_and_back(&Capsule::new(p(0.1, 0.0, 0.0), p(0.0, 0.3, 0.0), 0.7).unwrap());
    there_and_back(&Cone::with_radius(0.1).half_height(0.2).unwrap());
    there_and_back(&Cylinder::with_radius(0.1).half_height(0.2).unwrap());
    there_and_back(&Ellipsoid::new(Vector3::new(0.1, 5.0, 0.3)).unwrap());
    there_and_back(&Frustum::perspective(1.0, 1.5, 0.1, 10.0).unwrap());
    there_and_back(&HalfSpace::new(Vector3::new(0.3, 5.0, 0.1), 0.7).unwrap());
    there_and_back(&HalfSpace::through(p(0.3, 5.0, 0.1), Vector3::new(0.3, 5.0, 0.1)).unwrap());
    let segment = Segment::new([p(0.1, 0.0, 0.0), p(0.0, 0.3, 0.0)]).unwrap();
    assert_eq!(there_and_back(&segment), "[[0.1,0.0,0.0],[0.0,0.3,0.0]]");
    let cloud = PointCloud::new((0..100).map(|k| p(f64::from(k).sin() + 5.0, f64::from(k).cos(), 0.1))).unwrap();
    there_and_back(&cloud);
    there_and_back(&cloud.clone().indexed());
    let pose = Isometry3::new(Vector3::new(0.1, 0.2, 0.3), Vector3::new(0.4, 0.5, 0.6));
    there_and_back(&cuboid.swollen(0.3).unwrap().posed(pose).unwrap());
    let turned = Pose::from_quaternion([0.1, 0.2, 0.3, 0.4], Vector3::new(0.1, 0.2, 0.3)).unwrap();
    there_and_back(&cloud.posed(turned).unwrap());
    there_and_back(&Sum::new(segment, ball).unwrap());
    there_and_back(&Hull::round([ball, Ball::at(p(1.0, 0.2, 0.3), 0.25).unwrap()]).unwrap());
    there_and_back(&Query::new().distance_within(1.0, &cuboid, &p(5.0, 0.3, 0.2)).beyond().unwrap());
}

/// Every kind, alone and in every wrapper, has the text of its own type, and the points that it had.
#[test]
fn shapes_of_any_kind_are_read_as_they_are_written() {
    fn along<const D: usize>(of: impl Fn(u8) -> f64) -> SVector<f64, D> {
        SVector::from_iterator((0..).map(of))
    }
    fn check<S, const D: usize>(shape: S, name: &str) -> String
    where
        Shape<f64, D>: From<S>,
        S: Support<D, Scalar = f64> + Clone + Send + Sync + Serialize + 'static,
    {
        let text = serde_json::to_string(&Shape::from(shape.clone())).unwrap();
        assert_eq!(text, format!("{{\"{name}\":{}}}", serde_json::to_string(&shape).unwrap()));
        same(&shape, &text);
        text
    }
    fn same<const D: usize>(shape: &dyn Support<D, Scalar = f64>, text: &str) {
        let read: Shape<f64, D> = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        for k in 0..20 {
            let d = along::<D>(|row| f64::from(k * 3 + row).sin());
            assert_eq!((read.support(&d), read.margin()), (shape.support(&d), shape.margin()), "{text}");
        }
    }
    fn everywhere<S, const D: usize>(shape: S, name: &str, pose: Pose<f64, D>)
    where
        Shape<f64, D>: From<S>,
        S: Support<D, Scalar = f64> + Clone + Send + Sync + Serialize + 'static,
    {
        let text = check(shape.clone(), name);
        let swollen = shape.clone().swollen(0.25).unwrap();
        let hull = Hull::round([shape.clone()]).unwrap();
        let faceted = shape.clone().faceted(8, 0.1).unwrap();
        let of = |made: Shape<f64, D>, kind: &str| {
            let written = serde_json::to_string(&made).unwrap();
            assert!(written.starts_with(&format!("{{\"{kind}\":")) && written.contains(&text), "{written}");
            same(&made, &written);
        };
        of(shape.clone().posed(pose).unwrap().into(), "posed");
        of(Shape::new(shape.clone()).posed(pose).unwrap().into(), "posed");
        of(swollen.clone().posed(pose).unwrap().into(), "posed");
        of(hull.clone().posed(pose).unwrap().into(), "posed");
        of(faceted.clone().posed(pose).unwrap().into(), "posed");
        of(swollen.into(), "swollen");
        of(hull.into(), "hull");
        of(faceted.into(), "faceted");
        of(Sum::new(Shape::new(shape.clone()), Shape::new(shape)).unwrap().into(), "sum");
    }
    fn in_any<const D: usize>(pose: Pose<f64, D>) {
        let p = |k: u8| Point::<f64, D>::from(along(|row| f64::from(k * 5 + row).cos()));
        everywhere(p(0), "point", pose);
        everywhere(Segment::new([p(0), p(1)]).unwrap(), "segment", pose);
        everywhere(Triangle::new([p(0), p(1), p(2)]).unwrap(), "triangle", pose);
        everywhere(Tetrahedron::new([p(0), p(1), p(2), p(3)]).unwrap(), "tetrahedron", pose);
        everywhere(Ball::at(p(0), 0.1).unwrap(), "ball", pose);
        everywhere(Capsule::new(p(0), p(1), 0.1).unwrap(), "capsule", pose);
        everywhere(Cuboid::new(SVector::<f64, D>::repeat(0.3)).unwrap(), "cuboid", pose);
        everywhere(Ellipsoid::new(SVector::<f64, D>::repeat(0.3)).unwrap(), "ellipsoid", pose);
        everywhere(PointCloud::new((0..9).map(p)).unwrap(), "point_cloud", pose);
    }
    let planar: Pose<f64, 2> = ([0.1, 0.2], 0.3).into();
    let spatial: Pose<f64, 3> = Isometry3::new(Vector3::new(0.1, 0.2, 0.3), Vector3::new(0.4, 0.5, 0.6)).into();
    in_any(planar);
    in_any(spatial);
    everywhere(Polygon::hull([[0.0, 0.0], [1.0, 0.1], [0.2, 1.0]]).unwrap(), "polygon", planar);
    let points = [[0.0, 0.0, 0.1], [1.0, 0.1, 0.0], [0.2, 1.0, 0.0], [0.0, 0.3, 1.0]];
    everywhere(ConvexHull::new(points).unwrap(), "convex_hull", spatial);
    everywhere(Cylinder::with_radius(0.1).half_height(0.2).unwrap(), "cylinder", spatial);
    everywhere(Cone::with_radius(0.1).half_height(0.2).unwrap(), "cone", spatial);
    everywhere(Frustum::perspective(1.0, 1.5, 0.1, 10.0).unwrap(), "frustum", spatial);
}

#[test]
fn shapes_of_any_kind_are_checked_when_they_are_read() {
    let error = |text: &str| serde_json::from_str::<Shape2<f64>>(text).unwrap_err().to_string();
    assert!(error(r#"{"cone":{"radius":1.0,"half_height":1.0}}"#).contains("another dimension"));
    assert!(error(r#"{"cube":{}}"#).contains("`cuboid`"));
    assert!(error(r#"{"ball":{"center":[0.0,0.0],"radius":-1.0}}"#).contains("radius"));
    assert!(error(r#"{"point":[1e999,0.0]}"#).contains("out of range"));
    assert!(error(r#"{"point":[1.7e308,0.0]}"#).contains("point"));
    error(r#"{"polygon":{"vertices":{"points":[[0.0,0.0],[1.0,0.0]],"indexed":false},"normals":[]}}"#);
    error(r#"{"hull":[]}"#);
    let diamond = support_fn(|d: &Vector2<f64>| if d.x > 0.0 { [1.0, 0.0] } else { [-1.0, 0.0] });
    let deep = format!("{}0", r#"{"swollen":{"shape":"#.repeat(100_000));
    assert!(error(&deep).contains("recursion limit"));
    let written = serde_json::to_string(&Shape2::new(diamond)).unwrap_err().to_string();
    assert!(written.contains("cannot be saved"), "{written}");
}

/// Faces of boxes, which have more than three vertices; pairs of vertices; one vertex against a half-space; no names.
#[test]
fn contacts_are_read_with_the_features_they_were_written_with() {
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
    let beside = cube.posed(Vector3::new(0.5, 1.75, 0.25)).unwrap();
    let faces = contact(&cube, &beside);
    assert_eq!((faces.feature.on_a().count(), faces.feature.on_b().count()), (4, 4));
    assert!(there_and_back(&faces).contains(r#""feature":[[5,4,1,0],[7,6,3,2]]"#));
    let cloud =
        PointCloud::new((0..20).map(|k| Point3::from(Vector3::new(f64::from(k).sin(), f64::from(k).cos(), 0.3))));
    let pairs = contact(&cloud.unwrap(), &beside);
    assert!(pairs.feature.on_a().count() > 0);
    there_and_back(&pairs);
    let ground = HalfSpace::new(Vector3::new(0.1, 1.0, 0.2), 0.7).unwrap();
    let vertex = ground.contact(&beside);
    assert_eq!((vertex.feature.on_a().count(), vertex.feature.on_b().count()), (0, 1));
    there_and_back(&vertex);
    let unnamed = contact(
        &Cone::with_radius(1.0).half_height(1.0).unwrap(),
        &Cylinder::with_radius(1.0).half_height(1.0).unwrap(),
    );
    there_and_back(&unnamed);
    let square = Cuboid::new(Vector2::new(1.0, 1.0)).unwrap();
    there_and_back(&contact(&square, &square.posed(Vector2::new(1.5, 0.25)).unwrap()));
    assert_ne!(faces.feature, contact(&beside, &cube).feature);
    for not_a_feature in ["[[1,2,3,4,5],[]]", "[[7,7],[]]", "[[0,1,2,3],[9,8,7,6]]"] {
        let error = serde_json::from_str::<FeatureIds<3>>(not_a_feature).unwrap_err().to_string();
        assert!(error.contains("not the names of a feature"), "{not_a_feature}: {error}");
    }
}

/// Caches are read as they were written. Any other text that has their form is a cache, too: a poor one.
#[test]
fn caches_are_read_as_they_are_written_and_may_say_anything() {
    let points = |at: f64| (0..20).map(move |k| Point3::new(at + f64::from(k).sin(), f64::from(k).cos(), 0.03 * at));
    let rock = PointCloud::new(points(0.0)).unwrap();
    let other = PointCloud::new(points(2.5).chain([Point3::new(2.0, 0.1, 1.0)])).unwrap();
    let found = distance(&rock, &other);
    let mut cache = Cache::new();
    there_and_back(&cache);
    assert_eq!(Query::new().with_cache(&mut cache).distance(&rock, &other), found);
    let text = there_and_back(&cache);
    assert!(text.contains(r#""newest":[4294967295,4294967295]"#), "{text}");
    let retained = [
        "[[0,0],[0,0],[0,0]]",
        "[[1,2],[3,4],[5,6]]",
        "[[1,2],[4000000000,4],[5,6]]",
        "[[7,7],[7,8],[8,7]]",
        // How an axis turns: by as much as can be, back by itself, and as it may not be written.
        "[[0,4294967295],[2147483647,4294967295],[0,4294967295]]",
        "[[1073741824,4294967295],[2147483647,4294967295],[1073741824,4294967295]]",
        "[[2000000000,4294967295],[4294967294,4294967295],[1,2]]",
    ];
    let cone = Cone::with_radius(1.0).half_height(1.0).unwrap();
    let egg = Ellipsoid::new(Vector3::new(0.5, 0.7, 0.9)).unwrap().posed(Vector3::new(1.8, 0.4, 0.2)).unwrap();
    let beside = distance(&cone, &egg);
    let (mut odd, mut tried) = (0, 0);
    for axis in ["[0,0,0]", "[1e308,1e308,-1e308]", "[5e-324,0,0]", "[0,-1,0]", "[-1,0.1,-0.1]"] {
        for (retained, newest) in retained.iter().zip(["[9,10]", "[0,0]", "[4294967295,1]", "[19,20]"].iter().cycle()) {
            let text = format!(r#"{{"axis":{axis},"retained":{retained},"newest":{newest}}}"#);
            let mut cache: Cache<f64, 3> = serde_json::from_str(&text).unwrap();
            let again = Query::new().with_cache(&mut cache).distance(&rock, &other);
            assert!((again.distance - found.distance).abs() < 1e-15, "{text}");
            assert_eq!(Query::new().with_cache(&mut cache).distance(&rock, &other).evaluations, 1);
            let mut cache: Cache<f64, 3> = serde_json::from_str(&text).unwrap();
            let round = Query::new().with_cache(&mut cache).distance(&cone, &egg);
            assert!((round.distance - beside.distance).abs() < 1e-14, "{text}");
            let read: Cache<f64, 3> = serde_json::from_str(&there_and_back(&cache)).unwrap();
            let next = Query::new().with_cache(&mut { read }).distance(&cone, &egg);
            assert!((next.distance - beside.distance).abs() < 1e-14 && next.evaluations < beside.evaluations, "{text}");
            odd += u32::from(again.evaluations != found.evaluations);
            tried += 1;
        }
    }
    assert!(2 * odd > tried, "{odd} of {tried}");
}

/// A manifold that was read goes on from frame to frame. One that claims more points than there can be has eight.
#[test]
fn manifolds_are_read_as_they_are_written() {
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
    let (low, high) = (cube.posed(Vector3::zeros()).unwrap(), cube.posed(Vector3::new(0.5, 2.0, 0.25)).unwrap());
    let found = gjk::manifold(&low, &high, 0.01).near().unwrap();
    assert_eq!(found.points().len(), 4);
    let text = there_and_back(&found);
    let mut odd: Manifold<f64, 3> = serde_json::from_str(&text.replace(r#""count":4"#, r#""count":4000"#)).unwrap();
    assert_eq!((odd.points().len(), &odd.points()[..4]), (8, found.points()));
    assert_eq!(odd.match_points(&found, 0.1)[..4], [0, 1, 2, 3].map(Some));
    assert!(odd.follow(low.pose(), high.pose(), 0.1));
}

#[test]
fn what_is_no_shape_is_refused_when_it_is_read() {
    fn refused<T: DeserializeOwned + Debug>(text: &str, why: &str) {
        let error = serde_json::from_str::<T>(text).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
    refused::<Ball<f64, 2>>(r#"{"center":[0,0],"radius":-1}"#, "the radius is negative");
    refused::<Ball<f64, 2>>(r#"{"center":[0,1e308],"radius":1}"#, "the center is not finite, or too large");
    refused::<Cuboid<f64, 2>>(r#"{"half_extents":[0,-1]}"#, "negative");
    refused::<HalfSpace<f64, 2>>(r#"{"direction":[0,0],"anchor":[0,0],"level":0}"#, "the normal is zero");
    refused::<PointCloud<f64, 2>>(r#"{"points":[],"indexed":true}"#, "empty");
    refused::<Segment<f64, 2>>("[[0,0],[1,0],[2,0]]", "invalid length 3");
    refused::<Hull<Ball<f64, 2>, f64, 2>>("[]", "empty");
    let identity = r#""scale":1,"translation":[0,0],"quaternion":null"#;
    refused::<Pose<f64, 2>>(&format!(r#"{{"matrix":[1,0,0,2],{identity}}}"#), "not a rotation");
    refused::<Pose<f64, 2>>(&format!(r#"{{"matrix":[1,0,0,-1],{identity}}}"#), "not a rotation");
    let shifted = r#""scale":1,"translation":[0,0,0],"quaternion":[1,0,0,1]"#;
    // A reader that rounds badly may lose a digit of each number.
    let pose = Pose::from_quaternion([0.3, -0.5, 0.7, 0.1], Vector3::new(1.0, 2.0, 3.0)).unwrap();
    let mut written = serde_json::to_value(pose).unwrap();
    for entry in written["matrix"].as_array_mut().unwrap() {
        *entry = entry.as_f64().unwrap().next_up().into();
    }
    assert_eq!(serde_json::from_value::<Pose<f64, 3>>(written.clone()).unwrap(), pose);
    written["scale"] = 2.0.into();
    refused::<Pose<f64, 3>>(&written.to_string(), "not a rotation");
    refused::<Pose<f64, 3>>(&format!(r#"{{"matrix":[1,0,0,0,1,0,0,0,1],{shifted}}}"#), "not a rotation");
}
