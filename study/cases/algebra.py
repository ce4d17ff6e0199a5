"""Polynomials with whole coefficients, and vectors of them. Nothing is rounded."""

import re
from functools import cache


class Polynomial(dict):
    """From products of variables (their names, sorted) to coefficients that are not zero."""

    @staticmethod
    def of(x):
        return x if isinstance(x, Polynomial) else Polynomial({(): x} if x else {})

    def __add__(self, other):
        total = Polynomial(self)
        for product, factor in Polynomial.of(other).items():
            total[product] = total.get(product, 0) + factor
            if not total[product]:
                del total[product]
        return total

    def __mul__(self, other):
        total = {}
        for left, factor in self.items():
            for right, by in Polynomial.of(other).items():
                product = tuple(sorted(left + right))
                total[product] = total.get(product, 0) + factor * by
        return Polynomial({product: factor for product, factor in total.items() if factor})

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -Polynomial.of(other)

    def __rsub__(self, other):
        return -self + other

    def __pow__(self, power):
        return self * self ** (power - 1) if power > 1 else self

    __radd__, __rmul__ = __add__, __mul__


def variable(name):
    return Polynomial({(name,): 1})


@cache
def compiled(text):
    return compile(text, text, "eval")


class Names(dict):
    """What names stand for; a name that stands for nothing is a variable."""

    def __missing__(self, name):
        return variable(name)


def value(text, names):
    """What a formula is, with these values for its names: polynomials or numbers."""
    return eval(compiled(text), {"__builtins__": {}}, names)


def names_in(text):
    return set(re.findall(r"[A-Za-z_]\w*", text))


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
