"""Parameters on which terms depend that a program omits, because they are zero.

A program leaves out what is multiplied by zero, such as a damper without damping. Where a model is
to be differentiated with respect to such a factor, it has to be translated as if it were not zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.qualified_names import find_parameter
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.translation import Translation
from drivetrain.errors import AnalysisError, ModelError

__all__ = ["lifted", "omitting"]

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

_STEP = 1e-3
"""Change of a parameter, relative to its size or 1, that leaves a zero."""
_AT_ONCE = 2**22
"""Number of values that are examined at once."""
_TRIED = (1.0, 1e-3, 1e-6, 1e3, -1.0, -1e-3)
"""Changes of a parameter, one of which its bounds allow."""


def omitting(t: Translation, parameters: Floats, names: Sequence[str]) -> list[str]:
    """Return the parameters on which omitted terms depend.

    Parameters
    ----------
    t : Translation
        The program.
    parameters : float array
        Values of all parameters.
    names : sequence of str
        The parameters in question.
    """
    found: list[str] = []
    zero = t.guards.in_zero_factors
    names = [name for name in names if _occurs(t, parameters, name, zero)] if zero.any() else []
    chunk = max(1, _AT_ONCE // max(len(parameters), 1))
    for first in range(0, len(names), chunk):
        some = names[first : first + chunk]
        moved = np.array([_moved(t, parameters, name) for name in some])
        stays = np.atleast_1d(t.guards.holds_for(moved))
        found += [name for name, same in zip(some, stays, strict=True) if not same]
    return found


def _occurs(t: Translation, parameters: Floats, name: str, zero: Bools) -> bool:
    """Return whether a parameter, or one that follows from it, occurs in a factor that is zero."""
    number = find_parameter(t.flat.root, name)
    if number is None:
        return False
    return any(zero[other] for other in t.parameter_updates.slopes(number, parameters))


def _moved(t: Translation, parameters: Floats, name: str) -> Floats:
    """Return the values of all parameters after a small change of one of them."""
    number = find_parameter(t.flat.root, name)
    moved = parameters.copy()
    if number is None or not np.isfinite(parameters[number]):
        return moved
    step = _STEP * max(abs(float(parameters[number])), 1.0)
    for other, slope in t.parameter_updates.slopes(number, parameters).items():
        moved[other] += step * slope
    return moved


def lifted(t: Translation, values: Values, names: Sequence[str]) -> dict[str, Any]:
    """Return other values of parameters, with which no term that depends on them is zero.

    Parameters
    ----------
    t : Translation
        The program.
    values : Values
        Its values.
    names : sequence of str
        The parameters.

    Raises
    ------
    AnalysisError
        If the bounds of a parameter allow no other value.
    """
    found: dict[str, Any] = {}
    for name in names:
        number = find_parameter(t.flat.root, name)
        assert number is not None
        found[name] = _other(t, float(values.parameter[number]), name)
    return found


def _other(t: Translation, value: float, name: str) -> float:
    for change in _TRIED:
        try:
            t.parameter_updates.values({name: value + change})
        except ModelError:
            continue
        return value + change
    raise AnalysisError(
        f"the model omits terms that depend on {name} = {value:g}, and no other value is within "
        "its bounds, so that it is no input"
    )
