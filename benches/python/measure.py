"""CPU time a pair of gjk and of others, one process, one thread, the same poses.

Each measurement is the least of several rounds; the rounds of all libraries take turns, so that a busy machine is busy for all. Others are
called as their documentation shows: in a loop where they take one pair a call, with whatever can be prepared made before the clock starts
where the row says *prepared*.
"""

import argparse
import importlib.metadata
import subprocess
import sys
import time

import numpy as np

import gjk

ROUNDS = 5
LOOP = 20_000  # pairs of a round, for those that take one pair a call


def poses(random, count):
    quaternions = random.normal(size=(count, 4))
    return np.array(gjk.Pose.xyzw(quaternions, random.uniform(-2, 2, size=(count, 3))).matrix)


class Table:
    """Rows: a question, a library, and nanoseconds a pair."""

    def __init__(self):
        self.entries = []

    def add(self, question, library, pairs, run):
        self.entries.append((question, library, pairs, run))

    def measure(self):
        least = [float("inf")] * len(self.entries)
        for _ in range(ROUNDS):
            for k, (question, library, pairs, run) in enumerate(self.entries):
                begun = time.process_time()
                run()
                least[k] = min(least[k], (time.process_time() - begun) / pairs * 1e9)
        return [(question, library, took) for (question, library, *_), took in zip(self.entries, least)]


