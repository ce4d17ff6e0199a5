//! Vectors, rotations and poses, against glam's own arithmetic.

use gjk::nalgebra::{Point3, Vector2, Vector3};
use gjk::shape::{Ball, Segment};
use gjk::{Error, Pose, SupportExt, aabb, distance};
use gjk_glam::{ToGjk, ToGlam};
use glam::{
    Affine2, Affine3, Affine3A, DAffine2, DAffine3, DMat2, DMat3, DQuat, DVec2, DVec3, Mat2, Mat3, Mat3A, Quat, Vec2,
    Vec3, Vec3A,
};

/// Directions and angles all around, the same in every run.
fn turns() -> impl Iterator<Item = (Vec3, f32)> {
    (0..100_u8).map(|k| {
        let k = f32::from(k);
        (Vec3::new((1.3 * k).sin(), (2.1 * k).cos(), (0.7 * k + 1.0).sin()).normalize(), 0.37 * k - 20.0)
    })
}

#[test]
fn vectors_return_unchanged() {
    let (a, b) = (Vec2::new(1.5, -2.25), Vec3::new(1.5, -2.25, 0.1));
    let (c, d) = (DVec2::new(1.5, 0.1), DVec3::new(0.1, 1e-300, -1e300));
    assert_eq!(a.to_gjk().to_glam(), a);
    assert_eq!(b.to_gjk().to_glam(), b);
    assert_eq!(c.to_gjk().to_glam(), c);
    assert_eq!(d.to_gjk().to_glam(), d);
    let aligned = Vec3A::from(b);
    assert_eq!(aligned.to_gjk().to_glam(), b);
    assert_eq!(b.to_gjk(), Vector3::new(1.5, -2.25, 0.1));
    assert_eq!([a, -a].to_gjk(), [Vector2::new(1.5, -2.25), Vector2::new(-1.5, 2.25)]);
    assert_eq!([b, -b].to_gjk().to_glam(), [b, -b]);
}

