//! Times queries about ground of 10⁴ triangles: `gjk-scene` in the tree of `obvhs`, and parry's mesh, which has a tree of its own.
//!
//! `cargo run --release --bin levels`, in benches/peers, prints a row per question: microseconds for each of 1,000 questions, the least
//! of many passes, in which the two take turns. parry's mesh has the flag that mends internal edges, like the neighbours of the ground.

use gjk::nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use gjk::shape::{Ball, Capsule, Cuboid, Posed};
use gjk::{Support, SupportExt};
use gjk_scene::Ground;
use obvhs::aabb::Aabb;
use obvhs::bvh2::{Bvh2, builder::build_bvh2};
use obvhs::ray::RayHit;
use obvhs::{BvhBuildParams, ray};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{
    ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, Ray, RayCast, intersection_test,
};
use parry3d::shape::{Shape, TriMesh, TriMeshFlags};
use std::hint::black_box;
use std::time::{Duration, Instant};

const SIDE: u16 = 72;
const COUNT: u32 = 1000;
const PASSES: usize = 40;
const PREDICTION: f32 = 0.02;

struct Level {
    ground: Ground<f32, 3>,
    tree: Bvh2,
}

fn aabb(gjk::Aabb { min, max }: gjk::Aabb<f32, 3>) -> Aabb {
    Aabb::new(<[f32; 3]>::from(min).into(), <[f32; 3]>::from(max).into())
}

impl Level {
    fn new(points: &[Point3<f32>], triangles: &[[u32; 3]]) -> Self {
        let ground = Ground::mesh(points.iter().copied(), triangles.iter().copied()).expect("hills");
        let boxes: Vec<Aabb> = ground.pieces().map(|piece| aabb(gjk::aabb(&piece).grown(1e-4))).collect();
        let tree = build_bvh2(&boxes, BvhBuildParams::medium_build(), &mut Duration::default());
        Self { ground, tree }
    }

    fn near(&self, around: gjk::Aabb<f32, 3>, mut each: impl FnMut(u32) -> bool) {
        self.tree.aabb_traverse(aabb(around), |tree, node| {
            let node = &tree.nodes[node as usize];
            let slots = node.first_index as usize..(node.first_index + node.prim_count) as usize;
            tree.primitive_indices[slots].iter().all(|piece| each(*piece))
        });
    }

    fn raycast(&self, [from, way]: [[f32; 3]; 2]) -> f32 {
        let mut nearest = RayHit::none();
        let (origin, direction) = (from.into(), way.into());
        self.tree.ray_traverse(ray::Ray::new_inf(from.into(), way.into()), &mut nearest, |_, slot| {
            let piece = self.tree.primitive_indices[slot];
            self.ground.raycast(piece, &origin, &direction).unwrap_or(f32::INFINITY)
        });
        nearest.t
    }

    fn intersects<S: Support<3, Scalar = f32>>(&self, body: &S) -> bool {
        let mut found = false;
        self.near(gjk::aabb(body), |piece| {
            found = self.ground.piece(piece).is_some_and(|piece| gjk::intersects(&piece, body));
            !found
        });
        found
    }

    /// How many contact points there are, and the least separation.
    fn manifolds<S: Support<3, Scalar = f32>>(&self, body: &Posed<S, f32, 3>) -> (usize, f32) {
        let (mut count, mut least) = (0, f32::INFINITY);
        self.near(gjk::aabb(body).grown(PREDICTION), |piece| {
            if let Some(found) = self.ground.manifold(piece, body, PREDICTION, None) {
                count += found.points().len();
                least = found.points().iter().fold(least, |least, point| least.min(point.separation));
            }
            true
        });
        (count, least)
    }
}

fn parry_intersects(mesh: &TriMesh, pose: &Pose, shape: &dyn Shape) -> bool {
    intersection_test(&Pose::IDENTITY, mesh, pose, shape).is_ok_and(|found| found.intersecting)
}

fn parry_manifolds(mesh: &TriMesh, pose: &Pose, shape: &dyn Shape) -> (usize, f32) {
    let (mut manifolds, mut workspace) = (Vec::<ContactManifold<(), ()>>::new(), None);
    DefaultQueryDispatcher
        .contact_manifolds(pose, mesh, shape, PREDICTION, &mut manifolds, &mut workspace)
        .expect("parry has meshes");
    let points = manifolds.iter().flat_map(|manifold| &manifold.points);
    let near = points.filter(|point| point.dist <= PREDICTION);
    near.fold((0, f32::INFINITY), |(count, least), point| (count + 1, least.min(point.dist)))
}

/// The least times of two programs that take turns, in microseconds a question.
fn row<A, B>(name: &str, count: u32, mut ours: impl FnMut() -> A, mut theirs: impl FnMut() -> B) {
    let mut least = [Duration::MAX; 2];
    for _ in 0..PASSES {
        let start = Instant::now();
        black_box(ours());
        let middle = Instant::now();
        black_box(theirs());
        least = [least[0].min(middle - start), least[1].min(middle.elapsed())];
    }
    let [ours, theirs] = least.map(|time| time.as_secs_f64() * 1e6 / f64::from(count));
    println!("| {name} | {ours:.2} | {theirs:.2} | {:.2} |", theirs / ours);
}

