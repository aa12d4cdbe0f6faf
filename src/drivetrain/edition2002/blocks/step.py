"""Signals that jump at given times."""

from __future__ import annotations

from drivetrain import blocks
from drivetrain.edition2002.blocks.interfaces import SignalSource, longest
from drivetrain.modeling import parameter

__all__ = ["Step"]


class Step(SignalSource):
    """Signals that jump at given times."""

    height = parameter([1.0], doc="Heights of the steps")
    n = parameter(
        longest(height, SignalSource.offset, SignalSource.start_time),
        structural=True,
        final=True,
        doc="Number of outputs",
    )
    source = blocks.Step.array(
        n, height=height, offset=SignalSource.offset, start_time=SignalSource.start_time
    )
