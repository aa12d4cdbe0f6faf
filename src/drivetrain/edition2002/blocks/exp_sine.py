"""Sine waves that decay."""

from __future__ import annotations

from drivetrain import blocks
from drivetrain.edition2002.blocks.interfaces import SignalSource, longest
from drivetrain.modeling import parameter

__all__ = ["ExpSine"]


class ExpSine(SignalSource):
    """Sine waves that decay."""

    amplitude = parameter([1.0], doc="Amplitudes")
    freq_hz = parameter([2.0], unit="Hz", doc="Frequencies")
    phase = parameter([0.0], unit="rad", doc="Phases at start_time")
    damping = parameter([1.0], unit="1/s", doc="Damping coefficients")
    n = parameter(
        longest(amplitude, freq_hz, phase, damping, SignalSource.offset, SignalSource.start_time),
        structural=True,
        final=True,
        doc="Number of outputs",
    )
    source = blocks.ExpSine.array(
        n,
        amplitude=amplitude,
        f=freq_hz,
        phase=phase,
        damping=damping,
        offset=SignalSource.offset,
        start_time=SignalSource.start_time,
    )
