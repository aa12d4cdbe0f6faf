"""Symbols of parts beside the shaft line: wheels, vehicles, rods, forces, heat."""

from __future__ import annotations

from drivetrain.diagram.drawing import Item, box, circle, line
from drivetrain.diagram.symbols.symbol import Symbol, outline

__all__ = ["NEIGHBOURS"]

_WHEEL = Symbol(
    52, 40,
    (
        line(((-26, 0), (0, 0)), "rotation"), circle(0, 0, 16, "mass"), circle(0, 0, 3, "solid"),
        line(((16, 0), (26, 0)), "translation"), outline("M-20 16.8H20", "thin"),
    ),
)  # fmt: skip
_RACK = Symbol(
    52, 40,
    (
        line(((-26, 0), (0, 0)), "rotation"), circle(0, 0, 11, "mass"), circle(0, 0, 3, "solid"),
        outline("M-18 16H18M-15 16L-12 12H-9L-6 16M-3 16L0 12H3L6 16M9 16L12 12H15L18 16"),
        line(((18, 16), (22, 16), (22, 0), (26, 0)), "translation"),
    ),
)  # fmt: skip
_VEHICLE = Symbol(
    66, 40,
    (
        outline("M-28 9C-30 -1 -24 -2 -16 -3L-8 -13H10L19 -3C27 -2 29 1 28 9Z", "mass"),
        outline("M-6 -10L-11 -3H14L8 -10ZM1 -10V-3", "thin"),
        circle(-15, 10, 6.5, "box"), circle(-15, 10, 2, "solid"),
        circle(15, 10, 6.5, "box"), circle(15, 10, 2, "solid"),
        line(((-33, 0), (-28, 0)), "rotation"), line(((28, 0), (33, 0)), "translation"),
    ),
    bottom=17,
)  # fmt: skip
_ROD = Symbol(
    52, 16,
    (line(((-26, 0), (-18, 0)), "translation"), line(((18, 0), (26, 0)), "translation"),
     box(-18, -5, 36, 10, "mass")),
)  # fmt: skip
_FORCE = Symbol(
    50, 30,
    (
        outline("M-20 -6H-2V-12L12 0L-2 12V6H-20Z", "mass"),
        line(((12, 0), (25, 0)), "translation"),
    ),
    faces="right",
)  # fmt: skip

_TRAVEL = Symbol(
    50, 30,
    (
        outline("M-20 -6H-2V-12L12 0L-2 12V6H-20Z", "mass"),
        outline("M-17 -3H1V-6L7 0L1 6V3H-17Z", "thin"),
        line(((12, 0), (25, 0)), "translation"),
    ),
    faces="right",
)  # fmt: skip


def _drop(x: float) -> Item:
    return outline(f"M{x} -9C{x + 5} -4 {x - 5} 3 {x} 9", "heat")


_HEAT_CAPACITY = Symbol(
    54, 36,
    (outline("M-18 14C-26 -2 -12 -6 -10 -12C-2 -20 12 -16 14 -8C26 -4 22 12 12 14Z", "mass"),
     line(((-27, 0), (-19, 0)), "heat")),
    faces="left",
)  # fmt: skip
_HEAT_CONDUCTOR = Symbol(
    52, 30,
    (line(((-26, 0), (-16, 0)), "heat"), line(((16, 0), (26, 0)), "heat"),
     box(-16, -13, 32, 26, "mass"), _drop(-7), _drop(0), _drop(7)),
)  # fmt: skip
_TEMPERATURE = Symbol(
    48, 34,
    (
        outline("M-6 -14C-6 -18 2 -18 2 -14V3C7 6 6 15 -2 15C-10 15 -11 6 -6 3Z", "mass"),
        circle(-2, 9, 3.2, "solid"), outline("M-2 9V-8", "heat"), line(((4, 0), (24, 0)), "heat"),
    ),
    faces="right",
)  # fmt: skip
_HEAT_SOURCE = Symbol(
    50, 32,
    (
        circle(-8, 0, 14, "mass"), outline("M-16 0H0M-5 -5L1 0L-5 5", "heat"),
        line(((6, 0), (25, 0)), "heat"),
    ),
    faces="right",
)  # fmt: skip

NEIGHBOURS: dict[str, Symbol] = {
    "wheel": _WHEEL,
    "rack": _RACK,
    "vehicle": _VEHICLE,
    "rod": _ROD,
    "force": _FORCE,
    "travel": _TRAVEL,
    "heat_capacity": _HEAT_CAPACITY,
    "heat_conductor": _HEAT_CONDUCTOR,
    "temperature": _TEMPERATURE,
    "heat_source": _HEAT_SOURCE,
}
