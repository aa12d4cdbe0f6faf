"""Natural logarithm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import log

__all__ = ["Log"]


class Log(Siso):
    """Natural logarithm of the input, which must be positive."""

    def equations(self) -> Iterable[Any]:
        yield self.y == log(self.u)
