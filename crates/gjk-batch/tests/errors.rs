//! Each error names its place, and nothing is written.

use gjk::shape::{Ball, Shape};
use gjk_batch::rayon::ThreadPoolBuilder;
use gjk_batch::{Batch, Bodies, Casts, CertifiedCasts, Distances, Error, Pairs, Verdicts};

fn balls() -> [Shape<f64, 2>; 2] {
    [Ball::new(1.0).unwrap().into(), Ball::new(2.0).unwrap().into()]
}

#[test]
fn of_poses() {
    let (balls, pool) = (balls(), ThreadPoolBuilder::new().num_threads(2).build().unwrap());
    let mut poses = vec![[0.0, 0.0].into(); 1000];
    assert_eq!(Bodies::new(&balls, &poses).unwrap().len(), 1000);
    assert!(Bodies::new(&balls[..0], &poses[..0]).unwrap().is_empty());
    poses[700] = [0.0, f64::INFINITY].into();
    poses[900] = [f64::MAX, 0.0].into();
    let why = gjk::Error::OutOfRange("translation");
    for found in [Bodies::new(&balls, &poses), Bodies::on(&pool, &balls, &poses)] {
        assert_eq!(found.err(), Some(Error::Pose { index: 700, why: why.clone() }));
    }
    for (shapes, poses) in [(2, 3), (0, 2)] {
        let found = Bodies::new(&balls[..shapes], &vec![[0.0, 0.0].into(); poses]).err().unwrap();
        assert_eq!(found, Error::Shapes { shapes, poses });
    }
    let said = Error::Shapes { shapes: 2, poses: 3 }.to_string();
    assert_eq!(said, "there are 3 poses for 2 shapes: pass a pose for each shape, or a multiple");
}

#[test]
fn of_pairs() {
    let balls = balls();
    let a = Bodies::new(&balls, &[[0.0, 0.0].into(), [9.0, 0.0].into()]).unwrap();
    let b = Bodies::new(&balls[..1], &[[3.0, 0.0].into()]).unwrap();
    assert_eq!(Batch::new(&a, &b, Pairs::Each).err(), Some(Error::Each { bodies: [2, 1] }));
    let list = [[0, 0], [1, 1], [2, 0]];
    let error = Batch::new(&a, &b, Pairs::Listed(&list)).err().unwrap();
    assert_eq!(error, Error::Pair { index: 1, side: 1, body: 1, bodies: 1 });
    assert_eq!(error.to_string(), "pair 1 has body 1 of B, which has 1 (numbered from 0)");
    let error = Batch::new(&b, &a, Pairs::Listed(&list[1..])).err().unwrap();
    assert_eq!(error.to_string(), "pair 0 has body 1 of A, which has 1 (numbered from 0)");
}

#[test]
fn of_slices() {
    let balls = balls();
    let a = Bodies::new(&balls, &[[0.0, 0.0].into(), [9.0, 0.0].into()]).unwrap();
    let batch = Batch::new(&a, &a, Pairs::All).unwrap();
    let (mut distance, mut lower) = ([7.0; 4], [7.0; 3]);
    let asked = Distances { distance: Some(&mut distance), lower: Some(&mut lower), ..Distances::default() };
    assert_eq!(batch.distance(asked), Err(Error::Length { field: "lower", length: 3, pairs: 4 }));
    let mut intersects = [false; 5];
    let asked = Verdicts { intersects: Some(&mut intersects), ..Verdicts::default() };
    let error = batch.intersects(asked).unwrap_err();
    assert_eq!(error.to_string(), "the slice for `intersects` has 5 elements for 4 pairs");
    assert_eq!((distance, lower, intersects), ([7.0; 4], [7.0; 3], [false; 5]));
}

#[test]
fn of_motions() {
    let balls = balls();
    let a = Bodies::new(&balls, &[[0.0, 0.0].into(), [9.0, 0.0].into()]).unwrap();
    let batch = Batch::new(&a, &a, Pairs::Each).unwrap();
    let mut time = [7.0; 2];
    let refused = |time: &mut [f64], velocities: &[_], skin| {
        let proven = CertifiedCasts { time: Some(&mut *time), ..CertifiedCasts::default() };
        let error = batch.certified_shape_cast(proven, velocities, skin).unwrap_err();
        let asked = Casts { time: Some(&mut *time), ..Casts::default() };
        assert_eq!(batch.shape_cast(asked, velocities, skin), Err(error.clone()));
        assert_eq!(time, [7.0; 2]);
        error
    };
    let still: gjk::query::Velocities<f64, 2> = [0.0, 0.0].into();
    let why = gjk::Error::OutOfRange("velocity of B");
    let error = refused(&mut time, &[still.clone(), [f64::NAN, 0.0].into()], 0.0);
    assert_eq!(error, Error::Motion { index: 1, why });
    let a_moves = gjk::query::Velocities { a: [f64::MAX, 0.0].into(), ..still.clone() };
    let error = refused(&mut time, &[a_moves, still.clone()], 0.0);
    assert_eq!(error, Error::Motion { index: 0, why: gjk::Error::OutOfRange("velocity of A") });
    let ends = |until| gjk::query::Velocities { until: Some(until), ..still.clone() };
    let error = refused(&mut time, &[ends(0.0), ends(-1.0)], 0.0);
    assert_eq!(error.to_string(), "the motion of pair 1: the last time is negative");
    let error = refused(&mut time, &[ends(f64::INFINITY)], 0.0);
    assert_eq!(error, Error::Motion { index: 0, why: gjk::Error::OutOfRange("last time") });
    let error = refused(&mut time, std::slice::from_ref(&still), -1.0);
    assert_eq!(error, Error::Motion { index: 0, why: gjk::Error::Negative("skin") });
    let error = refused(&mut time, &[], 0.0);
    assert_eq!(error, Error::Length { field: "velocities", length: 0, pairs: 2 });
    assert_eq!(batch.shape_cast(Casts::default(), &[still.clone(), still], 0.0), Ok(0));
}
