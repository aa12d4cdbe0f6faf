"""Connectors of rods."""

from __future__ import annotations

from drivetrain.mechanics.translational_flanges import Flange, FlangeA, FlangeB, Support

__all__ = ["Flange", "FlangeA", "FlangeB", "Support"]
