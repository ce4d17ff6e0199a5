"""The equations that prove the cases, for each number of kept vertices.

All is relative to A: b, c and d are the kept vertices, and o is the origin. Names of two letters are dot products: bb, bc, …, oo. B, C
and D are the dot products of o with b, c and d. If as many vertices are kept as there are dimensions, o = o_b b + o_c c + o_d d, and

    sum = o_b + o_c + o_d    not negative, if A passed the origin
    rest = 1 − sum           not negative, because the origin is on A's side of what was kept
    abc = |b × c|²           abc_b and abc_c are positive if the origin is beyond AB, or AC, in the face ABC
    wab, wabc                have the sign of A's weight in the foot of the perpendicular from o, on an edge and on a face
    k_b, k_c, k_d            have the signs of the weights of the point of BCD nearest the origin: not negative, as BCD was nearest
    low, far                 the dot products of b (or c), and of o, with the direction in which A was found
"""

from functools import cache

import geometry
from algebra import Names, Polynomial, cross, dot, minus, value
from signs import SIGNS, compiled


def around(*texts):
    """Formulas, and the same with the labels rotated, B → C → D → B."""
    turn = str.maketrans("bcdBCD", "cdbCDB")
    return [t for text in texts for t in (text, text.translate(turn), text.translate(turn).translate(turn))]


# A segment: formulas, equations (each is zero), and vectors whose squares some names are.
SEGMENT = ["wab = bb - B", "far = oo - B"], ["oo - B - far"], ["bb = b", "oo = o"]

TRIANGLE = (
    [
        *("abc = bb*cc - bc**2", "abc_b = bc*B - bb*C", "abc_c = bc*C - cc*B", "s_bc = bb - 2*bc + cc"),
        *("wab = bb - B", "wac = cc - C", "wabc = abc + abc_b + abc_c", "k_b = cc - bc - C + B", "k_c = bb - bc - B + C"),
        *("low = s_bc*B - k_b*bb - k_c*bc", "far = s_bc*oo - k_b*B - k_c*C"),
    ],
    [
        "wabc + low",
        "k_b*B + k_c*C + far - s_bc*oo",
        "abc*wab**2 + bb*k_c*abc_b + abc_b**2 + bb*wab*low",
        "abc*wac**2 + cc*k_b*abc_c + abc_c**2 + cc*wac*low",
        "abc_b**2 + bb*C*abc_b + bb*B*abc_c + B**2*abc",
        "abc_c**2 + cc*B*abc_c + cc*C*abc_b + C**2*abc",
    ],
    ["bb = b", "cc = c", "oo = o", "s_bc = minus(c, b)", "abc = normal(b, c)"],
)

PLANE = (
    [
        *("B = o_b*bb + o_c*bc", "C = o_b*bc + o_c*cc", "oo = o_b*B + o_c*C", "sum = o_b + o_c", "rest = 1 - sum"),
        *TRIANGLE[0],
    ],
    [
        *("low + rest*abc", "far + sum*rest*abc", "abc_b + o_c*abc", "abc_c + o_b*abc", "o_b*B + o_c*C - oo"),
        *TRIANGLE[1],
    ],
    TRIANGLE[2],
)

TETRAHEDRON = (
    [
        *around("B = o_b*bb + o_c*bc + o_d*db", "abc = bb*cc - bc**2", "abc_b = bc*B - bb*C", "abc_c = bc*C - cc*B"),
        *around("s_bc = bb - 2*bc + cc", "h_bc = db*cd - bc*dd", "m_b = acd + h_bc + h_db", "n_b = m_c*o_d - m_d*o_c"),
        *("mm = m_b + m_c + m_d", "sum = o_b + o_c + o_d", "rest = 1 - sum", "oo = o_b*B + o_c*C + o_d*D"),
        *around("k_b = mm*o_b + rest*m_b", "u_b = bb*oo - B**2", "wab = bb - B", "wabc = abc + abc_b + abc_c"),
        "vol = bb*cc*dd + 2*bc*cd*db - bb*cd**2 - cc*db**2 - dd*bc**2",
    ],
    [
        "o_b + o_c + o_d - sum",
        "o_b*B + o_c*C + o_d*D - oo",
        # Fact 2: if A passed the origin, the origin is ahead of A along an edge.
        "k_b*B + k_c*C + k_d*D - mm*oo - sum*rest*vol",
        *around(
            # Fact 1: the weight of A on a face, and on an edge, is not negative.
            "wabc**2 - wabc*rest*abc - o_d*abc*k_d + o_d**2*vol*s_bc",
            "vol*wab**2 - vol*wab*bb*rest + bb*k_c*abc_b + bb*k_d*adb_b + vol*u_b + bb*n_b**2",
            # The slice across AC: what is beyond AC in both faces, or in neither.
            "o_b*abc_c + o_d*acd_c + u_c",
            "abc_c**2 + cc*vol*o_d**2 - abc*u_c",
            # In a face: behind A along AB and beyond it, so beyond AC or behind A along AC, too; and with B and C exchanged.
            "abc_b**2 + bb*C*abc_b + bb*B*abc_c + B**2*abc",
            "abc_c**2 + cc*B*abc_c + cc*C*abc_b + C**2*abc",
            # If A passed the origin, this is not beyond both edges of a face that it is beyond.
            "rest*abc_b + rest*abc_c + rest*sum*abc - o_d*k_d + mm*o_d**2",
            # Beyond all three faces.
            *("abc_b - bc*B + bb*C", "abc_c - bc*C + cc*B", "abc_b + o_c*abc - o_d*h_cd", "abc_c + o_b*abc - o_d*h_db"),
            *("db*h_cd + bb*h_bc + bc*adb", "cd*h_db + cc*h_bc + bc*acd"),
            "vol*o_c*B*D - D*abc_b*adb_d - B*acd_d*adb_b + C*adb_d*adb_b",
        ),
    ],
    [
        *around("bb = b", "s_bc = minus(c, b)", "abc = normal(b, c)", "u_b = normal(b, o)"),
        *("oo = o", "vol = dot(normal(b, c), d)", "mm = normal(minus(c, b), minus(d, b))"),
    ],
)


