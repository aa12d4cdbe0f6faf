"""Constant signals."""

from __future__ import annotations

from drivetrain import blocks
from drivetrain.edition2002.blocks.interfaces import VectorSource
from drivetrain.modeling import length, parameter

__all__ = ["Constant"]


class Constant(VectorSource):
    """Constant signals."""

    k = parameter([1.0], doc="Outputs")
    n = parameter(length(k), structural=True, final=True, doc="Number of outputs")
    source = blocks.Constant.array(n, k=k)
