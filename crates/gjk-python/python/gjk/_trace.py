"""Traces: what a query did, step by step, drawn in a notebook."""

from __future__ import annotations

import base64
import html

from . import _gjk
from ._poses import PoseLike
from ._shapes import Shape
from ._sides import Side, joined


class Trace:
    """A query, step by step. In a notebook it shows itself. Made by `gjk.trace`."""

    __slots__ = ("_core", "arithmetic")

    def __init__(self, core: _gjk.Trace, arithmetic: str) -> None:
        self._core = core
        self.arithmetic = arithmetic
        """The arithmetic: "float32", "float64" or "exact"."""

    def __len__(self) -> int:
        return len(self._core)

    def __str__(self) -> str:
        return str(self._core)

    def __repr__(self) -> str:
        return f"<trace of {len(self)} steps in {self.arithmetic}: {self.verdict}>"

    @property
    def verdict(self) -> str:
        """The verdict in a word or two."""
        return self._core.verdict

    @property
    def intersects(self) -> bool:
        """Returns whether the shapes have a point in common."""
        return self._core.intersects

    @property
    def separation(self) -> float | None:
        """The distance, or minus the depth, if the query measures it."""
        return self._core.separation

    def why(self, step: int) -> str:
        """What happened in a step, counted from 0, in a sentence."""
        return self._core.why(step)

    def svg(self, step: int) -> str:
        """A step as an SVG document: the shapes, and their Minkowski difference with the origin."""
        return self._core.svg(step)

    def to_json(self) -> str:
        """All steps as JSON, with every sign that was tested."""
        return self._core.to_json()

    def parts_from(self, other: Trace) -> int | None:
        """The first step, counted from 0, in which two traces of one pair decide otherwise; None if there is none.

        >>> import gjk
        >>> square, point = gjk.Cuboid([1, 1], dtype="float32"), gjk.PointCloud([[1.0000001, 0.5]], dtype="float32")
        >>> rounded = gjk.trace(square, point)
        >>> rounded.parts_from(gjk.trace(square, point, arithmetic="exact")) is None
        True
        """
        return self._core._parts_from(other._core)

    def _repr_svg_(self) -> str:
        return self.svg(max(len(self) - 1, 0))

    def _repr_html_(self) -> str:
        steps = []
        for step in range(len(self)):
            # As an image: a style sheet inside the page would hold for all of it.
            picture = base64.b64encode(self.svg(step).encode()).decode()
            opened = " open" if step == len(self) - 1 else ""
            steps.append(
                f"<details{opened}><summary>Step {step + 1}: {html.escape(self.why(step))}</summary>"
                f'<img alt="step {step + 1}" src="data:image/svg+xml;base64,{picture}"></details>'
            )
        return f"<div><p>{html.escape(repr(self))}</p>{''.join(steps)}</div>"


def trace(
    a: Shape,
    b: Shape,
    pose_a: PoseLike | None = None,
    pose_b: PoseLike | None = None,
    *,
    query: str = "distance",
    arithmetic: str | None = None,
) -> Trace:
    """What a query about one pair does, step by step: "intersects", "distance" or "contact". (A contact's normal points from A to B.)

    `arithmetic="exact"` runs the same loop in rational numbers, without rounding.

    >>> import gjk
    >>> steps = gjk.trace(gjk.Cuboid([1, 1]), gjk.Cuboid([1, 1]), None, [3.0, 0.5])
    >>> steps.verdict, steps.separation, "<details" in steps._repr_html_()
    ('apart', 1.0, True)
    """
    of_a, of_b = Side("a", a, pose_a), Side("b", b, pose_b)
    if joined(of_a, of_b) != ():
        raise ValueError("a trace is of one pair")
    if arithmetic not in (None, "exact", a.dtype):
        raise ValueError(f"arithmetic is {arithmetic!r}: it must be 'exact' or the shapes' dtype, {a.dtype!r}")
    exact = arithmetic == "exact"
    core = _gjk.trace(query, of_a.first, of_b.first, of_a.poses, of_b.poses, exact)
    return Trace(core, arithmetic or a.dtype)
