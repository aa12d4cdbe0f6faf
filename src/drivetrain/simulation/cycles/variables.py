"""Variables of a model as functions of states and time, with their slopes: phases and angles."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.qualified_names import find_variable, own_variable
from drivetrain.compiler.translation import Translation
from drivetrain.errors import AnalysisError
from drivetrain.kernel.binding import Solver
from drivetrain.modeling.expression import REAL
from drivetrain.simulation.cycles.deviations.slope_code import SlopeCode
from drivetrain.simulation.results.row_layout import Layout

__all__ = ["Reading", "Variable", "continuous"]

Floats = NDArray[np.float64]


class Reading(NamedTuple):
    """A variable at a row.

    Attributes
    ----------
    value : float
        Its value.
    slopes : float array, shape (n,)
        Its slopes with respect to the states.
    by_time, by_parameter : float
        Its slopes with respect to time and to the parameter that is followed.
    """

    value: float
    slopes: Floats
    by_time: float
    by_parameter: float


class Variable:
    """A continuous variable.

    Parameters
    ----------
    name : str
        Its name.
    translation : Translation
        The compiled model, without loops over rows.
    weights : mapping of int to float
        How parameters change with the one that is followed.
    """

    def __init__(self, name: str, translation: Translation, weights: dict[int, float]) -> None:
        t = translation
        number = find_variable(t.flat.root, name)
        assert number is not None
        self.name = name
        self.unit = own_variable(t.flat.root, number).declaration.unit
        chain = int(t.aliased.chain[number])
        node = t.lowered.program.const(0.0)
        if chain >= 0:
            member = t.lowered.member_number(chain, int(t.aliased.order[number]))
            node = t.lowered.members[member]
        self._sign = float(t.aliased.sign[number])
        self._code = SlopeCode(t, [node], weights)

    def at(self, solver: Solver, row: Floats) -> Reading:
        """Return value and slopes at a row."""
        found, sign = self._code.at(solver, row[None, :]), self._sign
        return Reading(
            sign * float(found.values[0, 0]),
            sign * found.by_states[0, 0],
            sign * float(found.by_time[0, 0]),
            sign * float(found.by_parameter[0, 0]),
        )

    def many(self, solver: Solver, rows: Floats) -> Floats:
        """Return values at some rows."""
        found: Floats = self._sign * self._code.at(solver, rows).values[:, 0]
        return found


def continuous(name: str, translation: Translation, layout: Layout, what: str) -> str:
    """Return the name of a variable that changes continuously.

    Parameters
    ----------
    name : str
        What was given.
    translation : Translation
        The compiled model.
    layout : Layout
        The variables of the model.
    what : str
        What it is wanted for, for messages.

    Raises
    ------
    NameLookupError, AnalysisError
        If there is no such variable, or it does not change continuously.
    """
    position = layout.position(name)
    found = layout.aliases.get(name, name)
    number = find_variable(translation.flat.root, found)
    if layout.kinds[position] != REAL or number is None or translation.aliased.chain[number] < 0:
        raise AnalysisError(
            f"{what}: {name} changes at events only, or not at all; give a variable that changes "
            "continuously, such as an angle or a speed"
        )
    return found
