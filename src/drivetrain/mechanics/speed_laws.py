"""Loads that depend on speed, as factors of a nominal load."""

from __future__ import annotations

import math
from typing import Final

from drivetrain.modeling import Expr, sign, sin, smooth, tanh, where
from drivetrain.modeling.functions import cos

__all__ = ["REGULARIZATIONS", "inverse", "linear", "quadratic", "regularized_sign"]

REGULARIZATIONS: Final = ("exp", "sine", "linear", "cosine")
"""Regularisations of the sign of a speed around zero."""


def linear(speed: Expr, nominal: Expr, one_sign: Expr) -> Expr:
    """Return the speed over its nominal value, without sign where `one_sign` holds."""
    ratio = speed / nominal
    return where(one_sign, abs(ratio), ratio)


def quadratic(speed: Expr, nominal: Expr, one_sign: Expr) -> Expr:
    """Return the squared ratio, with the sign of the speed unless `one_sign` holds."""
    square = (speed / nominal) ** 2
    signed = smooth(1, where(speed >= 0, square, -square))
    return where(one_sign, square, signed)


def inverse(speed: Expr, nominal: Expr, least: Expr, one_sign: Expr) -> Expr:
    """Return nominal speed over speed, bounded below the speed `least`.

    With one sign the value at `least` is held down to standstill. Otherwise the law is
    ``speed / least`` there, which jumps at `least` unless `least` is the nominal speed.
    """
    # Not |speed|, which a step that passes zero leaves as it was: an event needs a change of sign.
    slow = (speed < least) & (speed > -least)
    same = where(slow, nominal / least, nominal / abs(speed))
    signed = where(slow, speed / least, nominal / speed)
    return where(one_sign, same, signed)


def regularized_sign(kind: str, speed: Expr, width: Expr) -> Expr:
    """Return a function that rises from -1 to 1 where the magnitude of the speed is below `width`.

    Parameters
    ----------
    kind : str
        One of ``exp`` (reaches the end values to rounding within a hundredth of `width`), ``sine``
        (smooth), ``linear``, ``cosine`` (both with events at `width`).
    speed, width : Expr
        In the same unit.
    """
    ratio = speed / width
    # Not |speed|, which a step that passes zero leaves as it was: an event needs a change of sign.
    beyond, sense = (speed >= width) | (speed <= -width), sign(speed)
    if kind == "exp":
        # 2 / (1 + exp(-100 x)) - 1, written so as not to overflow
        return tanh(50 * ratio)
    if kind == "sine":
        return smooth(1, where(beyond, sense, sin(math.pi / 2 * ratio)))
    if kind == "linear":
        return where(beyond, sense, ratio)
    return where(beyond, sense, sense * (1 - cos(math.pi / 2 * ratio)))
