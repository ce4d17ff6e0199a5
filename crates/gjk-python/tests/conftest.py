"""What several tests use."""

import numpy as np
import pytest

import gjk


@pytest.fixture
def random() -> np.random.Generator:
    return np.random.default_rng(57)


def turns(random: np.random.Generator, *shape: int) -> np.ndarray:
    """Poses of space in any position, no farther than 3 from the origin."""
    quaternions = random.normal(size=(*shape, 4))
    return np.array(gjk.Pose.xyzw(quaternions, random.uniform(-1.7, 1.7, size=(*shape, 3))).matrix)
