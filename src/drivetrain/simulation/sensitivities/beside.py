"""Runs that begin with slightly different parameters, to find kinks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values import Values
from drivetrain.errors import InitialisationError, ParameterError
from drivetrain.kernel.binding import Solver
from drivetrain.simulation.kernel_solver import given_arrays, make_another
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.sensitivities.coverage import NotCoveredError
from drivetrain.simulation.sensitivities.named import Named
from drivetrain.simulation.settings import Settings

__all__ = ["Begun", "Beside", "Pair", "kinked", "quotient"]

Floats = NDArray[np.float64]

_STEP = 1e-5
"""Change of a parameter relative to its value: differences of smooth values are then exact to about
ten digits."""
_ROUNDING = 1e-14
_CLOSER = 0.125
_STAYS = 0.5
"""A difference this many times as large, that much closer, is that of a jump; beside it, a bend."""
_ROUNDED = 1e-9
_OTHER_SLOPES = "the run starts at a bend, with other slopes above it than below it"
_BENT = 1e-3
"""One-sided differences may differ by this fraction: curvature makes a hundredth of that."""


@dataclass(frozen=True, eq=False)
class Pair:
    """Values above and below a parameter, those in force where there are none; how far apart."""

    upper: Values
    lower: Values
    width: float
    both: bool


@dataclass(frozen=True, eq=False)
class Begun:
    """Where a run begins: states before the first event, the rest after it."""

    states: Floats
    discrete: Floats
    rates: Floats


class Beside:
    """Looks at runs with slightly different parameters.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    settings : Settings
        Settings of the run.
    solver : Solver
        Solver of the run.
    values : Values
        Values of the run.
    given : mapping
        Those that differ from the model's own.
    """

    def __init__(
        self,
        prepared: PreparedModel,
        settings: Settings,
        solver: Solver,
        values: Values,
        given: Mapping[str, Any],
    ) -> None:
        self._prepared, self._settings, self._solver = prepared, settings, solver
        self._own, self._given, self._t = values, given, prepared.translation

    def pair(self, one: Named, part: float = 1.0) -> Pair:
        """Return the values on both sides of a parameter.

        Parameters
        ----------
        one : Named
            The parameter.
        part : float
            Of the usual distance from it.

        Raises
        ------
        NotCoveredError
            If the parameter changes a table, a clock or the equations.
        """
        step = part * _STEP * (one.size or 1.0)
        upper, lower = (self._values(one, sign * step) for sign in (1, -1))
        width = step * ((upper is not None) + (lower is not None))
        if width == 0:
            raise NotCoveredError(f"{one.name!r} is at both of its bounds")
        for values in (upper, lower):
            if values is not None:
                self._check(one, values)
        own = self._own
        return Pair(upper or own, lower or own, width, bool(upper and lower))

    def _values(self, one: Named, change: float) -> Values | None:
        try:
            return self._t.parameter_updates.values({**self._given, one.name: one.value + change})
        except ParameterError:
            return None

    def _check(self, one: Named, values: Values) -> None:
        """Refuse what is not covered."""
        own, guards = self._own, self._t.guards
        other = values.tables is not own.tables
        if not (guards.admits(values) if other else guards.holds_for(values.parameter)):
            raise NotCoveredError(f"{one.name!r} changes the equations of the model")
        if other and not np.array_equal(values.tables, own.tables):
            raise NotCoveredError(f"{one.name!r} changes a table")
        if self._t.program.samples and not np.array_equal(self._ticks(values), self._clocks):
            raise NotCoveredError(f"{one.name!r} changes the ticks of a sample clock")

    @cached_property
    def _clocks(self) -> Floats:
        return self._ticks(self._own)

    def _ticks(self, values: Values) -> Floats:
        """Return first ticks and periods of the clocks."""
        given = given_arrays(self._t, values.parameter)
        return np.concatenate([given["sample_start"], given["sample_interval"]])

    @cached_property
    def _other(self) -> Solver:
        copied = replace(self._own, parameter=self._own.parameter.copy())
        return make_another(self._solver, self._t, copied)

    def begins(self, pair: Pair) -> tuple[Begun, Begun] | str:
        """Return where runs on both sides begin, or why there is no derivative."""
        found = [self._begin(values) for values in (pair.upper, pair.lower)]
        upper, lower = found
        if isinstance(upper, str):
            return upper
        if isinstance(lower, str):
            return lower
        whole = self._t.whole_discretes
        if not np.array_equal(upper.discrete[whole], lower.discrete[whole]):
            return "the run starts in other modes on either side"
        return upper, lower

    def judged(self, one: Named, bends: bool) -> str:
        """Return why there is no derivative by a parameter at the start; empty if there is one.

        Parameters
        ----------
        one : Named
            The parameter.
        bends : bool
            Whether slopes may be others on both sides, rather than values.
        """
        gaps = []
        for part in (1.0, _CLOSER):
            pair = self.pair(one, part)
            begun = self.begins(pair)
            if isinstance(begun, str):
                return begun
            upper, lower = (side.rates for side in begun)
            gaps.append(self._bend(upper, lower) if bends and pair.both else upper - lower)
            rounding = _ROUNDED * (np.abs(upper) + np.abs(lower))
        far, near = np.abs(gaps)
        lasting = _STAYS * far * (_CLOSER if bends else 1.0)
        if not ((near > lasting) & (near > (1e-3 if bends else 1.0) * rounding)).any():
            return ""
        return _OTHER_SLOPES if bends else "the run starts where derivatives jump with it"

    def _bend(self, upper: Floats, lower: Floats) -> Floats:
        """Return how far the derivatives in the middle are off the line."""
        own = self._begin(self._own)
        return lower * np.nan if isinstance(own, str) else upper - 2 * own.rates + lower

    def _begin(self, values: Values) -> Begun | str:
        """Return the first instant of a run with other parameters, or why there is none."""
        starts = self._prepared.starts
        try:
            said = starts.said(values)
            solver = self._other
            solver.parameters[:] = self._t.parameters_of(values.parameter)
            solver.renew()
            reached, _ = starts.find(values, said, self._settings, solver)
            status = solver.initialise(reached.x, said.discrete)
        except InitialisationError as error:
            return str(error)
        if status.failed:
            return "beside it, the run does not start"
        end = self._t.kernel.known_length
        first = end - len(self._t.whole_discretes)
        discrete = solver.last[first:end].copy()
        _, rates, _ = solver.probe(self._settings.start_time, reached.x, said.discrete)
        return Begun(reached.x.copy(), discrete, rates)


def quotient(upper: Floats, lower: Floats, width: float) -> Floats:
    """Return quotients of differences; those of rounding are zero."""
    difference = upper - lower
    rounding = np.abs(difference) <= _ROUNDING * (np.abs(upper) + np.abs(lower))
    return np.where(rounding, 0.0, difference / width)


def kinked(upper: Floats, own: Floats, lower: Floats) -> bool:
    """Return whether values change otherwise above a parameter than below it.

    Parameters
    ----------
    upper, own, lower : float array
        Values above, at and below it, at equal distances.
    """
    above, below = upper - own, own - lower
    rounding = _ROUNDING * (np.abs(upper) + np.abs(own) + np.abs(lower))
    bend = np.abs(above - below) - _BENT * np.maximum(np.abs(above), np.abs(below))
    return bool((bend > rounding).any())
