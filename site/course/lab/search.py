"""The loop of the lab, around the cases that are to be written: it reads pairs, one a line, and writes each search as a line of JSON.

A pair is `{"id": "1", "a": [[0, 0], …], "b": …, "start": [1, 0]}`. Of a search each step is written: the direction, the newest vertex as
the numbers of its points of A and of B, the vertices kept, and the next direction.
"""

import json
import sys
from fractions import Fraction

MOST = 60


class Hole(Exception):
    pass


def hole(name):
    raise Hole(name)


def dot(p, q):
    return sum(x * y for x, y in zip(p, q))


def minus(p, q):
    return tuple(x - y for x, y in zip(p, q))


def negative(p):
    return tuple(-x for x in p)


def cross(p, q):
    return (p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])


class Vertex(tuple):
    """A point of the difference, a − b. `ids` are the numbers of both points."""

    ids = None


class Search:
    def __init__(self, cases, a, b):
        self.cases, self.a, self.b, self.steps = cases, a, b, []

    def look(self, d, phase, **more):
        """The farthest vertex along d."""
        if len(self.steps) >= MOST:
            raise RecursionError("the search has no end")
        i, j = self.cases["support"](self.a, d), self.cases["support"](self.b, negative(d))
        newest = Vertex(minus(self.a[i], self.b[j]))
        newest.ids = (i, j)
        self.steps.append({"phase": phase, "direction": d, "newest": newest.ids, **more})
        return newest

    def run(self, d):
        """The loop of the guide. In the plane it goes on: to the nearest point, or, of shapes that overlap, to the depth."""
        kept, phase = [], "verdict"
        while True:
            a = self.look(d, phase)
            if phase == "verdict" and dot(a, d) < 0:
                if len(a) == 3:
                    return "apart"
                phase = "distance"
            if kept and self.cases["is_no_farther"](a, kept, d):
                return "nearest" if phase == "distance" else "touching"
            found = self.reduced(a, kept)
            if found is None:
                self.steps[-1]["inside"] = True
                return self.expand([a, *kept]) if len(a) == 2 else "inside"
            kept, d = list(found[0]), tuple(found[1])
            self.steps[-1].update(kept=[p.ids for p in kept], next=d)
            if not any(d):
                return "touching"

    def reduced(self, a, kept):
        if not kept:
            return [a], negative(a)
        if len(kept) == 1:
            return self.cases["segment"](a, *kept)
        if len(kept) == 2:
            return self.cases["triangle" if len(a) == 2 else "triangle_in_space"](a, *kept)
        return self.cases["tetrahedron"](a, *kept)

    def expand(self, polygon):
        """The expanding polygon: a vertex beyond the nearest edge takes its place, until there is none."""
        p, q, r = polygon
        pq, pr = minus(q, p), minus(r, p)
        if pq[0] * pr[1] - pq[1] * pr[0] < 0:
            polygon = [p, r, q]
        while True:
            k, out = self.cases["nearest_edge"](polygon)
            edge = [polygon[k], polygon[(k + 1) % len(polygon)]]
            a = self.look(tuple(out), "depth", edge=[p.ids for p in edge])
            if self.cases["is_no_farther"](a, edge, out):
                return "boundary"
            polygon = [*polygon[: k + 1], a, *polygon[k + 1 :]]


def number(text):
    value = Fraction(float(text))
    return int(value) if value.denominator == 1 else value


def run(cases):
    """Answers the pairs on standard input."""
    for line in sys.stdin:
        pair = json.loads(line, parse_float=number)
        a, b = ([tuple(p) for p in pair[name]] for name in "ab")
        search = Search(cases, a, b)
        told = {"id": pair["id"]}
        try:
            told["end"] = search.run(tuple(pair["start"]))
        except Hole as missing:
            told["hole"] = str(missing)
        except RecursionError:
            told["end"] = "endless"
        except Exception as error:
            told["error"] = f"{type(error).__name__}: {error}"
        told["steps"] = search.steps
        print(json.dumps(told, default=str), flush=True)
