"""Find when, within a run, more elements lock a motion together than necessary (load sharing)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.redundant_locks import Locks, SharedMotion
from drivetrain.compiler.translation import Translation
from drivetrain.simulation.results.event_log import Shared
from drivetrain.simulation.results.row_layout import (
    FLAG_COLUMN,
    SCHEDULED,
    TIME_COLUMN,
    Layout,
    RowFlag,
)

__all__ = ["shared_during"]

Floats = NDArray[np.float64]
_STUCK = "stuck"


def shared_during(
    translation: Translation, values: Values, layout: Layout, rows: Floats
) -> tuple[Shared, ...]:
    """Return the motions shared by elements, each set of elements once, when it began.

    The remainder of a set after a member lets go is not listed again. An element that is stuck at
    its limit also shares the motion: it contributes its limit load.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    values : Values
        Parameters of the run.
    layout : Layout
        Names, columns and labels.
    rows : float array
        Rows recorded by the run.
    """
    if len(translation.holds) < 2 or not len(rows):
        return ()
    locks = Locks(translation, values)
    if not locks.shared():
        return ()
    begins = rows[_beginnings(rows)]
    patterns, first = np.unique(_at_rest(locks, layout, begins), axis=0, return_index=True)
    found: dict[SharedMotion, float] = {}
    for k in np.argsort(first).tolist():
        for motion in locks.shared(patterns[k]):
            if not any(set(motion.members) <= set(named.members) for named in found):
                found[motion] = float(begins[first[k], TIME_COLUMN])
    return tuple(Shared(time, motion) for motion, time in found.items())


def _beginnings(rows: Floats) -> NDArray[np.int64]:
    """Return the rows after which modes stay constant: the first, and right limits of events."""
    flags = rows[:, FLAG_COLUMN] % SCHEDULED
    after = (flags == RowFlag.RIGHT) | (flags == RowFlag.INITIAL)
    after[1:] |= (flags[1:] == RowFlag.FINAL) & (flags[:-1] == RowFlag.LEFT)
    return np.flatnonzero(after)


def _at_rest(locks: Locks, layout: Layout, rows: Floats) -> NDArray[np.bool_]:
    """Tell which elements are locked, or stuck at their limit, in each row."""
    rest: NDArray[np.bool_] = rows[:, locks.columns] != 0.0
    stuck = _stuck_modes(layout)
    for k, member in enumerate(locks.members):
        if member in stuck:
            column, value = stuck[member]
            rest[:, k] |= rows[:, column] == value
    return rest


def _stuck_modes(layout: Layout) -> dict[str, tuple[int, float]]:
    """Return, by component, the column of its mode and the value that means stuck."""
    found = {}
    for name, labels in layout.labels.items():
        value = next((value for value, label in labels.items() if label == _STUCK), None)
        if value is not None:
            position = layout.position(name)
            found[name.rpartition(".")[0]] = int(layout.column[position]), float(value)
    return found
