"""Every answer has the bits of the Rust library, which a program of this package prints."""

import os
import subprocess

import numpy as np
import pytest
from conftest import turns

import gjk

PAIRS = 100_000


def test_the_librarys_bits(random):
    program = os.environ.get("GJK_BITS")
    if not program:
        pytest.skip("GJK_BITS names the program: cargo build --example bits")
    poses = turns(random, PAIRS, 2)
    told = subprocess.run([program], input=poses.astype("<f8").tobytes(), capture_output=True, check=True).stdout
    rows = np.frombuffer(told, "<u8").reshape(PAIRS, 2, 22)
    box = gjk.Cuboid([1, 0.5, 0.75])
    hull = gjk.ConvexHull([(k % 5 - 2, k * k % 7 / 4, k * 3 % 11 / 8) for k in range(24)])
    for which, other in enumerate([box, hull]):
        for threads in (1, 2):
            near = gjk.distance(box, other, poses[:, 0], poses[:, 1], threads=threads)
            hit = gjk.contact(box, other, poses[:, 0], poses[:, 1], threads=threads)
            proven = gjk.certified.distance(box, other, poses[:, 0], poses[:, 1], threads=threads)
            scalars = [near.distance, near.lower, hit.separation, hit.lower, hit.upper, proven.lower, proven.upper]
            columns = [np.stack(scalars, -1), near.points.reshape(PAIRS, 6), hit.points.reshape(PAIRS, 6), hit.normal]
            found = np.concatenate(columns, axis=-1).view(np.uint64)
            assert np.array_equal(found, rows[:, which]), np.argwhere(found != rows[:, which])[:5]
        share = np.mean(near.intersects)
        assert 0.2 < share < 0.9, share
