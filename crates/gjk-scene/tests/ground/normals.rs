//! The normals that a surface has.

use gjk::nalgebra::{Point3, Vector2, Vector3};
use gjk::shape::Ball;
use gjk_scene::Ground;
use oracle::random::{Random, campaign};

/// How far a direction leans out too far, by what is known from outside. Seen along the face, the three sides are in three directions: those
/// before and after the one that is asked about count, or the side alone that it points straight at.
fn lean_too_far(ground: &Ground<f32, 3>, piece: u32, normal: &Vector3<f32>) -> f64 {
    let normal = normal.map(f64::from);
    let face = |k| ground.face(k).unwrap().map(f64::from);
    let up = face(piece);
    let corners = ground.corners(piece).unwrap().map(|k| ground.points()[k as usize].coords.map(f64::from));
    let mut sides: Vec<(f64, f64)> = (0..3)
        .map(|k| {
            let (from, to) = (corners[(k + 1) % 3], corners[(k + 2) % 3]);
            let out = (to - from).cross(&up).normalize();
            assert!(out.dot(&(corners[k] - from)) < 0.0);
            // The angle by which the surface bends back, and that by which the normal leans out.
            let bend =
                ground.neighbours(piece).unwrap()[k].map(|beyond| face(beyond).dot(&out).atan2(face(beyond).dot(&up)));
            let lean = normal.dot(&out).atan2(normal.dot(&up));
            let is_seen = normal.dot(&out).hypot(normal.dot(&up)) > 1e-2;
            let excess = bend.filter(|_| is_seen).map_or(0.0, |bend| lean - bend.max(0.0));
            (up.dot(&normal.cross(&out)).atan2((normal - up * normal.dot(&up)).dot(&out)), excess)
        })
        .collect();
    sides.sort_by(|a, b| a.0.total_cmp(&b.0));
    let behind = -normal.dot(&up);
    if let Some((_, excess)) = sides.iter().find(|(angle, _)| angle.abs() < 1e-4) {
        return excess.max(behind);
    }
    // Angles go round.
    let next = sides.iter().position(|(angle, _)| *angle > 0.0).unwrap_or(0);
    sides[next].1.max(sides[(next + 2) % 3].1).max(behind)
}

/// Of directions between the given one and the found one, and beside these, none that is allowed is nearer to the given one. They are
/// compared in a plane above the face, so a given one that points along the face or behind it is not asked about. How many are allowed.
fn is_nearest(
    ground: &Ground<f32, 3>,
    piece: u32,
    given: &Vector3<f32>,
    found: &Vector3<f32>,
    random: &mut Random,
) -> usize {
    let face = ground.face(piece).unwrap().map(f64::from);
    let [given, found] = [given, found].map(|v| v.map(f64::from));
    if given.dot(&face) < 0.1 || found.dot(&face) < 0.1 {
        return 0;
    }
    let [given, found] = [given, found].map(|v| v / v.dot(&face));
    let least = (given - found).norm();
    let mut allowed = 0;
    for _ in 0..100 {
        let aside = Vector3::from(random.direction::<3>()) * least * random.uniform(0.0, 0.5);
        let tried = found + (given - found) * random.uniform(0.0, 1.0) + aside - face * aside.dot(&face);
        let unit = tried.normalize().map(|x| x as f32);
        if ground.normal(piece, &unit) == Some(unit) {
            allowed += 1;
            assert!((given - tried).norm() > least - 1e-4 * (1.0 + least), "{given}: {found}, {tried} is nearer");
        }
    }
    allowed
}

/// Whatever direction is given, what comes back is a normal of the surface there, the nearest one, and is not changed any more.
#[test]
fn normals_are_those_of_the_surface() {
    let mut random = Random::new(364);
    let (mut changed, mut slanted, mut nearer_asked, mut worst) = (0, 0, 0, 0.0_f64);
    for _ in 0..campaign(50) {
        let heights: Vec<f32> = (0..16).map(|_| random.uniform(-0.7, 0.7) as f32).collect();
        let ground = Ground::<f32, 3>::heights([0.0; 2], [1.0; 2], 4, heights).unwrap();
        for piece in 0..ground.len() {
            let given = Vector3::from(random.direction::<3>()).map(|x| x as f32);
            let found = ground.normal(piece, &given).unwrap();
            assert!((found.norm() - 1.0).abs() < 1e-6);
            worst = worst.max(lean_too_far(&ground, piece, &found));
            assert!((ground.normal(piece, &found).unwrap() - found).norm() < 1e-4, "{given}: {found}");
            if found == given {
                assert!(lean_too_far(&ground, piece, &given) < 1e-3);
            } else {
                changed += 1;
                slanted += u32::from(found != ground.face(piece).unwrap());
                nearer_asked += is_nearest(&ground, piece, &given, &found, &mut random);
            }
        }
    }
    println!(
        "{changed} changed, {slanted} of them to another one than the face's; {nearer_asked} allowed ones tried; they lean too far by {worst:e}"
    );
    assert!(changed > slanted && slanted > 100 && nearer_asked > 500 && worst < 1e-3);
    // Against an end where nothing follows, in the direction of a neighbour: rounding may not turn it around.
    let floor = Ground::<f32, 2>::heights(0.0, 1.0, [0.0; 3]).unwrap();
    for given in [Vector2::new(-1.0, 0.0), Vector2::new(-1.0, 1e-8), Vector2::new(-0.6, -0.8)] {
        assert_eq!(floor.normal(1, &given), Some(Vector2::y()));
    }
    assert_eq!(floor.normal(1, &Vector2::x()), Some(Vector2::x()), "the end of the floor is a corner");
}

