//! What does it cost to move a shape? There are two ways: a new pose, and setting the pose of a posed shape.
//!
//! The second way knows the shape's extent, and only a proof computes the bound on its rounding. Names:
//! `pose/shape/scalar/way`, where the way is `posed` or `set_pose`.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use gjk::nalgebra::{Isometry3, Point3, Vector3};
use gjk::shape::{Cuboid, PointCloud};
use gjk::{Pose, Real, Support, SupportExt};
use std::hint::black_box;
use std::time::Duration;

fn both_ways<S, T: Real + Copy>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    shape: &S,
    poses: &[Pose<T, 3>; 2],
) where
    S: Support<3, Scalar = T>,
{
    group.bench_function(format!("{name}/posed"), |bencher| {
        let mut next = poses.iter().cycle();
        bencher.iter(|| next.next().map(|pose| black_box(shape).posed(black_box(*pose))));
    });
    group.bench_function(format!("{name}/set_pose"), |bencher| {
        let mut next = poses.iter().cycle();
        let mut moving = shape.posed(poses[0]).expect("a pose");
        bencher.iter(|| next.next().map(|pose| black_box(&mut moving).set_pose(black_box(*pose))));
    });
}

fn poses(c: &mut Criterion) {
    let mut group = c.benchmark_group("pose");
    let double = [0.3, 0.4].map(|x| Isometry3::new(Vector3::new(x, 1.0, 2.0), Vector3::new(0.1, x, 0.3)));
    let single = double.map(|pose| pose.cast::<f32>().into());
    let double = double.map(Pose::from);
    let points = (0..32).map(f64::from).map(|k| Point3::new(k.sin(), (2.0 * k).cos(), (3.0 * k).sin()));
    let cloud = PointCloud::new(points.clone()).expect("points");
    both_ways(&mut group, "box/f32", &Cuboid::new(Vector3::new(1.0_f32, 2.0, 3.0)).expect("a box"), &single);
    both_ways(&mut group, "box/f64", &Cuboid::new(Vector3::new(1.0, 2.0, 3.0)).expect("a box"), &double);
    both_ways(
        &mut group,
        "hull32/f32",
        &PointCloud::new(points.map(gjk::nalgebra::OPoint::cast::<f32>)).expect("points"),
        &single,
    );
    both_ways(&mut group, "hull32/f64", &cloud, &double);
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
    targets = poses
}
criterion_main!(benches);
