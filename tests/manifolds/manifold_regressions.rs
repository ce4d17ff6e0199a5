//! Manifolds that did not hold a body up, each with its mistake.

#![allow(clippy::unreadable_literal, reason = "coordinates as they were found")]

use gjk::nalgebra::{Matrix3, Point3, Vector3};
use gjk::shape::{Cone, ConvexHull, Cuboid, Cylinder, Triangle};
use gjk::{Manifold, ManifoldOptions, ManifoldPoint, Pose, Support, SupportExt, Within, contact, manifold};
use oracle::brute;
use oracle::testing::{Float, in_both_precisions, point, rotation, vector, wide};
use oracle::vector::{norm, sub};

type Plane = [f64; 2];
type Space = [f64; 3];

/// How far a point is inside of a convex polygon, counter-clockwise.
fn inside(polygon: &[Plane], at: &Plane) -> f64 {
    let left = |(from, to): (&Plane, &Plane)| {
        let (way, there) = (sub(to, from), sub(at, from));
        (way[0] * there[1] - way[1] * there[0]) / norm(&way)
    };
    polygon.iter().zip(polygon.iter().cycle().skip(1)).map(left).fold(f64::INFINITY, f64::min)
}

/// The places of a manifold's points on the upper body, as seen from above.
fn seen<T: Float>(found: &Manifold<T, 3>, above: &Pose<T, 3>) -> Vec<Plane> {
    let place = |p: &ManifoldPoint<T, 3>| wide(&above.transform_point(p.local_points[1]).coords);
    found.points().iter().map(place).map(|[x, _, z]| [x, -z]).collect()
}

fn cuboid<T: Float>(half: Space) -> Cuboid<T, 3> {
    Cuboid::new(vector(&half)).unwrap()
}

/// A drum of one metre on a floor of two kilometres had two points, as many as on a line.
#[test]
fn a_drum_on_a_large_floor_has_four_points() {
    in_both_precisions! {
        for half in [100.0, 1000.0, 10_000.0] {
            let floor = cuboid::<T>([half, 1.0, half]).posed(vector(&[0.0, -1.0, 0.0])).unwrap();
            let drum = Cylinder::<T>::with_radius(0.5).half_height(0.5).unwrap().posed(vector(&[0.0, 0.499, 0.0])).unwrap();
            let found = manifold(&floor, &drum, 0.01).near().unwrap();
            assert_eq!(found.points().len(), 4, "{half}");
            assert!(inside(&brute::hull(&seen(&found, drum.pose())), &[0.0; 2]) > 0.3, "{half}");
        }
    }
}

/// A crate at the edge of a platform of 600 metres had two.
#[test]
fn a_crate_at_the_edge_of_a_large_platform_is_held() {
    in_both_precisions! {
        for half in [50.0, 300.0, 1000.0] {
            let platform = cuboid::<T>([half, 1.0, half]).posed(vector(&[-half, -1.0, 0.0])).unwrap();
            let (sin, cos) = 0.7_f64.sin_cos();
            let turned = rotation::<T, 3>(&[[cos, 0.0, -sin], [0.0, 1.0, 0.0], [sin, 0.0, cos]]);
            let pose = Pose::new(turned, vector(&[-0.4, 0.499, 0.0])).unwrap();
            let found = manifold(&platform, &cuboid::<T>([0.5; 3]).posed(pose).unwrap(), 0.01).near().unwrap();
            assert!(inside(&brute::hull(&seen(&found, &pose)), &[-0.4, 0.0]) > 0.1, "{half}: {found:?}");
        }
    }
}

/// A bar of ten metres by eight millimetres had both points on one edge.
#[test]
fn a_thin_bar_is_held_on_both_sides() {
    in_both_precisions! {
        let floor = cuboid::<T>([20.0, 1.0, 20.0]).posed(vector(&[0.0, -1.0, 0.0])).unwrap();
        let bar = cuboid::<T>([5.0, 0.004, 0.004]).posed(vector(&[0.0, 0.004, 0.0])).unwrap();
        let points = seen(&manifold(&floor, &bar, 0.001).near().unwrap(), bar.pose());
        assert!(inside(&brute::hull(&points), &[0.0; 2]) > 0.0039, "{points:?}");
    }
}

