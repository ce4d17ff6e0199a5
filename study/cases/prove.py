"""`prove.py TREE`: proves each leaf of the decision tree of the cases, and refutes copies with mistakes. docs/proof.md says what and how."""

import itertools
import json
import random
import sys
import time
from collections import Counter
from functools import cache

import geometry
import solvers
from algebra import Polynomial, minus, times, value
from figures import LINES, Formulas, figure
from signs import ANY, NOT, SIGNS, least, negative, sign


LEAVES, SAMPLES = 205, 40_000
open_goals, questions = [], {}


def check(holds, *words):
    """Notes what is not proven."""
    if not holds:
        open_goals.append(" ".join(map(str, words)))
    return holds


class Leaf:
    def __init__(self, line, texts):
        self.dimension, self.kept, self.region, self.next = (line[key] for key in ("dimension", "retained", "region", "kept"))
        self.figure, self.name = figure(self.dimension, self.kept), f"{self.dimension}D: "
        asked = [(name, texts[x], relation if holds else NOT.get(relation, "!=")) for name, x, relation, holds in line["path"]]
        self.tests = tuple(question[1:] for question in asked if question[0])
        self.name += ", ".join(f"{name} {relation} 0" for name, _, relation in asked if name) + f" → {self.region}"
        # Comparisons without a name choose among directions.
        self.directions = [([texts[x] for x in line["direction"]], [question[1:] for question in asked if not question[0]])]

    def __str__(self):
        return self.name


def read(path):
    """The leaves by source, dimension and number of kept vertices, and in each by their tests."""
    texts, trees = [], {}
    for line in map(json.loads, open(path)):
        if isinstance(line, str):
            texts.append(line)
            continue
        leaf = Leaf(line, texts)
        tree = trees.setdefault(line["source"], {}).setdefault((leaf.dimension, leaf.kept), {})
        same = tree.setdefault(leaf.tests, leaf)
        if same is not leaf:
            check((same.region, same.next) == (leaf.region, leaf.next), "two answers:", leaf)
            same.directions += leaf.directions
    return trees


@cache
def polynomial(text, dimension, kept):
    """A polynomial of the tree, in the coordinates of the figure."""
    vertices = figure(dimension, kept).vertices
    return Polynomial.of(value(text, {name.lower() + axis: x for name, v in vertices.items() for axis, x in zip("xyz", v)}))


def refuted(of, *conditions):
    """Whether no figure has polynomials of these signs. What proves it becomes a question to the solvers."""
    signs = dict(of.facts)
    for polynomial, relation in conditions:
        name, way = of.name(polynomial)
        signs[name] = signs.get(name, ANY) & (SIGNS[relation] if way > 0 else negative(SIGNS[relation]))
        if not signs[name]:
            return True
    core = least(of.terms, signs)
    if core is not None:
        names = {name for line in core for product in of.equations[line] for name in product}
        questions[of, frozenset(core), frozenset((name, s) for name, s in signs.items() if name in names)] = names
    return core is not None


def opposite(goal):
    return goal[0], NOT[goal[1]]


def prove(leaf):
    """What is known of a leaf in the end: impossible, right, or the exception."""
    of, region = leaf.figure, leaf.region
    kept, newest = [of.vertices[name] for name in "BCD"[: leaf.kept]], of.vertices["A"]
    path = [(polynomial(text, leaf.dimension, leaf.kept), relation) for text, relation in leaf.tests]
    given = geometry.assumed(kept, newest) + path
    if refuted(of, *given):
        return "impossible"
    proves = lambda goal, *more: refuted(of, *given, *more, opposite(goal))
    goals = geometry.nearest(region, of.spokes, of.o)
    failed = [(name, goal) for name, goal in zip("BCD" if region == "A" else itertools.repeat("?"), goals) if not proves(goal)]
    result = "right"
    if failed:
        # One other edge is nearest, if the origin is ahead of A along it.
        (name, goal), *more = failed
        edge = geometry.nearest("A" + name, of.spokes, of.o) if region == "A" else [goal]
        check(not more and all(proves(other, opposite(goal)) for other in edge), "not right:", leaf)
        result = "exception"
    elif refuted(of, *given, *goals):
        return "impossible"
    if region == "A":
        check(refuted(of, *given, *geometry.passed(kept, newest), (of.values["oo"], ">")), "A passed the origin:", leaf)
    if region == "inside":
        return result
    if leaf.kept == leaf.dimension:
        check(refuted(of, *given, *geometry.nearest("inside", of.spokes, of.o)), "the origin may be inside:", leaf)
    after = [of.vertices[name] for name in leaf.next]
    if result == "right":
        check(all(map(proves, geometry.invariant(after))), "not what the next step assumes:", leaf)
    for texts, unnamed in leaf.directions:
        found = [polynomial(text, leaf.dimension, leaf.kept) for text in texts]
        check(found == geometry.direction(after) or is_any(found, unnamed, leaf, after), "not the next direction:", leaf)
    return result


