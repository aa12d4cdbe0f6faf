"""Saw teeth."""

from __future__ import annotations

from drivetrain import blocks
from drivetrain.edition2002.blocks.interfaces import SignalSource, longest
from drivetrain.modeling import parameter

__all__ = ["SawTooth"]


class SawTooth(SignalSource):
    """Saw teeth."""

    amplitude = parameter([1.0], doc="Amplitudes")
    period = parameter([1.0], unit="s", doc="Durations of one period, > 0")
    n = parameter(
        longest(amplitude, period, SignalSource.offset, SignalSource.start_time),
        structural=True,
        final=True,
        doc="Number of outputs",
    )
    source = blocks.SawTooth.array(
        n,
        amplitude=amplitude,
        period=period,
        offset=SignalSource.offset,
        start_time=SignalSource.start_time,
    )
