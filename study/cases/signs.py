"""Proofs by signs alone: each equation is a sum of products that is zero, so its terms are not all of one sign.

A set of signs is a number: 1 for negative, 2 for zero, 4 for positive, and their sums."""

ANY = 7
SIGNS = {"<": 1, "<=": 3, "==": 2, ">=": 6, ">": 4, "!=": 5}
NOT = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "==": "!="}


def sign(x):
    return 1 if x < 0 else 4 if x > 0 else 2


def negative(signs):
    return (signs & 1) * 4 | signs & 2 | signs >> 2


PRODUCT = [[(2 if (a | b) & 2 else 0) | (b if a & 4 else 0) | (negative(b) if a & 1 else 0) for b in range(8)] for a in range(8)]
SQUARE = [(4 if a & 5 else 0) | a & 2 for a in range(8)]


def compiled(equation):
    """For each term the sign of its factor, and its names, each once, with whether their power is even."""
    return [(sign(f), [(n, names.count(n) % 2 == 0) for n in sorted(set(names))]) for names, f in equation.items()]


def impossible(terms, signs):
    """Whether the terms cannot sum to zero: some are of one sign, and none may be of the other."""
    possible = certain = 0
    for term, names in terms:
        for name, even in names:
            known = signs.get(name, ANY)
            term = PRODUCT[term][SQUARE[known] if even else known]
        possible |= term & 5
        if possible == 5:
            return False
        certain |= term in (1, 4)
    return bool(certain)


def contradiction(equations, given, depth=1):
    """The names of equations that no signs of their unknowns agree with, given some signs; or None if this does not find any.
    First, what a single equation says of an unknown. Then, to this depth, an unknown is taken to be negative, zero and positive."""
    signs, used, holders = dict(given), set(), {}
    for key, terms in equations.items():
        for name in {name for _, names in terms for name, _ in names if signs.get(name, ANY) in (3, 5, 6, 7)}:
            holders.setdefault(name, {})[key] = None
    waiting = dict.fromkeys(equations)
    while waiting:
        key = next(iter(waiting))
        del waiting[key]
        if impossible(equations[key], signs):
            return used | {key}
        for name in [name for name in holders if key in holders[name]]:
            known = signs.get(name, ANY)
            left = sum(s for s in (1, 2, 4) if s & known and not impossible(equations[key], signs | {name: s}))
            if left != known:
                signs[name] = left
                used.add(key)
                waiting |= holders[name]
            if not left:
                return used
    for name in sorted(holders) if depth else ():
        cases = [s for s in (1, 2, 4) if s & signs.get(name, ANY)]
        found = []
        while len(found) < len(cases) and None not in found:
            found.append(contradiction(equations, signs | {name: cases[len(found)]}, depth - 1))
        if None not in found:
            return used.union(*found)
    return None


def least(equations, given):
    """As `contradiction`, without equations that can be left out."""
    used = contradiction(equations, given)
    for key in sorted(used or ()):
        if contradiction({other: equations[other] for other in used - {key}}, given) is not None:
            used.discard(key)
    return used
