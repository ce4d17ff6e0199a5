"""A path of a box among obstacles, proven free: what a motion planner asks of a collision library."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import gjk

OBSTACLES: list[gjk.Shape] = [gjk.Ball(0.5, [2, 0, 0]), gjk.Cuboid([0.3, 0.3, 2]), gjk.Cylinder(0.4, 1)]
PLACES = np.array([[0.0, 1.0, 0.0], [4.0, 1.5, 0.0], [6.0, -1.0, 0.5]])
BODY = gjk.Cuboid([0.3, 0.2, 0.1])


def path(count: int) -> gjk.Pose:
    """Configurations along a way between the obstacles."""
    time = np.linspace(0, 1, count)
    quaternions = np.stack([np.zeros(count), np.zeros(count), np.sin(time), np.cos(time)], -1)
    return gjk.Pose.xyzw(quaternions, np.stack([8 * time - 1, 0.3 * time - 0.9, np.sin(time)], -1))


def clearance(poses: gjk.Pose) -> npt.NDArray[np.float64]:
    """A proven lower bound on the distance from all obstacles, for each configuration."""
    found = gjk.certified.distance(BODY, OBSTACLES, gjk.Pose(poses.matrix[:, None]), PLACES)
    return np.asarray(found.lower.min(axis=1), dtype=np.float64)


def main() -> None:
    """Prints which configurations are free."""
    gaps = clearance(path(1000))
    print(f"{np.count_nonzero(gaps > 0)} of 1000 configurations are proven free; the least gap is {gaps.min():.3f}")


if __name__ == "__main__":
    main()
