"""Poses: no guess about quaternions, no silent change of dtype, and NumPy's broadcasting."""

import pickle

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import gjk

CUBE = gjk.Cuboid([1, 2, 3])
BALL = gjk.Ball(0.5)
PLATE = gjk.Cuboid([1, 0.5])


def test_both_orders_of_quaternions_agree_with_scipy(random):
    quaternions, places = random.normal(size=(50, 4)), random.normal(size=(50, 3))
    poses = gjk.Pose.xyzw(quaternions, places)
    assert poses == gjk.Pose.wxyz(np.roll(quaternions, 1, axis=1), places)
    rotations = Rotation.from_quat(quaternions)
    assert np.allclose(poses.matrix[:, :3, :3], rotations.as_matrix(), atol=1e-14)
    assert np.array_equal(poses.matrix[:, :3, 3], places)
    at = gjk.distance(CUBE, BALL, rotations, [5.0, 5.0, 5.0]).distance
    same = gjk.distance(CUBE, BALL, gjk.Pose.rotation(rotations.as_matrix()), [5.0, 5.0, 5.0]).distance
    assert np.array_equal(at, same)
    assert np.allclose(at, gjk.distance(CUBE, BALL, gjk.Pose.xyzw(quaternions), [5.0, 5.0, 5.0]).distance, atol=1e-13)


def test_scipy_rigid_transforms(random):
    transform = pytest.importorskip("scipy.spatial.transform").RigidTransform
    rotations, places = Rotation.from_quat(random.normal(size=(8, 4))), random.normal(size=(8, 3))
    poses = transform.from_components(places, rotations)
    expected = gjk.contact(CUBE, BALL, poses.as_matrix()).separation
    assert np.array_equal(gjk.contact(CUBE, BALL, poses).separation, expected)


def test_poses_are_values():
    pose = gjk.Pose.xyzw([[0, 0, 1, 1], [1, 0, 0, 0]], [1, 2, 3], dtype="float32")
    assert eval(repr(pose), {"gjk": gjk}) == pose == pickle.loads(pickle.dumps(pose))
    assert (pose.shape, pose.dim, pose.matrix.dtype) == ((2,), 3, np.float32)
    with pytest.raises(AttributeError):
        pose._matrix = None
    with pytest.raises(ValueError, match="read-only"):
        pose.matrix[0, 0, 0] = 7


def test_angles():
    quarter = gjk.Pose.turned(np.pi / 2, [5, 0])
    assert np.allclose(gjk.aabb(PLATE, quarter).max, [5.5, 1])


@pytest.mark.parametrize(
    ("shape_a", "shape_b", "result"),
    [((), (7,), (7,)), ((4, 1), (5,), (4, 5)), ((4, 5), (4, 5), (4, 5)), ((1,), (3, 1, 2), (3, 1, 2)), ((0,), (), (0,))],
)
def test_broadcasting(random, shape_a, shape_b, result):
    a, b = random.normal(size=(*shape_a, 2)), random.normal(size=(*shape_b, 2)) * 3
    found = gjk.contact(PLATE, PLATE, a, b)
    assert found.shape == found.separation.shape == result
    assert found.points.shape == (*result, 2, 2) and found.normal.shape == (*result, 2)
    each_a, each_b = np.broadcast_to(a, (*result, 2)), np.broadcast_to(b, (*result, 2))
    for place in np.ndindex(result):
        one = gjk.contact(PLATE, PLATE, np.array(each_a[place]), np.array(each_b[place]))
        assert one.separation == found.separation[place]
        assert np.array_equal(one.points, found.points[place])


def test_lists_of_shapes_are_an_axis(random):
    shapes = [PLATE, gjk.Ball(1, dim=2), gjk.Polygon([[0, 0], [1, 0], [0, 1]])]
    place = random.normal(size=(4, 1, 2)) * 3
    found = gjk.distance(shapes, PLATE, None, place)
    assert found.shape == (4, 3)
    for i, j in np.ndindex(4, 3):
        assert found.distance[i, j] == gjk.distance(shapes[j], PLATE, None, place[i, 0]).distance
    grid = np.array([[PLATE, shapes[1]]], dtype=object)
    assert gjk.intersects(grid, [PLATE, PLATE]).shape == (1, 2)


@pytest.mark.parametrize(
    ("pose", "error", "says"),
    [
        (np.zeros(3, np.float32), TypeError, r"pose_b has dtype float32, the shapes have float64: write pose_b.astype"),
        (np.zeros(3, int), TypeError, "pose_b has dtype int64"),
        (np.zeros((2, 5)), ValueError, r"pose_b has shape \(2, 5\): it must be"),
        (np.eye(3), ValueError, "could be rotations or translations"),
        ([0.0, float("nan"), 0.0], ValueError, "pose_b: the translation is not finite"),
        (np.diag([2.0, 2, 2, 1]), ValueError, "pose_b: the matrix is not a rotation"),
        (np.ones((4, 4)), ValueError, "pose_b: the last row"),
        ([[[0.0, 0, 0]] * 3, [[0, 0, 0], [0, 0, 0], [1e308, 0, 0]]], ValueError, r"pose_b\[1, 2\]: the translation"),
        ("here", ValueError, "could not convert"),
    ],
)
def test_refused_poses(pose, error, says):
    with pytest.raises(error, match=says):
        gjk.distance(CUBE, BALL, None, pose)


def test_refused_quaternions():
    with pytest.raises(ValueError, match="zero"):
        gjk.Pose.xyzw([[1, 0, 0, 0], [0, 0, 0, 0]])
    with pytest.raises(ValueError, match="4 components"):
        gjk.Pose.wxyz([1, 0, 0])


def test_refused_pairs():
    with pytest.raises(TypeError, match="float64 in 3 dimensions, b float32 in 3"):
        gjk.distance(CUBE, gjk.Ball(1, dtype="float32"))
    with pytest.raises(TypeError, match="float64 in 3 dimensions, b float64 in 2"):
        gjk.distance(CUBE, PLATE)
    with pytest.raises(ValueError, match="do not broadcast"):
        gjk.distance(CUBE, BALL, np.zeros((2, 3)), np.zeros((4, 3)))
    with pytest.raises(TypeError, match="must be a shape"):
        gjk.distance(CUBE, [1.0, 2.0])
    with pytest.raises(ValueError, match="threads is 0"):
        gjk.distance(CUBE, BALL, None, np.zeros((9, 3)), threads=0)


def test_float32_stays_float32():
    small = gjk.Ball(1, dtype="float32")
    found = gjk.distance(small, small, None, np.array([[5, 0, 0], [0, 7, 0]], np.float32))
    assert found.distance.dtype == found.points.dtype == found.normal.dtype == np.float32
    assert gjk.distance(small, small, None, [5, 0, 0]).distance.dtype == np.float32
