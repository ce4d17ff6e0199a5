"""Each query, against closed forms, against itself about one pair, and on two threads."""

import inspect
import math
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import turns
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import gjk

CUBE = gjk.Cuboid([1, 0.5, 0.7])
HULL = gjk.ConvexHull(np.random.default_rng(1).normal(size=(20, 3)))
POLYGON = gjk.Polygon(np.random.default_rng(2).normal(size=(12, 2)))
QUERIES = [
    gjk.distance,
    gjk.contact,
    gjk.certified.intersects,
    gjk.certified.distance,
    gjk.certified.contact,
    gjk.shape_cast,
    gjk.certified.shape_cast,
]
coordinates = st.floats(-1e3, 1e3)


def ask(query, a, b, pose_a, pose_b, **options):
    if query.__name__ == "shape_cast":
        options["velocity_b"] = [-0.5, 0.25, 1.0][: a.dim]
    return query(a, b, pose_a=pose_a, pose_b=pose_b, **options)


def same(one, other):
    return all(np.array_equal(one[name], other[name], equal_nan=one[name].dtype.kind == "f") for name in one)


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: f"{query.__module__}.{query.__name__}")
def test_many_pairs_have_the_answers_of_one(query, random):
    for a, b in [(CUBE, HULL), (CUBE, CUBE)]:
        pose_a, pose_b = turns(random, 40), turns(random, 40)
        found = ask(query, a, b, pose_a, pose_b)
        assert same(found.to_dict(), ask(query, a, b, pose_a, pose_b, threads=2).to_dict())
        rows = found.to_dict()
        for k in range(40):
            one = ask(query, a, b, pose_a[k], pose_b[k]).to_dict()
            assert same({name: column[k : k + 1] for name, column in rows.items()}, one), k
        # All against all, and a list of pairs, prepare each pose once.
        grid = ask(query, a, b, pose_a[:, None], pose_b[None, :7])
        assert grid.shape == (40, 7)
        for i, j in [(0, 0), (39, 6), (17, 3)]:
            one = ask(query, a, b, pose_a[i], pose_b[j]).to_dict()
            table = {name: column[i * 7 + j : i * 7 + j + 1] for name, column in grid.to_dict().items()}
            assert same(table, one)


def test_verdicts_agree(random):
    pose_a, pose_b = turns(random, 500), turns(random, 500)
    touch = gjk.intersects(CUBE, HULL, pose_a, pose_b)
    assert 100 < touch.sum() < 450
    assert np.array_equal(touch, gjk.distance(CUBE, HULL, pose_a, pose_b).intersects)
    assert np.array_equal(touch, gjk.contact(CUBE, HULL, pose_a, pose_b).intersects)
    proven = gjk.certified.intersects(CUBE, HULL, pose_a, pose_b)
    assert np.array_equal(touch, proven.intersects) and proven.proven.all() and set(proven.proof) <= {"bound", "exact"}
    few = slice(0, 20)
    assert np.array_equal(touch[few], gjk.exact.intersects(CUBE, HULL, pose_a[few], pose_b[few]))


def test_bounds_hold(random):
    pose_a, pose_b = turns(random, 30), turns(random, 30)
    near, exact = gjk.certified.distance(CUBE, HULL, pose_a, pose_b), gjk.exact.distance(CUBE, HULL, pose_a, pose_b)
    for k, found in enumerate(exact):
        assert near.lower[k] <= found.distance <= near.upper[k]
    deep, exact = gjk.certified.contact(CUBE, HULL, pose_a, pose_b), gjk.exact.contact(CUBE, HULL, pose_a, pose_b)
    for k, found in enumerate(exact):
        assert deep.lower[k] <= found.separation <= deep.upper[k]
        assert abs(gjk.contact(CUBE, HULL, pose_a[k], pose_b[k]).separation - found.separation) < 1e-13


@settings(max_examples=60, deadline=None)
@given(arrays(np.float64, (2, 3), elements=coordinates), st.floats(0, 100), st.floats(0, 100))
def test_balls_have_a_closed_form(places, r, s):
    apart = math.dist(*places) - r - s
    a, b = gjk.Ball(r), gjk.Ball(s)
    size = 1e3 + r + s
    found = gjk.contact(a, b, *places)
    assert abs(found.separation - apart) <= 64 * np.finfo(float).eps * size
    assert np.allclose(found.points[1] - found.points[0], found.separation * found.normal, atol=1e-9)
    assert abs(gjk.distance(a, b, *places).distance - max(apart, 0)) <= 64 * np.finfo(float).eps * size