/// The point of a triangle nearest to another, by clamping: inside, or on one of its sides.
fn nearest([a, b, c]: [Vector3<f64>; 3], p: Vector3<f64>) -> Vector3<f64> {
    let normal = (b - a).cross(&(c - a));
    let sides = [(a, b), (b, c), (c, a)];
    if sides.iter().all(|(from, to)| normal.cross(&(to - from)).dot(&(p - from)) >= 0.0) {
        return p - normal * (p - a).dot(&normal) / normal.norm_squared();
    }
    let on = |(from, to): &(Vector3<f64>, Vector3<f64>)| {
        let way = to - from;
        from + way * ((p - from).dot(&way) / way.norm_squared()).clamp(0.0, 1.0)
    };
    sides.iter().map(on).min_by(|u, v| (u - p).norm().total_cmp(&(v - p).norm())).unwrap()
}

/// Hills: the nearest contact of a ball is the one with the whole surface, and its normal is not changed.
#[test]
fn on_hills_right_normals_are_kept() {
    let mut random = Random::new(362);
    let (mut worst, mut on_edges, mut count) = (0.0_f64, 0, 0);
    for _ in 0..campaign(4) {
        let steep = random.uniform(0.05, 0.6);
        let heights: Vec<f32> = (0..36).map(|_| random.uniform(-steep, steep) as f32).collect();
        let ground = Ground::<f32, 3>::heights([0.0; 2], [1.0; 2], 6, heights).unwrap();
        let triangles: Vec<[Vector3<f64>; 3]> =
            ground.pieces().map(|piece| piece.points().map(|point| point.coords.map(f64::from))).collect();
        for _ in 0..40 {
            let [x, z] = [0, 1].map(|_| random.uniform(1.0, 4.0));
            let radius = random.uniform(0.1, 0.5);
            let place = |y: f64| Vector3::new(x, y, z).map(|x| f64::from(x as f32));
            let away = |y: f64| {
                let spots = triangles.iter().map(|triangle| nearest(*triangle, place(y)));
                spots.min_by(|u, v| (u - place(y)).norm().total_cmp(&(v - place(y)).norm())).unwrap()
            };
            // Down until the ball has sunk in a little.
            let mut high = 3.0;
            for _ in 0..200 {
                high -= ((away(high) - place(high)).norm() - 0.97 * radius).max(0.0);
            }
            let (center, spot) = (place(high), away(high));
            let wanted = (center - spot).normalize();
            if (center - spot).norm() < 0.9 * radius {
                continue;
            }
            let ball = Ball::at(center.map(|x| x as f32), radius as f32).unwrap();
            let depth = (center - spot).norm() - radius;
            let found: Vec<_> = (0..ground.len()).filter_map(|piece| ground.contact(piece, &ball, 0.0)).collect();
            let deepest = found.iter().map(|found| f64::from(found.separation)).fold(0.0, f64::min);
            assert!(deepest > 2.0 * depth, "{found:?} instead of {depth}");
            let errors = found
                .iter()
                .filter(|found| (f64::from(found.separation) - depth).abs() < 1e-5)
                .map(|found| (found.normal.map(f64::from) - wanted).norm());
            worst = worst.max(errors.min_by(f64::total_cmp).unwrap_or(1.0));
            count += 1;
            on_edges += u32::from(
                (0..ground.len()).all(|piece| (ground.face(piece).unwrap().map(f64::from) - wanted).norm() > 1e-3),
            );
        }
    }
    println!("{count} balls, {on_edges} on edges and corners: normals are off by {worst:e}");
    assert!(worst < 1e-4);
    assert!(count > campaign(4) * 20 && on_edges > count as u32 / 10);
}

/// Two triangles that fall to both sides of a ridge, obtuse at the same end of it, and two behind that end, which rise.
fn ridge() -> Ground<f64, 3> {
    let p = |x: f64, y: f64, z: f64| Point3::new(x, y, z);
    let points = [p(0.0, 0.0, 0.0), p(0.0, 0.0, 2.0), p(1.0, -1.0, -1.0), p(-1.0, -1.0, -1.0), p(0.0, 3.0, -1.5)];
    Ground::mesh(points, [[0, 1, 2], [0, 3, 1], [0, 2, 4], [0, 4, 3]]).unwrap()
}

#[test]
fn a_ridge_of_obtuse_triangles_has_the_normal_between() {
    assert_eq!(ridge().normal(0, &Vector3::y()), Some(Vector3::y()));
}

#[test]
fn a_ball_rests_on_a_ridge_of_obtuse_triangles() {
    let roof = ridge();
    for step in 1..20 {
        let ball = Ball::at(Point3::new(0.0, 0.49, 0.1 * f64::from(step)), 0.5).unwrap();
        let found: Vec<_> = (0..2).filter_map(|piece| roof.contact(piece, &ball, 0.02)).collect();
        assert_eq!(found.len(), 2);
        assert!(
            found
                .iter()
                .all(|contact| (contact.normal - Vector3::y()).norm() < 1e-15
                    && (contact.separation + 0.01).abs() < 1e-15)
        );
    }
}