/// A crate in the middle of a road of a kilometre by 0.9 metres had one point, or two on one side.
#[test]
fn a_crate_on_a_long_road_is_held_on_both_sides() {
    in_both_precisions! {
        for (length, width, half) in [(500.0, 0.45, 0.25), (500.0, 0.45, 1.0), (100.0, 0.095, 0.25), (499.0, 0.5, 0.25)] {
            let road = cuboid::<T>([length, 0.5, width]).posed(vector(&[0.0, -0.5, 0.0])).unwrap();
            let there = cuboid::<T>([half; 3]).posed(vector(&[0.3, half - 0.001, 0.0])).unwrap();
            let points = seen(&manifold(&road, &there, 0.01).near().unwrap(), there.pose());
            assert_eq!(points.len(), 4);
            assert!(inside(&brute::hull(&points), &[0.3, 0.0]) > 0.99 * width.min(half), "{length}: {points:?}");
        }
    }
}

/// The rim of a drum is a polygon of twelve: a center between one of its sides and the true rim was beyond all points.
#[test]
fn a_center_near_a_rim_is_held() {
    in_both_precisions! {
        let floor = cuboid::<T>([3.0, 1.0, 3.0]).posed(vector(&[0.0, -1.0, 0.0])).unwrap();
        let drum = Cylinder::<T>::with_radius(1.0).half_height(0.5).unwrap().posed(vector(&[0.0, 0.499, 0.0])).unwrap();
        let cone = Cone::<T>::with_radius(1.0).half_height(0.5).unwrap().posed(vector(&[0.0, 0.499, 0.0])).unwrap();
        for k in 0..360 {
            let (sin, cos) = f64::from(k).to_radians().sin_cos();
            let at = [0.99 * cos, 0.99 * sin];
            let options = || ManifoldOptions { center: Some(point(&[at[0], 0.7, -at[1]])), ..ManifoldOptions::from(0.01) };
            for found in [manifold(&floor, &drum, options()), manifold(&floor, &cone, options())] {
                let points = seen(&found.near().unwrap(), drum.pose());
                assert!(points.len() == 4 && inside(&brute::hull(&points), &at) > 0.0, "{k}: {points:?}");
                assert!(points.iter().all(|p| (norm(p) - 1.0).abs() < 8.0 * T::EPSILON.wide()), "{k}: {points:?}");
            }
        }
    }
}

/// A prism between the heights −h and h.
fn prism(outline: &[[f32; 2]], h: f32) -> ConvexHull<f32> {
    ConvexHull::new(outline.iter().flat_map(|[x, z]| [h, -h].map(|y| Point3::new(*x, y, -*z)))).unwrap()
}

/// Rounding had split the bottom of this prism into a sliver and the rest, and the sliver was taken for all of it.
#[test]
fn a_face_that_rounding_has_split_is_one() {
    let outline = [
        [-0.7723317, -0.0015457463],
        [-0.7639878, -0.0047305445],
        [-0.7590506, -0.005839801],
        [-0.68733877, -0.013994281],
        [-0.13114029, -0.030094765],
        [-0.027691312, -0.030517468],
        [0.31636876, -0.0278647],
        [0.7106984, -0.012038125],
        [0.7107004, -0.012037943],
        [0.7723316, 0.001545846],
        [0.7718448, 0.0018872644],
        [0.7651595, 0.004425405],
        [0.50186443, 0.023232983],
        [0.3706722, 0.02680048],
        [0.27330324, 0.028566405],
        [-0.04003727, 0.030496098],
        [-0.08245091, 0.03036299],
        [-0.09614717, 0.030300112],
        [-0.113495566, 0.030206386],
        [-0.16954774, 0.029794076],
        [-0.2853301, 0.028382443],
        [-0.3939708, 0.02627711],
        [-0.46270123, 0.02446784],
        [-0.6338709, 0.017492658],
        [-0.71797293, 0.011345077],
    ];
    let prism = prism(&outline, 0.989_570_7);
    let mut face: Vec<Plane> = Vec::new();
    prism.support_face(&-Vector3::y(), &Point3::origin(), &mut |corner| {
        face.push([corner.offset.x.into(), (-corner.offset.z).into()]);
    });
    let all: Vec<Plane> = outline.iter().map(|at| at.map(f64::from)).collect();
    assert!(oracle::patch::area(&face) > 0.999 * oracle::patch::area(&all), "{face:?}");
    let floor = cuboid::<f32>([7.0, 2.0, 6.0]).posed(Vector3::new(0.0, -2.0, 0.0)).unwrap();
    let prism = prism.posed(Vector3::new(5.5, 0.989, -0.4)).unwrap();
    let points = seen(&manifold(&floor, &prism, 0.02).near().unwrap(), prism.pose());
    assert!(inside(&brute::hull(&points), &[5.5, 0.4]) > 0.01, "{points:?}");
}

