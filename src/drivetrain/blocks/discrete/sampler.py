"""Ideal sampler."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.discrete.interfaces import DiscreteSiso
from drivetrain.modeling import initial, when

__all__ = ["Sampler"]


class Sampler(DiscreteSiso):
    """Input at the last instant of the clock; before the first one, that at the start."""

    def equations(self) -> Iterable[Any]:
        yield when([initial(), self.sample_trigger], self.y == self.u)
