"""The equations that prove the cases, for each number of kept vertices.

All is relative to A: b, c, d are the kept vertices and o is the origin. Names of two letters are dot products (bb, bc, …, oo; B, C, D
are those of o with b, c, d). If there are as many kept vertices as dimensions, o = o_b b + o_c c + o_d d. Then

    abc = |b × c|²     abc_b, abc_c: positive if o is beyond AB, or AC, in the face ABC
    wab, wabc          the weight of A in the foot of the perpendicular from o, on an edge and on a face, times bb, or abc
    k_b, k_c, k_d      the weights of the point of BCD nearest o, times mm; they are not negative, as BCD was nearest
    rest = 1 − sum     not negative, as o is on A's side of BCD;   sum = o_b + o_c + o_d: not negative, if A passed the origin
    u_b = |b × o|²     s_bc = |c − b|²     vol = (b × c · d)²     mm = |(c − b) × (d − b)|²
"""

from functools import cache, cached_property

import geometry
from signs import SIGNS, compiled
from algebra import Names, Polynomial, cross, dot, minus, names_in, value, variable


def around(*texts):
    """Formulas, and the same with the labels rotated, B → C → D → B."""
    turn = str.maketrans("bcdBCD", "cdbCDB")
    return [t for text in texts for t in (text, text.translate(turn), text.translate(turn).translate(turn))]


# A and one other vertex.
EDGE = ["wab = bb - B", "far = oo - B"], ["oo - B - far"]

# `low`, `far`: the direction that A was found in, times b (as large as times c), and times o.
TRIANGLE = [
    "abc = bb*cc - bc**2",
    "abc_b = bc*B - bb*C",
    "abc_c = bc*C - cc*B",
    "wab = bb - B",
    "wac = cc - C",
    "wabc = abc + abc_b + abc_c",
    "s_bc = bb - 2*bc + cc",
    "k_b = cc - bc - C + B",
    "k_c = bb - bc - B + C",
    "low = s_bc*B - k_b*bb - k_c*bc",
    "far = s_bc*oo - k_b*B - k_c*C",
], [
    "wabc + low",
    "k_b*B + k_c*C + far - s_bc*oo",
    "abc*wab**2 + bb*k_c*abc_b + abc_b**2 + bb*wab*low",
    "abc*wac**2 + cc*k_b*abc_c + abc_c**2 + cc*wac*low",
    "abc_b**2 + bb*C*abc_b + bb*B*abc_c + B**2*abc",
    "abc_c**2 + cc*B*abc_c + cc*C*abc_b + C**2*abc",
]

# The same in the plane, where o is a sum of b and c.
PLANE = [
    "B = o_b*bb + o_c*bc",
    "C = o_b*bc + o_c*cc",
    "oo = o_b*B + o_c*C",
    "sum = o_b + o_c",
    "rest = 1 - sum",
    *TRIANGLE[0],
], [
    "low + rest*abc",
    "far + sum*rest*abc",
    "abc_b + o_c*abc",
    "abc_c + o_b*abc",
    "o_b*B + o_c*C - oo",
    *TRIANGLE[1],
]

TETRAHEDRON = [
    "sum = o_b + o_c + o_d",
    "rest = 1 - sum",
    "oo = o_b*B + o_c*C + o_d*D",
    "vol = bb*cc*dd + 2*bc*cd*db - bb*cd**2 - cc*db**2 - dd*bc**2",
    "mm = m_b + m_c + m_d",
    *around(
        "B = o_b*bb + o_c*bc + o_d*db",
        "abc = bb*cc - bc**2",
        "abc_b = bc*B - bb*C",
        "abc_c = bc*C - cc*B",
        "wab = bb - B",
        "wabc = abc + abc_b + abc_c",
        "s_bc = bb - 2*bc + cc",
        "u_b = bb*oo - B**2",
        "k_b = mm*o_b + rest*m_b",
        "h_bc = db*cd - bc*dd",
        "m_b = acd + h_bc + h_db",
        "n_b = m_c*o_d - m_d*o_c",
    ),
], [
    "o_b + o_c + o_d - sum",
    "o_b*B + o_c*C + o_d*D - oo",
    # If A passed the origin, it is not nearest alone.
    "k_b*B + k_c*C + k_d*D - mm*oo - sum*rest*vol",
    *around(
        # The slice along AC: the faces ABC and ACD.
        "o_b*abc_c + o_d*acd_c + u_c",
        "abc_c**2 + cc*vol*o_d**2 - abc*u_c",
        # Behind A along AB, and beyond it: not ahead of A along AC, unless beyond AC; and the other way round.
        "abc_b**2 + bb*C*abc_b + bb*B*abc_c + B**2*abc",
        "abc_c**2 + cc*B*abc_c + cc*C*abc_b + C**2*abc",
        # If A passed the origin, this is not beyond both edges of a face that it is beyond.
        "rest*abc_b + rest*abc_c + rest*sum*abc - o_d*k_d + mm*o_d**2",
        # Three faces in sight, and A nearest.
        "abc_b - bc*B + bb*C",
        "abc_c - bc*C + cc*B",
        "abc_b + o_c*abc - o_d*h_cd",
        "abc_c + o_b*abc - o_d*h_db",
        "db*h_cd + bb*h_bc + bc*adb",
        "cd*h_db + cc*h_bc + bc*acd",
        "vol*o_c*B*D - D*abc_b*adb_d - B*acd_d*adb_b + C*adb_d*adb_b",
        # Fact 1: A's weight on a face, and on an edge, is not negative.
        "wabc**2 - wabc*rest*abc - o_d*abc*k_d + o_d**2*vol*s_bc",
        "vol*wab**2 - vol*wab*bb*rest + bb*k_c*abc_b + bb*k_d*adb_b + vol*u_b + bb*n_b**2",
    ),
]

