"""Second-order Bessel filter through which a flange follows a position signal."""

from __future__ import annotations

import math
from typing import Any, Final

__all__ = ["follow"]

# 1 / (1 + _A s + _B s²), s in units of the critical frequency.
_A: Final = 1.3617
_B: Final = 0.6180


def follow(deviation: Any, speed: Any, f_crit: Any) -> Any:
    """Return the acceleration with which a position follows a reference through the filter.

    Parameters
    ----------
    deviation : Expr
        Reference less position.
    speed : Expr
        Speed of the position.
    f_crit : Expr
        Critical frequency, Hz.
    """
    w_crit = 2 * math.pi * f_crit
    return (deviation * w_crit - _A * speed) * w_crit / _B
