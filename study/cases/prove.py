"""`prove.py TREE`: proves each leaf of the cases' decision tree, and refutes copies with mistakes (docs/proof.md)."""

import itertools
import json
import random
import sys
import time
from collections import Counter
from functools import cache

import geometry
import solvers
from algebra import Polynomial, cross, dot, minus, times, value
from figures import TABLES, figure
from signs import ANY, NOT, SIGNS, least, negative, sign

LEAVES, EXCEPTIONS, SAMPLES = 205, 12, 100_000
open_goals, steps = [], {}


def check(holds, *words):
    """Notes what is not proven."""
    if not holds:
        open_goals.append(" ".join(map(str, words)))


class Leaf:
    def __init__(self, line, texts):
        self.size, self.region, self.next = (line["dimension"], line["retained"]), line["region"], line["kept"]
        asked = [(name, texts[x], relation if holds else NOT[relation]) for name, x, relation, holds in line["path"]]
        self.tests = tuple((text, relation) for name, text, relation in asked if name)
        self.name = f"{self.size[0]}D: {', '.join(f'{name} {relation} 0' for name, _, relation in asked if name)} → {self.region}"
        # Comparisons without a name choose among directions.
        self.directions = [([texts[x] for x in line["direction"]], [test for name, *test in asked if not name])]

    def polynomial(self, text):
        return polynomial(text, *self.size)


@cache
def polynomial(text, *size):
    """A polynomial of the tree, in the coordinates of the figure."""
    return Polynomial.of(value(text, point(figure(*size).vertices)))


def point(vertices):
    return {name.lower() + axis: x for name, v in vertices.items() for axis, x in zip("xyz", v)}


def read(path):
    """The leaves, by source, dimension and number of kept vertices."""
    texts, trees = [], {}
    for line in map(json.loads, open(path)):
        if isinstance(line, str):
            texts.append(line)
            continue
        leaf = Leaf(line, texts)
        same = trees.setdefault(line["source"], {}).setdefault(leaf.size, {}).setdefault(leaf.tests, leaf)
        if same is not leaf:
            check((same.region, same.next) == (leaf.region, leaf.next), "two answers:", leaf.name)
            same.directions += leaf.directions
    return {source: {size: list(leaves.values()) for size, leaves in tree.items()} for source, tree in trees.items()}


def refuted(of, conditions):
    """Whether polynomials cannot have these signs. What proves it is left for the solvers."""
    signs = dict(of.facts)
    for polynomial, relation in conditions:
        name, way = of.name(polynomial)
        signs[name] = signs.get(name, ANY) & (SIGNS[relation] if way > 0 else negative(SIGNS[relation]))
        if not signs[name]:
            return True
    used = least(of.terms, signs)
    if used is not None:
        names = {name for line in used for product in of.equations[line] for name in product}
        steps[of, frozenset(used), frozenset((name, signs[name]) for name in names & set(signs))] = names
    return used is not None


