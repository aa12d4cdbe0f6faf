"""Clock."""

from __future__ import annotations

from drivetrain import blocks
from drivetrain.edition2002.blocks.interfaces import SignalSource, longest
from drivetrain.modeling import parameter

__all__ = ["Clock"]


class Clock(SignalSource):
    """Time since `start_time`."""

    n = parameter(
        longest(SignalSource.offset, SignalSource.start_time),
        structural=True,
        final=True,
        doc="Number of outputs",
    )
    source = blocks.ContinuousClock.array(
        n, offset=SignalSource.offset, start_time=SignalSource.start_time
    )
