"""Cosine wave with variable frequency."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.sources.interfaces.variable_wave import VariableWave
from drivetrain.modeling import cos

__all__ = ["CosineVariableFrequencyAndAmplitude"]


class CosineVariableFrequencyAndAmplitude(VariableWave):
    """Cosine wave whose frequency and amplitude are signals or constants."""

    def equations(self) -> Iterable[Any]:
        yield self.y == self.offset + self.height() * cos(self.phi)