def prove(leaf):
    """What is known of a leaf in the end: impossible, right, or an exception."""
    of = figure(*leaf.size)
    newest, kept = of.vertices["A"], list(of.vertices.values())[1:]
    path = [(leaf.polynomial(text), relation) for text, relation in leaf.tests]
    given = geometry.assumed(kept, newest) + path
    proves = lambda goal, *more: refuted(of, [*given, *more, (goal[0], NOT[goal[1]])])
    goals = geometry.nearest(leaf.region, of.spokes, of.o)
    if refuted(of, given):
        return "impossible"
    missed = [k for k, goal in enumerate(goals) if not proves(goal)]
    if not missed and refuted(of, given + goals):
        return "impossible"
    if missed:
        # A is answered, and the origin is beyond two faces. If it is ahead of A along one edge, that edge is nearest.
        in_sight = [relation for test, relation in path if of.name(test)[0].startswith("o_")].count(">")
        check(leaf.region == "A" and in_sight == 2 and len(missed) == 1, "not right:", leaf.name)
        ahead, edge = (goals[missed[0]][0], ">"), geometry.nearest("A" + "BCD"[missed[0] % 3], of.spokes, of.o)
        check(all(proves(goal, ahead) for goal in edge), "neither A nor one edge:", leaf.name)
    if leaf.region == "A":
        passed = [*geometry.passed(kept, newest), (of.values["oo"], ">")]
        check(refuted(of, given + passed), "A alone, though it passed the origin:", leaf.name)
    if leaf.region == "inside":
        return "right"
    if len(kept) == len(newest):
        check(refuted(of, given + geometry.nearest("inside", of.spokes, of.o)), "the origin may be inside:", leaf.name)
    after = [of.vertices[name] for name in leaf.next]
    check(all(map(proves, geometry.invariant(after))), "not what the next step assumes:", leaf.name)
    for texts, unnamed in leaf.directions:
        found = [leaf.polynomial(text) for text in texts]
        comparisons = [(leaf.polynomial(text), relation) for text, relation in unnamed]
        check(found == geometry.direction(after) or is_any(found, comparisons, after), "not the next direction:", leaf.name)
    return "exception" if missed else "right"


def is_any(found, comparisons, after):
    """Whether an edge in space has the origin on its line, and the direction is perpendicular to it and not zero."""
    if len(found) != 3 or len(after) != 2:
        return False
    edge, toward = minus(after[1], after[0]), geometry.direction(after)
    across = [cross(edge, [Polynomial.of(s * (i == k)) for i in range(3)]) for k in range(3) for s in (1, -1)]
    k = across.index(found) // 2 if found in across else 0
    vanishes = [s for s in orders(edge, comparisons) if any(s) and not s[k - 1] and not s[k - 2]]
    return found in across and not vanishes and not any(map(any, orders(toward, comparisons)))


def orders(vector, comparisons):
    """How large the squares of three numbers can be, except for their scale, if these comparisons hold."""
    squares = [x * x for x in vector] + [Polynomial()]
    asked = [(i, j, r) for x, r in comparisons for i in range(4) for j in range(4) if i != j and x == squares[i] - squares[j]]
    sizes = itertools.product(range(4), repeat=3)
    return [s for s in sizes if all(sign((*s, 0)[i] - (*s, 0)[j]) & SIGNS[r] for i, j, r in asked)]


def true(conditions):
    return all(sign(x) & SIGNS[relation] for x, relation in conditions)


def grow(leaves):
    root = {}
    for leaf in leaves:
        node = root
        for test in leaf.tests:
            node = node.setdefault(test, {})
        node["leaf"] = leaf
    return root


def find(node, at):
    """The leaf that a point's coordinates lead to."""
    while "leaf" not in node:
        node = next(child for (text, relation), child in node.items() if true([(value(text, at), relation)]))
    return node["leaf"]


def mistake(leaf, vertices):
    """What is wrong with the answer for these vertices, if anything is."""
    o = times(-1, vertices["A"])
    spokes = {name: minus(v, vertices["A"]) for name, v in vertices.items() if name != "A"}
    if not true(geometry.nearest(leaf.region, spokes, o)):
        return "not nearest"
    if leaf.region == "inside":
        return ""
    after = [vertices[name] for name in leaf.next]
    if not true(geometry.invariant(after)):
        return "the wrong order"
    found, toward = [value(text, point(vertices)) for text in leaf.directions[0][0]], geometry.direction(after)
    return "the wrong direction" if any(toward) and found != toward else ""