/// Three rows about bodies of a kind, and how many answers differ.
fn bodies<S: Support<3, Scalar = f32>>(
    name: &str,
    level: &Level,
    mesh: &TriMesh,
    poses: &[(Isometry3<f32>, Pose)],
    shape: impl Fn() -> S,
    parry: &dyn Shape,
) {
    let ours: Vec<Posed<S, f32, 3>> = poses.iter().map(|(pose, _)| shape().posed(*pose).expect("in range")).collect();
    row(
        &format!("verdict, {name}"),
        COUNT,
        || ours.iter().filter(|body| level.intersects(*body)).count(),
        || poses.iter().filter(|(_, pose)| parry_intersects(mesh, pose, parry)).count(),
    );
    row(
        &format!("manifolds, {name}"),
        COUNT,
        || ours.iter().map(|body| level.manifolds(body).0).sum::<usize>(),
        || poses.iter().map(|(_, pose)| parry_manifolds(mesh, pose, parry).0).sum::<usize>(),
    );
    let verdicts = ours
        .iter()
        .zip(poses)
        .filter(|(body, (_, pose))| level.intersects(*body) != parry_intersects(mesh, pose, parry));
    let answers = ours.iter().zip(poses).map(|(body, (_, pose))| {
        let (found, other) = (level.manifolds(body), parry_manifolds(mesh, pose, parry));
        (found.0, other.0, (found.1 - other.1).abs() > 1e-3)
    });
    let (points, theirs, differ) = answers
        .fold((0, 0, 0), |sum, (points, theirs, differs)| (sum.0 + points, sum.1 + theirs, sum.2 + u32::from(differs)));
    println!(
        "<!-- {name}: {} verdicts differ, {points} and {theirs} points, {differ} least separations differ -->",
        verdicts.count()
    );
}

fn main() {
    let hill = |x: f32, z: f32| (0.8 * x).sin() * (0.8 * z).cos() + 0.2 * (2.4 * x).cos();
    let places = (0..SIDE * SIDE).map(|k| [k % SIDE, k / SIDE].map(|n| f32::from(n) * 0.5));
    let points: Vec<Point3<f32>> = places.map(|[x, z]| Point3::new(x, hill(x, z), z)).collect();
    let field = Ground::<f32, 3>::heights([0.0; 2], [0.5; 2], SIDE.into(), points.iter().map(|point| point.y));
    let field = field.expect("hills");
    let triangles: Vec<[u32; 3]> = (0..field.len()).filter_map(|piece| field.corners(piece)).collect();
    let vertices: Vec<Vector> = points.iter().map(|point| Vector::new(point.x, point.y, point.z)).collect();
    let build = || TriMesh::with_flags(vertices.clone(), triangles.clone(), TriMeshFlags::FIX_INTERNAL_EDGES);
    let (level, mesh) = (Level::new(&points, &triangles), build().expect("hills"));

    println!(
        "| {} triangles, µs | gjk-scene, obvhs | parry | parry ÷ gjk |\n| --- | --- | --- | --- |",
        triangles.len()
    );
    row("made, a triangle", level.ground.len(), || Level::new(&points, &triangles), build);

    // Fractions that are spread evenly.
    let part = |k: u32, step: f32| (k as f32 * step).fract();
    let place = |k: u32| [2.0 + 31.0 * part(k, 0.618_034), 2.0 + 31.0 * part(k, 0.754_877_7)];
    let rays: Vec<[[f32; 3]; 2]> = (0..COUNT)
        .map(|k| {
            let [x, z] = place(k);
            [[x, 6.0, z], [4.0 * part(k, 0.31) - 2.0, -1.0, 4.0 * part(k, 0.57) - 2.0]]
        })
        .collect();
    let asked = |ray: &[[f32; 3]; 2]| {
        let [from, way] = ray.map(|[x, y, z]| Vector::new(x, y, z));
        mesh.cast_local_ray(&Ray::new(from, way), f32::MAX, false)
    };
    row(
        "rays",
        COUNT,
        || rays.iter().map(|ray| level.raycast(*ray)).filter(|time| time.is_finite()).count(),
        || rays.iter().filter_map(asked).count(),
    );
    let differ = rays.iter().filter(|ray| {
        let (ours, theirs) = (level.raycast(**ray), asked(ray).unwrap_or(f32::INFINITY));
        (ours - theirs).abs() > 1e-4
    });
    println!("<!-- rays: {} times differ -->", differ.count());

    let poses: Vec<(Isometry3<f32>, Pose)> = (0..COUNT)
        .map(|k| {
            let [x, z] = place(k);
            let at = Vector3::new(x, hill(x, z) + 0.3 + 0.1 * part(k, 0.43), z);
            let turn = UnitQuaternion::from_scaled_axis(Vector3::new(part(k, 0.11), part(k, 0.17), part(k, 0.23)));
            let [i, j, k, w] = turn.coords.into();
            let pose = Pose::from_parts(Vector::new(at.x, at.y, at.z), Rotation::from_xyzw(i, j, k, w));
            (Isometry3::from_parts(at.into(), turn), pose)
        })
        .collect();
    let halves = Vector3::new(0.5, 0.35, 0.4);
    let ends = [Point3::new(-0.4, 0.0, 0.0), Point3::new(0.4, 0.0, 0.0)];
    let parry_box = parry3d::shape::Cuboid::new(Vector::new(0.5, 0.35, 0.4));
    let parry_capsule = parry3d::shape::Capsule::new(Vector::new(-0.4, 0.0, 0.0), Vector::new(0.4, 0.0, 0.0), 0.3);
    bodies("boxes", &level, &mesh, &poses, || Cuboid::new(halves).expect("positive"), &parry_box);
    bodies(
        "capsules",
        &level,
        &mesh,
        &poses,
        || Capsule::new(ends[0], ends[1], 0.3).expect("positive"),
        &parry_capsule,
    );
    bodies(
        "balls",
        &level,
        &mesh,
        &poses,
        || Ball::at(Point3::origin(), 0.35).expect("positive"),
        &parry3d::shape::Ball::new(0.35),
    );
}
