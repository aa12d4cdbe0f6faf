"""Conjunction of any number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import and_
from typing import Any

from drivetrain.blocks.interfaces import BooleanMiso

__all__ = ["And"]


class And(BooleanMiso):
    """True if all inputs are true."""

    def equations(self) -> Iterable[Any]:
        yield self.y == (reduce(and_, self.u) if self.u else True)
