"""Trapezoids."""

from __future__ import annotations

from drivetrain import blocks
from drivetrain.edition2002.blocks.interfaces import SignalSource, longest
from drivetrain.modeling import parameter

__all__ = ["Trapezoid"]


class Trapezoid(SignalSource):
    """Trapezoids."""

    amplitude = parameter([1.0], doc="Amplitudes")
    rising = parameter([0.0], unit="s", doc="Durations of the rises")
    width = parameter([0.5], unit="s", doc="Durations at full height")
    falling = parameter([0.0], unit="s", doc="Durations of the falls")
    period = parameter([1.0], unit="s", doc="Durations of one period, > 0")
    nperiod = parameter([-1], doc="Numbers of periods; a negative number repeats indefinitely")
    n = parameter(
        longest(
            amplitude,
            rising,
            width,
            falling,
            period,
            nperiod,
            SignalSource.offset,
            SignalSource.start_time,
        ),
        structural=True,
        final=True,
        doc="Number of outputs",
    )
    source = blocks.Trapezoid.array(
        n,
        amplitude=amplitude,
        rising=rising,
        width=width,
        falling=falling,
        period=period,
        nperiod=nperiod,
        offset=SignalSource.offset,
        start_time=SignalSource.start_time,
    )
