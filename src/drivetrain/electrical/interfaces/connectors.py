"""Connectors of circuits."""

from __future__ import annotations

from drivetrain.modeling import Connector, flow, potential

__all__ = ["NegativePin", "Pin", "PositivePin"]


class Pin(Connector):
    """Place where a wire is connected."""

    v = potential("V", doc="Electric potential")
    i = flow("A", doc="Current, positive into the component")


class PositivePin(Pin):
    """Pin from which a voltage is counted."""


class NegativePin(Pin):
    """Pin to which a voltage is counted."""
