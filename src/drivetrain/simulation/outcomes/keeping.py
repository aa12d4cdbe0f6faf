"""Outcomes among the numbers that an ensemble keeps of each run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isinf
from typing import Any

import numpy as np

from drivetrain.errors import UsageError
from drivetrain.simulation.outcomes.outcome import Outcome
from drivetrain.simulation.output_times import grid_of, output_times_of
from drivetrain.simulation.settings import Settings

__all__ = ["with_instants_of"]


def with_instants_of(keep: Any, settings: Settings) -> Settings:
    """Return settings that record the instants at which outcomes are read as well.

    Parameters
    ----------
    keep : object
        What an ensemble is to keep; what is no outcome counts for nothing.
    settings : Settings
        Times and tolerance.

    Raises
    ------
    UsageError
        If an instant is outside of the run.
    """
    several = keep.values() if isinstance(keep, Mapping) else keep
    if not isinstance(several, Sequence | type({}.values())):
        return settings
    start, stop = settings.start_time, settings.stop_time
    instants: list[float] = []
    for one in several:
        for instant in one.output_times if isinstance(one, Outcome) else ():
            if not start <= instant <= stop:
                raise UsageError(
                    f"{one!r}: t = {instant:g} s lies outside of the runs ({start:g} s … {stop:g} "
                    "s)"
                )
            instants.append(instant)
    if not instants:
        return settings
    if settings.output_times is not None:
        points = settings.output_times.instants
    else:
        points = (
            np.empty(0) if isinf(settings.interval) else grid_of(settings.interval, start, stop)[1]
        )
    return replace(
        settings, output_times=output_times_of(np.union1d(points, instants), start, stop)
    )
