"""Base class of ratchets."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import floor, initial, maximum, parameter, pre, variable, when, where
from drivetrain.rotational.interfaces import CompliantWithRelativeStates

__all__ = ["Pawl"]


class Pawl(CompliantWithRelativeStates):
    """Base of ratchets: teeth at the relative angles ``k * pitch``, and a pawl that drops behind.

    Subclasses define what happens when the motion reverses and the last of these teeth, at
    `caught`, meets the pawl. The pawl has no mass and does not drag on the teeth.
    """

    symbol = "freewheel"

    pitch = parameter(
        unit="rad", min=sys.float_info.epsilon, doc="Angle from one tooth to the next, > 0"
    )
    tooth = variable(doc="Number of the last tooth that the pawl has dropped behind")
    caught = variable("rad", doc="Relative angle at which this tooth meets the pawl")

    def equations(self) -> Iterable[Any]:
        passed = floor(self.phi_rel / self.pitch)
        falls = self.phi_rel >= (pre(self.tooth) + 1) * self.pitch
        yield when(
            initial() | falls,
            self.tooth == where(initial(), passed, maximum(pre(self.tooth) + 1, passed)),
        )
        yield self.caught == self.tooth * self.pitch
