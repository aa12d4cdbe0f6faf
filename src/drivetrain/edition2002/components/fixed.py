"""Ground."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002.interfaces import Housed
from drivetrain.modeling import parameter

__all__ = ["Fixed"]


class Fixed(Housed):
    """Flange fixed to the housing at a given angle."""

    symbol = "ground"

    phi0 = parameter(0.0, unit="rad", doc="Angle at which the flange is fixed")

    def equations(self) -> Iterable[Any]:
        yield self.flange_b.phi == self.phi0