def is_any(found, unnamed, leaf, after):
    """Whether, the origin being on the line of an edge in space, the direction is one of its perpendiculars and is not zero."""
    if len(after) != 2 or leaf.dimension != 3:
        return False
    edge = minus(after[1], after[0])
    toward, squares = geometry.direction(after), []
    for comparison in unnamed:
        squares.append((polynomial(comparison[0], leaf.dimension, leaf.kept), comparison[1]))
    vanish = all(not any(s) for s in orders(toward, squares))
    least = orders(edge, squares)
    axis = next((k for k in range(3) if found in (turned(edge, k), turned(edge, k, -1))), None)
    return vanish and axis is not None and all(not any(s) or any(s[k] for k in range(3) if k != axis) for s in least)


def turned(v, axis, sign=1):
    """The cross product of a vector and an axis."""
    return geometry.cross(v, [Polynomial.of(sign * (k == axis)) for k in range(3)])


def orders(vector, comparisons):
    """How large the squares of three numbers can be, but for their scale, if these comparisons hold."""
    squares = [x * x for x in vector]
    places = [(squares[i] - squares[j], i, j) for i in range(3) for j in range(3) if i != j] + [(squares[i], i, None) for i in range(3)]
    agree = [(i, j, relation) for value, relation in comparisons for known, i, j in places if known == value]
    holds = lambda s, i, j, relation: relation == "!=" or sign(s[i] - (0 if j is None else s[j])) & SIGNS[relation]
    return [s for s in itertools.product(range(4), repeat=3) if all(holds(s, *one) for one in agree)]


def numbers(condition):
    x, relation = condition
    return sign(x) & SIGNS[relation] > 0


def sampled(dimension, count, tree, random):
    """Vertices that a step may meet, with whole coordinates: at random, or beside those that led to some leaf before."""
    known = {}
    while True:
        if random.random() < 0.3 or not known:
            depth = random.choice([None, 0, 1, 2, 3, 4])
            vertices = [[random.randint(-5, 5) for _ in range(dimension)] for _ in range(count + 1)]
            for v in vertices[1:] if depth is not None else []:
                v[-1] = -depth
        else:
            a, *others = random.choice(random.choice(list(known.values())))
            turn, factor = random.randrange(count), random.choice([1, 1, 2])
            vertices = [times(factor, v) for v in (a, *others[turn:], *others[:turn])]
            if random.random() < 0.5:
                vertices = [[-x, *rest] for x, *rest in (vertices[0], *vertices[:0:-1])]
            for _ in range(random.randint(0, 4)):
                random.choice(vertices)[random.randrange(dimension)] += random.randint(-2, 2)
        kept = vertices[1:]
        if all(map(numbers, geometry.assumed(kept, vertices[0]))):
            leaf, has_passed = find(tree, point(vertices)), all(map(numbers, geometry.passed(kept, vertices[0])))
            mistake = wrong(leaf, dict(zip("ABCD", vertices)), point(vertices))
            yield leaf, has_passed, mistake, vertices
            examples = known.setdefault((leaf, has_passed, mistake), [vertices])
            if max(map(max, vertices)) < 100:
                examples[1:] = [vertices]


