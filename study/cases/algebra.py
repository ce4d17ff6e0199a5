"""Polynomials with whole coefficients, and vectors of polynomials or numbers. Nothing is rounded."""

from functools import cache


class Polynomial(dict):
    """From products of variables (their names, sorted) to factors that are not zero."""

    @staticmethod
    def sum(terms):
        total = Polynomial()
        for product, factor in terms:
            total[product] = total.get(product, 0) + factor
        return Polynomial({product: factor for product, factor in total.items() if factor})

    @staticmethod
    def of(x):
        return x if isinstance(x, Polynomial) else Polynomial({(): x} if x else {})

    def __add__(self, other):
        return Polynomial.sum([*self.items(), *Polynomial.of(other).items()])

    def __mul__(self, other):
        others = Polynomial.of(other).items()
        return Polynomial.sum((tuple(sorted(p + q)), x * y) for p, x in self.items() for q, y in others)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + Polynomial.of(other) * -1

    def __rsub__(self, other):
        return self * -1 + other

    def __pow__(self, power):
        return self if power == 1 else self * self ** (power - 1)

    __radd__, __rmul__ = __add__, __mul__

    @property
    def key(self):
        return frozenset(self.items())


class Names(dict):
    """What names stand for. Names that stand for nothing are variables."""

    def __missing__(self, name):
        return Polynomial({(name,): 1})


@cache
def compiled(text):
    return compile(text, text, "eval")


def value(text, names=Names()):
    """What a formula is if its names stand for these polynomials, numbers, vectors or functions."""
    return eval(compiled(text), {"__builtins__": {}}, names)


def dot(u, v):
    return sum(x * y for x, y in zip(u, v))


def minus(u, v):
    return [x - y for x, y in zip(u, v)]


def times(k, u):
    return [k * x for x in u]


def cross(u, v):
    if len(u) == 2:
        return u[0] * v[1] - u[1] * v[0]
    return [u[i - 2] * v[i - 1] - u[i - 1] * v[i - 2] for i in range(3)]
