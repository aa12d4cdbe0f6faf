"""Force given by a signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealInput
from drivetrain.translational.interfaces import TranslationalSource

__all__ = ["Force"]


class Force(TranslationalSource):
    """Force given by a signal; a positive one accelerates what is connected to the flange."""

    f = RealInput("N", doc="Accelerating force at the flange")

    def equations(self) -> Iterable[Any]:
        yield self.flange.f == -self.f
