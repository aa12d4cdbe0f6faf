"""Base classes of sensors, which measure without loading."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component
from drivetrain.translational.interfaces.connectors import FlangeA
from drivetrain.translational.interfaces.two_flanges import TwoFlanges

__all__ = ["AbsoluteSensor", "RelativeSensor", "RigidSensor"]


class AbsoluteSensor(Component):
    """Base of sensors of the motion of one flange; exerts no force."""

    symbol = "sensor"

    flange = FlangeA(doc="Flange whose motion is measured")

    def equations(self) -> Iterable[Any]:
        yield self.flange.f == 0


class RelativeSensor(TwoFlanges):
    """Base of sensors of the motion of flange_b relative to flange_a; exerts no force."""

    symbol = "sensor"

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.f == 0
        yield self.flange_a.f + self.flange_b.f == 0


class RigidSensor(TwoFlanges):
    """Base of sensors in the rod: the flanges are rigidly connected; the force passes."""

    symbol = "sensor"

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.s == self.flange_b.s
        yield self.flange_a.f + self.flange_b.f == 0
