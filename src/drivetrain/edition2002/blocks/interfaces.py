"""Base classes of the signal sources of the 2002 edition."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any

from drivetrain.blocks import Source
from drivetrain.modeling import Component, Expr, RealOutput, length, maximum, parameter

__all__ = ["SignalSource", "VectorSource", "longest"]


def longest(*vectors: Expr) -> Expr:
    """Return the number of elements of the longest of some vector parameters."""
    return reduce(maximum, map(length, vectors))


class VectorSource(Component):
    """Base of sources of several signals: an array `source` of current single sources.

    All parameters are vectors. A single element applies to all outputs; the longest vector
    determines the number of outputs.
    """

    n = parameter(1, structural=True, kind="integer", final=True, doc="Number of outputs")
    out_port: Any = RealOutput(size=n, doc="Outputs")
    source: Any = Source.array(n)

    def equations(self) -> Iterable[Any]:
        for source, output in zip(self.source, self.out_port, strict=True):
            yield source.y >> output


class SignalSource(VectorSource):
    """Base of sources that start at given times from given values."""

    offset = parameter([0.0], doc="Outputs before start_time; added to the signals")
    start_time = parameter([0.0], unit="s", doc="Start times of the signals")
