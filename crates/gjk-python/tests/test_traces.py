"""Traces and pictures show themselves."""

import json
import xml.dom.minidom

import numpy as np
import pytest

import gjk

SQUARE = gjk.Cuboid([1, 1])


def test_a_trace_shows_itself():
    steps = gjk.trace(SQUARE, SQUARE, None, [1.5, 0.5], query="contact")
    assert (steps.verdict, steps.intersects, steps.separation) == ("intersecting", True, -0.5)
    assert len(steps) == len(json.loads(steps.to_json())["steps"]) > 1
    assert "step" in str(steps) and steps.why(0)
    for svg in (steps._repr_svg_(), steps.svg(0)):
        xml.dom.minidom.parseString(svg)
    assert steps._repr_html_().count("<img ") == len(steps)
    with pytest.raises(IndexError):
        steps.svg(99)


def test_where_float32_parts():
    square, point = gjk.Cuboid([1, 1], dtype="float32"), gjk.PointCloud([[0.9, 0.3]], dtype="float32")
    triangle = gjk.Triangle([0, 0], [3, 1], [0, 1], dtype="float32")
    assert gjk.trace(square, point).parts_from(gjk.trace(square, point, arithmetic="exact")) is None
    parted = 0
    for x in np.linspace(0.1, 2.9, 200, dtype=np.float32):
        place = np.array([x, x / np.float32(3)], np.float32)
        dot = gjk.PointCloud([[0, 0]], dtype="float32")
        rounded = gjk.trace(triangle, dot, None, place, query="intersects")
        exact = gjk.trace(triangle, dot, None, place, query="intersects", arithmetic="exact")
        step = rounded.parts_from(exact)
        if rounded.intersects != exact.intersects:
            assert step is not None
        parted += step is not None
    assert parted > 10
    with pytest.raises(ValueError, match="points and balls"):
        gjk.trace(gjk.Ellipsoid([1, 2]), SQUARE, arithmetic="exact")
    with pytest.raises(ValueError, match="arithmetic is"):
        gjk.trace(SQUARE, SQUARE, arithmetic="float32")
    with pytest.raises(ValueError, match="one pair"):
        gjk.trace(SQUARE, SQUARE, None, np.zeros((3, 2)))


@pytest.mark.parametrize("dim", [2, 3])
def test_pairs_draw_themselves(dim):
    box = gjk.Cuboid([1.0, 0.5, 0.7][:dim])
    for answer in (gjk.distance(box, box, None, [3.0, 0.5, 1.0][:dim]), gjk.contact(box, gjk.Ball(1, dim=dim))):
        svg = answer._repr_svg_()
        xml.dom.minidom.parseString(svg)
        assert svg.count("<polygon") == 2 and svg.count("<circle") == 2
    assert gjk.distance(box, box, None, np.zeros((3, dim)))._repr_svg_() is None
    row = gjk.pairs([box] * 4, np.arange(4.0)[:, None] * np.ones(dim))
    assert row._repr_svg_().count("<polygon") == 4