class Figure:
    """A and the kept vertices, relative to the origin, in coordinates; and the names of what is known of them."""

    def __init__(self, dimension, kept, formulas, equations, squares):
        self.formulas = [formula.split(" = ") for formula in formulas]
        self.equations = {line: value(line) for line in equations}
        self.terms = {line: compiled(equation) for line, equation in self.equations.items()}
        names = Names()
        for name, text in self.formulas:
            names[name] = value(text, names)
        for line in equations:
            assert not value(line, names), line
        self.base = {name for polynomial in names.values() for product in polynomial for name in product} | {"bb"}
        # The same in coordinates.
        vectors = {name: [value(name + axis) for axis in "xyz"[:dimension]] for name in "bcd"[:kept]}
        self.o = [value("o" + axis) for axis in "xyz"[:dimension]]
        if kept == dimension:
            self.o = [sum(value("o_" + name) * v[axis] for name, v in vectors.items()) for axis in range(dimension)]
        self.spokes = {name.upper(): v for name, v in vectors.items()}
        self.vertices = {"A": [-x for x in self.o]} | {name: minus(v, self.o) for name, v in self.spokes.items()}
        vectors["o"], self.values = self.o, Names()
        for v, w in ("bb", "cc", "dd", "bc", "cd", "db", "oo"):
            if v in vectors and w in vectors:
                self.values[v + w] = dot(vectors[v], vectors[w])
        self.values |= {name: dot(v, self.o) for name, v in self.spokes.items()}
        self.names = {}
        for name, text in self.formulas:
            self.values[name] = value(text, self.values)
        self.facts = {"volume": SIGNS[">"]}
        for name, text in (square.split(" = ") for square in squares):
            v = value(text, vectors | {"normal": cross, "minus": minus, "dot": dot})
            assert self.values[name] == (dot(v, v) if isinstance(v, list) else v * v), name
            # A and the kept vertices are independent, so these vectors are not zero; that from A to the origin may be.
            self.facts[name] = SIGNS[">=" if name[0] in "ou" else ">"]
        for name, polynomial in [*self.values.items(), *self.volumes()]:
            self.names |= {polynomial.key: (name, 1), (-polynomial).key: (name, -1)}

    def volumes(self):
        """The parts of the simplex: their volumes have the signs of weights, also times the volume again."""
        if "rest" in self.values:
            *parts, last = geometry.weights(list(self.spokes.values()), self.o)
            volume = sum(parts, last)
            yield "volume", volume
            for name, part in [*(("o_" + name.lower(), part) for name, part in zip("BCD", parts)), ("rest", last), ("sum", sum(parts))]:
                assert part == self.values[name] * volume, name
                yield from ((name, part), (name, part * volume))

    def name(self, polynomial):
        """The quantity that has the sign of a polynomial, or the opposite one (−1). Others have names of their own."""
        new = f"other_{len(self.names)}"
        if polynomial.key not in self.names:
            self.names |= {polynomial.key: (new, 1), (-polynomial).key: (new, -1)}
        return self.names[polynomial.key]


TABLES = {(2, 1): SEGMENT, (2, 2): PLANE, (3, 1): SEGMENT, (3, 2): TRIANGLE, (3, 3): TETRAHEDRON}


@cache
def figure(dimension, kept):
    return Figure(dimension, kept, *TABLES[dimension, kept])
