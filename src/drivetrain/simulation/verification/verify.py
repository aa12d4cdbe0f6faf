"""Create the certificate of a run, using its solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.frontend.qualified_names import component_path, own_variable, variable_name
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.translation import Translation
from drivetrain.kernel import library
from drivetrain.kernel.binding import Solver
from drivetrain.kernel.library import VERIFY_ROWS
from drivetrain.kernel.step_probe import ALARM, StepProbe
from drivetrain.kernel.verification import Given, RowsOfRuns, Verdict, pick_rows
from drivetrain.simulation.results.certificate import (
    ENERGY,
    EQUATIONS,
    STEPS,
    Certificate,
    Finding,
    largest_imbalance,
)
from drivetrain.simulation.results.energy_audit import audit
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.row_layout import TIME_COLUMN, component_of
from drivetrain.simulation.verification.written_equations import LARGEST_GAP, WrittenEquations

__all__ = ["Verifier"]

Floats = NDArray[np.float64]

_LEAST_NOISE: Final = 1e-6
"""Relations whose sides differ by less, relative to their terms, may be true or false."""
_LITTLE: Final = 1e-2
"""Energy uncertainty, J, due to the absolute tolerances of the states; added to the largest
energy."""
_LEAST_EQUATIONS: Final = 64
"""Number of instances of equations that are checked in any run, and …"""
_ROWS_PER_EQUATION: Final = 8
"""… one more per this many rows: the cost of checks is a fraction of that of the run."""
_VALUES: Final = 2**14
"""Number of values in all checked rows together, but …"""
_LEAST_ROWS: Final = 4
"""… at least this many rows are checked; …"""
_ROWS_PER_ROW: Final = 128
"""… plus one per this many."""
_PARTS_NAMED: Final = 3
_GIVEN: Final = 1e-3
"""Fraction of its change by which a quantity that is not a state may deviate from its rate:
sources specify motions and their derivatives by numbers of a few digits."""
_GIVEN_TOGETHER: Final = (
    "If a source gives this motion together with its derivatives, see first that they fit. "
)

_WHAT_TO_DO = (
    "Run it again with a smaller tolerance and with another solver. If it goes away, the tolerance "
    "was too coarse for this machine; if it stays, do not use this result, and report the model."
)


class Verifier:
    """Creates the certificates of the runs of a compiled model.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    """

    def __init__(self, translation: Translation) -> None:
        self._translation = translation
        self._written = WrittenEquations(translation)
        self._n_rates = translation.kernel.n_rates
        self._width = translation.kernel.row_length

    def certificate(
        self, rows: Floats, solver: Solver, values: Callable[[], Values], tolerance: float
    ) -> Certificate:
        """Check the rows of a run.

        Parameters
        ----------
        rows : float array
            All rows of the run as written by the solver.
        solver : Solver
            Solver of the run.
        values : callable
            Returns the parameters of the run; called only if a message needs them.
        tolerance : float
            Its relative tolerance.
        """
        if not len(rows):
            return Certificate(tolerance)
        if solver.short_rows:
            n_rows = len(rows)
            picked = pick_rows(rows, _most_rows(self._width, n_rows))
            rows = solver.complete(rows[picked], to_check=True)
            return self.of_rows(rows, solver.noted, solver.given, values, tolerance, n_rows)
        return self.of_rows(rows, solver.noted, solver.given, values, tolerance)

    def of_rows(
        self,
        rows: Floats,
        probe: library.StepProbe,
        given: Given,
        values: Callable[[], Values],
        tolerance: float,
        n_rows: int = 0,
    ) -> Certificate:
        """Return the certificate of complete rows; arguments as for :meth:`certificate`.

        Parameters
        ----------
        rows : float array
            At least one complete row.
        probe : structure
            The kernel's record of the step probes made during the run.
        given : Given
            Addresses of parameters and tables of the run.
        values : callable
            Returns the same; called only if a message needs them.
        tolerance : float
            Relative tolerance of the run.
        n_rows : int, optional
            Number of rows of the run, if these are a selection: long runs are checked more closely.
        """
        n_rows = n_rows or len(rows)
        verdict = self._written.verification.hold(
            rows,
            given,
            max(_LEAST_NOISE, tolerance),
            max(_LEAST_EQUATIONS, n_rows // _ROWS_PER_EQUATION),
            int(_most_rows(self._width, np.int64(n_rows))),
        )
        imbalance = verdict.imbalance / (verdict.energy + _LITTLE)
        unaudited = self._written.unaudited
        limit = largest_imbalance(tolerance)
        findings: list[Finding] = []
        if not imbalance <= limit and not unaudited:
            findings.append(self._of_energy(rows, verdict, values(), imbalance, limit))
        if verdict.n_missed:
            findings.append(self._of_equations(rows, verdict))
        if not probe.ratio < ALARM:
            findings += self._of_steps(StepProbe.of(probe, self._n_rates))
        return Certificate(
            tolerance,
            verdict.n_looked,
            verdict.n_rows,
            probe.steps,
            imbalance,
            verdict.scaled,
            probe.ratio,
            tuple(findings),
            unaudited,
        )

    def of_runs(
        self, runs: RowsOfRuns, probes: NDArray[Any], tolerance: float
    ) -> list[Certificate | None]:
        """Return the certificates of many runs, None for those with findings.

        Parameters
        ----------
        runs : RowsOfRuns
            Rows and parameters.
        probes : structured array
            The kernel's record of step probes of each run.
        tolerance : float
            Relative tolerance of the runs.
        """
        n_rows, unaudited = runs.n_rows, self._written.unaudited
        verdicts = self._written.verification.hold_runs(
            runs,
            max(_LEAST_NOISE, tolerance),
            np.maximum(_LEAST_EQUATIONS, n_rows // _ROWS_PER_EQUATION),
            _most_rows(self._width, n_rows),
        )
        imbalance = verdicts["imbalance"] / (verdicts["energy"] + _LITTLE)
        fine = (imbalance <= largest_imbalance(tolerance)) | bool(unaudited)
        fine &= (verdicts["n_missed"] == 0) & (probes["ratio"] < ALARM)
        columns = (
            fine, verdicts["n_looked"], verdicts["n_rows"], probes["steps"], imbalance,
            verdicts["scaled"], probes["ratio"],
        )  # fmt: skip
        return [
            Certificate._make((tolerance, *numbers, (), unaudited)) if passed else None
            for passed, *numbers in zip(*(column.tolist() for column in columns), strict=True)
        ]

    def _of_energy(
        self,
        rows: Floats,
        verdict: Verdict,
        values: Values,
        imbalance: float,
        limit: float,
    ) -> Finding:
        row = verdict.rows[verdict.unbalanced]
        time = float(rows[row, TIME_COLUMN])
        largest = self._largest_energies(rows[row : row + 1], values)
        message = (
            f"The energy does not balance: at t = {time:.6g} s {verdict.imbalance:.3g} J are "
            f"missing or too much, {_percent(imbalance)} of the largest energy, "
            f"{verdict.energy:.3g} J; at this tolerance {_percent(limit)} are allowed. "
            f"{largest}{_own_parts(self._written.own_classes)}{_WHAT_TO_DO}"
        )
        return Finding(ENERGY, "", time, imbalance, limit, message)

    def _largest_energies(self, row: Floats, values: Values) -> str:
        """Name the parts that store most energy: these include stiff and light ones."""
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

    def _of_steps(self, probe: StepProbe) -> Iterator[Finding]:
        missing = abs(probe.change - probe.integral)
        largest = max(abs(probe.change), abs(probe.integral))
        if probe.pair is not None and missing <= _GIVEN * largest:
            return
        given = _GIVEN_TOGETHER if probe.pair is not None else ""
        what, path, unit = self._quantity(probe)
        unit = "" if unit == "1" else f" {unit}"
        message = (
            f"{what} does not follow its rate: between t = {probe.begin:.6g} s and "
            f"{probe.end:.6g} s it changes by {probe.change:.6g}{unit}, but the integral of its "
            f"rate is {probe.integral:.6g}{unit}; they may differ by {probe.allowed:.2g}{unit} at "
            f"this tolerance. {given}{_WHAT_TO_DO}"
        )
        yield Finding(STEPS, path, probe.end, probe.ratio, ALARM, message)

    def _quantity(self, probe: StepProbe) -> tuple[str, str, str]:
        """Return name, component and unit of a quantity that does not match its rate."""
        t, n_states = self._translation, len(self._translation.lowered.states)
        if probe.state is not None and probe.state >= n_states:
            return f"An energy ({self._energy(probe.state - n_states)})", "", "J"
        value = probe.state if probe.pair is None else int(t.kernel.pairs[probe.pair, 0])
        numbers = np.flatnonzero(t.column == FIRST_VALUE + (value or 0))
        if not len(numbers):
            return "A state without a name", "", ""
        number = int(numbers[0])
        name = variable_name(t.flat.root, number)
        return name, component_of(name), own_variable(t.flat.root, number).declaration.unit

    def _energy(self, number: int) -> str:
        """Return the kind of an integral of power, and the part that it belongs to."""
        key, klass, start = self._translation.lowered.quadratures[number]
        traces = {id(one.trace): one.trace for one in self._translation.flat.instances}
        title = traces[klass].title
        root = self._translation.flat.root
        path = component_path(root, start, traces[klass]) if start >= 0 else f"all {title}"
        return f"{key.partition('_')[0]}, {path or root.title}"


def _own_parts(names: tuple[str, ...]) -> str:
    """Return a hint at the user's own parts, to be checked first, if there are any."""
    if not names:
        return ""
    return (
        f"See first that your own {', '.join(names)} tells what it stores, loses and supplies "
        "(stored_energy, loss_power, dissipated_power, supplied_power). "
    )


def _beside(verdict: Verdict) -> str:
    """Return a text on the magnitude of an equation's terms, except for Booleans."""
    return "" if verdict.size == 1.0 else f" beside terms of {verdict.size:.3g}"


def _percent(part: float) -> str:
    return f"{100 * part:.3g} %"


def _most_rows(width: int, n_rows: Any) -> Any:
    """Return how many rows are checked, a multiple of four: fewer if they are long or few."""
    most = np.minimum(min(_VALUES // max(width, 1), VERIFY_ROWS), n_rows // _ROWS_PER_ROW)
    return np.maximum(most // 4 * 4, _LEAST_ROWS)
