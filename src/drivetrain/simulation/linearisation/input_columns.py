"""Columns of the inputs of a linear model: which parameters stand for them, and how much."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.signals import Signals
from drivetrain.compiler.frontend.qualified_names import find_parameter
from drivetrain.compiler.translation import Translation
from drivetrain.simulation.linearisation.inputs import Input, ParameterInput
from drivetrain.simulation.linearisation.variants import Addition
from drivetrain.simulation.slopes.slopes import Rows

__all__ = ["InputColumns"]

Floats = NDArray[np.float64]


class InputColumns:
    """Mixes slopes with respect to parameters into those with respect to inputs.

    Parameters
    ----------
    t : Translation
        The model with its inputs.
    inputs : sequence of Input
        The inputs.
    additions : sequence of Addition
        What those at flanges and signals add.
    shown : int
        Number of inputs that are inputs of the linear model; the others are adjusted only.

    Attributes
    ----------
    parameters : list of int
        Parameters with respect to which the model has to be differentiated.
    """

    def __init__(
        self, t: Translation, inputs: Sequence[Input], additions: Sequence[Addition], shown: int
    ) -> None:
        self._t = t
        self._shown = 0
        self._listed: list[tuple[str, str, int, int]] = []  # name, unit, parameter, order
        for k, one in enumerate(inputs):
            if k == shown:
                self._shown = len(self._listed)
            if isinstance(one, ParameterInput):
                self._listed.append((one.name, one.unit, self._number(one.name), 0))
            else:
                own = (added for added in additions if added.input == k)
                self._listed += [(a.name, a.unit, self._number(a.parameter), a.order) for a in own]
        self._shown = self._shown if shown < len(inputs) else len(self._listed)
        numbers: dict[int, None] = {}
        for _, _, number, _ in self._listed:
            numbers.update(dict.fromkeys(self._slopes(number, t.values.parameter)))
        self.parameters = list(numbers)
        self._latest: tuple[Floats, Floats] | None = None

    def _number(self, name: str) -> int:
        number = find_parameter(self._t.flat.root, name)
        assert number is not None
        return number

    def _slopes(self, number: int, parameters: Floats) -> dict[int, float]:
        return self._t.parameter_updates.slopes(number, parameters)

    def number(self, place: int) -> int:
        """Return the parameter behind an input."""
        return self._listed[place][2]

    @property
    def names(self) -> list[str]:
        """Names of the inputs of the linear model, without those of derivatives."""
        return [name for name, _, _, order in self._listed[: self._shown] if order == 0]

    def described(self, place: int) -> tuple[str, str]:
        """Return name and unit of an input."""
        return self._listed[place][:2]

    def place(self, name: str) -> int:
        """Return the place of an input."""
        return next(k for k, one in enumerate(self._listed) if one[0] == name)

    def mixing(self, parameters: Floats) -> Floats:
        """Return how much each parameter changes with each input, shape (n_parameters, n)."""
        latest = self._latest
        if latest is None or not np.array_equal(latest[0], parameters):
            latest = self._latest = parameters.copy(), self._mixing(parameters)
        return latest[1]

    def _mixing(self, parameters: Floats) -> Floats:
        found = np.zeros((len(self.parameters), len(self._listed)))
        place = {number: k for k, number in enumerate(self.parameters)}
        for column, (_, _, number, _) in enumerate(self._listed):
            for other, slope in self._slopes(number, parameters).items():
                found[place[other], column] = slope
        return found

    def signals(self, kept: Sequence[int]) -> Signals:
        """Return names, units and orders of some of the inputs."""
        some = [self._listed[k] for k in kept]
        return Signals(
            "input", tuple(one[0] for one in some), tuple(one[1] for one in some),
            tuple(one[3] for one in some),
        )  # fmt: skip

    def acting(self, *rows: Rows) -> list[int]:
        """Return the inputs themselves, and those of their derivatives that act on something."""
        return [
            k
            for k, (*_, order) in enumerate(self._listed[: self._shown])
            if order == 0 or any(abs(one.by_inputs[:, [k]]).sum() > 0 for one in rows)
        ]

    def mixed(self, rows: Rows, parameters: Floats) -> Rows:
        """Return slopes with respect to inputs from those with respect to parameters."""
        if not self._listed:
            return rows
        return Rows(rows.values, rows.by_states, rows.by_inputs @ self.mixing(parameters))
