"""What a step assumes, and what makes its answer right: polynomials in the vertices' coordinates, or numbers, with their signs."""

from algebra import cross, dot, minus, times


def left(v):
    return [-v[1], v[0]]


def direction(kept):
    """From the kept feature to the origin, perpendicular to it: the next search direction, up to a positive factor."""
    v, *others = kept
    if not others:
        return times(-1, v)
    e = minus(others[0], v)
    if len(kept) == len(v):
        return left(e) if len(v) == 2 else cross(e, minus(others[1], v))
    return minus(times(dot(v, e), e), times(dot(e, e), v))


def invariant(kept):
    """The kept vertices are independent, the point of their affine hull that is nearest the origin is a mean of them, and their
    order says on which side the origin is."""
    if len(kept) == 1:
        return []
    v, w, *others = kept
    e, n = minus(w, v), direction(kept)
    side = [(-dot(n, v), ">=")] if len(kept) == len(v) else []
    if not others:
        return [(dot(e, e), ">"), (dot(w, e), ">="), (-dot(v, e), ">="), *side]
    weights = [dot(cross(p, q), n) for p, q in ((v, w), (w, others[0]), (others[0], v))]
    return [(dot(n, n), ">"), *((weight, ">=") for weight in weights), *side]


def assumed(kept, newest):
    """What a step takes for granted: the invariant, and A is farther than what was kept. If the origin is on the line of an edge in
    space, `direction` is zero and any perpendicular takes its place: there A is known not to be on that line."""
    ahead = dot(direction(kept), minus(newest, kept[0]))
    if len(kept) == 2 and len(newest) == 3:
        n = cross(minus(kept[0], newest), minus(kept[1], newest))
        return [*invariant(kept), (ahead, ">="), (dot(n, n), ">")]
    return [*invariant(kept), (ahead, ">")]


def passed(kept, newest):
    """A passed the origin."""
    return [(dot(direction(kept), newest), ">=")]


def nearest(region, spokes, o):
    """Why the region has the point nearest the origin: that point is a mean of the region's vertices, and no other vertex is farther
    in the direction from it to the origin. All is relative to A: the other vertices, and the origin o."""
    if region == "inside":
        return [(weight, ">=") for weight in weights(list(spokes.values()), o)]
    names = region[1:]
    vectors = [spokes[name] for name in names]
    if not names:
        foot, scale, inside = times(0, o), 1, []
    elif len(names) == 1:
        (e,) = vectors
        t, scale = dot(e, o), dot(e, e)
        foot, inside = times(t, e), [t, scale - t]
    else:
        e, f = vectors
        n = cross(e, f)
        s, t, scale = dot(cross(o, f), n), dot(cross(e, o), n), dot(n, n)
        foot, inside = [s * x + t * y for x, y in zip(e, f)], [s, t, scale - s - t]
    beyond = minus(times(scale, o), foot)
    return [(x, ">=") for x in inside] + [(dot(beyond, v), "<=") for name, v in spokes.items() if name not in names]


def weights(vectors, o):
    """The origin's weights in the simplex of A and as many vertices as there are dimensions, A's last, times its volume. In the plane
    A, B, C turn counter-clockwise; in space B, C, D do, seen from A."""

    def volume(vectors):
        return cross(*vectors) if len(o) == 2 else -dot(cross(*vectors[:2]), vectors[2])

    parts = [volume([*vectors[:k], o, *vectors[k + 1 :]]) for k in range(len(vectors))]
    return [*parts, volume(vectors) - sum(parts)]