/// Rounded coordinates turn an edge of 40 µm so far that the line through it cuts this thin face lengthwise.
#[test]
fn a_short_edge_does_not_cut_its_own_face() {
    let road = prism(
        &[
            [-8.243343, 0.002966132],
            [-7.92086, -0.004191164],
            [-7.864588, -0.0043657734],
            [-6.4739857, -0.007252483],
            [-6.0571847, -0.007834781],
            [-4.850669, -0.00913894],
            [5.562439, -0.008429319],
            [6.8278246, -0.0066844355],
            [7.7818894, -0.0046082996],
            [8.196946, -0.0031750517],
            [8.54904, -0.00040422703],
            [8.148528, 0.0033781887],
            [7.32185, 0.0057379217],
            [7.127159, 0.006136405],
            [5.4857435, 0.008513441],
            [1.9849387, 0.01079211],
            [1.7511381, 0.010859967],
            [1.6437279, 0.0108881695],
            [-2.842746, 0.010464413],
            [-5.095095, 0.008912417],
            [-6.429846, 0.0073182345],
            [-6.949542, 0.0064700074],
            [-6.94958, 0.006469938],
            [-7.8187757, 0.0045020552],
            [-8.17748, 0.0032583892],
        ],
        11.390_547,
    )
    .posed(Vector3::zeros())
    .unwrap();
    let axes = [[-0.645_485_94, 0.0, -0.763_772_2], [0.0, 1.0, 0.0], [0.763_772_2, 0.0, -0.645_485_94]];
    let pose = Pose::new(rotation::<f32, 3>(&axes), Vector3::new(3.384_142, 11.490_805, 0.164_720_36)).unwrap();
    let drum = Cylinder::with_radius(0.581_218_f32).half_height(0.100_427_814).unwrap().posed(pose).unwrap();
    let center = Some(Point3::new(3.77185, 11.4, 0.00146));
    let options = ManifoldOptions { center, ..ManifoldOptions::from(0.02) };
    let points = seen(&manifold(&road, &drum, options).near().unwrap(), &pose);
    assert!(inside(&brute::hull(&points), &[3.77185, -0.00146]) > 0.001, "{points:?}");
}

/// A drum that overhangs, so that it stands on a part between the side of a polygon of twelve and the true rim; also where it leans a little,
/// and the normal of the floor is taken.
#[test]
fn a_drum_that_stands_on_a_part_of_its_rim_is_held() {
    in_both_precisions! {
        for lean in [0.0, 1e-5, 1e-3] {
            // At 15 degrees the polygon's side is 0.966 from the axis.
            for (edge, at) in [(0.97, 0.985), (0.975, 0.99), (0.9, 0.9659), (0.9, 0.966)] {
                let floor = cuboid::<T>([3.0, 1.0, 3.0]).posed(vector(&[3.0 + edge, -1.0, 0.0])).unwrap();
                let ((sin, cos), (low, long)) = (15_f64.to_radians().sin_cos(), f64::sin_cos(lean));
                let axes = [[cos * long, -cos * low, -sin], [low, long, 0.0], [sin * long, -sin * low, cos]];
                let pose = Pose::new(rotation::<T, 3>(&axes), vector(&[0.0, 0.5 * long + low - 1e-4, 0.0])).unwrap();
                let drum = Cylinder::<T>::with_radius(1.0).half_height(0.5).unwrap().posed(pose).unwrap();
                let options = ManifoldOptions { center: Some(point(&[at, 0.5, 0.0])), ..ManifoldOptions::from(0.01) };
                let found = manifold(&floor, &drum, options).near().unwrap();
                let points = seen(&found, &pose);
                let hull = brute::hull(&points);
                assert!(hull.len() > 2 && inside(&hull, &[at, 0.0]) > 0.0, "{lean} {edge} {at}: {found:?}");
            }
        }
    }
}

