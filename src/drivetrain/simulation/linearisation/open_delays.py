"""Delays of a model to be linearised: each is opened between its argument and its value.

At rest the value is the argument. Only there linear models are made: during a run it is what the
argument was, which rows of the run do not tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.delays import Delays
from drivetrain.analysis.matrices import dense
from drivetrain.compiler.frontend.open_delays import OpenDelay, delays_of
from drivetrain.compiler.frontend.qualified_names import find_variable
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.translation import Translation
from drivetrain.errors import AnalysisError
from drivetrain.kernel.binding import Solver
from drivetrain.simulation.linearisation.input_columns import InputColumns
from drivetrain.simulation.linearisation.inputs import DelayInput
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.slopes.reached import Reached
from drivetrain.simulation.slopes.slopes import Rows, Slopes, SlopeSource

if TYPE_CHECKING:
    from drivetrain.analysis.linear.linear_model import LinearModel

__all__ = ["OpenDelays", "delay_inputs"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_INPUT = "delay of "
_MOST_ITERATIONS = 30
_SAME = 1e-12
"""Difference of value and argument, relative to their size, that is rounding."""
_STRAIGHT = 1e-9
"""Change of the slope of arguments over values, relative to 1, that is rounding."""
_STILL = 1e-6
"""Change of a delayed signal within the delay, relative to its size, that counts as none."""


def delay_inputs(base: PreparedModel) -> list[DelayInput]:
    """Return the values of delays as inputs.

    Raises
    ------
    AnalysisError
        If a delay time may vary during a run, or a delay is no part of an equation.
    """
    if not base.translation.program.delays:
        return []
    found = delays_of(base.translation.flat)
    for one in found:
        if not one.is_fixed:
            raise AnalysisError(
                f"{base.title}: the delay of {one.name} has a time that may vary, which has no "
                "linear model here: give it a constant time, FixedDelay"
            )
    names = _distinct([one.name for one in found])
    units = [one.unit or "1" for one in found]
    pairs = zip(names, units, strict=True)
    return [DelayInput(f"{_INPUT}{name}", unit, k) for k, (name, unit) in enumerate(pairs)]


def _distinct(names: Sequence[str]) -> list[str]:
    """Return names of which those that occur again have a number."""
    counts = [names[: k + 1].count(name) for k, name in enumerate(names)]
    return [
        name if count == 1 else f"{name} (no. {count})"
        for name, count in zip(names, counts, strict=True)
    ]


class OpenDelays:
    """The opened delays of a model.

    Parameters
    ----------
    t : Translation
        The model with its inputs.
    inputs : sequence of DelayInput
        The values of delays.
    opened : sequence of OpenDelay
        The variables that stand for them.
    columns : InputColumns
        All inputs.

    Attributes
    ----------
    arguments : list of str
        Variables that are delayed.
    places : list of int
        Places of the values among all inputs.
    numbers : int array
        Numbers of the arguments.
    """

    def __init__(
        self, t: Translation, inputs: Sequence[DelayInput], opened: Sequence[OpenDelay],
        columns: InputColumns,
    ) -> None:  # fmt: skip
        if t.program.delays:
            raise AnalysisError(
                f"{t.flat.root.title}: a condition or an assignment contains a delay, which has no "
                "linear model: replace it by a block with states, such as PadeDelay"
            )
        self._title, self._inputs, self._columns = t.flat.root.title, list(inputs), columns
        self.arguments = [one.argument for one in opened]
        self.places = [columns.place(one.name) for one in inputs]
        self.numbers = _numbers(t, self.arguments)
        self._lags = _numbers(t, [one.time for one in opened])

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.arguments)

    @property
    def units(self) -> list[str]:
        """Units of the arguments."""
        return [one.unit for one in self._inputs]

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(one.name.removeprefix(_INPUT) for one in self._inputs)

    def values(self, parameters: Floats) -> Floats:
        """Return the values of the delays."""
        return parameters[[self._columns.number(place) for place in self.places]]

    def with_values(self, reached: Reached, values: Floats) -> Floats:
        """Return parameters with other values of the delays."""
        found = reached.values.parameter.copy()
        found[[self._columns.number(place) for place in self.places]] = values
        return found

    def missed(self, slopes: Slopes, parameters: Floats) -> Rows:
        """Return arguments less values, and how these differences depend on states and inputs."""
        rows = self._columns.mixed(slopes.variables(self.numbers), parameters)
        by_inputs = dense(rows.by_inputs).copy()
        by_inputs[np.arange(len(self)), self.places] -= 1.0
        return Rows(rows.values - self.values(parameters), dense(rows.by_states), by_inputs)

    def resting(
        self, source: SlopeSource, reached: Reached, solver: Callable[[Values], Solver]
    ) -> Reached:
        """Return a point at which the value of every delay is its argument.

        Parameters
        ----------
        source : SlopeSource
            Derivatives of the model with its inputs.
        reached : Reached
            The point, with any values of the delays.
        solver : callable
            Returns a solver with other values of parameters.

        Raises
        ------
        AnalysisError
            If there is none.
        """
        first: Floats | None = None
        for _ in range(_MOST_ITERATIONS):
            slopes = source.at(reached.solver, reached.row, reached.values)
            parameters = reached.values.parameter
            missed = self.missed(slopes, parameters)
            known, loop = self.values(parameters), missed.by_inputs[:, self.places]
            first = loop if first is None else first
            step = np.linalg.lstsq(loop, -missed.values)[0]
            values = replace(reached.values, parameter=self.with_values(reached, known + step))
            reached = replace(reached, solver=solver(values), values=values)
            if (np.abs(missed.values) <= _SAME * (1.0 + np.abs(known))).all():
                self._check_unique(first, loop)
                return reached
        raise AnalysisError(
            f"{self._title}: no values of the delayed {', '.join(self._names)} were found that are "
            "equal to what is delayed, so that nothing is at rest there"
        )

    def _check_unique(self, first: Floats, loop: Floats) -> None:
        """Refuse delays that act on themselves at once by a law that bends."""
        if not np.allclose(first, loop, rtol=_STRAIGHT, atol=_STRAIGHT):
            raise AnalysisError(
                f"{self._title}: what is delayed follows at once, and not linearly, from the "
                f"delayed {', '.join(self._names)}, so that more than one value may be at rest "
                "there: put a state between them, such as FirstOrder"
            )

    def check(self, slopes: Slopes, parameters: Floats) -> None:
        """Refuse delays whose time depends on states or inputs.

        Raises
        ------
        AnalysisError
            For the first of them.
        """
        rows = self._columns.mixed(slopes.variables(self._lags), parameters)
        for k, name in enumerate(self._names):
            if any(abs(dense(m)[k]).any() for m in (rows.by_states, rows.by_inputs)):
                raise AnalysisError(
                    f"{self._title}: the delay time of {name} depends on a state or an input, "
                    "which is not differentiated: leave out that input, or give a constant time"
                )

    def check_still(self, slopes: Slopes, parameters: Floats) -> None:
        """Refuse delayed signals that change in a steady state: their past is another one.

        Raises
        ------
        AnalysisError
            For the first of them.
        """
        rows = slopes.variables(self.numbers)
        change = dense(rows.by_states) @ slopes.rates.values * slopes.variables(self._lags).values
        for name, value, size in zip(self._names, change, np.abs(rows.values), strict=True):
            if abs(value) > _STILL * (1.0 + size):
                raise AnalysisError(
                    f"{self._title}: in the steady state what is delayed still changes, by "
                    f"{value:.3g} within the delay of {name}: delay a speed or the difference to "
                    "a turning reference instead"
                )

    def of(self, model: LinearModel, slopes: Slopes) -> Delays:
        """Return the delays of a linear model whose last inputs and outputs are theirs."""
        names = tuple(one.name for one in self._inputs)
        if tuple(model.inputs.names[-len(self) :]) != names:
            raise AnalysisError(
                f"{self._title}: the rate of change of a delayed signal acts as well, so that it "
                "has no linear model: put an inertia or a filter behind the delay"
            )
        times = slopes.variables(self._lags).values
        values = slopes.variables(self.numbers).values
        return Delays(model, self._names, np.asarray(times), np.asarray(values))


def _numbers(t: Translation, names: Sequence[str]) -> Ints:
    found = [find_variable(t.flat.root, name) for name in names]
    return np.array([n for n in found if n is not None], dtype=np.int64)
