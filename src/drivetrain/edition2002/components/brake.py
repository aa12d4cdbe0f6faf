"""Brake with dry friction."""

from __future__ import annotations

from drivetrain.edition2002.interfaces import FrictionDisc, FrictionOnShaft

__all__ = ["Brake"]


class Brake(FrictionOnShaft, FrictionDisc):
    """Dry friction between a shaft and the ground under a controlled normal force."""

    symbol = "brake"
