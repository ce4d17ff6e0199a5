"""Poses: how what a caller writes becomes rows of numbers. The order of a quaternion is never guessed."""

from __future__ import annotations

from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ._numbers import Floats, array, common

PoseLike = Union["Pose", npt.ArrayLike, Any]
"""A `Pose`, an array of matrices or translations, a SciPy `RigidTransform` or `Rotation`."""


def _turn(matrix: Floats, translation: npt.ArrayLike | None, dtype: str) -> Floats:
    dim = matrix.shape[-1]
    shift = np.zeros(dim, dtype) if translation is None else array(translation, dtype, "translation")
    if shift.shape[-1:] != (dim,):
        raise ValueError(f"translation has shape {shift.shape}: the last axis must have {dim} coordinates")
    shape = np.broadcast_shapes(matrix.shape[:-2], shift.shape[:-1])
    full = np.zeros((*shape, dim + 1, dim + 1), dtype)
    full[..., :dim, :dim] = matrix
    full[..., :dim, dim] = shift
    full[..., dim, dim] = 1
    return full


class Pose:
    """Poses, one or an array: rotations about the origin, and then translations.

    >>> import gjk, numpy as np
    >>> quarter = gjk.Pose.xyzw([0, 0, 1, 1], [5, 0, 0])    # SciPy, ROS, glTF: the real part last
    >>> quarter == gjk.Pose.wxyz([1, 0, 0, 1], [5, 0, 0])   # MuJoCo, Eigen: the real part first
    True
    >>> gjk.Pose.turned(np.pi / 2, [5, 0]).dim, gjk.Pose.xyzw(np.eye(4)).shape
    (2, (4,))
    """

    __slots__ = ("_matrix",)
    _matrix: Floats

    def __init__(self, matrix: npt.ArrayLike, *, dtype: npt.DTypeLike | None = None) -> None:
        """From homogeneous matrices, of shape (…, 4, 4) in space and (…, 3, 3) in the plane."""
        held = np.array(matrix, dtype=common(dtype, matrix))
        if held.ndim < 2 or held.shape[-1] != held.shape[-2] or held.shape[-1] not in (3, 4, 5):
            raise ValueError(f"a pose has shape (…, D + 1, D + 1), not {held.shape}")
        held.flags.writeable = False
        object.__setattr__(self, "_matrix", held)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Pose cannot be changed")

    @classmethod
    def rotation(
        cls, matrix: npt.ArrayLike, translation: npt.ArrayLike | None = None, *, dtype: npt.DTypeLike | None = None
    ) -> Pose:
        """From rotation matrices, of shape (…, D, D), and translations."""
        name = common(dtype, matrix, translation)
        return cls(_turn(np.asarray(matrix, dtype=name), translation, name))

    @classmethod
    def turned(
        cls, angle: npt.ArrayLike, translation: npt.ArrayLike | None = None, *, dtype: npt.DTypeLike | None = None
    ) -> Pose:
        """From counter-clockwise angles in the plane, in radians, and translations."""
        name = common(dtype, angle, translation)
        wide = np.asarray(angle, dtype="float64")
        sine, cosine = np.sin(wide), np.cos(wide)
        matrix = np.stack([np.stack([cosine, -sine], -1), np.stack([sine, cosine], -1)], -2)
        return cls(_turn(matrix.astype(name), translation, name))

    @classmethod
    def xyzw(
        cls, quaternion: npt.ArrayLike, translation: npt.ArrayLike | None = None, *, dtype: npt.DTypeLike | None = None
    ) -> Pose:
        """From quaternions of any length but 0 with the real part last, as in SciPy, ROS and glTF, and translations."""
        name = common(dtype, quaternion, translation)
        wide = np.asarray(quaternion, dtype="float64")
        if wide.shape[-1:] != (4,):
            raise ValueError(f"a quaternion has 4 components: the shape is {wide.shape}")
        length = np.sqrt(np.sum(wide * wide, axis=-1, keepdims=True))
        if not np.all((length > 0) & np.isfinite(length)):
            raise ValueError("a quaternion is zero, or not finite")
        x, y, z, w = np.moveaxis(wide / length, -1, 0)
        rows = [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
        matrix = np.stack([np.stack(row, -1) for row in rows], -2)
        return cls(_turn(matrix.astype(name), translation, name))

    @classmethod
    def wxyz(
        cls, quaternion: npt.ArrayLike, translation: npt.ArrayLike | None = None, *, dtype: npt.DTypeLike | None = None
    ) -> Pose:
        """From quaternions of any length but 0 with the real part first, as in MuJoCo and Eigen, and translations."""
        last = np.roll(np.asarray(quaternion, dtype="float64"), -1, axis=-1)
        return cls.xyzw(last, translation, dtype=common(dtype, quaternion, translation))

    @property
    def matrix(self) -> Floats:
        """The homogeneous matrices, which cannot be written to."""
        return self._matrix

    @property
    def dim(self) -> int:
        """The dimension of the space."""
        return int(self._matrix.shape[-1]) - 1

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array of poses; () for one pose."""
        return self._matrix.shape[:-2]

    def __repr__(self) -> str:
        options = "" if self._matrix.dtype == np.float64 else f", dtype={self._matrix.dtype.name!r}"
        return f"gjk.Pose({self._matrix.tolist()}{options})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pose) and np.array_equal(self._matrix, other._matrix)

    def __hash__(self) -> int:
        return hash((self._matrix.shape, self._matrix.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Pose, (np.array(self._matrix),)


def _rotates(matrices: Floats) -> bool:
    """Whether all of them are orthonormal."""
    with np.errstate(all="ignore"):
        return bool(np.allclose(matrices @ np.swapaxes(matrices, -1, -2), np.eye(matrices.shape[-1]), atol=1e-4))


def _numbers(pose: PoseLike, dim: int, dtype: str, name: str) -> Floats:
    """Matrices, (…, D + 1, D + 1), or translations, (…, D)."""
    if isinstance(pose, Pose):
        return array(pose.matrix, dtype, name)
    if hasattr(pose, "as_matrix"):
        # SciPy: `RigidTransform` has matrices of four rows, `Rotation` of three.
        matrix = array(pose.as_matrix(), dtype, f"{name}.as_matrix()")
        return _turn(matrix, None, dtype) if matrix.shape[-1] == 3 else matrix
    found = array(pose, dtype, name)
    if found.ndim >= 2 and found.shape[-2:] == (dim + 1, dim + 1):
        return found
    if found.ndim >= 1 and found.shape[-1] == dim:
        if found.shape[-2:] == (dim, dim) and _rotates(found):
            raise ValueError(f"{name} could be rotations or translations: write gjk.Pose.rotation({name}) for rotations")
        return found
    wanted = f"(…, {dim + 1}, {dim + 1}) for matrices or (…, {dim}) for translations"
    raise ValueError(f"{name} has shape {found.shape}: it must be {wanted}")


def as_pose(pose: PoseLike, dim: int, dtype: str, name: str) -> Pose:
    """What a caller wrote for poses, as a `Pose`."""
    found = _numbers(pose, dim, dtype, name)
    if found.ndim >= 2 and found.shape[-2:] == (dim + 1, dim + 1):
        return Pose(found)
    return Pose(_turn(np.eye(dim, dtype=dtype), found, dtype))


def flat(pose: PoseLike | None, dim: int, dtype: str, name: str) -> tuple[Floats | None, tuple[int, ...]]:
    """The poses as rows of one array, and the shape of the array of poses."""
    if pose is None:
        return None, ()
    found = _numbers(pose, dim, dtype, name)
    axes = 2 if found.ndim >= 2 and found.shape[-2:] == (dim + 1, dim + 1) else 1
    shape = found.shape[: found.ndim - axes]
    return np.ascontiguousarray(found.reshape(-1, *found.shape[found.ndim - axes :])), shape
