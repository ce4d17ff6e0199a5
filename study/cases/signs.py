"""Proofs by signs alone: each equation is a sum of products that is zero, so its terms are not all of one sign."""

from itertools import product

ANY = frozenset([-1, 0, 1])
SIGNS = {">": {1}, ">=": {0, 1}, "<": {-1}, "<=": {-1, 0}, "==": {0}}
NOT = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}


def impossible(equation, signs):
    """Whether the terms of an equation cannot sum to zero: some are of one sign, and none may be of the other."""
    seen = set()
    for names, factor in equation.items():
        term = {1 if factor > 0 else -1}
        for name in set(names):
            powers = {s ** names.count(name) for s in signs.get(name, ANY)}
            term = {s * t for s, t in product(term, powers)}
        seen.add(frozenset(term))
    return any(frozenset([s]) in seen and not any(-s in term for term in seen) for s in (1, -1))


def unknown(equation, signs):
    return sorted({name for names in equation for name in names if len(signs.get(name, ANY)) > 1})


def contradiction(equations, given, depth=2):
    """The names of equations that no signs of their unknowns agree with, given some signs; or None if this does not find any.
    `equations` has them by name. What signs a single equation leaves possible is concluded first, then an unknown is taken to be
    negative, zero and positive in turn, and so on to this depth."""
    signs, used, changed = dict(given), set(), True
    while changed:
        changed = False
        for key, equation in equations.items():
            if impossible(equation, signs):
                return used | {key}
            for name in unknown(equation, signs):
                known = signs.get(name, ANY)
                left = {s for s in known if not impossible(equation, signs | {name: {s}})}
                if left != known:
                    signs[name], changed = left, True
                    used.add(key)
                if not left:
                    return used
    if depth:
        for name in sorted({name for equation in equations.values() for name in unknown(equation, signs)}):
            cases = [contradiction(equations, signs | {name: {s}}, depth - 1) for s in signs.get(name, ANY)]
            if None not in cases:
                return used.union(*cases)
    return None


def least(equations, given, depth=2):
    """As `contradiction`, with no equation that can be left out; by their names, or None."""
    used = contradiction(equations, given, depth)
    for key in sorted(used or ()):
        rest = {other: equations[other] for other in used if other != key}
        if contradiction(rest, given, depth) is not None:
            used.discard(key)
    return used
