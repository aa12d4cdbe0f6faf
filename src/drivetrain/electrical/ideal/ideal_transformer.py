"""Ideal transformer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import TwoPort
from drivetrain.modeling import parameter

__all__ = ["IdealTransformer"]


class IdealTransformer(TwoPort):
    """Transformer without magnetization or losses: ``v1 == n * v2`` and ``i2 == -n * i1``."""

    symbol = "transformer"

    n = parameter(nonzero=True, doc="Turns ratio: left over right voltage")

    def equations(self) -> Iterable[Any]:
        yield self.v1 == self.n * self.v2
        yield self.i2 == -self.n * self.i1
