"""Components between two flanges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, variable
from drivetrain.rotational.interfaces.connectors import FlangeA, FlangeB

__all__ = ["Rigid", "TwoFlanges"]


class TwoFlanges(Component):
    """Base of components with a left and a right flange."""

    flange_a = FlangeA(doc="Left flange")
    flange_b = FlangeB(doc="Right flange")


class Rigid(TwoFlanges):
    """Base of components whose flanges turn together."""

    phi = variable("rad", doc="Absolute angle of both flanges")

    def equations(self) -> Iterable[Any]:
        yield self.phi == self.flange_a.phi
        yield self.phi == self.flange_b.phi
