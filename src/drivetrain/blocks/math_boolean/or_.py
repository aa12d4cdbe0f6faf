"""Disjunction of any number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any

from drivetrain.blocks.interfaces import BooleanMiso

__all__ = ["Or"]


class Or(BooleanMiso):
    """True if at least one input is true."""

    def equations(self) -> Iterable[Any]:
        yield self.y == (reduce(or_, self.u) if self.u else False)
