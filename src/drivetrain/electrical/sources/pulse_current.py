"""Pulses of a current."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import CurrentSource
from drivetrain.electrical.interfaces.waves import Pulses
from drivetrain.modeling import parameter

__all__ = ["PulseCurrent"]


class PulseCurrent(CurrentSource, Pulses):
    """Source of rectangular pulses of a current."""

    I = parameter(unit="A", doc="Height of a pulse")

    def equations(self) -> Iterable[Any]:
        yield self.wave == self.pulses(self.I)
