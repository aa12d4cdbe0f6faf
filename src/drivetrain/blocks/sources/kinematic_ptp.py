"""Point-to-point motion, acceleration."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import elements
from drivetrain.blocks.sources.interfaces.path import path_of
from drivetrain.modeling import Component, RealOutput, length, maximum, parameter

__all__ = ["KinematicPTP"]


class KinematicPTP(Component):
    """Acceleration of the fastest rest-to-rest motion within limits of speed and acceleration.

    Several coordinates move in step along a straight line.
    """

    deltaq = parameter([1.0], doc="Distances, one for all or one for each coordinate")
    qd_max = parameter([1.0], unit="1/s", min=sys.float_info.min, doc="Highest speeds")
    qdd_max = parameter([1.0], unit="1/s2", min=sys.float_info.min, doc="Highest accelerations")
    start_time = parameter(0.0, unit="s", doc="Start of the motion")
    y = RealOutput(
        "1/s2",
        size=maximum(length(deltaq), maximum(length(qd_max), length(qdd_max))),
        doc="Accelerations",
    )

    def equations(self) -> Iterable[Any]:
        distances = elements(self.deltaq, len(self.y))
        path = path_of(distances, self.qd_max, self.qdd_max, self.start_time)
        for y, distance in zip(self.y, distances, strict=True):
            yield y == distance * path.acceleration()
