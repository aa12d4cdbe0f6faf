"""Find the initial point of a run, reusing what runs of one compiled model have in common."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.translation import Translation
from drivetrain.errors import InitialisationError
from drivetrain.kernel.batch_runs import SeriesStart
from drivetrain.kernel.binding import Solver
from drivetrain.simulation.diagnostics.stuck_starts import asks_for_locked_start
from drivetrain.simulation.initialisation.conditions import (
    StartValues,
    equation_reads,
    start_values,
)
from drivetrain.simulation.initialisation.newton import (
    Row,
    initialise,
    with_equations,
)
from drivetrain.simulation.initialisation.reached import Reached, requested_lines
from drivetrain.simulation.kernel_solver import Scales, make_solver, scales_of
from drivetrain.simulation.results.start_report import StartReport
from drivetrain.simulation.settings import Settings

__all__ = ["CommonStart", "Starts"]

Floats = NDArray[np.float64]

_MOST_KEPT = 4
"""Tolerances for which scales are kept."""
_ROUNDS = 20
"""Times that programs get their first inputs before the run begins with what they have."""
_SAME = 1e-12
"""Difference that counts as rounding, relative to the size of the requested values."""


class CommonStart(NamedTuple):
    """An initial point common to several runs.

    Attributes
    ----------
    start : SeriesStart
        The initial point, and the values expected there.
    parameters : int array
        Parameters that must equal those of the model itself.
    """

    start: SeriesStart
    parameters: NDArray[np.int64]


class Starts:
    """Initial points of the runs of a compiled model.

    Runs usually differ in parameters, not in start values, and most parameters leave the initial
    states unchanged. So the initial point for the model's own parameters is found once, and another
    run reuses it after a check that it meets the conditions equally well.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    """

    def __init__(self, translation: Translation) -> None:
        self._translation = translation
        self._known: tuple[float, _Known | None] | None = None
        self._scales: dict[float, Scales] = {}

    @cached_property
    def own(self) -> StartValues:
        """The model's own start values."""
        return self._sorted_out(self._translation.values)

    def said(self, values: Values) -> StartValues:
        """Return the start values of a run."""
        if _same_starts(values, self._translation.values):
            return self.own
        return self._sorted_out(values)

    def _sorted_out(self, values: Values) -> StartValues:
        try:
            return start_values(self._translation, values)
        except InitialisationError as error:
            error.start = StartReport(lambda: requested_lines(self._translation, values))
            raise

    def scales(self, values: Values, said: StartValues, tolerance: float) -> Scales:
        """Return tolerances of the states and guesses of the loops of a run."""
        if said is not self.own:
            return scales_of(self._translation, values, tolerance)
        known = self._scales  # other threads may exchange it
        if tolerance not in known:
            latest = list(known.items())[1 - _MOST_KEPT :]
            own = scales_of(self._translation, values, tolerance)
            known = self._scales = {**dict(latest), tolerance: own}
        return known[tolerance]

    def find(
        self, values: Values, said: StartValues, settings: Settings, solver: Solver
    ) -> tuple[Reached, tuple[Floats, Floats] | None]:
        """Find consistent start values of a run.

        Parameters
        ----------
        values : Values
            Parameters and start values of the run.
        said : StartValues
            Its start values.
        settings : Settings
            Requested settings.
        solver : Solver
            Solver of the run.

        Returns
        -------
        reached : Reached
            States, and how they were determined.
        there : (float array, float array) or None
            Values and derivatives at the start; None if nothing had to be solved for.

        Raises
        ------
        InitialisationError
            If conditions contradict each other or no solution is found; the message names them.
        """
        if self._translation.kernel.foreign:
            return self._with_foreign(values, said, settings, solver)
        return self._found(values, said, settings, solver)

    def _with_foreign(
        self, values: Values, said: StartValues, settings: Settings, solver: Solver
    ) -> tuple[Reached, tuple[Floats, Floats] | None]:
        """Find start values at which outputs of programs and their inputs belong together.

        Where they do not settle, the first event goes on with that, and the run tells it.
        """
        t = self._translation
        said = replace(said, discrete=solver.begin_foreign(said.discrete))
        for _ in range(_ROUNDS):
            found = self._found(values, said, settings, solver)
            reached, there = found
            there = there or Row(t, said, solver, settings.start_time)(reached.x)
            discrete = solver.give_foreign_start(there[0])
            if np.array_equal(discrete, said.discrete, equal_nan=True):
                break
            said = replace(said, discrete=discrete)
        return found

    def _found(
        self, values: Values, said: StartValues, settings: Settings, solver: Solver
    ) -> tuple[Reached, tuple[Floats, Floats] | None]:
        t = self._translation
        row = Row(t, said, solver, settings.start_time)
        if not (len(said.demanded) or len(said.proposed) or t.flat.initial_equations):
            settled = Reached(said.x, said, said.demanded, said.settled, {})
            return settled, None
        known = self._known_at(settings) if said is self.own else None
        there = known.seen_from(values, row) if known else None
        if known and there:
            return known.reached, there
        reached = initialise(t, values, said, row)
        return reached, row(reached.x)

    def for_series(self, settings: Settings) -> CommonStart | None:
        """Return the initial point of runs that differ in parameters only, and how to verify it.

        Parameters
        ----------
        settings : Settings
            Requested settings.

        Returns
        -------
        CommonStart or None
            None if each run has to find its own.
        """
        said, t = self.own, self._translation
        if t.kernel.foreign or asks_for_locked_start(t, t.values):
            return None
        wanted = said.demanded.joined(said.proposed)
        if not (len(wanted) or t.flat.initial_equations):
            nothing = np.empty(0)
            start = SeriesStart(said.x, said.discrete, wanted.column, nothing, nothing)
            return CommonStart(start, np.empty(0, dtype=np.int64))
        known = self._known_at(settings)
        return known.for_series() if known else None

    def _known_at(self, settings: Settings) -> _Known | None:
        """Return the initial point of the model's own parameters at this time, if there is one."""
        known = self._known
        if known is None or known[0] != settings.start_time:
            known = self._known = settings.start_time, self._find_own(settings)
        return known[1]

    def _find_own(self, settings: Settings) -> _Known | None:
        t = self._translation
        explicit = replace(settings, solver="bs5")
        scales = self.scales(t.values, self.own, settings.tolerance)
        with make_solver(t, t.values, explicit, scales) as solver:
            row = Row(t, self.own, solver, settings.start_time)
            try:
                reached = initialise(t, t.values, self.own, row)
                return _Known(t, reached, row(reached.x))
            except InitialisationError:
                return None