@settings(max_examples=40, deadline=None)
@given(arrays(np.float64, (5, 2), elements=coordinates), arrays(np.float64, 2, elements=coordinates))
def test_no_input_fails(points, place):
    cloud = gjk.PointCloud(points)
    found = gjk.distance(cloud, gjk.Ball(1, dim=2), None, place)
    assert found.lower <= found.distance and not found.undecided
    assert gjk.intersects(cloud, gjk.Ball(1, dim=2), None, place) == (found.distance == 0)
    assert pickle.loads(pickle.dumps(cloud)) == cloud


def test_four_dimensions():
    corners = np.array(list(np.ndindex(2, 2, 2, 2)), float)
    a, b = gjk.PointCloud(corners), gjk.Ball(0.5, dim=4)
    assert gjk.distance(a, b, None, [3.0, 0.5, 0.5, 0.5]).distance == 1.5
    assert gjk.contact(a, b, None, [[1.25, 0.5, 0.5, 0.5]]).separation.tolist() == [-0.25]
    with pytest.raises(ValueError, match="two and three"):
        gjk.aabb(a)


def test_casts(random):
    ball = gjk.Ball(1, dim=2)
    start = random.uniform(3, 9, size=50)
    places, velocity = np.stack([start, np.zeros(50)], -1), np.array([[-1.0, 0.0], [-2.0, 0.0]])
    found = gjk.shape_cast(ball, ball, velocity_b=velocity[:, None], pose_b=places)
    assert found.shape == (2, 50) and found.hit.all()
    assert np.allclose(found.time * [[1], [2]], start - 2)
    assert np.all(found.lower <= found.time)
    still = gjk.shape_cast(ball, ball, pose_b=places, until=1.0)
    assert not still.hit.any() and np.isinf(still.time).all() and (still.lower == 1).all() and np.isnan(still.points).all()
    both = gjk.shape_cast(ball, ball, [[1.0, 0.0]], [-1.0, 0.0], None, [5.0, 0.0], skin=0.5)
    assert both.time.tolist() == [1.25] and both.points[0, 1, 0] - both.points[0, 0, 0] == 0.5
    # One pair, many velocities.
    fan = gjk.shape_cast(ball, ball, None, [[-1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], None, [5.0, 0.0])
    assert fan.hit.tolist() == [True, False, False]
    with pytest.raises(ValueError, match=r"motion\[1\]: the velocity of B is not finite"):
        gjk.shape_cast(ball, ball, None, [[-1.0, 0.0], [np.inf, 0.0]], None, [5.0, 0.0])
    with pytest.raises(ValueError, match="skin is negative"):
        gjk.shape_cast(ball, ball, None, [-1.0, 0.0], skin=-1)
    with pytest.raises(TypeError, match="velocity_b has dtype float32"):
        gjk.shape_cast(ball, ball, None, np.zeros(2, np.float32))


def test_rays_points_and_boxes(random):
    directions = random.normal(size=(20, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    ball = gjk.Ball(2)
    hit = gjk.raycast(ball, -5 * directions, directions)
    assert hit.hit.all() and np.allclose(hit.time, 3) and np.allclose(hit.normal, -directions, atol=1e-6)
    assert np.allclose(hit.point, -2 * directions, atol=1e-6)
    assert not gjk.raycast(ball, [5.0, 5.0, 5.0], [1.0, 0.0, 0.0]).hit
    with pytest.raises(ValueError, match="direction is zero"):
        gjk.raycast(ball, [0.0, 0.0, 5.0], [0.0, 0.0, 0.0])
    assert gjk.contains(ball, directions * [[1.9], [2.1]][0]).all() and not gjk.contains(ball, directions * 2.1).any()
    nearest = gjk.project(ball, np.concatenate([directions * 3, directions]))
    assert nearest.inside.tolist() == [False] * 20 + [True] * 20
    assert np.allclose(nearest.point[:20], 2 * directions) and np.array_equal(nearest.point[20:], directions)
    box = gjk.aabb([gjk.Ball(1), CUBE], [[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]])
    assert box.min.tolist() == [[0, 1, 2], [-1, -0.5, -0.7]] and box.max[0].tolist() == [2, 3, 4]


def test_manifolds():
    floor, crate = gjk.Cuboid([5, 1, 5]), gjk.Cuboid([0.5, 0.5, 0.5])
    places = [[0.0, 1.5, 0.0], [0.0, 1.505, 0.0], [0.0, 3.0, 0.0]]
    touch = gjk.manifold(floor, crate, None, places, prediction=0.01)
    assert touch.count.tolist() == [4, 4, 0] and touch.points.shape == (3, 4, 2, 3)
    assert np.allclose(touch.separation[:2], [[0] * 4, [0.005] * 4]) and np.isnan(touch.separation[2]).all()
    assert len(set(touch.ids[0].tolist())) == 4 and np.array_equal(touch.ids[0], touch.ids[1])
    assert touch.normal[0].tolist() == [0, 1, 0]
    with pytest.raises(ValueError, match="prediction"):
        gjk.manifold(floor, crate, prediction=-1)


def test_times_of_impact():
    rod, post = gjk.Capsule([0, 0], [2, 0], 0.1), gjk.Ball(0.1, [0, 1])
    found = gjk.time_of_impact(rod, post, gjk.Motion(angular=[1.0, 2.0, 0.1]), until=3.0)
    exact = math.pi / 2 - math.asin(0.2)
    assert found.shape == (3,) and found.hit.tolist() == [True, True, False]
    assert np.all(found.time[:2] <= [exact, exact / 2]) and np.allclose(found.time[:2], [exact, exact / 2], atol=1e-5)
    assert found.lower[2] == 3
    # A body turns about where its pose has put it.
    spun = gjk.time_of_impact(rod, post, gjk.Motion(angular=1.0), None, [1.0, 0.0], until=6.0)
    exact = 0.75 * math.pi - math.asin(0.2 / math.sqrt(2))
    assert spun.hit and exact - 1e-5 < spun.time <= exact
    space = gjk.time_of_impact(CUBE, gjk.Ball(1), gjk.Motion([1.0, 0, 0]), None, None, [5.0, 0, 0], until=9.0)
    assert abs(space.time - 3) < 1e-4


def test_half_spaces(random):
    ground = gjk.HalfSpace([0, 0, 2], [0, 0, 1])
    heights = random.uniform(-1, 4, size=40)
    places = np.stack([random.normal(size=40), random.normal(size=40), heights], -1)
    ball = gjk.Ball(0.5)
    under, over = gjk.contact(ground, ball, None, places), gjk.contact(ball, ground, places)
    assert np.allclose(under.separation, heights - 1.5) and np.array_equal(under.separation, over.separation)
    assert np.array_equal(under.normal, np.tile([0.0, 0, 1], (40, 1))) and np.array_equal(over.normal, -under.normal)
    assert np.array_equal(under.points, over.points[:, ::-1])
    assert np.array_equal(gjk.intersects(ground, ball, None, places), under.separation <= 0)
    assert np.allclose(gjk.distance(ball, ground, places).distance, np.maximum(heights - 1.5, 0))
    fall = gjk.shape_cast(ball, ground, [0.0, 0.0, -2.0], None, [0.0, 0.0, 5.5])
    assert fall.time == 2 and fall.normal.tolist() == [0, 0, -1] and np.allclose(fall.points, [[0, 0, 1]] * 2)
    rise = gjk.shape_cast(ground, ball, [0.0, 0.0, 2.0], None, None, [0.0, 0.0, 5.5])
    assert rise.time == 2 and np.allclose(rise.points, [[0, 0, 5]] * 2)
    assert gjk.raycast(ground, [0.0, 0.0, 3.0], [0.0, 0.0, -1.0]).time == 2
    assert gjk.contains(ground, [[0.0, 0.0, 0.5], [0.0, 0.0, 1.5]]).tolist() == [True, False]
    turned = gjk.Pose.xyzw([1, 0, 0, 1])
    assert np.allclose(gjk.contact(ground, ball, turned).normal, [0, -1, 0])
    with pytest.raises(TypeError, match="bounded"):
        gjk.contact(ground, ground)
    with pytest.raises(ValueError, match="takes no HalfSpace"):
        gjk.certified.distance(ground, ball)
    with pytest.raises(TypeError, match="unbounded"):
        gjk.manifold(ground, ball, prediction=0.1)


def test_pairs_of_a_list(random):
    shapes, poses = [CUBE, HULL, gjk.Ball(0.5)], turns(random, 6, 3)
    three = gjk.pairs(shapes, poses)
    assert three.indices.tolist() == [[0, 1], [0, 2], [1, 2]] and len(three) == 3
    found = three.contact()
    assert found.shape == (6, 3)
    for frame, (k, (i, j)) in [(f, p) for f in range(6) for p in enumerate(three.indices)]:
        one = gjk.contact(shapes[i], shapes[j], poses[frame, i], poses[frame, j])
        assert one.separation == found.separation[frame, k]
    assert np.array_equal(three.intersects(), found.separation <= 0)
    assert np.array_equal(three.distance(threads=2).distance == 0, three.certified_intersects().intersects)
    some = gjk.pairs(shapes, poses[0], [[2, 0]])
    assert some.distance().distance.shape == (1,) and some.certified_distance().proven.all()
    with pytest.raises(IndexError, match=r"indices\[1, 0\] is 3: there are 3 shapes"):
        gjk.pairs(shapes, poses, [[0, 1], [3, 0]])
    with pytest.raises(ValueError, match="whole numbers"):
        gjk.pairs(shapes, poses, [[0.0, 1.0]])
    poses[4, 1, 0, 3] = np.inf
    with pytest.raises(ValueError, match=r"poses\[4, 1\]: the translation is not finite"):
        three = gjk.pairs(shapes, poses).contact()


def test_exact_answers():
    triangle, disc = gjk.Triangle([0, 0], [3, 1], [0, 4]), gjk.Ball(0.5, [1, 1])
    found = gjk.exact.contact(triangle, disc)
    assert str(found.squared) == "2/5" and found.separation == -1.1324555320336758
    assert not gjk.exact.intersects(triangle, gjk.PointCloud([[0.9, 0.3]])) and gjk.exact.intersects(triangle, disc)
    with pytest.raises(ValueError, match="points and balls"):
        gjk.exact.distance(triangle, gjk.Ellipsoid([1, 2]))


def test_tables(random):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    found = gjk.contact(CUBE, HULL, turns(random, 4, 2), turns(random, 2))
    table = pandas.DataFrame(found.to_dict())
    assert table.shape == (8, 14) and list(table.columns[:7]) == [
        "separation", "normal_x", "normal_y", "normal_z", "points_a_x", "points_a_y", "points_a_z",
    ]  # fmt: skip
    assert np.array_equal(table["points_b_z"], found.points[..., 1, 2].ravel())
    assert polars.DataFrame(found.to_dict()).shape == (8, 14)
    touch = gjk.manifold(CUBE, HULL, turns(random, 3), prediction=0.1)
    assert "points_3_b_z" in touch.to_dict() and "separation_0" in touch.to_dict()
    with pytest.raises(TypeError, match="has fields: distance"):
        list(gjk.distance(CUBE, HULL))


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: f"{query.__module__}.{query.__name__}")
def test_answers_are_values(query, random):
    for pose_b in (None, turns(random, 5)):
        found = ask(query, CUBE, HULL, None, pose_b)
        again = pickle.loads(pickle.dumps(found))
        assert type(again) is type(found) and again.shape == found.shape and same(again.to_dict(), found.to_dict())
        assert all(field in repr(found) for field in found._fields)
        for field in found._fields:
            assert np.array_equal(getattr(found, field), getattr(again, field), equal_nan=field != "proof")
            assert len(inspect.getdoc(getattr(type(found), field))) > 15
            with pytest.raises(AttributeError, match="cannot be changed"):
                setattr(found, field, 0)
    if "proof" in found._fields:
        assert set(found.to_dict()["proof"]) <= {"bound", "exact"}


def test_threads_run_beside_python(random):
    """The lock of the interpreter is released: another thread goes on while a query runs."""
    poses, ticks, done = turns(random, 60_000), [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    gjk.contact(HULL, HULL, poses, None)
    end = time.perf_counter()
    done.set()
    thread.join()
    during = [moment for moment in ticks if start < moment < end]
    assert len(during) > 5, f"{len(during)} ticks in {end - start} s"


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_interrupts_are_heard():
    """Ctrl-C ends a long query: in 50 ms on a machine that is not busy, which the best of three attempts shows."""
    program = (
        "import gjk, numpy as np, signal, time\n"
        "hull = gjk.ConvexHull(np.random.default_rng(1).normal(size=(20, 3)))\n"
        "poses = np.zeros((3_000_000, 3))\n"
        "print('go', flush=True)\n"
        "try:\n"
        "    gjk.contact(hull, hull, None, poses)\n"
        "    print('late')\n"
        "except KeyboardInterrupt:\n"
        "    print(time.time())\n"
    )
    took = []
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        assert process.stdout.readline() == "go\n"
        time.sleep(0.3)
        sent = time.time()
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[0]
        assert said.strip() != "late"
        took.append(float(said) - sent)
    assert min(took) < 0.05, took
