"""What a part is in a half section: a column of the gearbox, a mass, or an end of a shaft."""

from __future__ import annotations

from drivetrain.diagram.section.machine.visible import HOUSING, SET_PORTS, Shown, is_set

__all__ = ["END", "GROUND", "MASS", "NONE", "PAIR", "STACK", "TAP", "role"]

STACK, PAIR, TAP = "stack", "pair", "tap"
"""Columns, see :class:`drivetrain.diagram.section.order.puzzle.Element`."""
MASS, END, GROUND, NONE = "mass", "end", "ground", "none"
"""A property of a body; an end of a shaft; what holds others in place; not drawn."""

_TAPS = ("brake", "bearing")
_WITHOUT = ("sensor",)


def role(shown: Shown) -> str:
    """Return the role of a part.

    Parameters
    ----------
    shown : Shown
        The part.
    """
    part, moving = shown.part, shown.moving
    if is_set(part):
        return STACK if all(name in shown.bodies for name in SET_PORTS) else NONE
    if part.symbol == "ground":
        return GROUND
    if not moving or part.symbol in _WITHOUT:
        return NONE
    if len(moving) > 1:
        return {2: PAIR, 3: STACK}.get(len(moving), NONE)
    return _role_on_one_body(shown)


def _role_on_one_body(shown: Shown) -> str:
    part = shown.part
    held = HOUSING in shown.bodies.values()
    if held or part.symbol in _TAPS or (part.has_mode and len(shown.bodies) > 1):
        return TAP
    if part.symbol == "mass" or (part.stores == "kinetic" and not part.parts):
        return MASS
    return END if len(shown.bodies) == 1 else NONE
