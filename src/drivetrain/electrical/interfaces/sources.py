"""Base classes of sources that follow a signal in time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces.two_pins import SourceOnePort
from drivetrain.electrical.interfaces.waves import Timed
from drivetrain.modeling import parameter, time, variable, where

__all__ = ["CurrentSource", "VoltageSource"]


class VoltageSource(SourceOnePort, Timed):
    """Base of voltage sources that start at a given time from a given voltage.

    Subclasses say what `wave` is.
    """

    offset = parameter(0.0, unit="V", doc="Voltage before start_time; added to the signal")
    wave = variable("V", doc="Signal from start_time on, without `offset`")

    def equations(self) -> Iterable[Any]:
        yield self.v == self.offset + where(time < self.start_time, 0, self.wave)


class CurrentSource(SourceOnePort, Timed):
    """Base of current sources that start at a given time from a given current.

    Subclasses say what `wave` is. The current flows from `p` through the source to `n`.
    """

    offset = parameter(0.0, unit="A", doc="Current before start_time; added to the signal")
    wave = variable("A", doc="Signal from start_time on, without `offset`")

    def equations(self) -> Iterable[Any]:
        yield self.i == self.offset + where(time < self.start_time, 0, self.wave)
