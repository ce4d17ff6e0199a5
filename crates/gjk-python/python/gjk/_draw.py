"""Pictures of shapes, for notebooks: their outlines, and the points of an answer."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _gjk
from ._shapes import HalfSpace, Shape
from ._sides import Side

_SIDE = (0.529919, 0.848048)
_DOWN = (0.374607, 0.927184)
_COLORS = ("#4477aa", "#cc6677", "#228833", "#aa7700", "#884499", "#117777")
_MOST = 200

Body = tuple[Shape, Any]


def _flatten(points: Any) -> Any:
    """Space is seen from the front, the right and above, as in traces."""
    points = np.asarray(points, dtype=np.float64)
    if points.shape[-1] == 2:
        return points
    x, y, z = np.moveaxis(points, -1, 0)
    depth = x * _SIDE[0] + z * _SIDE[1]
    return np.stack([x * _SIDE[1] - z * _SIDE[0], y * _DOWN[1] - depth * _DOWN[0]], -1)


def _around(points: Any) -> Any:
    """The corners around points of the plane, counter-clockwise (Andrew's monotone chain)."""
    ordered = sorted(map(tuple, points.tolist()))

    def chain(points: list[Any]) -> list[Any]:
        kept: list[Any] = []
        for x, y in points:
            while len(kept) > 1:
                (ax, ay), (bx, by) = kept[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                kept.pop()
            kept.append((x, y))
        return kept

    if len(ordered) < 3:
        return np.array(ordered)
    return np.array(chain(ordered)[:-1] + chain(ordered[::-1])[:-1])


def drawn(bodies: list[Body], points: Any = None) -> str | None:
    """The bodies as an SVG document, and a line between two points; None if they can't be drawn."""
    if not bodies or bodies[0][0].dim not in (2, 3) or any(isinstance(shape, HalfSpace) for shape, _ in bodies):
        return None
    outlines = [_around(_flatten(_gjk.outline(shape, pose))) for shape, pose in bodies[:_MOST]]
    everything = np.concatenate(outlines)
    low, high = everything.min(axis=0), everything.max(axis=0)
    size = max(float((high - low).max()), 1e-300)
    scale, room = 320 / size, 16
    width, height = (high - low) * scale + 2 * room

    def place(spots: Any) -> str:
        spots = np.asarray(spots)
        xs, ys = (spots[:, 0] - low[0]) * scale + room, (high[1] - spots[:, 1]) * scale + room
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys))

    parts = []
    for k, outline in enumerate(outlines):
        color = _COLORS[k % len(_COLORS)]
        parts.append(
            f'<polygon points="{place(outline)}" fill="{color}" fill-opacity="0.35" stroke="{color}" stroke-width="1.5" '
            'stroke-linejoin="round"/>'
        )
    if points is not None and np.all(np.isfinite(points)):
        ends = place(_flatten(points)).split()
        (x1, y1), (x2, y2) = (end.split(",") for end in ends)
        parts.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#222" stroke-width="1.5"/>')
        parts += [f'<circle cx="{x}" cy="{y}" r="3" fill="#222"/>' for x, y in ((x1, y1), (x2, y2))]
    size_of = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    paper = '<rect width="100%" height="100%" fill="white"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size_of}>{paper}{"".join(parts)}</svg>'


def picture(answer: Any) -> str | None:
    """The pair that an answer is about, with its points."""
    if answer._pair is None:
        return None
    a, b, pose_a, pose_b = answer._pair
    sides = Side("a", a, pose_a), Side("b", b, pose_b)
    points = answer.points if "points" in answer._fields else None
    return drawn([(side.first, side.poses) for side in sides], points)


def first_frame(side: Side) -> list[Body]:
    """The bodies of a list in its first frame."""
    count = side.shape[-1]
    shapes = side.shapes if len(side.shapes) > 1 else [side.first] * count
    poses = side.poses
    rows = [None] * count if poses is None else [poses[k : k + 1] if len(poses) > 1 else poses for k in range(count)]
    return list(zip(shapes[:count], rows))