/// The normal between this drum and the edge of the triangle is off by 12 √ε, so the drum's line was left beside the edge.
#[test]
fn a_line_on_a_drum_is_found_where_the_normal_is_off() {
    let corner = |x, z| Point3::new(x, 0.0, z);
    let corners = [
        corner(0.675_154_205_010_163_5, -0.638_138_411_055_886_5),
        corner(-0.675_154_205_010_163_5, -0.638_138_411_055_886_5),
        corner(-0.151_030_104_582_127_8, 0.638_138_411_055_886_5),
    ];
    let triangle = Triangle::new(corners).unwrap().posed(Vector3::zeros()).unwrap();
    let axes = [
        [-0.080_341_473_145_256_03, -0.995_409_661_634_327_5, -0.052_008_203_371_045_64],
        [0.543_417_307_223_458, 0.0, -0.839_462_703_287_052_4],
        [0.835_609_285_433_602_8, -0.095_705_828_062_004_34, 0.540_922_837_909_539_9],
    ];
    let at = Vector3::new(0.070_497_076_059_126_25, -0.334_147_859_421_300_43, 1.334_947_482_686_745_6);
    let pose = Pose::new(rotation::<f64, 3>(&axes), at).unwrap();
    let drum = Cylinder::with_radius(0.660_106_092_829_553_3)
        .half_height(0.680_268_505_851_589_9)
        .unwrap()
        .posed(pose)
        .unwrap();
    let found = manifold(&triangle, &drum, 0.0).near().unwrap();
    let along: Vec<f64> = found.points().iter().map(|p| p.local_points[1].y).collect();
    let [low, high] = [f64::min, f64::max].map(|better| along.iter().copied().reduce(better).unwrap_or(f64::NAN));
    assert!(
        (low - 0.464_563_522_965_307_1).abs() < 1e-12 && (high - drum.shape().half_height()).abs() < 1e-12,
        "{found:?}"
    );
}

/// Most of this box is under the flat side of the polygon of twelve: with one more point at the rim what both shared had no area but rounding.
#[test]
fn a_large_drum_on_the_corner_of_a_small_box_is_held() {
    let (half, at) = ([3.631_646_4e-4, 4.608_834e-4, 2.917_836_5e-4], [0.657_527_6, -0.281_396_54, 0.698_908_75]);
    let low = Cuboid::new(Vector3::from(half)).unwrap().posed(Vector3::from(at)).unwrap();
    let axes = [[-0.967_851_16, 0.0, 0.251_523_7], [0.0, 1.0, 0.0], [-0.251_523_7, 0.0, -0.967_851_16]];
    let pose = Pose::new(rotation::<f32, 3>(&axes), Vector3::new(0.549_808_6, 0.385_572_6, 0.282_721_88)).unwrap();
    let drum = Cylinder::with_radius(0.429_709_76_f32).half_height(0.666_509_1).unwrap().posed(pose).unwrap();
    let center = [0.657_883_5, -0.279_749_75, 0.698_617_7];
    let options = ManifoldOptions { center: Some(Point3::from(center)), ..ManifoldOptions::from(1.444_439_2e-5) };
    let found = manifold(&low, &drum, options).near().unwrap();
    let points: Vec<Plane> =
        found.points().iter().map(|p| [p.local_points[0].x.into(), (-p.local_points[0].z).into()]).collect();
    let [x, _, z] = [0, 1, 2].map(|k| f64::from(center[k]) - f64::from(at[k]));
    let hull = brute::hull(&points);
    assert!(hull.len() > 2 && inside(&hull, &[x, -z]) > 0.0, "{found:?}");
}

/// This center is as near the rim as five ε of the triangle, and so as near three sides of the polygon around it: it was given up.
#[test]
fn a_center_as_near_a_rim_as_rounding_is_held() {
    let corners = [[2554.6255, -1873.6879], [-2554.6255, -1873.6879], [838.2152, 1873.6879]];
    let triangle = Triangle::new(corners.map(|[x, z]| Point3::new(x, 0.0_f32, z))).unwrap();
    let triangle = triangle.posed(Vector3::new(-428.3548, -2809.4246, 385.65546)).unwrap();
    let at = Vector3::new(-2983.0813, -2809.1091, -1487.215);
    let drum = Cylinder::with_radius(0.832_454_7_f32).half_height(0.317_958_06).unwrap().posed(at).unwrap();
    let center = Point3::new(-2982.8367, -2809.2737, -1488.0088);
    let options = ManifoldOptions { center: Some(center), ..ManifoldOptions::from(0.02) };
    let found = manifold(&triangle, &drum, options).near().unwrap();
    let points: Vec<Plane> =
        found.points().iter().map(|p| [p.local_points[1].x.into(), (-p.local_points[1].z).into()]).collect();
    let [x, _, z] = wide(&(center.coords - at));
    assert!(inside(&brute::hull(&points), &[x, -z]) > 0.0, "{found:?}");
}