LINES = {(2, 1): EDGE, (3, 1): EDGE, (3, 2): TRIANGLE, (2, 2): PLANE, (3, 3): TETRAHEDRON}


class Formulas(Names):
    """What the names stand for, by their formulas."""

    def __init__(self, formulas, known=()):
        super().__init__(known)
        self.formulas = formulas

    def __missing__(self, name):
        self[name] = value(self.formulas[name], self) if name in self.formulas else variable(name)
        return self[name]


class Figure:
    """A and the kept vertices: relative to A and to the origin, in coordinates, and what is known of them."""

    def __init__(self, dimension, kept):
        formulas, lines = LINES[dimension, kept]
        self.formulas = dict(line.split(" = ") for line in formulas)
        self.equations = {line: value(line, Names()) for line in lines}
        self.terms = {line: compiled(equation) for line, equation in self.equations.items()}
        self.spokes = {name: [variable(name.lower() + axis) for axis in "xyz"[:dimension]] for name in "BCD"[:kept]}
        self.o, known = [variable("o" + axis) for axis in "xyz"[:dimension]], {}
        small = [(name.lower(), v) for name, v in self.spokes.items()]
        if kept == dimension:
            self.o = [sum((variable("o_" + name) * v[axis] for name, v in small), Polynomial()) for axis in range(dimension)]
        products = [*small, ("o", self.o)]
        for name, v in products:
            known |= {name + other: dot(v, w) for other, w in products if name + other in self.base}
        known |= {name.upper(): dot(v, self.o) for name, v in small if name.upper() not in self.formulas}
        self.values = Formulas(self.formulas, known)
        self.vertices = {"A": [-x for x in self.o]} | {name: minus(v, self.o) for name, v in self.spokes.items()}

    @cached_property
    def base(self):
        """Names without a formula."""
        used = set().union(*map(names_in, [*self.formulas.values(), *self.equations]))
        return used - set(self.formulas)

    @cached_property
    def definitions(self):
        """The formulas, each after those that it uses."""
        order = {}

        def define(name):
            if name in self.formulas and name not in order:
                for other in sorted(names_in(self.formulas[name])):
                    define(other)
                order[name] = value(self.formulas[name], Names())

        for name in self.formulas:
            define(name)
        return list(order.items())

    @cached_property
    def known(self):
        """From polynomials in coordinates to the name of the quantity that has its sign, and whether it is the opposite one."""
        named = [(name, self.values[name]) for name in self.base | set(self.formulas) if name[:2] not in ("m_", "n_", "h_", "u_")]
        if "rest" in self.formulas:
            vectors = list(self.spokes.values())
            parts = geometry.weights(vectors, self.o)
            volume = sum(parts, Polynomial())
            labels = ["o_" + name.lower() for name in self.spokes] + ["rest"]
            # The volume times each coordinate, and its square times it.
            for label, part in [*zip(labels, parts), ("sum", volume - parts[-1]), ("positive", volume)]:
                assert part == volume * (1 if label == "positive" else self.values[label]), label
                named += [(label, part), (label, part * volume)]
        return {frozenset((polynomial * sign).items()): (name, sign) for name, polynomial in named for sign in (1, -1)}

    def name(self, polynomial):
        """The name of a quantity that has the sign of a polynomial, or the opposite one. Others have names of their own."""
        key = frozenset(polynomial.items())
        if key not in self.known:
            self.known |= {key: (f"other_{len(self.known)}", 1), frozenset((-polynomial).items()): (f"other_{len(self.known)}", -1)}
        return self.known[key]

    @cached_property
    def facts(self):
        """Squares: of vectors that are not zero, as the kept vertices and A are independent, and of some that may be."""
        squares = dict(self.values) and {}
        v = {name.lower(): w for name, w in self.spokes.items()}
        for name, w in v.items():
            squares[2 * name] = w
            if "u_" + name in self.formulas:
                squares["u_" + name] = cross(w, self.o)
        for name, other in ("bc", "cd", "db"):
            if name in v and other in v:
                squares["s_" + name + other] = minus(v[other], v[name])
                n = cross(v[name], v[other])
                squares[{"bc": "abc", "cd": "acd", "db": "adb"}[name + other]] = n if isinstance(n, list) else [n]
        if "vol" in self.formulas:
            squares["vol"] = [dot(cross(v["b"], v["c"]), v["d"])]
            squares["mm"] = cross(minus(v["c"], v["b"]), minus(v["d"], v["b"]))
        squares["oo"] = self.o
        for name, w in squares.items():
            assert self.values[name] == dot(w, w), name
        facts = {name: SIGNS[">=" if name == "oo" or name.startswith("u_") else ">"] for name in squares}
        return facts | {"positive": SIGNS[">"]}


figure = cache(Figure)
