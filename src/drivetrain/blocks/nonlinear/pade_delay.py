"""Approximate delay."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.errors import ParameterError
from drivetrain.modeling import der, parameter, variable

__all__ = ["PadeDelay"]


class PadeDelay(Siso):
    """Delay of the input, approximated by a rational function.

    The approximation is that of Padé with a numerator of degree m and a denominator of degree n; it
    is accurate for slow signals. The states measure time in multiples of the delay, so that they
    are of similar magnitude; they start at rest.
    """

    delay_time = parameter(unit="s", min=sys.float_info.min, doc="Delay")
    n = parameter(
        1, structural=True, kind="integer", min=1, doc="Degree of the denominator, at least 1"
    )
    m = parameter(n, structural=True, min=0, doc="Degree of the numerator, at most n")
    balance = parameter(
        False, doc="No effect, the states are always balanced; kept for compatibility"
    )
    x = variable(size=n, doc="States in controller canonical form")

    def equations(self) -> Iterable[Any]:
        if not 0 <= self.m <= self.n or self.n < 1:
            raise ParameterError(
                f"m={self.m}, n={self.n}: the degree of the numerator is 0 to n, and n at least 1"
            )
        a = pade_coefficients(self.n, self.m, 1.0)
        b = pade_coefficients(self.m, self.n, -1.0)
        b = [0.0] * (len(a) - len(b)) + b
        a, b = [v / a[0] for v in a], [v / a[0] for v in b]
        fed_back = sum((ak * xk for ak, xk in zip(a[1:], self.x, strict=True)), start=0)
        yield der(self.x[0]) == (self.u - fed_back) / self.delay_time
        for before, after in pairwise(self.x):
            yield der(after) == before / self.delay_time
        weights = [bk - b[0] * ak for bk, ak in zip(b[1:], a[1:], strict=True)]
        shaped = sum((w * xk for w, xk in zip(weights, self.x, strict=True)), start=0)
        yield self.y == shaped + b[0] * self.u

    def initial_equations(self) -> Iterable[Any]:
        for x in self.x:
            yield der(x) == 0


def pade_coefficients(degree: int, other: int, sign: float) -> list[float]:
    """Return a polynomial of the approximation of exp(-s), highest power first.

    Parameters
    ----------
    degree, other : int
        Degree of this polynomial and of the other one.
    sign : float
        Sign of s: -1 for the numerator, 1 for the denominator.
    """
    return [
        sign**k
        * math.factorial(degree + other - k)
        * math.comb(degree, k)
        / math.factorial(degree + other)
        for k in range(degree, -1, -1)
    ]