#[test]
fn matrices_keep_rows_and_columns() {
    let v = Vec3::new(0.5, -1.5, 2.0);
    let m = Mat3::from_cols_array(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    assert_eq!((m.to_gjk() * v.to_gjk()).to_glam(), m * v);
    assert_eq!((m.to_gjk().to_glam(), Mat3A::from(m).to_gjk()), (m, m.to_gjk()));
    let m = Mat2::from_cols_array(&[1.0, 2.0, 3.0, 4.0]);
    assert_eq!(((m.to_gjk() * v.truncate().to_gjk()).to_glam(), m.to_gjk().to_glam()), (m * v.truncate(), m));
    let (m, n) = (DMat2::from_cols_array(&[1.0, 2.0, 3.0, 4.0]), DMat3::from_rotation_x(1.0));
    assert_eq!((m.to_gjk().to_glam(), n.to_gjk().to_glam()), (m, n));
}

#[test]
fn quaternions_turn_vectors_as_in_glam() {
    let v = Vec3::new(0.5, -1.5, 2.0);
    for (axis, angle) in turns() {
        let (single, double) =
            (Quat::from_axis_angle(axis, angle), DQuat::from_axis_angle(axis.as_dvec3().normalize(), angle.into()));
        assert!(((single.to_gjk() * v.to_gjk()).to_glam() - single * v).length() < 1e-6);
        assert!(((double.to_gjk() * v.as_dvec3().to_gjk()).to_glam() - double * v.as_dvec3()).length() < 1e-14);
        assert!(((single * 1.5).to_gjk().norm() - 1.0).abs() < 1e-6);
        assert!(single.to_gjk().to_glam().abs_diff_eq(single, 1e-6));
        assert!(double.to_gjk().to_glam().abs_diff_eq(double, 1e-15));
    }
}

/// What a pose does to a point, and where a posed shape is.
#[test]
fn poses_put_points_where_glam_does() {
    let (p, at) = (Vec3::new(0.5, -1.5, 2.0), Vec3::new(3.0, -7.0, 0.25));
    for (axis, angle) in turns() {
        let turn = Quat::from_axis_angle(axis, angle);
        let wanted = turn * p + at;
        let scaled = Affine3A::from_scale_rotation_translation(Vec3::splat(2.5), turn, at);
        let rigid = Affine3A::from_rotation_translation(turn, at);
        for (pose, wanted) in [
            ((at, turn).to_gjk(), wanted),
            ((Vec3A::from(at), turn).to_gjk(), wanted),
            ((at, turn * 1.5).to_gjk(), wanted),
            (rigid.to_gjk().unwrap(), wanted),
            (Affine3::from(rigid).to_gjk().unwrap(), wanted),
            (scaled.to_gjk().unwrap(), scaled.transform_point3(p)),
        ] {
            assert!((pose.transform_point(p.to_gjk()).to_glam() - wanted).length() < 1e-5, "{axis} {angle}");
            let posed = Ball::point(p.to_gjk()).unwrap().posed(pose).unwrap();
            assert!((aabb(&posed).max.to_glam() - wanted).length() < 1e-5);
            assert!((pose.to_glam().transform_point3(p) - wanted).length() < 1e-5);
        }

        let (p, at) = (p.truncate(), at.truncate());
        let rigid = Affine2::from_angle_translation(angle, at);
        let scaled = Affine2::from_scale_angle_translation(Vec2::splat(0.3), angle, at);
        for (pose, affine) in
            [((at, angle).to_gjk(), rigid), (rigid.to_gjk().unwrap(), rigid), (scaled.to_gjk().unwrap(), scaled)]
        {
            assert!((pose.transform_point(p.to_gjk()).to_glam() - affine.transform_point2(p)).length() < 1e-5);
            assert!(pose.to_glam().abs_diff_eq(affine, 1e-5), "{pose:?} {affine}");
        }
    }
}

#[test]
fn poses_in_double_precision() {
    let (p, at) = (DVec3::new(0.5, -1.5, 2.0), DVec3::new(3.0, -7.0, 0.25));
    for (axis, angle) in turns() {
        let (axis, angle) = (axis.as_dvec3().normalize(), f64::from(angle));
        let turn = DQuat::from_axis_angle(axis, angle);
        let scaled = DAffine3::from_scale_rotation_translation(DVec3::splat(1e-3), turn, at);
        for (pose, wanted) in [
            ((at, turn).to_gjk(), turn * p + at),
            (scaled.to_gjk().unwrap(), scaled.transform_point3(p)),
            (scaled.to_gjk().unwrap().to_glam().to_gjk().unwrap(), scaled.transform_point3(p)),
        ] {
            assert!((pose.transform_point(p.to_gjk()).to_glam() - wanted).length() < 1e-14);
        }
        let flat = DAffine2::from_angle_translation(angle, at.truncate());
        for pose in [(at.truncate(), angle).to_gjk(), flat.to_gjk().unwrap()] {
            assert!(pose.to_glam().abs_diff_eq(flat, 1e-14));
        }
    }
}

/// A rotation that has drifted a little is not taken for a scale.
#[test]
fn a_rotation_is_taken_as_it_is() {
    let drifted = Mat3::from_rotation_y(0.3) * 1.000_001;
    let pose = Affine3A::from_mat3(drifted).to_gjk().unwrap();
    assert_eq!((pose.scale(), pose.matrix().to_glam()), (1.0, drifted));
    let doubled = Affine2::from_scale(Vec2::splat(2.0)).to_gjk().unwrap();
    assert_eq!((doubled.scale(), doubled.to_glam()), (2.0, Affine2::from_scale(Vec2::splat(2.0))));
}

#[test]
fn what_is_no_pose_is_refused() {
    let flat = |matrix| Affine2::from_mat2_translation(matrix, Vec2::ONE).to_gjk();
    assert_eq!(flat(Mat2::from_cols(Vec2::X, Vec2::new(0.5, 1.0))), Err(Error::NotARotation));
    assert_eq!(flat(Mat2::from_diagonal(Vec2::new(-1.0, 1.0))), Err(Error::NotARotation));
    assert_eq!(flat(Mat2::from_diagonal(Vec2::new(2.0, 3.0))), Err(Error::NotARotation));
    assert_eq!(flat(Mat2::ZERO), Err(Error::Zero("scale")));
    // Turned by half, which in the plane is a scale below zero.
    assert!(flat(Mat2::from_diagonal(Vec2::splat(-2.0))).is_ok());

    let solid = |scale| Affine3A::from_scale(scale).to_gjk();
    for scale in [Vec3::new(1.0, 1.0, -1.0), Vec3::splat(-2.0), Vec3::new(1.0, 1.001, 1.0)] {
        assert_eq!(solid(scale), Err(Error::NotARotation), "{scale}");
    }
    assert_eq!(solid(Vec3::ZERO), Err(Error::Zero("scale")));
    for scale in [f32::NAN, f32::INFINITY, f32::MAX, 1e-30] {
        assert!(solid(Vec3::splat(scale)).is_err(), "{scale}");
    }
    assert_eq!(Affine3A::from_translation(Vec3::NAN).to_gjk(), Err(Error::OutOfRange("translation")));
    assert_eq!(DAffine3::from_scale(DVec3::new(1.0, 2.0, 1.0)).to_gjk(), Err(Error::NotARotation));

    // A pair is checked where it is used.
    let ball = Ball::at(Point3::origin(), 1.0_f32).unwrap();
    for pose in
        [(Vec3::NAN, Quat::IDENTITY), (Vec3::ZERO, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)), (Vec3::ZERO, Quat::NAN)]
    {
        assert!(ball.posed(pose.to_gjk()).is_err(), "{pose:?}");
    }
    let pose = Pose::from(gjk::nalgebra::Isometry3::from_parts(
        Vec3::ZERO.to_gjk().into(),
        Quat::from_xyzw(0.0, 0.0, 0.0, 0.0).to_gjk(),
    ));
    assert!(ball.posed(pose).is_err());
}

#[test]
fn answers_return() {
    let pole = Segment::new([Vec3::NEG_Y, Vec3::Y].to_gjk()).unwrap();
    let ball = Ball::at(Vec3::new(3.0, 0.5, 0.0).to_gjk(), 1.0).unwrap();
    let gap = distance(&pole, &ball);
    let [from, to] = gap.points.to_glam();
    assert!((from - Vec3::new(0.0, 0.5, 0.0)).length() < 1e-6 && (to - Vec3::new(2.0, 0.5, 0.0)).length() < 1e-6);
}