/// Rounding turns the bottom of a thin plate. The plate's normal was taken, not the normal of the small box below it; and as the plate has a wide margin,
/// all its places were seen aside.
#[test]
fn the_normal_is_that_of_the_wider_face() {
    let tilted = rotation::<f32, 3>(&[[0.8, 0.6, 0.0], [-0.48, 0.64, 0.6], [0.36, -0.48, 0.8]]);
    let axis = tilted.column(1).into_owned();
    for k in 0..100 {
        let (sin, cos) = (0.06 * f64::from(k)).sin_cos();
        let turned = tilted * rotation::<f32, 3>(&[[cos, 0.0, -sin], [0.0, 1.0, 0.0], [sin, 0.0, cos]]);
        let base = cuboid::<f32>([1.5e-4; 3]).posed(Pose::new(tilted, Vector3::new(0.3, 0.2, -0.1)).unwrap()).unwrap();
        let at = Vector3::new(0.3, 0.2, -0.1) + turned * Vector3::new(0.4, 0.0, 0.001) + axis * 1.100_149;
        let plate =
            cuboid::<f32>([1.0, 0.6, 0.002]).swollen(0.5).unwrap().posed(Pose::new(turned, at).unwrap()).unwrap();
        let found = manifold(&base, &plate, 5e-6).near().unwrap();
        assert!((found.normal - axis).norm() < 16.0 * f32::EPSILON, "{k}: {found:?}");
    }
}

/// Rounding turns the end of this thin plate. The balls around it seemed as high, over one corner, as those around the long side that the corner
/// is at, and it was left out.
#[test]
fn the_corners_of_a_thin_rounded_plate_are_all_found() {
    let corners = [[4.174_244e-4, -9.70902e-4], [-4.174_244e-4, -9.70902e-4], [-1.499_879_1e-4, 9.70902e-4]];
    let triangle = Triangle::new(corners.map(|[x, z]| Point3::new(x, 0.0_f32, z))).unwrap();
    let pose = |axes: [[f32; 3]; 3], at: [f32; 3]| {
        Pose::new(Matrix3::from_columns(&axes.map(Vector3::from)), Vector3::from(at)).unwrap()
    };
    let up = [0.9923043, 0.106807865, -0.06264305];
    let ground =
        pose([[-0.061905053, -0.010214349, -0.99802977], up, [0.10723729, -0.99422723, 0.0035237968]], [0.0; 3]);
    let above = pose(
        [[-0.044204984, -0.16699596, -0.9849661], up, [0.11566326, -0.9801553, 0.16098937]],
        [1.038431, 0.012850446, -0.66771567],
    );
    let margin = 0.395_809_65;
    let plate = Cuboid::new(Vector3::new(0.609_622_4_f32, 1.073_642_3 - margin, 9.6464e-4)).unwrap();
    let plate = plate.swollen(margin).unwrap().posed(above).unwrap();
    let found = manifold(&triangle.posed(ground).unwrap(), &plate, 2.0524842e-5).near().unwrap();
    assert_eq!(found.points().len(), 4, "{found:?}");
}

/// The contact's point on the edge is 17 ε beside the normal through that on the drum, so neither was known to be on the other's line.
#[test]
fn a_line_is_found_where_the_points_of_the_contact_are_beside_each_other() {
    let pose = |axes: [[f32; 3]; 3], at: [f32; 3]| {
        Pose::new(Matrix3::from_columns(&axes.map(Vector3::from)), Vector3::from(at)).unwrap()
    };
    let ground = pose(
        [
            [0.854835, 0.19499688, 0.48086736],
            [0.46708998, 0.11448309, -0.8767671],
            [-0.22601803, 0.9740995, 0.0067830556],
        ],
        [0.63237643, -0.042870164, -0.7734741],
    );
    let above = pose(
        [
            [0.12268976, -0.97638315, 0.17782903],
            [-0.854835, -0.19499688, -0.48086736],
            [0.50418687, -0.09301697, -0.8585706],
        ],
        [1.3067054, -0.49223047, -0.7895114],
    );
    let low = Cuboid::new(Vector3::new(0.34771982, 0.1598999, 0.3265569)).unwrap().posed(ground).unwrap();
    let drum = Cylinder::with_radius(0.2873597_f32).half_height(0.3419805).unwrap().posed(above).unwrap();
    let found = manifold(&drum, &low, 0.010140858).near().unwrap();
    let mut along: Vec<f32> = found.points().iter().map(|p| p.local_points[0].y).collect();
    along.sort_by(f32::total_cmp);
    assert!(
        along.len() == 2 && (along[0] - 0.1333845).abs() < 1e-5 && (along[1] - 0.3419805).abs() < 1e-5,
        "{along:?}"
    );
}

