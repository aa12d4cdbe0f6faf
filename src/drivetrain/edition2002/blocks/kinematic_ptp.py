"""Point-to-point motion, acceleration."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain import blocks
from drivetrain.edition2002.blocks.interfaces import longest
from drivetrain.modeling import Component, RealOutput, parameter

__all__ = ["KinematicPTP"]


class KinematicPTP(Component):
    """Acceleration of the fastest rest-to-rest motion within limits of speed and acceleration.

    Several coordinates move in step along a straight line.
    """

    deltaq = parameter([1.0], doc="Distances")
    qd_max = parameter([1.0], unit="1/s", min=sys.float_info.min, doc="Highest speeds")
    qdd_max = parameter([1.0], unit="1/s2", min=sys.float_info.min, doc="Highest accelerations")
    start_time = parameter(0.0, unit="s", doc="Start of the motion")
    out_port = RealOutput("1/s2", size=longest(deltaq, qd_max, qdd_max), doc="Accelerations")
    source = blocks.KinematicPTP(
        deltaq=deltaq, qd_max=qd_max, qdd_max=qdd_max, start_time=start_time
    )

    def equations(self) -> Iterable[Any]:
        yield self.source.y >> self.out_port
