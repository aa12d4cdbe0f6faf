"""Connectors of rods, shared with rotation for wheels and racks."""

from __future__ import annotations

from drivetrain.modeling import Connector, flow, potential

__all__ = ["Flange", "FlangeA", "FlangeB", "Support"]


class Flange(Connector):
    """End of a rod.

    Speed and acceleration are the derivatives of `s`. All positions and forces are measured along
    one axis that points from left to right of the driveline.
    """

    s = potential("m", doc="Absolute position")
    f = flow("N", doc="Cut force, positive into the component")


class FlangeA(Flange):
    """Left flange: the axis of motion points into the component."""


class FlangeB(Flange):
    """Right flange: the axis of motion points out of the component."""


class Support(Flange):
    """Housing of a component, which takes the reaction force."""
