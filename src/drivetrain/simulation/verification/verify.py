"""Make the certificate of a run, while its solver is at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.translation import Translation
from drivetrain.compiler.values import Values
from drivetrain.kernel.binding import Solver
from drivetrain.kernel.verification import Given, Verdict, pick_rows
from drivetrain.simulation.energy import audit
from drivetrain.simulation.layout import TIME_COLUMN
from drivetrain.simulation.recording import Recording
from drivetrain.simulation.verification.certificate import (
    ENERGY,
    EQUATIONS,
    Certificate,
    Finding,
    largest_imbalance,
)
from drivetrain.simulation.verification.written_equations import LARGEST_GAP, WrittenEquations

__all__ = ["Verifier"]

Floats = NDArray[np.float64]

_LEAST_NOISE: Final = 1e-6
"""Relations whose sides differ by less, relative to their terms, may be true or false."""
_NOTHING: Final = 1e-6
"""Energy that counts as nothing, J."""
_MOST_VALUES: Final = 2**24
"""In the rows that are completed to be looked at, 128 MiB, …"""
_LEAST_ROWS: Final = 3
"""… but so many rows are looked at in any case."""
_PARTS_NAMED: Final = 3

_WHAT_TO_DO = (
    "Run it again with a smaller tolerance and with another solver. If it goes away, the tolerance "
    "was too coarse for this machine; if it stays, do not use this result, and report the model."
)


class Verifier:
    """Makes the certificates of the runs of a compiled model.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    """

    def __init__(self, translation: Translation) -> None:
        self._translation = translation
        self._written = WrittenEquations(translation)
        self._n_equations = self._written.verification.n_equations

    def certificate(
        self, rows: Floats, solver: Solver, values: Callable[[], Values], tolerance: float
    ) -> Certificate:
        """Hold the rows of a run against what they have to fulfil.

        Parameters
        ----------
        rows : float array
            All rows of the run as the solver has written them.
        solver : Solver
            Of the run.
        values : callable
            Gives the parameters of the run, if they have to be told.
        tolerance : float
            Its relative tolerance.
        """
        if not len(rows):
            return Certificate(tolerance)
        if solver.short_rows:
            rows = solver.complete(rows[pick_rows(rows, self._most_rows(solver))])
        return self.of_rows(rows, solver.given, values, tolerance)

    def of_rows(
        self, rows: Floats, given: Given, values: Callable[[], Values], tolerance: float
    ) -> Certificate:
        """Return the certificate of complete rows; arguments as for :meth:`certificate`.

        Parameters
        ----------
        rows : float array
            At least one complete row.
        given : Given
            Where parameters and tables of the run are.
        values : callable
            Gives the same, if they have to be told.
        tolerance : float
            Relative tolerance of the run.
        """
        verdict = self._written.verification.hold(rows, given, max(_LEAST_NOISE, tolerance))
        missing = verdict.imbalance - _NOTHING
        imbalance = missing / verdict.energy if missing > 0 else 0.0
        limit = largest_imbalance(tolerance)
        findings: tuple[Finding, ...] = ()
        if verdict.n_missed or not imbalance <= limit:
            findings = tuple(self._findings(rows, verdict, values, imbalance, limit))
        return Certificate(
            tolerance,
            self._n_equations,
            verdict.n_rows,
            imbalance=imbalance,
            gap=verdict.scaled,
            findings=findings,
        )

    def _most_rows(self, solver: Solver) -> int:
        return max(_MOST_VALUES // max(solver.model.row_length, 1), _LEAST_ROWS)

    def _findings(
        self,
        rows: Floats,
        verdict: Verdict,
        values: Callable[[], Values],
        imbalance: float,
        limit: float,
    ) -> Iterator[Finding]:
        if not imbalance <= limit:
            yield self._of_energy(rows, verdict, values, imbalance, limit)
        if verdict.n_missed:
            yield self._of_equations(rows, verdict)

    def _of_energy(
        self,
        rows: Floats,
        verdict: Verdict,
        values: Callable[[], Values],
        imbalance: float,
        limit: float,
    ) -> Finding:
        row = verdict.rows[verdict.unbalanced]
        time = float(rows[row, TIME_COLUMN])
        largest = self._largest_energies(rows[row : row + 1], values())
        message = (
            f"The energy does not balance: at t = {time:.6g} s {verdict.imbalance:.3g} J are "
            f"missing or too much, {_percent(imbalance)} of the largest energy, "
            f"{verdict.energy:.3g} J; at this tolerance {_percent(limit)} are allowed. "
            f"{largest}{_WHAT_TO_DO}"
        )
        return Finding(ENERGY, "", time, imbalance, limit, message)

    def _largest_energies(self, row: Floats, values: Values) -> str:
        """Name the parts that store most: what is stiff and light is among them."""
        title = self._translation.flat.root.title
        energy = audit(self._translation, values, Recording(row), title).stored_by
        stored = sorted(energy.items(), key=lambda part: -abs(part[1][0]))[:_PARTS_NAMED]
        told = ", ".join(f"{path} {float(joule[0]):.3g} J" for path, joule in stored if joule[0])
        return f"Most is stored in {told}. " if told else ""

    def _of_equations(self, rows: Floats, verdict: Verdict) -> Finding:
        place = self._written.place(verdict.equation, verdict.instance)
        time = float(rows[verdict.rows[verdict.row], TIME_COLUMN])
        where = f"in {place.component} " if place.component else ""
        others = verdict.n_missed - 1
        more = f", and {others} other equation{'s' * (others > 1)} somewhere" if others else ""
        message = (
            f"The values at t = {time:.6g} s do not fulfil the equations of the model: {where}"
            f"'{place.equation}' is missed by {abs(verdict.value):.3g}{_beside(verdict)}{more}. "
            f"{_WHAT_TO_DO}"
        )
        return Finding(EQUATIONS, place.component, time, verdict.scaled, LARGEST_GAP, message)


def _beside(verdict: Verdict) -> str:
    """Say how large the terms of an equation are; those of truth values are not."""
    return "" if verdict.size == 1.0 else f" beside terms of {verdict.size:.3g}"


def _percent(part: float) -> str:
    return f"{100 * part:.3g} %"