/// Along the normal of a face the ends of this line were as far apart as the prediction, up to rounding, and only one of them was near enough.
#[test]
fn a_face_is_not_taken_where_one_end_is_too_far() {
    let low = Cuboid::new(Vector3::new(67.513_016_f32, 97.324_11, 108.235_26)).unwrap();
    let low = low.posed(Vector3::new(-56.138443, 61.30568, -128.3207)).unwrap();
    let axes = Matrix3::from_columns(&[
        Vector3::new(-0.7463221, -0.6655849, 0.0),
        Vector3::z(),
        Vector3::new(-0.6655849, 0.7463221, 0.0),
    ]);
    let pose = Pose::new(axes, Vector3::new(-125.01002, 158.66699, -151.56436)).unwrap();
    let bar = Cuboid::new(Vector3::new(0.985_474_2_f32, 0.301_971_3, 0.914_456_3)).unwrap().posed(pose).unwrap();
    let found = manifold(&bar, &low, 0.021).near().unwrap();
    let mut along: Vec<f32> = found.points().iter().map(|p| p.local_points[0].y).collect();
    along.sort_by(f32::total_cmp);
    assert!(along.len() == 2 && along.iter().all(|y| (y.abs() - 0.301_971_3).abs() < 1e-4), "{found:?}");
}

/// The slack was allowed twice: to the corner that stands for the contact, and to the points that are kept beside it.
#[test]
fn the_slack_counts_once() {
    const HULL: [Space; 14] = [
        [1.0264065, 0.30558333, 0.31461948],
        [-0.20047043, 0.3530119, -0.88259465],
        [0.5093487, -0.06935873, -0.63755465],
        [-0.48912904, -0.08090464, 0.7031527],
        [-0.5699112, -0.56253374, 0.396724],
        [0.37587044, -0.84525144, -0.31361127],
        [0.8906069, 0.2711611, 0.53379655],
        [-0.95214885, 0.9934548, -0.30264387],
        [0.16958736, -0.9581072, -0.7015509],
        [-0.030221503, -0.3838106, 0.49846005],
        [0.7830339, 0.7245901, -0.27569616],
        [-0.8440849, -0.31745377, 0.22668807],
        [-1.2896807, 0.29454735, 0.15624931],
        [-0.19121335, 1.1791824, 0.030802261],
    ];
    const TRIANGLE: [Space; 3] = [
        [-0.32139418, 0.25372332, 0.4539028],
        [0.38234577, -0.16094476, -0.009947194],
        [0.14012112, -0.8490458, -0.31315267],
    ];
    in_both_precisions! {
        let hull = ConvexHull::<T>::new(HULL.iter().map(point)).unwrap();
        let turn = [-0.64416033, 0.70460767, 0.28322542, 0.0914816].map(T::narrowed);
        let pose = Pose::from_quaternion(turn, vector(&[0.62188905, -1.1915106, -0.61673325])).unwrap();
        let plate = Triangle::new(TRIANGLE.map(|corner| point::<T, 3>(&corner))).unwrap().posed(pose).unwrap();
        let plate = plate.swollen(T::narrowed(0.40331197)).unwrap();
        let apart = contact(&hull, &plate).separation.wide();
        for k in 1..50 {
            let prediction = 0.01 * f64::from(k);
            let Within::Near(found) = manifold(&hull, &plate, T::narrowed(prediction)) else { continue };
            let least = found.points().iter().map(|point| point.separation.wide()).fold(f64::INFINITY, f64::min);
            assert!((least - apart).abs() <= 0.25 * prediction + 1e-5, "{least} {apart} {prediction}");
        }
    }
}
