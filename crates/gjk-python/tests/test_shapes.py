"""Shapes are values: their repr makes them again, they can be pickled, and nothing changes them."""

import copy
import pickle

import numpy as np
import pytest

import gjk

SHAPES = [
    gjk.Ball(0.5),
    gjk.Ball(0.1, [1, 2], dtype="float32"),
    gjk.Ball(1, dim=4),
    gjk.Cuboid([1, 2]),
    gjk.Cuboid(np.array([0.1, 0.2, 0.3], np.float32)),
    gjk.Capsule([0, 0, 0], [0, 1, 0], 0.25),
    gjk.Cylinder(1, 2),
    gjk.Cone(1, 2, dtype="float32"),
    gjk.Ellipsoid([1, 2, 3]),
    gjk.Segment([0, 0], [1, 1]),
    gjk.Triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]),
    gjk.Polygon([[0, 0], [2, 0], [2, 1], [0, 3]]),
    gjk.ConvexHull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    gjk.PointCloud([[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0.1]]),
    gjk.HalfSpace([0, 0, 1], [0, 0, 2]),
    gjk.Hull([gjk.Ball(1, [0, 0]), gjk.Ball(0.5, [3, 0])]),
    gjk.Sum([gjk.Cuboid([1, 1]), gjk.Segment([0, 0], [1, 2])]),
    gjk.Cuboid([1, 1]).rounded(0.5),
    gjk.Cuboid([1, 1], dtype="float32").posed(gjk.Pose.turned(0.3, [0.1, 1], dtype="float32")),
    gjk.Cuboid([1, 1, 1]).posed([1.0, 2.0, 3.0]),
]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_a_shape_is_a_value(shape):
    again = eval(repr(shape), {"gjk": gjk})
    assert again == shape and hash(again) == hash(shape) and repr(again) == repr(shape)
    for made in (again, pickle.loads(pickle.dumps(shape)), copy.deepcopy(shape)):
        assert type(made) is type(shape) and made == shape
        assert (made.dtype, made.dim) == (shape.dtype, shape.dim)
    assert shape != gjk.Ball(7) and shape != "shape"
    with pytest.raises(AttributeError):
        shape.dtype = "float64"
    with pytest.raises(AttributeError):
        shape.color = "red"


def test_pickled_shapes_answer_the_same():
    for shape in SHAPES:
        if isinstance(shape, gjk.HalfSpace):
            continue
        point = gjk.Ball(0, [3.0] * shape.dim, dtype=shape.dtype)
        again = pickle.loads(pickle.dumps(shape))
        answers = [gjk.distance(one, point) for one in (shape, again)]
        assert answers[0].distance == answers[1].distance
        assert np.array_equal(answers[0].points, answers[1].points)


def test_dtypes():
    assert gjk.Ball(1).dtype == "float64"
    assert gjk.Cuboid(np.ones(2, np.float32)).dtype == "float32"
    assert gjk.Cuboid(np.ones(2), dtype="float32").dtype == "float32"
    assert gjk.Cuboid(np.ones(2, int)).dtype == "float64"
    for bad in (np.ones(2, np.float16), np.ones(2, np.complex128)):
        with pytest.raises(TypeError, match="float32 or float64"):
            gjk.Cuboid(bad)
    with pytest.raises(TypeError, match="float32 and float64"):
        gjk.Segment(np.zeros(2, np.float32), np.ones(2))
    with pytest.raises(TypeError, match="same dtype and dimension"):
        gjk.Hull([gjk.Ball(1), gjk.Ball(1, dim=2)])


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: gjk.Ball(-1), "Ball: the radius is negative"),
        (lambda: gjk.Ball(float("nan")), "Ball: the radius is not finite"),
        (lambda: gjk.Ball(1, [0, 0], dim=3), "the center has 2 coordinates, dim is 3"),
        (lambda: gjk.Cuboid([1] * 5), "no shapes in 5 dimensions"),
        (lambda: gjk.Cuboid(1.0), "it must be a list of numbers"),
        (lambda: gjk.Segment([0, 0], [1, 1, 1]), "differ in their number of coordinates"),
        (lambda: gjk.Polygon([[0, 0, 0]]), "no Polygon in 3 dimensions"),
        (lambda: gjk.ConvexHull([[0, 0, 0], [1, 0, 0], [0, 1, 0]]), "no interior"),
        (lambda: gjk.PointCloud(np.zeros((0, 3))), "no shapes in 0 dimensions"),
        (lambda: gjk.PointCloud([[0, 0, float("inf")]]), "point 0"),
        (lambda: gjk.HalfSpace([0, 0]), "the normal is zero"),
        (lambda: gjk.Hull([]), "there are no shapes"),
        (lambda: gjk.Posed(gjk.Ball(1), np.zeros((2, 3))), "one pose is needed"),
    ],
)
def test_refused(make, says):
    with pytest.raises(ValueError, match=says):
        make()


def test_half_spaces_are_no_parts():
    with pytest.raises(TypeError, match="unbounded"):
        gjk.Hull([gjk.HalfSpace([0, 1]), gjk.HalfSpace([0, 1])])
