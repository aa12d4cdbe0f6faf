"""Signals that rise towards a value and fall back exponentially."""

from __future__ import annotations

from drivetrain import blocks
from drivetrain.edition2002.blocks.interfaces import SignalSource, longest
from drivetrain.modeling import parameter

__all__ = ["Exponentials"]


class Exponentials(SignalSource):
    """Signals that rise towards a value and fall back exponentially."""

    out_max = parameter([1.0], doc="Asymptotic values of the rises")
    rise_time = parameter([0.5], unit="s", doc="Durations of the rises")
    rise_time_const = parameter([0.1], unit="s", doc="Time constants of the rises")
    fall_time_const = parameter(
        rise_time_const, vector=True, unit="s", doc="Time constants of the falls"
    )
    n = parameter(
        longest(
            out_max,
            rise_time,
            rise_time_const,
            fall_time_const,
            SignalSource.offset,
            SignalSource.start_time,
        ),
        structural=True,
        final=True,
        doc="Number of outputs",
    )
    source = blocks.Exponentials.array(
        n,
        out_max=out_max,
        rise_time=rise_time,
        rise_time_const=rise_time_const,
        fall_time_const=fall_time_const,
        offset=SignalSource.offset,
        start_time=SignalSource.start_time,
    )
