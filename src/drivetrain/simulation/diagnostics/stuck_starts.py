"""Detect friction elements that should start stuck although their sides move relatively."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.analysis.lock_constraints import Lock
from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.frontend.qualified_names import own_variable, variable_name, variable_names
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.report import member_name
from drivetrain.compiler.translation import Translation
from drivetrain.errors import InitialisationError
from drivetrain.kernel.binding import Solver

__all__ = ["asks_for_locked_start", "check_locked_starts", "speeds_of_sides"]

Floats = NDArray[np.float64]

_STUCK = "stuck"
"""Label of the mode in which an element is at rest."""


def check_locked_starts(t: Translation, values: Values, solver: Solver) -> None:
    """Reject elements with a mode fixed to stuck by the user that start sliding.

    Parameters
    ----------
    t : Translation
        The compiled model.
    values : Values
        Start values of the run.
    solver : Solver
        Solver at the first instant.

    Raises
    ------
    InitialisationError
        Names the element, its relative speed and the speeds of its flanges.
    """
    for mode in _stuck_modes(t, values):
        row = solver.current
        for hold in t.holds:
            slides = not t.value_in(hold.locked, row) and t.value_in(hold.variable, row) != 0
            if slides and _path(t, hold.locked) == _path(t, mode):
                raise InitialisationError(_told(t, hold, row))


def asks_for_locked_start(t: Translation, values: Values) -> bool:
    """Tell whether there is anything to check.

    Parameters
    ----------
    t : Translation
        The compiled model.
    values : Values
        Start values of the run.
    """
    return any(True for _ in _stuck_modes(t, values))


def _stuck_modes(t: Translation, values: Values) -> Iterator[int]:
    """Yield the modes that the user fixes to stuck."""
    if not t.holds:
        return
    wanted = values.is_given & values.is_fixed & (t.aliased.discrete >= 0)
    for mode in np.flatnonzero(wanted).tolist():
        labels = own_variable(t.flat.root, mode).declaration.labels or {}
        if labels.get(int(values.start[mode])) == _STUCK:
            yield mode


def _path(t: Translation, number: int) -> str:
    """Return the path of the component to which a variable belongs."""
    return variable_name(t.flat.root, number).rpartition(".")[0]


def _told(t: Translation, hold: Lock, row: Floats) -> str:
    path, slip = _path(t, hold.locked), _shortest(t, hold.variable, 0)
    return (
        f"'{path}' is asked to start {_STUCK}, but its sides turn differently: "
        f"{speeds_of_sides(t, hold, row)}. Give both sides the same start speed, or leave one of "
        f"them open and demand {slip} = fixed(0)"
    )


def speeds_of_sides(t: Translation, hold: Lock, row: Floats) -> str:
    """Return the relative speed of an element that may lock, and the speeds of its two sides.

    Parameters
    ----------
    t : Translation
        The compiled model.
    hold : Lock
        The lock of the element.
    row : float array
        Values at the instant.
    """
    slip = _shortest(t, hold.variable, 0)
    number = variable_names(t.flat.root).index(slip)
    found = dict.fromkeys(_speeds(t, _path(t, hold.locked), row))
    sides = f" ({', '.join(found)})" if len(found) > 1 else ""
    speed = float(t.aliased.sign[number] * row[FIRST_VALUE + hold.speed])
    return f"{slip} = {speed:.6g}{sides}"


def _shortest(t: Translation, number: int, extra: int) -> str:
    """Return the shortest name of a variable or its derivative."""
    chain, order = int(t.aliased.chain[number]), int(t.aliased.order[number])
    return member_name(t, int(t.reduced.first[chain]) + order + extra)


def _speeds(t: Translation, path: str, row: Floats) -> Iterator[str]:
    """Yield the speeds of the flanges of an element, as far as they are recorded."""
    names = variable_names(t.flat.root)
    for flange in ("flange_a.phi", "flange_b.phi", "flange_a.s", "flange_b.s"):
        name = f"{path}.{flange}"
        if name not in names:
            continue
        number = names.index(name)
        chain, order = int(t.aliased.chain[number]), int(t.aliased.order[number])
        if chain < 0 or order + 1 > t.reduced.d[chain]:
            continue
        member = int(t.reduced.first[chain]) + order + 1
        column = int(t.member_column[member])
        if column >= 0:
            yield f"{_shortest(t, number, 1)} = {t.aliased.sign[number] * row[column]:.6g}"
