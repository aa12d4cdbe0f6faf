"""Signals that rise linearly to final values."""

from __future__ import annotations

from drivetrain import blocks
from drivetrain.edition2002.blocks.interfaces import SignalSource, longest
from drivetrain.modeling import parameter

__all__ = ["Ramp"]


class Ramp(SignalSource):
    """Signals that rise linearly to final values."""

    height = parameter([1.0], doc="Total rises")
    duration = parameter([2.0], unit="s", doc="Durations of the rises, > 0")
    n = parameter(
        longest(height, duration, SignalSource.offset, SignalSource.start_time),
        structural=True,
        final=True,
        doc="Number of outputs",
    )
    source = blocks.Ramp.array(
        n,
        height=height,
        duration=duration,
        offset=SignalSource.offset,
        start_time=SignalSource.start_time,
    )
