"""Sine waves."""

from __future__ import annotations

from drivetrain import blocks
from drivetrain.edition2002.blocks.interfaces import SignalSource, longest
from drivetrain.modeling import parameter

__all__ = ["Sine"]


class Sine(SignalSource):
    """Sine waves."""

    amplitude = parameter([1.0], doc="Amplitudes")
    freq_hz = parameter([1.0], unit="Hz", doc="Frequencies")
    phase = parameter([0.0], unit="rad", doc="Phases at start_time")
    n = parameter(
        longest(amplitude, freq_hz, phase, SignalSource.offset, SignalSource.start_time),
        structural=True,
        final=True,
        doc="Number of outputs",
    )
    source = blocks.Sine.array(
        n,
        amplitude=amplitude,
        f=freq_hz,
        phase=phase,
        offset=SignalSource.offset,
        start_time=SignalSource.start_time,
    )
