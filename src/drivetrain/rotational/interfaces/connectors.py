"""Connectors of shafts."""

from __future__ import annotations

from drivetrain.modeling import Connector, flow, potential

__all__ = ["Flange", "FlangeA", "FlangeB", "Support"]


class Flange(Connector):
    """End of a shaft.

    Speed and acceleration are the derivatives of `phi`. All angles and torques are measured along
    one axis that points from left to right of the driveline.
    """

    phi = potential("rad", doc="Absolute angle")
    tau = flow("N.m", doc="Cut torque, positive into the component")


class FlangeA(Flange):
    """Left flange: the axis of rotation points into the component."""


class FlangeB(Flange):
    """Right flange: the axis of rotation points out of the component."""


class Support(Flange):
    """Housing of a component, which takes the reaction torque."""
