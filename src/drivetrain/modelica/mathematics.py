"""Functions of the Modelica Standard Library, for plain numbers and expressions."""

from __future__ import annotations

import math
import os
from typing import Any

from drivetrain import modeling
from drivetrain.errors import ExpressionError
from drivetrain.modelica import arrays
from drivetrain.modelica.functions import acosh, asinh, atan2, choose, cot, floor, maximum, sqrt
from drivetrain.modeling import Expr

__all__ = [
    "acosh",
    "all_true",
    "any_true",
    "asinh",
    "atan3",
    "cot",
    "count_true",
    "find_text",
    "first_true",
    "full_path",
    "interpolate",
    "interpolate_column",
    "is_blank",
    "is_near",
    "is_power_of_2",
    "length",
    "norm",
    "normalize",
    "one_true",
    "repeat",
    "reverse",
    "same_text",
    "sort",
    "substring",
    "text_length",
    "wrap_angle",
]


# -- vectors ---------------------------------------------------------------------------------------


def length(v: Any) -> Any:
    """Return the Euclidean length of a vector."""
    return sqrt(arrays.sum([one * one for one in v]))


def norm(v: Any, p: Any = 2) -> Any:
    """Return the p-norm of a vector; p is a number from 1 on, or infinite."""
    if isinstance(p, Expr):
        raise ExpressionError(f"norm(v, {p}): p is a number")
    if p == 2:
        return length(v)
    if p == 1:
        return arrays.sum([abs(one) for one in v])
    if math.isinf(p) or p >= 1e60:
        return arrays.maximum_of([abs(one) for one in v])
    return arrays.sum([abs(one) ** p for one in v]) ** (1 / p)


def normalize(v: Any, eps: Any = 1e-13) -> list[Any]:
    """Return a vector of the length 1; a very short one is not made longer than ``|v| / eps``."""
    by = maximum(length(v), eps)
    return [one / by for one in v]


def reverse(v: Any) -> list[Any]:
    """Return a vector from its last element to its first."""
    return list(reversed(list(v)))


def sort(v: Any, ascending: Any = True) -> list[Any]:
    """Return the elements of a vector by their size; they are numbers that do not change."""
    if any(isinstance(one, Expr) for one in (*v, ascending)):
        raise ExpressionError("sort(…): numbers that are known before a run are needed here")
    return sorted(v, reverse=not ascending)


def interpolate(x: Any, y: Any, xi: Any, _: Any = 1) -> Any:
    """Return y at a place between ascending x, on straight lines; the outer ones go on."""
    if len(x) != len(y):
        raise ExpressionError(f"interpolate: {len(x)} abscissae and {len(y)} values")
    if len(x) == 1:
        return y[0]
    made = None
    for k in range(len(x) - 2, -1, -1):
        if _is_jump(x[k], x[k + 1]):
            continue
        line = y[k] + (y[k + 1] - y[k]) * (xi - x[k]) / (x[k + 1] - x[k])
        made = line if made is None else choose(xi < x[k + 1], line, made)
    if made is None:
        raise ExpressionError("interpolate: all abscissae are equal; give different ones")
    return made


def _is_jump(at: Any, following: Any) -> bool:
    return not isinstance(at, Expr) and not isinstance(following, Expr) and at == following


def interpolate_column(u: Any, table: Any, icol: Any) -> Any:
    """Return a column of a table, of which the first one holds ascending abscissae."""
    if isinstance(icol, Expr):
        raise ExpressionError(f"tempInterpol1(u, table, {icol}): the column is a number")
    rows = arrays.values(table)
    return interpolate([row[0] for row in rows], [row[int(icol) - 1] for row in rows], u)


# -- truth values ----------------------------------------------------------------------------------


def all_true(b: Any) -> Any:
    """Return whether all truth values hold; of none, they do."""
    found: Any = True
    for one in b:
        found = one & found
    return found


def any_true(b: Any) -> Any:
    """Return whether one of some truth values holds."""
    found: Any = False
    for one in b:
        found = one | found
    return found


def count_true(b: Any) -> Any:
    """Return how many truth values hold."""
    return arrays.sum([choose(one, 1, 0) for one in b])


def one_true(b: Any) -> Any:
    """Return whether exactly one of some truth values holds."""
    found: Any = False
    for k, one in enumerate(b):
        others = any_true([other for j, other in enumerate(b) if j != k])
        found = choose(one, choose(others, False, True), found)
    return found


def first_true(b: Any) -> Any:
    """Return the number of the first truth value that holds, from 1; 0 if there is none."""
    found: Any = 0
    for k in range(len(b) - 1, -1, -1):
        found = choose(b[k], k + 1, found)
    return found


# -- numbers ---------------------------------------------------------------------------------------


def wrap_angle(u: Any, positiveRange: Any = False) -> Any:
    """Return an angle between -pi and pi, or between 0 and 2 pi; an event occurs where it jumps."""
    turns = floor(u / (2 * math.pi)) if positiveRange else floor((u + math.pi) / (2 * math.pi))
    return u - 2 * math.pi * turns


def atan3(u1: Any, u2: Any, y0: Any = 0) -> Any:
    """Return the angle of a direction that is nearest to another one, within half a turn."""
    angle = atan2(u1, u2)
    if not isinstance(y0, Expr) and y0 == 0:
        return angle
    return angle + 2 * math.pi * floor((math.pi + y0 - angle) / (2 * math.pi))


def is_power_of_2(i: Any) -> bool:
    """Return whether an integer is a power of 2."""
    if isinstance(i, Expr):
        raise ExpressionError(f"isPowerOf2({i}): an integer that is known is needed here")
    return i > 0 and int(i) & (int(i) - 1) == 0


def is_near(s1: Any, s2: Any, eps: Any = 0) -> Any:
    """Return whether two numbers differ by no more than a small one."""
    return (
        modeling.minimum(s1 - s2, s2 - s1) >= -eps
        if isinstance(s1 - s2, Expr)
        else abs(s1 - s2) <= eps
    )


# -- texts -----------------------------------------------------------------------------------------


def text_length(string: str) -> int:
    """Return how many characters a text has."""
    return len(string)


def substring(string: str, startIndex: int, endIndex: int) -> str:
    """Return the characters of a text from one to another, counted from 1."""
    if not 1 <= startIndex <= endIndex + 1 <= len(string) + 1:
        raise ExpressionError(
            f"substring({string!r}, {startIndex}, {endIndex}): there are {len(string)} characters"
        )
    return string[startIndex - 1 : endIndex]


def repeat(n: int = 1, string: str = " ") -> str:
    """Return a text several times."""
    return string * n


def same_text(string1: str, string2: str, caseSensitive: bool = True) -> bool:
    """Return whether two texts are equal."""
    return string1 == string2 if caseSensitive else string1.lower() == string2.lower()


def is_blank(string: str) -> bool:
    """Return whether a text has no characters but white space."""
    return not string.strip()


def find_text(
    string: str,
    searchString: str,
    startIndex: int = 1,
    caseSensitive: bool = True,
) -> int:
    """Return where a text begins in another one, from 1; 0 if it is not there."""
    if not caseSensitive:
        string, searchString = string.lower(), searchString.lower()
    return string.find(searchString, startIndex - 1) + 1


def full_path(name: str) -> str:
    """Return the absolute path of a file."""
    return os.path.abspath(name)