def examples(leaves):
    """Vertices that a step may meet, with small whole coordinates: at random, or beside those that led to a leaf before."""
    (dimension, count), tree, known, chance = leaves[0].size, grow(leaves), {}, random.Random(1)
    for _ in range(SAMPLES):
        if chance.random() < 0.3 or not known:
            vertices = [[chance.randint(-5, 5) for _ in range(dimension)] for _ in range(count + 1)]
            if chance.random() < 0.7:
                vertices[1:] = [[*v[:-1], vertices[0][-1] - 1] for v in vertices[1:]]
        else:
            a, *others = chance.choice(chance.choice(list(known.values())))
            turn, factor, mirror = chance.randrange(count), chance.choice([1, 1, 2]), chance.choice([1, -1])
            vertices = [[mirror * factor * x, *times(factor, rest)] for x, *rest in (a, *others[turn:], *others[:turn])]
            vertices[1:] = vertices[1:][::mirror]
            for _ in range(chance.randint(0, 4)):
                chance.choice(vertices)[chance.randrange(dimension)] += chance.randint(-2, 2) * chance.choice([1, 1, 3, 9])
        newest, kept = vertices[0], vertices[1:]
        if true(geometry.assumed(kept, newest)):
            named = dict(zip("ABCD", vertices))
            leaf, passed = find(tree, point(named)), true(geometry.passed(kept, newest))
            wrong = mistake(leaf, named)
            yield leaf, passed, wrong, vertices
            before = known.setdefault((leaf, passed, wrong), [vertices])
            if max(map(max, vertices)) < 100:
                before[1:] = [vertices]


def ask_solvers():
    """Asks z3 and cvc5 what has been proven: the equations, and each step of signs."""
    asked = set()
    for of in map(lambda size: figure(*size), TABLES):
        definitions = tuple((name, value(text)) for name, text in of.formulas)
        for equation in of.equations.values():
            asked.add(solvers.question([f"(not (= 0.0 {solvers.formula(equation)}))"], of.base, definitions))
    for (of, used, signs), names in steps.items():
        lines = [f"(= 0.0 {solvers.formula(of.equations[line])})" for line in sorted(used)]
        asked.add(solvers.question([*lines, *(f"({solvers.RELATIONS[s]} {name} 0.0)" for name, s in sorted(signs))], names))
    for text in sorted(asked):
        said = solvers.answers(text)
        check(said == ["unsat", "unsat"], "z3 and cvc5 say", said, "of", text[text.index("(assert") :])
    return len(asked)


def main():
    start, trees = time.time(), read(sys.argv[1])
    say = lambda *words: print(*words, f"({time.time() - start:.0f} s)", flush=True)
    leaves = [leaf for leaves in trees["gjk"].values() for leaf in leaves]
    results = {leaf: prove(leaf) for leaf in leaves}
    counts = Counter(results.values())
    check((len(leaves), counts["exception"]) == (LEAVES, EXCEPTIONS), f"{LEAVES} leaves, {EXCEPTIONS} exceptions were kept")
    say(f"{len(leaves)} leaves:", ", ".join(f"{count} {result}" for result, count in counts.items()))
    say(f"{ask_solvers()} equations and steps, proven by z3 and cvc5, too")
    for some in trees["gjk"].values():
        expected = {(leaf, results[leaf] == "exception") for leaf in some if results[leaf] != "impossible"}
        for leaf, passed, wrong, vertices in examples(some):
            check(not wrong or results[leaf] == "exception" and not passed, wrong, vertices, leaf.name)
            expected.discard((leaf, bool(wrong)))
            if not expected:
                break
        check(not expected, "no example:", *(leaf.name for leaf, _ in expected))
    say("each leaf that is not impossible has an example, each exception one that is wrong")
    for source, tree in list(trees.items())[1:]:
        size = max(tree)
        wrong, vertices = next(((wrong, vertices) for _, _, wrong, vertices in examples(tree[size]) if wrong), ("", []))
        check(wrong, "not refuted:", source)
        points = json.dumps([*vertices, [0] * size[0]], separators=(",", ":"))
        say(f"{source}: {wrong}, site/explorer/regions.html#points={points}")
    print(*(f"OPEN: {goal}" for goal in open_goals), sep="\n")
    sys.exit(bool(open_goals))


if __name__ == "__main__":
    main()
