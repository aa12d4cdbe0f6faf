"""Point-to-point motion."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import elements
from drivetrain.blocks.sources.interfaces.path import path_of
from drivetrain.modeling import (
    BooleanOutput,
    Component,
    RealOutput,
    length,
    maximum,
    parameter,
    time,
    variable,
    where,
)

__all__ = ["KinematicPTP2"]


class KinematicPTP2(Component):
    """Fastest rest-to-rest motion within limits of speed and acceleration.

    Several coordinates move in step along a straight line.
    """

    q_begin = parameter([0.0], doc="Start positions, one for all or one for each")
    q_end = parameter([1.0], doc="End positions")
    qd_max = parameter([1.0], unit="1/s", min=sys.float_info.min, doc="Highest speeds")
    qdd_max = parameter([1.0], unit="1/s2", min=sys.float_info.min, doc="Highest accelerations")
    start_time = parameter(0.0, unit="s", doc="Start of the motion")
    n = parameter(
        maximum(maximum(length(q_begin), length(q_end)), maximum(length(qd_max), length(qdd_max))),
        structural=True,
        final=True,
        doc="Number of coordinates",
    )
    q = RealOutput(size=n, doc="Coordinates")
    qd = RealOutput("1/s", size=n, doc="Speeds")
    qdd = RealOutput("1/s2", size=n, doc="Accelerations")
    moving = BooleanOutput(size=n, doc="True until a coordinate has reached its end")
    end_time = variable("s", doc="Time at which the end is reached")

    def equations(self) -> Iterable[Any]:
        begin, end = elements(self.q_begin, self.n), elements(self.q_end, self.n)
        distances = [to - from_ for from_, to in zip(begin, end, strict=True)]
        path = path_of(distances, self.qd_max, self.qdd_max, self.start_time)
        nowhere = path.is_nowhere()
        s, sd, sdd = path.position(), path.speed(), path.acceleration()
        for k, distance in enumerate(distances):
            yield self.q[k] == begin[k] + where(nowhere, 0, distance * s)
            yield self.qd[k] == where(nowhere, 0, distance * sd)
            yield self.qdd[k] == where(nowhere, 0, distance * sdd)
            is_moved = abs(distance) > 10 * sys.float_info.epsilon
            yield self.moving[k] == ((time < path.end()) & is_moved)
        yield self.end_time == path.end()
