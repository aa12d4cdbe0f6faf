"""Functions as the Modelica language defines them, for what is translated from it.

Where the modeling language has the same function, that is used. These differ: some raise events,
others take plain numbers as well, which stay plain numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from drivetrain import modeling
from drivetrain.errors import ExpressionError, ModelError
from drivetrain.modelica.records import Record
from drivetrain.modeling import Expr
from drivetrain.modeling.expression import INTEGER, walk
from drivetrain.modeling.unused_statements import stated_besides

__all__ = [
    "acosh",
    "asinh",
    "at_end",
    "ceil",
    "choose",
    "cot",
    "div",
    "floor",
    "has_ended",
    "integer",
    "known",
    "mod",
    "negated",
    "place_of",
    "rem",
    "semi_linear",
    "text",
]

_VARYING = frozenset(("var", "pre", "time", "initial", "sample", "lookup", "delay"))


def floor(x: Any) -> Any:
    """Largest integer not above x; an event occurs where it changes (Modelica 3.6, 3.7.2).

    Of a number it is a number, and of parameters it raises no event.
    """
    if not isinstance(x, Expr):
        return float(math.floor(x))
    return modeling.floor_with_events(x) if _varies(x) else modeling.floor(x)


def integer(x: Any) -> Any:
    """Largest integer not above x, as an integer; an event occurs where it changes."""
    return floor(x) if isinstance(x, Expr) else math.floor(x)


def ceil(x: Any) -> Any:
    """Smallest integer not below x; an event occurs where it changes."""
    return -floor(-x)


def div(x: Any, y: Any) -> Any:
    """Quotient without its fraction, rounded towards zero; an event occurs where it changes."""
    if isinstance(x, int) and isinstance(y, int):
        return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
    quotient = x / y
    return choose(quotient >= 0, floor(quotient), -floor(-quotient))


def mod(x: Any, y: Any) -> Any:
    """Remainder ``x - floor(x / y) * y``; an event occurs where it jumps."""
    if isinstance(x, int) and isinstance(y, int):
        return x % y
    return x - floor(x / y) * y


def rem(x: Any, y: Any) -> Any:
    """Remainder ``x - div(x, y) * y``, which has the sign of x; an event occurs where it jumps."""
    return x - div(x, y) * y


def choose(condition: Any, if_true: Any, if_false: Any) -> Any:
    """Return one of two values: at once, if it is known which one, else as ``where`` does."""
    if isinstance(condition, Expr):
        if isinstance(if_true, Record) or isinstance(if_false, Record):
            return _chosen_record(condition, if_true, if_false)
        if isinstance(if_true, (list, tuple, np.ndarray)):
            if np.ndim(if_false) == 0 or len(if_true) != len(if_false):
                raise ExpressionError("the values of both branches need the same size")
            pairs = zip(if_true, if_false, strict=True)
            return [choose(condition, one, other) for one, other in pairs]
        return modeling.where(condition, if_true, if_false)
    return if_true if condition else if_false


def _chosen_record(condition: Any, if_true: Any, if_false: Any) -> Record:
    known = if_true if isinstance(if_true, Record) else if_false
    made = {
        name: choose(condition, getattr(if_true, name), getattr(if_false, name))
        for name in vars(known)
    }
    return Record(made)


def has_ended(ends: list[tuple[Any, Any]]) -> Any:
    """Return whether a loop, or a function, has ended at one of some places."""
    found: Any = False
    for condition, _ in ends:
        found = condition | found
    return found


def at_end(ends: list[tuple[Any, tuple[Any, ...]]], last: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the values that variables have where a loop, or a function, ends.

    Parameters
    ----------
    ends : list of (condition, tuple)
        Where it may end before, in the order of a run, and the values there; None for what has
        none yet.
    last : tuple
        The values at its end, where it does not end before.
    """
    for condition, values in reversed(ends):
        pairs = zip(values, last, strict=True)
        last = tuple(b if a is None else _one_of(condition, a, b) for a, b in pairs)
    return last


def _one_of(condition: Any, if_true: Any, if_false: Any) -> Any:
    if isinstance(if_true, tuple):  # several outputs
        pairs = zip(if_true, if_false, strict=True)
        return tuple(b if a is None else choose(condition, a, b) for a, b in pairs)
    return choose(condition, if_true, if_false)


def negated(condition: Any) -> Any:
    """Return whether a condition does not hold; a truth value that is known stays one."""
    return ~condition if isinstance(condition, Expr) else not condition


