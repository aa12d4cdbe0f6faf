"""Sine wave with variable frequency."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.sources.interfaces.variable_wave import VariableWave
from drivetrain.modeling import sin

__all__ = ["SineVariableFrequencyAndAmplitude"]


class SineVariableFrequencyAndAmplitude(VariableWave):
    """Sine wave whose frequency and amplitude are signals or constants."""

    def equations(self) -> Iterable[Any]:
        yield self.y == self.offset + self.height() * sin(self.phi)
