"""Functions of the library for vectors, and those of numbers that no other place has.

They are those of ``Modelica.Math``, by their Modelica names in snake_case. As functions they raise
no events.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from drivetrain import modeling
from drivetrain.errors import ModelError
from drivetrain.modelica import functions
from drivetrain.modeling import Expr

__all__ = [
    "all_true",
    "any_true",
    "atan3",
    "count_true",
    "interpolate",
    "is_equal",
    "length",
    "norm",
    "normalize",
    "one_true",
    "reverse",
    "temp_interpol1",
    "wrap_angle",
]

_TURN = 2 * math.pi
_SHORT = 100 * 2.220446049250313e-16
"""Length below which the library does not normalize a vector."""


def interpolate(x: Sequence[Any], y: Sequence[Any], xi: Any, i_last: Any = 1) -> Any:
    """Return what lies on the lines between points, and on the first and the last one outside.

    Where a search begins (`i_last`) does not matter.

    Raises
    ------
    ModelError
        If there are no points, or not as many abscissae as ordinates.
    """
    if not len(x) or len(x) != len(y):
        raise ModelError(
            f"interpolate(…): {len(x)} abscissae and {len(y)} ordinates; give as many of each, "
            "at least one"
        )
    if len(x) == 1:
        return y[0]
    made: Any = None
    for x0, x1, y0, y1 in reversed(_segments(x, y)):
        line = y0 + (y1 - y0) / (x1 - x0) * (xi - x0)
        made = line if made is None else functions.choose(xi < x1, line, made)
    return _without_events(made)


def _segments(x: Sequence[Any], y: Sequence[Any]) -> list[tuple[Any, Any, Any, Any]]:
    """Return the lines between points by their ends, without those that are jumps."""
    ends = zip(x, x[1:], y, y[1:], strict=False)
    found = [one for one in ends if isinstance(one[0], Expr) or one[0] != one[1]]
    if not found:
        raise ModelError("interpolate(…): all abscissae are equal; give different ones")
    return found


def temp_interpol1(u: Any, table: Sequence[Sequence[Any]], icol: int) -> Any:
    """Return a column of a table at an abscissa of its first one; columns count from 1."""
    return interpolate([row[0] for row in table], [row[icol - 1] for row in table], u)


def norm(v: Sequence[Any], p: float = 2) -> Any:
    """Return the p-norm of a vector."""
    sizes = [functions.maximum(one, -one) for one in v]
    if p == 1:
        return sum(sizes)
    if p >= 1e60:
        largest = sizes[0]
        for one in sizes[1:]:
            largest = functions.maximum(largest, one)
        return largest
    return length(v) if p == 2 else sum(one**p for one in sizes) ** (1 / p)


def length(v: Sequence[Any]) -> Any:
    """Return the length of a vector."""
    return functions.sqrt(sum(one * one for one in v))


def normalize(v: Sequence[Any], eps: float = _SHORT) -> list[Any]:
    """Return a vector of length 1 in the same direction."""
    size = length(v)
    by = _without_events(functions.choose(size >= eps, size, eps))
    return [one / by for one in v]


def reverse(v: Sequence[Any]) -> list[Any]:
    """Return the elements from the last to the first."""
    return list(reversed(v))


def all_true(b: Sequence[Any]) -> Any:
    """Return whether all truth values of a vector are true."""
    found: Any = True
    for one in b:
        found = one if found is True else found & one
    return found


def any_true(b: Sequence[Any]) -> Any:
    """Return whether a truth value of a vector is true."""
    found: Any = False
    for one in b:
        found = one if found is False else found | one
    return found


def count_true(b: Sequence[Any]) -> Any:
    """Return how many truth values of a vector are true."""
    return sum(functions.choose(one, 1, 0) for one in b)


def one_true(b: Sequence[Any]) -> Any:
    """Return whether exactly one truth value of a vector is true."""
    found: Any = False
    for place, one in enumerate(b):
        others = [functions.negated(each) for at, each in enumerate(b) if at != place]
        found = any_true([found, all_true([one, *others])])
    return found


def atan3(u1: Any, u2: Any, u0: Any = 0) -> Any:
    """Return the angle of a direction that is nearest to `u0`, within half a turn."""
    angle = functions.atan2(u1, u2)
    if not isinstance(u0, Expr) and u0 == 0:
        return angle
    return angle + _TURN * _floor((math.pi + u0 - angle) / _TURN)


def wrap_angle(u: Any, positive_range: Any = False) -> Any:
    """Return an angle between -pi and pi, or between 0 and 2 pi."""
    within = u - _TURN * _floor(u / _TURN)
    wrapped = _without_events(functions.choose(within > math.pi, within - _TURN, within))
    return functions.choose(positive_range, within, wrapped)


def is_equal(s1: Any, s2: Any, eps: Any = 0) -> Any:
    """Return whether two numbers are equal within a distance."""
    distance = s1 - s2
    return functions.maximum(distance, -distance) <= eps


def _floor(x: Any) -> Any:
    return modeling.floor(x) if isinstance(x, Expr) else math.floor(x)


def _without_events(x: Any) -> Any:
    return modeling.no_event(x) if isinstance(x, Expr) else x
