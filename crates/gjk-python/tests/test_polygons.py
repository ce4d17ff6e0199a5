"""Polygons in one piece answer as a list of the same polygons does, to the bit."""

import copy
import pickle

import numpy as np
import pytest

import gjk

COUNT = 700


def points(random, corners, dtype="float64"):
    found = random.normal(size=(COUNT, corners, 2)) + random.uniform(-2, 2, size=(COUNT, 1, 2))
    return found.astype(dtype)


def same(one, other):
    one, other = ({"": x} if isinstance(x, np.ndarray) else x.to_dict() for x in (one, other))
    return all(np.array_equal(one[name], other[name], equal_nan=one[name].dtype.kind == "f") for name in one)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("corners", [3, 4, 8, 30])
def test_they_answer_as_a_list(random, corners, dtype):
    a, b = (gjk.Polygons(points(random, corners, dtype)) for _ in range(2))
    poses = gjk.Pose.turned(random.uniform(0, 6, COUNT), random.uniform(-1, 1, (COUNT, 2)))
    poses = gjk.Pose(poses.matrix.astype(dtype))
    for query in (gjk.intersects, gjk.distance, gjk.contact, gjk.certified.distance, gjk.manifold):
        options = {"prediction": 0.1} if query is gjk.manifold else {}
        for pose in (None, poses):
            listed = query(list(a), list(b), None, pose, **options)
            for threads in (1, 2):
                assert same(query(a, b, None, pose, threads=threads, **options), listed), query
            assert same(query(a, list(b), None, pose, **options), listed), query
    overlap = np.mean(gjk.intersects(a, b))
    assert 0.1 < overlap < 0.99, overlap


def test_they_go_where_lists_go(random):
    row, one = gjk.Polygons(points(random, 5)), gjk.Polygon([[0, 0], [1, 0], [0, 1]])
    grid = gjk.distance(row, one, random.uniform(-9, 9, size=(3, 1, 2)), None)
    assert grid.shape == (3, COUNT)
    few = row[:20]
    assert same(gjk.pairs(few).contact(), gjk.pairs(list(few)).contact())
    frames = random.uniform(-9, 9, size=(4, 20, 2))
    assert same(gjk.pairs(few, frames).distance(threads=2), gjk.pairs(list(few), frames).distance())
    assert same(gjk.distance(few, one, frames), gjk.distance(list(few), one, frames))
    assert same(gjk.aabb(few), gjk.aabb(list(few)))
    ground = gjk.HalfSpace([0, 1])
    assert same(gjk.distance(ground, few), gjk.distance(ground, list(few)))
    assert gjk.exact.intersects(few[:5], one).tolist() == gjk.intersects(few[:5], one).tolist()
    assert gjk.distance(row[:1], one).shape == (1,)
    assert "<svg" in gjk.pairs(few)._repr_svg_()


def test_they_are_values(random):
    row = gjk.Polygons(points(random, 4))
    for again in (pickle.loads(pickle.dumps(row)), copy.deepcopy(row), gjk.Polygons(row.points)):
        assert again == row and hash(again) == hash(row)
    assert row != gjk.Polygons(row.points.astype("float32")) and row != row[1:] and row != "polygons"
    assert len(row) == COUNT and list(row)[-1] == row[-1] and row[np.arange(3)] == row[:3]
    assert repr(row) == f"<{COUNT} polygons of 4 points with float64>"
    with pytest.raises(ValueError, match="read-only"):
        row.points[0] = 0
    with pytest.raises(IndexError):
        row[COUNT]


def test_what_is_refused(random):
    with pytest.raises(ValueError, match=r"points\[1\]: .*on one line"):
        gjk.Polygons([[[0, 0], [1, 0], [0, 1]], [[0, 0], [1, 1], [2, 2]]])
    with pytest.raises(ValueError, match=r"points has shape \(3, 2\)"):
        gjk.Polygons([[0, 0], [1, 0], [0, 1]])
    with pytest.raises(TypeError, match="int8|float16"):
        gjk.Polygons(np.zeros((2, 3, 2), "float16"))
    row = gjk.Polygons(points(random, 4))
    with pytest.raises(ValueError, match="has no shapes"):
        gjk.distance(row[:0], row[0])
    with pytest.raises(ValueError, match="do not broadcast"):
        gjk.distance(row, row[1:])
    with pytest.raises(TypeError, match="float32"):
        gjk.distance(row, gjk.Polygons(points(random, 4, "float32")))
    with pytest.raises(TypeError, match="dtype|dimension"):
        gjk.distance(row, gjk.Ball(1))
    with pytest.raises(ValueError, match=r"pose_b\[3\]: the translation is not finite"):
        gjk.distance(row, row, None, np.where(np.arange(COUNT)[:, None] == 3, np.nan, np.zeros((COUNT, 2))))