def point(vertices):
    return {name + axis: x for name, v in zip("abcd", vertices) for axis, x in zip("xyz", v)}


def grow(leaves):
    root = {}
    for leaf in leaves:
        node = root
        for test in leaf.tests:
            node = node.setdefault(test, {})
        node["leaf"] = leaf
    return root


def find(node, point):
    """The leaf that a point's coordinates lead to."""
    while "leaf" not in node:
        node = next(child for (text, relation), child in node.items() if numbers((value(text, point), relation)))
    return node["leaf"]


def wrong(leaf, vertices, point):
    """Whether the answer is wrong for these vertices."""
    o = [-x for x in vertices["A"]]
    spokes = {name: minus(v, vertices["A"]) for name, v in vertices.items() if name != "A"}
    if not all(map(numbers, geometry.nearest(leaf.region, spokes, o))):
        return "not nearest"
    if leaf.region == "inside":
        return ""
    after = [vertices[name] for name in leaf.next]
    if not all(map(numbers, geometry.invariant(after))):
        return "wound the wrong way"
    found, toward = [value(text, point) for text in leaf.directions[0][0]], geometry.direction(after)
    return "" if found == toward or not any(toward) else "the wrong way"


def agree():
    """Asks the solvers what the equations and the signs have proven."""
    asked = []
    for lines in {id(lines): size for size, lines in LINES.items()}.values():
        of = figure(*lines)
        for equation in of.equations.values():
            asked.append((of.base, [f"(not (= 0.0 {solvers.formula(equation)}))"], of.definitions))
    for (of, core, known), names in questions.items():
        equations = [f"(= 0.0 {solvers.formula(of.equations[line])})" for line in sorted(core)]
        asked.append((names, equations + [solvers.signed(*one) for one in sorted(known)], ()))
    for question in asked:
        said = solvers.answers(solvers.question(*question))
        check(said == ["unsat", "unsat"], "z3 and cvc5 say", said, question[1])
    return len(asked)


def main():
    start, trees = time.time(), read(sys.argv[1])
    say = lambda *words: print(*words, f"({time.time() - start:.0f} s)", flush=True)
    leaves = [leaf for tree in trees["gjk"].values() for leaf in tree.values()]
    check(len(leaves) == LEAVES, f"{len(leaves)} leaves, not {LEAVES}")
    results = {leaf: prove(leaf) for leaf in leaves}
    counts = Counter(results.values())
    say(f"{len(leaves)} leaves:", ", ".join(f"{n} {result}" for result, n in counts.items()))
    say(f"{agree()} steps of these proofs, of z3 and cvc5 too")
    for size, tree in trees["gjk"].items():
        expected = {(leaf, False) for leaf in tree.values() if results[leaf] != "impossible"}
        expected |= {(leaf, True) for leaf in tree.values() if results[leaf] == "exception"}
        tries = itertools.islice(sampled(*size, grow(tree.values()), random.Random(1)), SAMPLES)
        for leaf, has_passed, mistake, vertices in tries:
            check(not mistake or results[leaf] == "exception" and not has_passed, mistake, vertices, leaf)
            expected -= {(leaf, bool(mistake)), (leaf, False)}
            if not expected:
                break
        check(not expected, "no example of", len(expected), "leaves:", *expected)
    say("an example of each that is not impossible")
    for source, kinds in trees.items():
        (size, tree), found = max(kinds.items()), None
        tries = sampled(*size, grow(tree.values()), random.Random(1))
        found = next(((mistake, vertices) for _, _, mistake, vertices in itertools.islice(tries, 20_000) if mistake), None)
        if source != "gjk" and check(found, "not refuted:", source):
            points = json.dumps([*found[1], [0] * size[0]], separators=(",", ":"))
            print(f"{source}: {found[0]}, regions.html#points={points}")
    say("mistakes refuted")
    print(*(f"OPEN: {goal}" for goal in open_goals[:20]), sep="\n")
    sys.exit(bool(open_goals))


if __name__ == "__main__":
    main()
