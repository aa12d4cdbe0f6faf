"""Start values: what is asked of a variable at the start, and how gladly it is a state."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from drivetrain.calls import explained
from drivetrain.errors import ParameterError, nearest, shown
from drivetrain.modeling.expression import as_float
from drivetrain.modeling.given import is_one_of

__all__ = ["STATE_SELECT", "StartValue", "fixed", "guess", "start_value"]

STATE_SELECT = ("never", "avoid", "default", "prefer", "always")
"""State selection priorities, lowest first."""


@dataclass(frozen=True, eq=False)
class StartValue:
    """What is asked of a variable at the start; see :func:`fixed` and :func:`guess`."""

    value: Any
    is_fixed: bool
    nominal: Any = None
    state_select: str | None = None

    def __repr__(self) -> str:
        """Return what it was written as, but for attributes."""
        return f"{'fixed' if self.is_fixed else 'guess'}({self.value!r})"


@explained
def fixed(value: Any = 0.0, *, nominal: Any = None, state_select: str | None = None) -> StartValue:
    """Demand that a variable starts with this value.

    Parameters
    ----------
    value : number, array (for component arrays) or expression of parameters
        In the variable's unit.
    nominal : number, optional
        Typical magnitude, for error control.
    state_select : str, optional
        One of ``never avoid default prefer always``.
    """
    return StartValue(value, True, _checked_nominal(nominal), _checked_select(state_select))


@explained
def guess(value: Any = 0.0, *, nominal: Any = None, state_select: str | None = None) -> StartValue:
    """Propose a start value: taken where the model leaves the start open, and to start searches.

    Parameters
    ----------
    value, nominal, state_select
        As for :func:`fixed`.
    """
    return StartValue(value, False, _checked_nominal(nominal), _checked_select(state_select))


def _checked_nominal(nominal: Any) -> Any:
    size = as_float(nominal)
    if nominal is not None and not (size is not None and 0 < size < math.inf):
        raise ParameterError(f"nominal={shown(nominal)}: give the typical size, a number above 0")
    return nominal


def _checked_select(state_select: Any) -> Any:
    if state_select is not None and not is_one_of(state_select, STATE_SELECT):
        raise ParameterError(
            f"state_select={state_select!r}: choose one of {', '.join(STATE_SELECT)}"
            f"{nearest(str(state_select), STATE_SELECT)}"
        )
    return state_select


def start_value(start: Any) -> dict[str, Any]:
    """Return how a variable starts, as keywords of its declaration.

    Parameters
    ----------
    start : number, expression or StartValue
        As a user gave it; a bare value is a guess.
    """
    if not isinstance(start, StartValue):
        return {"start": start}
    more = {"nominal": start.nominal, "state_select": start.state_select}
    given = {name: value for name, value in more.items() if value is not None}
    return {"start": start.value, "is_fixed": start.is_fixed, **given}
