"""Symbols of parts of electric circuits, after IEC 60617."""

from __future__ import annotations

from types import MappingProxyType

from drivetrain.diagram.drawing import Item, box, circle, line
from drivetrain.diagram.symbols.symbol import Symbol, outline

__all__ = ["CIRCUITS"]


def _wires(reach: float, half: float = 26) -> tuple[Item, ...]:
    """Return the wires at both ends of a symbol."""
    return (
        line(((-half, 0), (-reach, 0)), "electric"),
        line(((reach, 0), (half, 0)), "electric"),
    )


def _four_wires(reach: float, rise: float, half: float = 26) -> tuple[Item, ...]:
    """Return the wires at both ends of a symbol between two circuits."""
    return tuple(
        line(((sign * half, y), (sign * reach, y)), "electric")
        for sign in (-1, 1)
        for y in (-rise, rise)
    )


_RESISTOR = Symbol(52, 16, (*_wires(17), box(-17, -6, 34, 12, "mass")))
_CAPACITOR = Symbol(52, 28, (*_wires(3), outline("M-3 -12V12M3 -12V12", "thick")))
_INDUCTOR = Symbol(
    52, 18,
    (
        *_wires(18),
        outline("M-18 0C-18 -10 -9 -10 -9 0C-9 -10 0 -10 0 0C0 -10 9 -10 9 0C9 -10 18 -10 18 0"),
    ),
)  # fmt: skip
_PAIRS = MappingProxyType(
    {"p1": ("left", -12.0), "n1": ("left", 12.0), "p2": ("right", -12.0), "n2": ("right", 12.0)}
)
"""Where the pins of parts between two circuits are."""
_TRANSFORMER = Symbol(
    52, 40,
    (
        *_four_wires(7, 12), circle(-7, 0, 12, "symbol"), circle(7, 0, 12, "symbol"),
    ),
    places=_PAIRS,
)  # fmt: skip
_CONTROLLED_SOURCE = Symbol(
    52, 40,
    (
        *_four_wires(16, 12), box(-16, -17, 32, 34, "mass"), outline("M7 -12L16 0L7 12L-2 0Z"),
        outline("M-2 0H16", "thin"), circle(-10, -12, 1.5, "solid"), circle(-10, 12, 1.5, "solid"),
    ),
    places=_PAIRS,
)  # fmt: skip
_SOURCE = Symbol(52, 32, (*_wires(14), circle(0, 0, 14, "mass"), outline("M-14 0H14", "thin")))
_METER = Symbol(
    52, 32,
    (
        *_wires(14), circle(0, 0, 14, "box"), outline("M0 5L7 -6", "symbol"),
        outline("M-9 3C-8 -9 8 -9 9 3", "thin"), circle(0, 5, 1.6, "solid"),
    ),
    places=MappingProxyType(
        {"pc": ("left", 0.0), "nc": ("right", 0.0), "pv": ("top", 0.0), "nv": ("bottom", 0.0)}
    ),
)  # fmt: skip
_DIODE = Symbol(52, 24, (*_wires(9), outline("M-9 -9L9 0L-9 9Z", "mass"), outline("M9 -9V9")))
_SWITCH = Symbol(52, 24, (*_wires(12), circle(-12, 0, 2, "solid"), outline("M-12 0L11 -10")))
_GROUND = Symbol(
    40, 24,
    (line(((-20, 0), (0, 0)), "electric"), outline("M0 -10V10M5 -6V6M10 -2V2")),
    faces="left",
    turns=True,
)  # fmt: skip
_PINS_AND_FLANGE = MappingProxyType(
    {"p": ("left", 0.0), "n": ("bottom", 0.0), "flange": ("right", 0.0), "support": ("top", 0.0)}
)
"""Where the ports of a machine are."""
_MACHINE = Symbol(
    56, 36,
    (
        line(((-28, 0), (-14, 0)), "electric"), line(((14, 0), (28, 0)), "rotation"),
        circle(0, 0, 14, "mass"), outline("M-6 7V-7L0 2L6 -7V7", "symbol"),
    ),
    places=_PINS_AND_FLANGE,
)  # fmt: skip
_LINEAR_MACHINE = Symbol(
    56, 32,
    (
        line(((-28, 0), (-16, 0)), "electric"), line(((16, 0), (28, 0)), "translation"),
        box(-16, -12, 32, 24, "mass"), outline("M-6 7V-7L0 2L6 -7V7", "symbol"),
    ),
    places=_PINS_AND_FLANGE,
)  # fmt: skip

CIRCUITS: dict[str, Symbol] = {
    "resistor": _RESISTOR,
    "capacitor": _CAPACITOR,
    "inductor": _INDUCTOR,
    "transformer": _TRANSFORMER,
    "electric_source": _SOURCE,
    "controlled_source": _CONTROLLED_SOURCE,
    "electric_ground": _GROUND,
    "meter": _METER,
    "diode": _DIODE,
    "switch": _SWITCH,
    "machine": _MACHINE,
    "linear_machine": _LINEAR_MACHINE,
}
"""Symbols by name."""
