"""Flanges of a class, and whether its parts may have inertia."""

from __future__ import annotations

from drivetrain.modeling.connector import Connector
from drivetrain.modeling.tracing.slots import OwnConnector
from drivetrain.modeling.tracing.trace import Trace

__all__ = ["flanges_of", "may_have_inertia"]

_MASSES = ("kg.m2", "kg")
_EFFORTS = ("N.m", "N")


def flanges_of(t: Trace) -> list[OwnConnector]:
    """Return the flanges of a class through which it may transmit a torque or force.

    The support, which has to be connected, is none of them. Each flange has two variables: the
    angle or position, and after it the torque or force.
    """
    return [own for own in t.connectors if _is_mechanical(own.declaration)]


def _is_mechanical(declared: Connector) -> bool:
    kinds = type(declared).variables()
    fits = len(kinds) == 2 and kinds[0].is_potential and kinds[1].is_flow
    return fits and kinds[1].unit in _EFFORTS and not declared.required


def may_have_inertia(t: Trace) -> bool:
    """Return whether a class has a parameter that is a mass or a moment of inertia."""
    return any(own.declaration.unit in _MASSES for own in t.parameters)
