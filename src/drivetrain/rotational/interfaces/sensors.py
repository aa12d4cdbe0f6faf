"""Base classes of sensors, which measure without loading."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component
from drivetrain.rotational.interfaces.connectors import FlangeA
from drivetrain.rotational.interfaces.two_flanges import TwoFlanges

__all__ = ["AbsoluteSensor", "RelativeSensor", "RigidSensor"]


class AbsoluteSensor(Component):
    """Base of sensors of the motion of one flange; exerts no torque."""

    symbol = "sensor"

    flange = FlangeA(doc="Flange whose motion is measured")

    def equations(self) -> Iterable[Any]:
        yield self.flange.tau == 0


class RelativeSensor(TwoFlanges):
    """Base of sensors of the motion of flange_b relative to flange_a; exerts no torque."""

    symbol = "sensor"

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.tau == 0
        yield self.flange_a.tau + self.flange_b.tau == 0


class RigidSensor(TwoFlanges):
    """Base of sensors in the shaft: the flanges are rigidly connected; the torque passes."""

    symbol = "sensor"

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.phi == self.flange_b.phi
        yield self.flange_a.tau + self.flange_b.tau == 0
