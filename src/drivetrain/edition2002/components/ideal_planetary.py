"""Planetary gear without losses."""

from __future__ import annotations

from drivetrain import rotational
from drivetrain.modeling import parameter

__all__ = ["IdealPlanetary"]


class IdealPlanetary(rotational.IdealPlanetary):
    """Planetary gear set of sun, carrier and ring without inertia or losses."""

    symbol = "planetary"

    ratio = parameter(100 / 50, nonzero=True, doc="Number of ring teeth over number of sun teeth")
