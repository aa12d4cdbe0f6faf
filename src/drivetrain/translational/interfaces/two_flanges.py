"""Components between two flanges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, parameter, variable
from drivetrain.translational.interfaces.connectors import FlangeA, FlangeB

__all__ = ["Rigid", "TwoFlanges"]


class TwoFlanges(Component):
    """Base of components with a left and a right flange."""

    flange_a = FlangeA(doc="Left flange")
    flange_b = FlangeB(doc="Right flange")


class Rigid(TwoFlanges):
    """Base of components whose flanges move together."""

    L = parameter(unit="m", doc="Length: flange_b.s - flange_a.s")
    s = variable("m", doc="Absolute position of the middle")

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.s == self.s - self.L / 2
        yield self.flange_b.s == self.s + self.L / 2
