"""Steady states of a model over the speed of one of its shafts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import numbers
from drivetrain.errors import UsageError, shown
from drivetrain.modeling.argument_values import checked_number
from drivetrain.simulation.operating_points.requests import LinearRequests, Steady, Where
from drivetrain.simulation.sweeps.shafts import ShaftVariables

__all__ = ["SpeedSweep", "checked_speed", "checked_speeds"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SpeedSweep:
    """Steady states over the speed of a shaft.

    Attributes
    ----------
    requests : LinearRequests
        Linear models of the model.
    where : Where
        Operating point without the speed; parameters may be functions of the speed.
    shaft : ShaftVariables
        The shaft.
    inputs, outputs : tuple of str
        Inputs and outputs of the linear models.
    """

    requests: LinearRequests
    where: Where
    shaft: ShaftVariables
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    _known: dict[float, Steady] = field(default_factory=dict, repr=False)

    def at(self, speed: float) -> Steady:
        """Return the steady state at a speed.

        Parameters
        ----------
        speed : float
            Speed of the shaft, rad/s.

        Raises
        ------
        AnalysisError
            If none was found.
        """
        if speed not in self._known:
            where = self._where(speed)
            self._known[speed] = self.requests.steady(where, self.inputs, self.outputs)
        return self._known[speed]

    def prepare(self, speed: float) -> None:
        """Refuse names that do not exist, whether or not there is a steady state at a speed."""
        self.requests.prepare(self._where(speed), self.inputs, self.outputs)

    def _where(self, speed: float) -> Where:
        return self.where._replace(
            at="steady",
            speed={self.shaft.speed: speed, **(self.where.speed or {})},
            parameters=_at_speed(self.where.parameters, speed),
        )


def _at_speed(parameters: Mapping[str, Any] | None, speed: float) -> dict[str, Any] | None:
    """Return parameters at a speed: functions of it are evaluated."""
    if parameters is None:
        return None
    if not isinstance(parameters, Mapping):
        raise UsageError(f"parameters={shown(parameters)}: give values by name")
    return {name: value(speed) if callable(value) else value for name, value in parameters.items()}


def checked_speed(value: Any, label: str) -> float:
    """Return a speed above zero, rad/s."""
    number = checked_number(value, label, "rad/s")
    if number <= 0:
        raise UsageError(f"{label}={shown(value)}: orders need a speed above zero")
    return number


def checked_speeds(value: Any, label: str) -> Floats:
    """Return ascending speeds above zero, rad/s.

    Parameters
    ----------
    value : array_like or quantity
        What was given.
    label : str
        Name of the argument, for messages.
    """
    speeds = numbers(value, label, "rad/s")
    if not len(speeds) or not (np.diff(speeds) > 0).all() or speeds[0] <= 0:
        raise UsageError(f"{label}={shown(value)}: give speeds above zero that ascend")
    return speeds
