"""A smooth motion through angles and speeds that are known at ticks only.

From tick to tick the acceleration is constant. It leads from the speed that has been reached to the
latest one that is known, a little faster or slower if the angle differs. So angle and speed never
jump, and rigid parts can follow. The motion is one tick late, which keeps inertias on both sides of
a flange from working each other up: extrapolation would do so from a third of the inertia of the
FMU on, this law only when the other side is heavier than the FMU.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from drivetrain.modeling import initial, pre, sample, time, variable, when, where

__all__ = ["SmoothMotion"]

_VARIABLES = {
    "tick": ("s", "Instant of the latest tick"),
    "c0": ("rad", "Angle at the latest tick"),
    "c1": ("rad/s", "Speed at the latest tick"),
    "c2": ("rad/s2", "Half of the acceleration after the latest tick"),
}
_CATCHING_UP = 10.0
"""Ticks in which a difference of the angle becomes smaller by a factor e."""


@dataclass(frozen=True)
class SmoothMotion:
    """The variables of a smooth motion in a component.

    Attributes
    ----------
    prefix : str
        With which their names begin.
    """

    prefix: str

    def declarations(self, is_linear: bool) -> dict[str, Any]:
        """Return the declarations of the variables, for metres or radians."""
        return {
            f"{self.prefix}_{name}": variable(
                unit.replace("rad", "m") if is_linear else unit, start=0.0, doc=about
            )
            for name, (unit, about) in _VARIABLES.items()
        }

    def equations(
        self, part: Any, moved: Any, given: tuple[Any, Any, Any], step: Any
    ) -> Iterable[Any]:
        """Yield the equations.

        Parameters
        ----------
        part : object
            The component.
        moved : Expr
            The angle that follows.
        given : tuple of Expr or None
            Angle, speed and acceleration, which change at ticks.
        step : Expr
            Time between ticks.
        """
        own = [getattr(part, f"{self.prefix}_{name}") for name in _VARIABLES]
        tick, c0, c1, c2 = own
        angle, speed, acceleration = given
        s = time - pre(tick)
        first = initial()
        begin = where(first, angle, pre(c0) + s * (pre(c1) + s * pre(c2)))
        begin_rate = where(first, speed, pre(c1) + 2 * s * pre(c2))
        wanted = speed + (angle - begin) / (_CATCHING_UP * step)
        if acceleration is not None:
            wanted = wanted + step * acceleration
        yield when(
            sample(0.0, step) | first,
            tick == time,
            c0 == begin,
            c1 == begin_rate,
            c2 == (wanted - begin_rate) / (2 * step),
        )
        t = time - tick
        yield moved == c0 + t * (c1 + t * c2)