def in_space(table, random, pairs):
    a, b = poses(random, pairs), poses(random, pairs)
    few_a, few_b = a[:LOOP], b[:LOOP]
    half = [1.0, 0.5, 0.7]
    points = random.normal(size=(32, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    kinds = {"boxes": gjk.Cuboid(half), "hulls of 32": gjk.ConvexHull(points)}
    for name, shape in kinds.items():
        for query in ("intersects", "distance", "contact"):
            table.add(f"{name}, {query}", "gjk", pairs, lambda q=query, s=shape: getattr(gjk, q)(s, s, a, b))
        some_a, some_b = a[: pairs // 10], b[: pairs // 10]
        table.add(
            f"{name}, certified distance",
            "gjk",
            len(some_a),
            lambda s=shape, x=some_a, y=some_b: gjk.certified.distance(s, s, x, y),
        )
    box = kinds["boxes"]
    one_a, one_b = np.array(a[0]), np.array(b[0])
    table.add("boxes, distance, one call", "gjk", LOOP, lambda: [gjk.distance(box, box, one_a, one_b) for _ in range(LOOP)])

    import coal

    coal_shapes = {"boxes": coal.Box(*(2 * x for x in half)), "hulls of 32": coal_hull(coal, points)}
    for name, shape in coal_shapes.items():
        there = [[coal.Transform3s(pose[:3, :3], pose[:3, 3]) for pose in side] for side in (few_a, few_b)]
        prepared = list(zip(*there))

        def distance(shape=shape, prepared=prepared):
            request, result = coal.DistanceRequest(), coal.DistanceResult()
            for x, y in prepared:
                result.clear()
                coal.distance(shape, x, shape, y, request, result)

        def contact(shape=shape, prepared=prepared):
            request, result = coal.CollisionRequest(), coal.CollisionResult()
            for x, y in prepared:
                result.clear()
                coal.collide(shape, x, shape, y, request, result)

        table.add(f"{name}, distance", "coal, prepared", LOOP, distance)
        table.add(f"{name}, contact", "coal, prepared", LOOP, contact)

    import fcl

    boxes = fcl.Box(*(2 * x for x in half))

    def fcl_distance():
        request = fcl.DistanceRequest(enable_nearest_points=True)
        first, second = fcl.CollisionObject(boxes), fcl.CollisionObject(boxes)
        for x, y in zip(few_a, few_b):
            first.setTransform(fcl.Transform(x[:3, :3], x[:3, 3]))
            second.setTransform(fcl.Transform(y[:3, :3], y[:3, 3]))
            fcl.distance(first, second, request, fcl.DistanceResult())

    table.add("boxes, distance", "python-fcl", LOOP, fcl_distance)
    mujoco_rows(table, half, few_a, few_b)
    parry(table, half, a, b)


def coal_hull(coal, points):
    cloud = coal.StdVec_Vec3s()
    for point in points:
        cloud.append(point)
    return coal.Convex.convexHull(cloud, False, None) if hasattr(coal, "Convex") else coal.ConvexBase.convexHull(cloud, False, "")


def mujoco_rows(table, half, a, b):
    import mujoco

    sizes = " ".join(map(str, half))
    body = f'<body mocap="true"><geom type="box" size="{sizes}" contype="0" conaffinity="0"/></body>'
    model = mujoco.MjModel.from_xml_string(f"<mujoco><worldbody>{body}{body}</worldbody></mujoco>")
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    fromto = np.zeros(6)

    def distance():
        places, turns = data.geom_xpos, data.geom_xmat
        for x, y in zip(a, b):
            places[0], turns[0] = x[:3, 3], x[:3, :3].ravel()
            places[1], turns[1] = y[:3, 3], y[:3, :3].ravel()
            mujoco.mj_geomDistance(model, data, 0, 1, 1e9, fromto)

    table.add("boxes, distance", "mujoco", len(a), distance)


def parry(table, half, a, b):
    import py_parry3d

    py_parry3d.set_num_threads(1)
    groups = [py_parry3d.CollisionGroup(name, [py_parry3d.Box(half)]) for name in "ab"]
    world, pairs = py_parry3d.CollisionWorld(groups), [("a", "b", 0.0)]
    box = gjk.Cuboid(half)
    differ = np.count_nonzero(world.check({"a": a, "b": b}, pairs)[:, 0] != gjk.intersects(box, box, a, b))
    assert differ <= len(a) // 100_000, differ
    table.add("boxes, intersects", "py-parry3d", len(a), lambda: world.check({"a": a, "b": b}, pairs))


def in_the_plane(table, random, pairs):
    import shapely

    for corners in (4, 32):
        count = pairs // 10
        angles = np.sort(random.uniform(0, 2 * np.pi, size=(2, count, corners)), axis=-1)
        rings = np.stack([np.cos(angles), np.sin(angles)], -1) * random.uniform(0.5, 1, size=(2, count, 1, 1))
        rings += random.uniform(-3, 3, size=(2, count, 1, 2))
        theirs = [shapely.polygons(side) for side in rings]
        ours = [gjk.Polygons(side) for side in rings]
        table.add(f"polygons of {corners}, distance", "gjk", count, lambda ours=ours: gjk.distance(*ours))
        table.add(f"polygons of {corners}, distance", "shapely", count, lambda theirs=theirs: shapely.distance(*theirs))
        found, known = gjk.distance(*ours).distance, shapely.distance(*theirs)
        assert np.allclose(found, known, atol=1e-9), np.abs(found - known).max()


def two_threads(random, pairs):
    """The speed of two threads over that of two processes with half of the pairs each: the least time of each, in turns."""
    a, b = poses(random, pairs), poses(random, pairs)
    box = gjk.Cuboid([1.0, 0.5, 0.7])
    program = (
        "import gjk, numpy as np, sys, time\n"
        "r = np.random.default_rng(int(sys.argv[1])); n = int(sys.argv[2])\n"
        "poses = lambda: np.array(gjk.Pose.xyzw(r.normal(size=(n, 4)), r.uniform(-2, 2, size=(n, 3))).matrix)\n"
        "p = poses(), poses()\n"
        "box = gjk.Cuboid([1.0, 0.5, 0.7]); gjk.distance(box, box, p[0][:999], p[1][:999])\n"
        "print('ready', flush=True); sys.stdin.readline(); t = time.perf_counter()\n"
        "gjk.distance(box, box, *p); print(time.perf_counter() - t)\n"
    )
    threads, processes = [], []
    for _ in range(4 * ROUNDS):
        begun = time.perf_counter()
        gjk.distance(box, box, a, b, threads=2)
        threads.append(time.perf_counter() - begun)
        command = [sys.executable, "-c", program]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        both = [subprocess.Popen([*command, str(k), str(pairs // 2)], **pipes) for k in range(2)]
        for process in both:
            process.stdout.readline()
        for process in both:
            process.stdin.write("\n")
            process.stdin.flush()
        processes.append(max(float(process.stdout.readline()) for process in both))
        for process in both:
            process.wait()
    return min(processes) / min(threads)


def import_time():
    """Milliseconds of CPU time that `import gjk` takes beyond NumPy, the least of ten."""
    program = "import numpy, time; t = time.process_time(); import gjk; print(time.process_time() - t)"
    command = [sys.executable, "-c", program]
    return min(float(subprocess.run(command, capture_output=True, text=True).stdout) for _ in range(10)) * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=int)
    parser.add_argument("results")
    arguments = parser.parse_args()
    random, table = np.random.default_rng(57), Table()
    in_space(table, random, arguments.pairs)
    in_the_plane(table, random, arguments.pairs)
    measured = table.measure()
    names = ["coal", "mujoco", "python-fcl", "shapely", "py-parry3d", "numpy"]
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names)
    lines = [
        f"# benches/python/run {arguments.pairs}: CPU time on one thread, the least of {ROUNDS} rounds; {versions}",
        "\t".join(["question", "gjk, ns a pair", "gjk, million pairs/s", "beside", "ns a pair", "gjk ÷ other"]),
    ]
    for question, took in ((question, took) for question, library, took in measured if library == "gjk"):
        own = [question, f"{took:.0f}", f"{1e3 / took:.2f}"]
        others = [(library, time) for other, library, time in measured if other == question and library != "gjk"]
        lines += ["\t".join([*own, library, f"{time:.0f}", f"{took / time:.2f}"]) for library, time in others]
        if not others:
            lines.append("\t".join([*own, "-", "-", "-"]))
    lines.append("measure\tvalue")
    lines.append(f"two threads, speed over that of two processes\t{two_threads(random, min(arguments.pairs, 200_000)):.2f}")
    lines.append(f"import, ms beyond NumPy\t{import_time():.1f}")
    text = "\n".join(lines) + "\n"
    print(text)
    with open(arguments.results, "w") as file:
        file.write(text)


if __name__ == "__main__":
    main()
