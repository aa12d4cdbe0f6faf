"""Rectangular pulses."""

from __future__ import annotations

from drivetrain import blocks
from drivetrain.edition2002.blocks.interfaces import SignalSource, longest
from drivetrain.modeling import parameter

__all__ = ["Pulse"]


class Pulse(SignalSource):
    """Rectangular pulses."""

    amplitude = parameter([1.0], doc="Amplitudes")
    width = parameter([50.0], doc="Widths of the pulses in percent of the period, > 0")
    period = parameter([1.0], unit="s", doc="Durations of one period, > 0")
    n = parameter(
        longest(amplitude, width, period, SignalSource.offset, SignalSource.start_time),
        structural=True,
        final=True,
        doc="Number of outputs",
    )
    source = blocks.Pulse.array(
        n,
        amplitude=amplitude,
        width=width,
        period=period,
        offset=SignalSource.offset,
        start_time=SignalSource.start_time,
    )
