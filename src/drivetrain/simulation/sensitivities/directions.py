"""How all parameters and the initial states of a run change with some parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.qualified_names import find_parameter
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.translation import Translation
from drivetrain.errors import InitialisationError, ParameterError
from drivetrain.kernel.binding import Solver
from drivetrain.simulation.kernel_solver import given_arrays, make_another
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.sensitivities.coverage import NotCoveredError
from drivetrain.simulation.settings import Settings

__all__ = ["Directions", "Named", "directions_of", "whole_discretes"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_STEP = 1e-5
"""Change of a parameter relative to its value: differences of start values are then exact to about
ten digits, as far as these are smooth."""
_ROUNDING = 1e-14


@dataclass(frozen=True)
class Named:
    """A parameter or start value.

    Attributes
    ----------
    name : str
        Dotted name.
    value : float
        Its value.
    size : float
        Size of a usual change.
    """

    name: str
    value: float
    size: float


@dataclass(frozen=True, eq=False)
class Directions:
    """Changes with each parameter, per its unit.

    Attributes
    ----------
    numbers : list of int
        Parameters of the program that change.
    parameters : float array, shape (n_numbers, n_directions)
        Their changes.
    sizes : float array, shape (n_directions,)
        Usual size of a change in each direction.
    start : float array, shape (n_states, n_directions)
        Changes of the initial states; NaN where there is none.
    latched : int array
        Numbers of the discrete reals that events set.
    start_latched : float array, shape (n_latched, n_directions)
        Their changes at the start.
    trouble : list of str
        Why there is none, by direction; empty texts elsewhere.
    """

    numbers: list[int]
    parameters: Floats
    sizes: Floats
    start: Floats
    latched: Ints
    start_latched: Floats
    trouble: list[str]


@dataclass(frozen=True, eq=False)
class _Begun:
    """The first instant of a run."""

    values: Values
    states: Floats
    discrete: Floats


def whole_discretes(t: Translation) -> Bools:
    """Return which discrete quantities are Booleans or integers."""
    return t.whole_discretes


def latched_discretes(t: Translation) -> Ints:
    """Return the numbers of the discrete reals that events set, not only on trial."""
    reals = ~whole_discretes(t)
    reals[imposed_discretes(t)] = False
    return np.flatnonzero(reals)


def imposed_discretes(t: Translation) -> Ints:
    """Return the numbers of the discrete reals that the kernel imposes on trial."""
    pushes = {lock.push for lock in t.holds if lock.push >= 0}
    return np.array(sorted(pushes | set(t.kernel.given_loads)), dtype=np.int64)


def directions_of(
    prepared: PreparedModel,
    settings: Settings,
    solver: Solver,
    wanted: Sequence[Named],
    given: Mapping[str, Any],
) -> Directions:
    """Differentiate parameters and initial states by small differences.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    settings : Settings
        Settings of the run.
    solver : Solver
        Solver of the run, initialised.
    wanted : sequence of Named
        The parameters.
    given : mapping
        Values in force.

    Raises
    ------
    NotCoveredError
        If a parameter changes a table, a clock or the equations.
    """
    work = _Work(prepared, settings, solver, given)
    sides = work.all_sides(wanted)
    slopes = np.array([side.parameters for side in sides]).T
    numbers = np.flatnonzero((slopes != 0.0).any(axis=1) & work.read)
    start = np.array([side.start for side in sides]).T
    latched = latched_discretes(prepared.translation)
    kept = np.array([side.discrete[latched] for side in sides]).T
    trouble = [side.trouble for side in sides]
    sizes = np.array([one.size or 1.0 for one in wanted])
    return Directions(numbers.tolist(), slopes[numbers], sizes, start, latched, kept, trouble)


@dataclass(frozen=True, eq=False)
class _Sides:
    """Slopes of parameters and initial states by one parameter."""

    parameters: Floats
    start: Floats
    discrete: Floats
    trouble: str


class _Work:
    """Looks at the beginnings of runs with slightly different parameters."""

    def __init__(
        self, prepared: PreparedModel, settings: Settings, solver: Solver, given: Mapping[str, Any]
    ) -> None:
        self._prepared, self._settings, self._solver = prepared, settings, solver
        self._given, self._t = given, prepared.translation
        self._n = len(self._t.lowered.states)
        self._whole = whole_discretes(self._t)
        self._own = self._t.parameter_updates.values(given)
        self._clocks = self._ticks(self._own)
        beside = replace(self._own, parameter=self._own.parameter.copy())
        self._beside = make_another(solver, self._t, beside)

    @property
    def read(self) -> Bools:
        """Which parameters the program reads."""
        return self._t.read_parameters

    def all_sides(self, wanted: Sequence[Named]) -> list[_Sides]:
        """Return the slopes by each parameter."""
        pairs = [self._beside_value(one) for one in wanted]
        changed = np.array([values.parameter for pair in pairs for values in pair[:2]])
        holds = self._t.guards.holds_for(changed).reshape(-1, 2)
        for one, pair, fit in zip(wanted, pairs, holds, strict=True):
            for values, own_fit in zip(pair[:2], fit, strict=True):
                self._check(one, values, bool(own_fit))
        return [self._sides(one, *pair) for one, pair in zip(wanted, pairs, strict=True)]

    def _beside_value(self, one: Named) -> tuple[Values, Values, float]:
        """Return the values above and below a parameter, and how far these are apart."""
        step = _STEP * (one.size or 1.0)
        both = [self._values(one, sign * step) for sign in (1, -1)]
        upper, lower = (self._own if v is None else v for v in both)
        width = step * sum(v is not None for v in both)
        if width == 0:
            raise NotCoveredError(f"{one.name!r} is at both of its bounds")
        return upper, lower, width

    def _sides(self, one: Named, upper: Values, lower: Values, width: float) -> _Sides:
        slopes = (upper.parameter - lower.parameter) / width
        number = find_parameter(self._t.flat.root, one.name)
        if number is not None:
            slopes[number] = 1.0
        begun = [self._begin(values) for values in (upper, lower)]
        start, discrete, trouble = self._start(begun, width)
        return _Sides(slopes, start, discrete, trouble)

    def _values(self, one: Named, change: float) -> Values | None:
        try:
            return self._t.parameter_updates.values({**self._given, one.name: one.value + change})
        except ParameterError:
            return None

    def _check(self, one: Named, values: Values, holds: bool) -> None:
        """Refuse what is not covered."""
        own = self._own
        if values.tables is not own.tables:
            holds = self._t.guards.admits(values)
        if not holds:
            raise NotCoveredError(f"{one.name!r} changes the equations of the model")
        if values.tables is not own.tables and not np.array_equal(values.tables, own.tables):
            raise NotCoveredError(f"{one.name!r} changes a table")
        if not np.array_equal(self._ticks(values), self._clocks):
            raise NotCoveredError(f"{one.name!r} changes the ticks of a sample clock")

    def _ticks(self, values: Values) -> Floats:
        """Return first ticks and periods of the clocks."""
        if not self._t.program.samples:
            return np.empty(0)
        told = given_arrays(self._t, values.parameter)
        return np.concatenate([told["sample_start"], told["sample_interval"]])

    def _begin(self, values: Values) -> _Begun | str:
        """Return the first instant of a run with other parameters, or why there is none."""
        starts = self._prepared.starts
        try:
            said = starts.said(values)
            solver = self._beside
            solver.parameters[:] = self._t.parameters_of(values.parameter)
            solver.renew()
            reached, _ = starts.find(values, said, self._settings, solver)
            status = solver.initialise(reached.x, said.discrete)
            row = solver.last
        except InitialisationError as error:
            return str(error)
        if status.failed:
            return "beside it, the run does not start"
        end = self._t.kernel.known_length
        first = end - len(self._whole)
        return _Begun(values, row[2 : 2 + self._n].copy(), row[first:end].copy())

    def _start(self, begun: list[_Begun | str], width: float) -> tuple[Floats, Floats, str]:
        """Return the slopes of initial states and discrete reals, and why there are none."""
        nothing, none = np.full(self._n, np.nan), np.zeros(len(self._whole))
        upper, lower = begun
        if isinstance(upper, str):
            return nothing, none, upper
        if isinstance(lower, str):
            return nothing, none, lower
        whole = self._whole
        if not np.array_equal(upper.discrete[whole], lower.discrete[whole]):
            return nothing, none, "the run starts in other modes on either side"
        return (
            _slopes(upper.states, lower.states, width),
            _slopes(upper.discrete, lower.discrete, width),
            "",
        )


def _slopes(upper: Floats, lower: Floats, width: float) -> Floats:
    """Return quotients of differences; those of rounding are zero."""
    difference = upper - lower
    rounding = np.abs(difference) <= _ROUNDING * (np.abs(upper) + np.abs(lower))
    return np.where(rounding, 0.0, difference / width)
