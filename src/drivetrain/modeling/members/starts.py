"""Start values, fixed or guessed, and state selection priorities of variables."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np

from drivetrain.calls import explained
from drivetrain.errors import ParameterError, nearest, shown
from drivetrain.modeling.argument_values import (
    checked_number,
    checked_value,
    declared_value,
    is_one_of,
)
from drivetrain.modeling.conversion import carries_unit
from drivetrain.modeling.expression import BOOLEAN
from drivetrain.modeling.members.declaration import checked_bound

__all__ = [
    "DECLARED",
    "STATE_SELECT",
    "StartValue",
    "checked_nominal",
    "checked_start",
    "fixed",
    "guess",
    "start_value",
]


class _Declared:
    """The start that the class of a part declares."""

    def __repr__(self) -> str:
        return "DECLARED"

    def __reduce__(self) -> str:
        return "DECLARED"


DECLARED: Final = _Declared()
"""Start value of a variable of a part: the one that the class of the part declares."""

STATE_SELECT = ("never", "avoid", "default", "prefer", "always")
"""State selection priorities, lowest first."""


@dataclass(frozen=True, eq=False)
class StartValue:
    """Start value and related attributes of a variable; see :func:`fixed` and :func:`guess`."""

    value: Any
    is_fixed: bool
    nominal: Any = None
    state_select: str | None = None
    minimum: Any = None
    maximum: Any = None

    def __repr__(self) -> str:
        """Return the source text, without attributes."""
        return f"{'fixed' if self.is_fixed else 'guess'}({self.value!r})"


@explained
def fixed(
    value: Any = 0.0,
    *,
    nominal: Any = None,
    state_select: str | None = None,
    min: Any = None,  # noqa: A002
    max: Any = None,  # noqa: A002
) -> StartValue:
    """Require that a variable starts with this value.

    Parameters
    ----------
    value : number, array (for component arrays), quantity, or expression of parameters
        In the variable's unit; a quantity (of pint, or ``"1500 rpm"``) is converted to it. For a
        variable of a part, ``DECLARED`` is the start that the class of the part declares.
    nominal : number, optional
        Typical magnitude, for error control.
    state_select : str, optional
        One of ``never avoid default prefer always``.
    min, max : number, quantity, or expression of parameters, optional
        Bounds in place of those that the variable is declared with; a run that leaves them warns.
    """
    attributes = _checked_nominal(nominal), _checked_select(state_select)
    return StartValue(value, True, *attributes, min, max)


@explained
def guess(
    value: Any = 0.0,
    *,
    nominal: Any = None,
    state_select: str | None = None,
    min: Any = None,  # noqa: A002
    max: Any = None,  # noqa: A002
) -> StartValue:
    """Propose a start value: used where the model leaves the start open, and to start iterations.

    Parameters
    ----------
    value, nominal, state_select, min, max
        As for :func:`fixed`.
    """
    attributes = _checked_nominal(nominal), _checked_select(state_select)
    return StartValue(value, False, *attributes, min, max)


def _checked_nominal(nominal: Any) -> Any:
    """Check a typical magnitude as far as possible without the unit of the variable."""
    return nominal if carries_unit(nominal) else checked_nominal(nominal, "nominal", "1")


def checked_nominal(nominal: Any, label: str, unit: str) -> float | None:
    """Return a typical magnitude as a number in a unit.

    Raises
    ------
    ParameterError
        If it is not a finite number above 0.
    UnitError
        If it is a quantity of another kind.
    """
    if nominal is None:
        return None
    try:
        size = checked_number(nominal, label, unit)
    except ParameterError:
        size = math.nan
    if not 0 < size < math.inf:
        raise ParameterError(f"{label}={shown(nominal)}: give the typical size, a number above 0")
    return size


def checked_start(value: Any, label: str, unit: str, kind: str) -> Any:
    """Return start values as numbers in the unit of a variable; expressions pass.

    Parameters
    ----------
    value : number, bool, array_like, quantity or Expr
        Argument of ``fixed(…)`` or ``guess(…)``.
    label : str
        Name in messages.
    unit : str
        Unit of the variable.
    kind : {"real", "integer", "boolean"}
        Its type.

    Raises
    ------
    ParameterError
        If it is of another type; True for a number is most often Modelica's ``fixed=true``.
    UnitError
        If it is a quantity of another kind.
    """
    if kind != BOOLEAN and isinstance(value, (bool, np.bool_)):
        raise ParameterError(
            f"{label}={value}: {value} is no start value; fixed(…) and guess(…) take the value "
            "itself: Modelica's (start=3, fixed=true) is fixed(3), and (start=3) is guess(3)"
        )
    return checked_value(value, label, unit, kind)


def _checked_select(state_select: Any) -> Any:
    if state_select is not None and not is_one_of(state_select, STATE_SELECT):
        raise ParameterError(
            f"state_select={state_select!r}: choose one of {', '.join(STATE_SELECT)}"
            f"{nearest(str(state_select), STATE_SELECT)}"
        )
    return state_select


def start_value(start: Any, kind: str, unit: str) -> dict[str, Any]:
    """Return the start of a variable, as keyword arguments of its declaration.

    Parameters
    ----------
    start : number, expression or StartValue
        As given by a user; a plain value is a guess.
    kind : {"real", "integer", "boolean"}
        Type of the variable.
    unit : str
        Its unit.

    Raises
    ------
    ParameterError
        If the value is not of that type, or contains more than a declaration accepts here.
    """
    if not isinstance(start, StartValue):
        return {"start": None if start is None else _checked(start, kind, unit)}
    more = {
        "nominal": checked_nominal(start.nominal, "nominal", unit),
        "state_select": start.state_select,
        "minimum": checked_bound(start.minimum, "min", unit),
        "maximum": checked_bound(start.maximum, "max", unit),
    }
    given = {name: value for name, value in more.items() if value is not None}
    return {"start": _checked(start.value, kind, unit), "is_fixed": start.is_fixed, **given}


def _checked(start: Any, kind: str, unit: str) -> Any:
    """Return a start value in the declared unit."""
    return declared_value(start, "start", unit, partial(checked_start, kind=kind))
