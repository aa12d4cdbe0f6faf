"""Symbols of parts on a shaft line."""

from __future__ import annotations

from drivetrain.diagram.drawing import Item, box, circle, closed, line
from drivetrain.diagram.symbols.symbol import Symbol, outline

__all__ = ["ROTATION", "hatching"]


def hatching(x: float, y: float, width: float, *, up: bool = True) -> tuple[Item, ...]:
    """Return the line of a housing from `x` on, hatched on one side."""
    rise = -5.0 if up else 5.0
    strokes = tuple(
        line(((x + 6.0 * k + 1, y), (x + 6.0 * k + 6, y + rise)), "thin")
        for k in range(int(width // 6))
    )
    return (line(((x, y), (x + width, y)), "symbol"), *strokes)


def _stubs(width: float, inner: float) -> tuple[Item, ...]:
    """Return the ends of a shaft, up to `inner` from the middle."""
    half = width / 2
    return (
        line(((-half, 0), (-inner, 0)), "rotation"),
        line(((inner, 0), (half, 0)), "rotation"),
    )


def _spring(y: float, half: float, rise: float) -> Item:
    zigzag = "".join(f"L{-half + 5 + 4 * k} {y + (rise if k % 2 else -rise)}" for k in range(8))
    return outline(f"M{-half} {y}L{-half + 3} {y}{zigzag}L{half - 3} {y}L{half} {y}")


def _damper(y: float, half: float) -> tuple[Item, ...]:
    return (
        outline(f"M{-half} {y}H-1M-1 {y - 5}V{y + 5}", "symbol"),
        outline(f"M-8 {y - 7}H7V{y + 7}H-8M7 {y}H{half}", "symbol"),
    )


def _gear(pairs: float, inner: float) -> tuple[Item, ...]:
    """Return two wheels in mesh, seen along their plane, on shafts of one axis."""
    return (
        line(((-26, 0), (-6, 0)), "rotation"),
        line(((6, 0), (26, 0)), "rotation"),
        outline(f"M-6 {-inner}V{inner}M-11 {-inner}H-1M-11 {inner}H-1", "symbol"),
        outline(f"M6 {-pairs}V{pairs}M1 {-pairs}H11M1 {pairs}H11", "symbol"),
    )


def _brake_shoe(y: float) -> tuple[Item, ...]:
    return (
        outline(f"M-11 {y}H11M-11 {y - 4}H11", "symbol"),
        outline(f"M0 {y - 4}V{y - 10}", "symbol"),
        *hatching(-12, y - 10, 24),
    )


_MASS = Symbol(52, 34, (*_stubs(52, 13), box(-13, -17, 26, 34, "mass")))
_SPRING = Symbol(56, 20, (*_stubs(56, 20), _spring(0, 20, 7)))
_DAMPER = Symbol(52, 20, (*_stubs(52, 18), *_damper(0, 18)))
_SPRING_DAMPER = Symbol(
    60, 34,
    (*_stubs(60, 22), outline("M-22 -9V10M22 -9V10"), _spring(-9, 22, 5), *_damper(10, 22)),
)  # fmt: skip
_BACKLASH = Symbol(
    60, 34,
    (
        *_stubs(60, 24), outline("M-24 0V-10M10 -10H24V0M-24 0V9H-13M-13 4V14"),
        outline("M-24 -10L-21 -10L-18 -15L-14 -5L-10 -15L-6 -5L-2 -15L2 -5L5 -10H10"),
        outline("M-3 2V16M-3 9H24V0"), outline("M-13 9H-3", "thin"),
    ),
)  # fmt: skip
_STOP = Symbol(
    52, 28,
    (*_stubs(52, 14), outline("M-14 0H-5M-5 -9V9M5 -11V11M14 0H5", "symbol"),
     outline("M5 -11L10 -14M5 -4L10 -7M5 3L10 0M5 10L10 7", "thin")),
)  # fmt: skip
_CLUTCH = Symbol(
    52, 36, (*_stubs(52, 4), outline("M-4 -16V16M4 -16V16", "thick")),
)  # fmt: skip
_DOG_CLUTCH = Symbol(
    52, 36,
    (
        *_stubs(52, 9),
        outline("M-9 -15V15M-9 -15H-1V-9H-9M-9 -3H-1V3H-9M-9 9H-1V15H-9"),
        outline("M9 -15V15M9 -9H2V-3H9M9 3H2V9H9"),
    ),
)  # fmt: skip
_FREEWHEEL = Symbol(
    52, 34,
    (
        *_stubs(52, 10), outline("M10 -15V15", "thick"), outline("M-10 -15V15", "symbol"),
        closed(((-10, -9), (7, 0), (-10, 9)), "solid"),
    ),
)  # fmt: skip
_BRAKE = Symbol(
    52, 38,
    (line(((-26, 0), (26, 0)), "rotation"), outline("M0 -4V4M-11 -5H11", "symbol"),
     *_brake_shoe(-9)),
    top=-19, bottom=14,
)  # fmt: skip
_BEARING = Symbol(
    52, 36,
    (
        line(((-26, 0), (26, 0)), "rotation"), outline("M-9 -5H9M-9 5H9", "symbol"),
        *hatching(-9, -8, 18), *hatching(-9, 8, 18, up=False),
    ),
)  # fmt: skip
_GEAR = Symbol(52, 48, _gear(22, 11))
_LOSSY_GEAR = Symbol(
    52, 48,
    (
        *_gear(22, 11), outline("M17 -20C22 -14 12 -13 17 -8", "heat"),
        outline("M14 -11L17 -7L20 -11", "heat"),
    ),
)  # fmt: skip
_PLANETARY = Symbol(
    60, 60,
    (
        # ring at the top, planet on its carrier, sun at the bottom; the axis is below
        line(((-30, -24), (30, -24)), "rotation"), outline("M0 -24V-16M-9 -16H9", "symbol"),
        outline("M0 -13V11M-9 -13H9M-9 11H9", "symbol"), line(((-30, 0), (30, 0)), "rotation"),
        box(-4, -4, 8, 8, "mass"),
        line(((-30, 24), (30, 24)), "rotation"), outline("M0 24V14M-9 14H9", "symbol"),
    ),
    ports={"ring": -24.0, "carrier": 0.0, "sun": 24.0},
)  # fmt: skip
_DIFFERENTIAL = Symbol(
    60, 60,
    (
        line(((-30, 0), (-15, 0)), "rotation"), outline("M-15 -15H15V15H-15Z", "mass"),
        outline("M0 -15V-9M-6 -9H6L3 -4H-3ZM0 15V9M-6 9H6L3 4H-3Z", "symbol"),
        outline("M-9 -6V6L-4 3V-3ZM9 -6V6L4 3V-3Z", "symbol"),
        outline("M15 -24H30M0 -24H15M0 -24V-15", "rotation"),
        outline("M15 24H30M0 24H15M0 24V15", "rotation"),
    ),
    ports={"left": -24.0, "right": 24.0},
)  # fmt: skip
_TORQUE = Symbol(
    50, 34,
    (
        circle(-8, 0, 15, "mass"), line(((7, 0), (25, 0)), "rotation"),
        outline("M-15 4C-15 -8 -3 -10 0 -1", "symbol"),
        closed(((-3.5, -3), (3.2, -3), (0.4, 3)), "solid"),
    ),
    faces="right",
)  # fmt: skip
_MOTION = Symbol(
    50, 34,
    (
        circle(-8, 0, 15, "mass"), line(((7, 0), (25, 0)), "rotation"),
        outline("M-15 4C-15 -8 -3 -10 0 -1", "symbol"),
        closed(((-3.5, -3), (3.2, -3), (0.4, 3)), "solid"),
        circle(-8, 0, 12, "thin"),
    ),
    faces="right",
)  # fmt: skip
_SENSOR = Symbol(
    44, 30,
    (
        *_stubs(44, 13), circle(0, 0, 13, "box"),
        outline("M0 4L7 -6", "symbol"), outline("M-9 3C-8 -9 8 -9 9 3", "thin"),
        circle(0, 4, 1.6, "solid"),
    ),
)  # fmt: skip
_GROUND = Symbol(
    36, 26,
    (outline("M-18 0H0M0 -10V10", "rotation"),
     outline("M0 -8L6 -12M0 -2L6 -6M0 4L6 0M0 10L6 6", "thin")),
    faces="left",
    turns=True,
)  # fmt: skip

ROTATION: dict[str, Symbol] = {
    "mass": _MASS,
    "spring": _SPRING,
    "damper": _DAMPER,
    "spring_damper": _SPRING_DAMPER,
    "backlash": _BACKLASH,
    "stop": _STOP,
    "clutch": _CLUTCH,
    "dog_clutch": _DOG_CLUTCH,
    "freewheel": _FREEWHEEL,
    "brake": _BRAKE,
    "bearing": _BEARING,
    "gear": _GEAR,
    "lossy_gear": _LOSSY_GEAR,
    "planetary": _PLANETARY,
    "differential": _DIFFERENTIAL,
    "torque": _TORQUE,
    "motion": _MOTION,
    "sensor": _SENSOR,
    "ground": _GROUND,
}