def place_of(chosen: Any, literals: tuple[str, ...]) -> Any:
    """Return the number of a literal among those of its enumeration, from 1."""
    if isinstance(chosen, int) or (isinstance(chosen, Expr) and chosen.kind == INTEGER):
        return chosen  # a variable is a number already
    if isinstance(chosen, Expr):
        return modeling.computed(lambda text: literals.index(text) + 1, chosen)
    return literals.index(chosen) + 1


def known(condition: Any) -> Any:
    """Return a condition that decides how often a loop of an algorithm runs.

    Raises
    ------
    ExpressionError
        If it is known only during a run.
    """
    if isinstance(condition, Expr):
        raise ExpressionError(
            f"'{condition}' is known only during a run: how often a loop runs is decided before, "
            "by numbers and parameters"
        )
    return condition


def semi_linear(x: Any, above: Any, below: Any) -> Any:
    """Return ``above * x`` for positive x, ``below * x`` for negative ones."""
    return choose(x >= 0, above * x, below * x)


def asinh(x: Any) -> Any:
    """Inverse hyperbolic sine."""
    return log(x + sqrt(x**2 + 1))


def acosh(x: Any) -> Any:
    """Inverse hyperbolic cosine, of a number not below 1."""
    return log(x + sqrt(x**2 - 1))


def cot(x: Any) -> Any:
    """Cotangent of an angle in rad."""
    return 1 / tan(x)


def text(
    value: Any,
    significant_digits: int = 6,
    minimum_length: int = 0,
    left_justified: bool = True,
    format: str = "",  # noqa: A002
) -> str:
    """Return a value as a text; in a message, a quantity that varies is told by its name.

    Parameters
    ----------
    value : number, truth value or text
        It.
    significant_digits : int
        Of a real number.
    minimum_length : int
        Shorter texts are filled with blanks.
    left_justified : bool
        Whether blanks stand behind it.
    format : str
        In place of all these, a format of C without its ``%``, as ``.3f``.
    """
    if isinstance(value, Expr):
        return f"{{{value}}}"
    made: str
    if format:
        made = f"%{format}" % value
    elif isinstance(value, (bool, np.bool_)):
        made = str(bool(value)).lower()
    elif isinstance(value, (float, np.floating)):
        made = f"{value:.{significant_digits}g}"
    else:
        made = str(value)
    return made.ljust(minimum_length) if left_justified else made.rjust(minimum_length)


def _varies(x: Expr) -> bool:
    """Return whether an expression may change during a run."""
    return any(node.op in _VARYING for node in walk(x))


def check(condition: Any, message: str) -> None:
    """Refuse what a function is given if a condition does not hold, at once or during a run.

    Raises
    ------
    ModelError
        If it is known that it does not hold.
    ExpressionError
        If it is known only during a run, and there is none: for the value of a parameter.
    """
    if isinstance(condition, Expr):
        if not stated_besides(modeling.ensure(condition, message)):
            raise ExpressionError(
                f"'{condition}' cannot be checked here: put the assert into the model that calls "
                "the function"
            )
    elif not condition:
        raise ModelError(message)


# -- functions for plain numbers and expressions ---------------------------------------------------


def _for_both(name: str, of_numbers: Callable[..., Any]) -> Callable[..., Any]:
    of_expressions = getattr(modeling, name)

    def function(*arguments: Any) -> Any:
        if any(isinstance(one, Expr) for one in arguments):
            return of_expressions(*arguments)
        return of_numbers(*arguments)

    function.__name__ = name
    function.__doc__ = of_expressions.__doc__
    return function


sqrt = _for_both("sqrt", math.sqrt)
sin = _for_both("sin", math.sin)
cos = _for_both("cos", math.cos)
tan = _for_both("tan", math.tan)
asin = _for_both("asin", math.asin)
acos = _for_both("acos", math.acos)
atan = _for_both("atan", math.atan)
sinh = _for_both("sinh", math.sinh)
cosh = _for_both("cosh", math.cosh)
tanh = _for_both("tanh", math.tanh)
exp = _for_both("exp", math.exp)
log = _for_both("log", math.log)
log10 = _for_both("log10", math.log10)
atan2 = _for_both("atan2", math.atan2)
minimum = _for_both("minimum", min)
maximum = _for_both("maximum", max)
sign = _for_both("sign", lambda x: (x > 0) - (x < 0))
