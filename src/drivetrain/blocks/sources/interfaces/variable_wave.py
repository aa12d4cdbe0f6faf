"""Waves whose frequency and amplitude may change."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Source
from drivetrain.modeling import Expr, RealInput, der, parameter, variable

__all__ = ["VariableWave"]


class VariableWave(Source):
    """Base of waves whose phase is the integral of a frequency."""

    use_constant_amplitude = parameter(
        False, structural=True, doc="True if the amplitude is constant_amplitude"
    )
    constant_amplitude = parameter(1.0, doc="Amplitude")
    use_constant_frequency = parameter(
        False, structural=True, doc="True if the frequency is constant_frequency"
    )
    constant_frequency = parameter(1.0, unit="Hz", doc="Frequency")
    offset = parameter(0.0, doc="Added to the wave")
    amplitude = RealInput(enabled=~use_constant_amplitude, doc="Amplitude")
    f = RealInput("Hz", enabled=~use_constant_frequency, doc="Frequency")
    phi = variable("rad", start=0.0, doc="Phase")

    def height(self) -> Expr:
        """Return the amplitude."""
        found: Expr = self.constant_amplitude if self.use_constant_amplitude else self.amplitude
        return found

    def equations(self) -> Iterable[Any]:
        f = self.constant_frequency if self.use_constant_frequency else self.f
        yield der(self.phi) == 2 * math.pi * f
