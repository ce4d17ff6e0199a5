"""The lab: write GJK yourself. Fill the holes below, one after the other; the grader says which step is the first wrong one.

A point is a tuple of numbers, which are exact: integers or fractions. A vertex of the difference is a point, too; hand on the
ones that you are given, don't compute new ones. The newest is called a, those kept before it b, c, d.

What a case returns: the vertices of the feature nearest the origin, and the direction from there towards the origin,
perpendicular to the feature, of any length. If the origin is on the feature the direction is zero. None says that the
origin is inside of all vertices.
"""

from search import cross, dot, hole, minus, negative, run


def support(points, d):
    """The number of the point that is farthest along d."""
    hole("support")


def is_no_farther(a, kept, d):
    """Whether a, the farthest vertex along d, is no farther along d than the vertices kept. Then the loop ends."""
    hole("is_no_farther")


def segment(a, b):
    """The edge WX or the vertex W, in the plane and in space."""
    hole("segment")


def triangle(a, b, c):
    """In the plane: WX, WY or W; or None, if the origin is inside. On an edge counts as inside."""
    hole("triangle")


def triangle_in_space(a, b, c):
    """WX, WY, W or the face. Keep a face in the order that is counter-clockwise as seen from the origin."""
    hole("triangle_in_space")


def tetrahedron(a, b, c, d):
    """One of the faces WXY, WYZ, WZX or their edges at W; or None, if the origin is inside. b, c, d are counter-clockwise as
    seen from the origin. W passed the origin, or the search would have ended."""
    hole("tetrahedron")


def nearest_edge(polygon):
    """The number k of the edge, from polygon[k] to polygon[k + 1], that is nearest the origin (the last one leads to polygon[0]);
    and its outward normal, of any length. The corners are counter-clockwise, and the origin is inside."""
    hole("nearest_edge")


if __name__ == "__main__":
    run(globals())