class _Known:
    """An initial point, and its residuals in all fixed and preferred start values."""

    def __init__(self, t: Translation, reached: Reached, there: tuple[Floats, Floats]) -> None:
        self.reached = reached
        self._translation = t
        self._there = there
        self._wanted = reached.said.demanded.joined(reached.said.proposed)
        self._expected = there[0][self._wanted.column]
        self._within = _SAME * self._wanted.scale
        self._missed = self._by_equations(t.values, there)

    def _by_equations(self, values: Values, there: tuple[Floats, Floats]) -> Floats:
        """Return the residual of each initial equation."""
        equations = with_equations(self._wanted.take([]), self._translation, values)
        return equations.residuals(*there)

    def for_series(self) -> CommonStart:
        """Return this initial point, and the values expected there with other parameters.

        Quantities read by initial equations must be identical to the last bit.
        """
        places, parameters = equation_reads(self._translation)
        start = SeriesStart(
            self.reached.x,
            self.reached.said.discrete,
            np.append(self._wanted.column, places),
            np.append(self._expected, np.concatenate(self._there)[places]),
            np.append(self._within, np.zeros(len(places))),
        )
        return CommonStart(start, parameters)

    def seen_from(self, values: Values, row: Row) -> tuple[Floats, Floats] | None:
        """Return the values at this point with other parameters; None if it is not valid."""
        if values is self._translation.values:
            return self._there
        try:
            there = row(self.reached.x)
        except InitialisationError:
            return None
        change = np.abs(there[0][self._wanted.column] - self._expected)
        more = np.abs(self._by_equations(values, there) - self._missed)
        return there if (change <= self._within).all() and (more <= _SAME).all() else None


def _same_starts(one: Values, other: Values) -> bool:
    """Tell whether start and nominal values, and their kinds (fixed or guess), are the same."""
    return one is other or all(
        a is b or np.array_equal(a.view(np.int8), b.view(np.int8))  # NaN equals NaN
        for a, b in (
            (one.start, other.start),
            (one.is_fixed, other.is_fixed),
            (one.is_given, other.is_given),
            (one.nominal, other.nominal),
            (one.select, other.select),
        )
    )
