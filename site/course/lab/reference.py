"""The cases that the lab asks for, as the guide derives them. `python3 reference.py` answers like my_cases.py when it is whole.

`python3 reference.py NAME` makes a mistake on purpose, one of `MISTAKES`: so the grader is tested.
"""

import sys

from search import cross, dot, minus, negative, run


def support(points, d):
    return max(range(len(points)), key=lambda k: dot(points[k], d))


def is_no_farther(a, kept, d):
    return dot(a, d) <= max(dot(p, d) for p in kept)


def segment(a, b):
    ab, ao = minus(b, a), negative(a)
    if dot(ab, ao) <= 0:
        return [a], ao
    if len(a) == 3:
        return [a, b], cross(cross(ab, ao), ab)
    left = (-ab[1], ab[0])
    side = dot(left, ao)
    return [a, b], tuple((side > 0) * x - (side < 0) * x for x in left)


def triangle(a, b, c):
    beyond = []
    for one, other in ((b, c), (c, b)):
        edge, rest = minus(one, a), minus(other, a)
        out = (edge[1], -edge[0])
        out = out if dot(out, rest) < 0 else negative(out)
        if dot(out, a) < 0:
            beyond.append((one, edge, out))
    for one, edge, out in beyond:
        if dot(edge, a) < 0:
            return [a, one], out
    return ([a], negative(a)) if beyond else None


def triangle_in_space(a, b, c):
    side = dot(cross(minus(b, a), minus(c, a)), negative(a))
    kept, d = face(a, b, c) if side >= 0 else face(a, c, b)
    return (kept, (0, 0, 0)) if side == 0 and len(kept) == 3 else (kept, d)


def face(a, b, c):
    """The face WXY, counter-clockwise as seen from the origin, or one of its edges at W."""
    ab, ac, ao = minus(b, a), minus(c, a), negative(a)
    abc = cross(ab, ac)
    if dot(cross(abc, ac), ao) > 0:
        return segment(a, c)
    if dot(cross(ab, abc), ao) > 0:
        return segment(a, b)
    return [a, b, c], abc


def tetrahedron(a, b, c, d):
    faces, ao = [(b, c), (c, d), (d, b)], negative(a)
    normals = [cross(minus(p, a), minus(q, a)) for p, q in faces]
    beyond = [dot(normal, ao) > 0 for normal in normals]
    for k in range(3):
        if beyond[k] and beyond[(k + 1) % 3]:
            shared = minus(faces[k][1], a)
            k = (k + 1) % 3 if dot(cross(normals[k], shared), ao) > 0 else k
            return face(a, *faces[k])
    return face(a, *faces[beyond.index(True)]) if any(beyond) else None


def nearest_edge(polygon):
    best = None
    for k, p in enumerate(polygon):
        edge = minus(polygon[(k + 1) % len(polygon)], p)
        out = (edge[1], -edge[0])
        reach, square = dot(out, p), dot(out, out)
        # Compared by the squares of the distances, without a division.
        if best is None or reach * reach * best[3] < best[2] * best[2] * square:
            best = (k, out, reach, square)
    return best[:2]


def one_face(a, b, c, d):
    for p, q in ((b, c), (c, d), (d, b)):
        if dot(cross(minus(p, a), minus(q, a)), a) < 0:
            return face(a, p, q)
    return None


def without_an_edge(a, b, c):
    ab, ac, ao = minus(b, a), minus(c, a), negative(a)
    abc = cross(ab, ac)
    return segment(a, c) if dot(cross(abc, ac), ao) > 0 else ([a, b, c], abc)


def wound_wrongly(a, b, c):
    kept, d = RIGHT["face"](a, b, c)
    return kept[::-1], d


def away(a, b, c):
    ab, ac = minus(b, a), minus(c, a)
    kept, d = RIGHT["triangle_in_space"](a, b, c)
    return kept, cross(ab, ac) if len(kept) == 3 else d


def with_a_tolerance(a, b):
    kept, d = RIGHT["segment"](a, b)
    return ([a], negative(a)) if dot(minus(b, a), negative(a)) <= 1e-9 else (kept, d)


def never(a, kept, d):
    return False


MISTAKES = {
    "one face tested alone": {"tetrahedron": one_face},
    "missing edge test": {"face": without_an_edge},
    "wrong winding": {"face": wound_wrongly},
    "normal away from the origin": {"triangle_in_space": away},
    "absolute tolerance": {"segment": with_a_tolerance},
    "duplicate vertex not seen": {"is_no_farther": never},
}
RIGHT = dict(globals())

if __name__ == "__main__":
    globals().update(MISTAKES[sys.argv[1]] if len(sys.argv) > 1 else {})
    run(globals())
