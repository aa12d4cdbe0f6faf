"""Machine code for the slopes along a run, and how it is attached to one."""

from __future__ import annotations

import numpy as np

from drivetrain.compiler.jacobian.derivatives import Derivatives
from drivetrain.compiler.jacobian.run_slopes import Changes, columns_of, run_slopes
from drivetrain.compiler.program.discontinuities import with_slopes
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Solver
from drivetrain.kernel.sensitivity import Carrier, RunCode, SlopeCode
from drivetrain.kernel.tables import bending
from drivetrain.simulation.sensitivities.directions import Directions, imposed_discretes

__all__ = ["carrier_of", "code_for"]

_MOST_KNOWN = 16


def changes_of(t: Translation, solver: Solver, directions: Directions) -> Changes:
    """Return the layout of the changes along a run."""
    n = len(t.lowered.states)
    numbers, latched = tuple(directions.numbers), tuple(directions.latched.tolist())
    return Changes(
        n, len(directions.start), len(solver.parameters), numbers, directions.parameters, latched,
        len(t.program.delays),
    )  # fmt: skip


def code_for(t: Translation, solver: Solver, directions: Directions) -> RunCode:
    """Return machine code for the slopes along a run, made once for what changes.

    Parameters
    ----------
    t : Translation
        The model.
    solver : Solver
        Solver of the run.
    directions : Directions
        How parameters and initial states change.
    """
    changes = changes_of(t, solver, directions)
    known, key = t.known_slopes, changes.key
    if key not in known:
        while len(known) >= _MOST_KNOWN:
            known.pop(next(iter(known)))
        known[key] = _made(t, changes)
    return known[key]


def _made(t: Translation, changes: Changes) -> RunCode:
    bent = frozenset(np.flatnonzero(bending(t.values.tables, t.values.table_offset)).tolist())
    slopes = run_slopes(
        t.lowered, t.machine.constants, lambda: with_slopes(t.program, t.bends, bent),
        [lock.member for lock in t.holds], changes,
    )  # fmt: skip
    return RunCode(
        _code(slopes.rates, changes), slopes.tangent, _code(slopes.crossings, changes),
        _code(slopes.events, changes), _code(slopes.latches, changes),
        _code(slopes.switches, changes), _code(slopes.delays, changes), slopes.engine,
    )  # fmt: skip


def carrier_of(
    t: Translation,
    solver: Solver,
    code: RunCode,
    directions: Directions,
    seeks_start: bool = False,
) -> Carrier:
    """Attach sensitivities to a run that is about to begin.

    Parameters
    ----------
    t : Translation
        The model.
    solver : Solver
        Solver of the run.
    code : RunCode
        Machine code.
    directions : Directions
        How parameters and initial states change.
    seeks_start : bool
        Whether the start is still to be found.
    """
    return Carrier(
        solver,
        code,
        directions.parameters,
        directions.sizes,
        directions.start,
        directions.latched,
        directions.start_latched,
        imposed_discretes(t),
        seeks_start,
    )


def _code(code: Derivatives, changes: Changes) -> SlopeCode:
    column = columns_of(code, changes)
    return SlopeCode(code.address, code.n_values, code.row, column, code.n_values, code.engine)
