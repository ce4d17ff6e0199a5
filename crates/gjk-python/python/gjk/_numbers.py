"""Arrays of one dtype: nothing is rounded that the caller has not asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[Any]
"""An array of the shapes' dtype; about one pair it is a NumPy scalar, or has the axes of one pair alone."""

Bools = npt.NDArray[np.bool_]
"""An array of bools; about one pair it is a NumPy bool."""

DTYPES = ("float32", "float64")


def name_of(dtype: npt.DTypeLike) -> str:
    """The name of one of the two dtypes."""
    name = np.dtype(dtype).name
    if name not in DTYPES:
        raise TypeError(f"dtype {name}: shapes have float32 or float64")
    return name


def common(dtype: npt.DTypeLike | None, *values: object) -> str:
    """The given dtype, or else the arrays' dtype; float64 without arrays."""
    if dtype is not None:
        return name_of(dtype)
    found = {np.dtype(value.dtype).name for value in values if isinstance(value, (np.ndarray, np.generic))}
    found = {name for name in found if not name.startswith(("int", "uint", "object"))}
    if len(found) > 1:
        raise TypeError(f"numbers of {' and '.join(sorted(found))}: convert them, or pass dtype=")
    return name_of(found.pop()) if found else "float64"


def array(value: object, dtype: str, name: str) -> Floats:
    """An array of this dtype. Lists have none of their own, so they take it; another array is refused."""
    own = getattr(value, "dtype", None)
    if own is not None and np.dtype(own).name != dtype:
        raise TypeError(f"{name} has dtype {own}, the shapes have {dtype}: write {name}.astype(np.{dtype})")
    return np.asarray(value, dtype=dtype)


def scalar(value: object, dtype: str) -> float:
    """A number as the shape will have it."""
    return float(np.asarray(value, dtype=dtype)[()])


def vector(value: object, dtype: str, name: str) -> tuple[float, ...]:
    """The components of a vector as the shape will have them."""
    found = np.asarray(value, dtype=dtype)
    if found.ndim != 1:
        raise ValueError(f"{name} has {found.ndim} axes: it must be a list of numbers")
    return tuple(found.tolist())


def matrix(value: object, dtype: str, name: str) -> tuple[tuple[float, ...], ...]:
    """Points, one a row."""
    found = np.asarray(value, dtype=dtype)
    if found.ndim != 2:
        raise ValueError(f"{name} has {found.ndim} axes: it must be a list of points")
    return tuple(tuple(row) for row in found.tolist())
