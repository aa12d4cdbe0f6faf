"""A sketch of a component: a box with its connectors and signals, drawn from the declarations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from laws import home

from drivetrain.modeling import Component, Connector
from drivetrain.modeling.expression import BOOLEAN, INTEGER
from drivetrain.modeling.members import Signal

__all__ = ["icon", "svg"]

_BELOW = ("support", "bearing", "heat_port")
_POSITIVE, _NEGATIVE = ("p", "p1", "n1", "pc", "pv"), ("n", "p2", "n2", "nc", "nv")
"""Pins on the left and on the right."""
_COLOURS = {"rotational": "#7a7f87", "translational": "#2e8b57", "thermal": "#c0392b",
            "electrical": "#1d6fb8"}  # fmt: skip
_SIGNALS = {BOOLEAN: "#b030b0", INTEGER: "#d9822b"}
_REAL = "#2457c5"
_PITCH, _BOX, _MARGIN, _SIZE = 26, 150, 130, 6
_ICON_BOX, _ICON_MARGIN, _ICON_SCALE = 64, 16, 0.65


@dataclass(frozen=True)
class _Port:
    name: str
    side: str
    shape: str
    colour: str
    optional: bool


def svg(cls: type[Component]) -> str:
    """Return the sketch as SVG text.

    Connectors of the driving side and inputs stand on the left, those of the driven side and
    outputs on the right, housings and heat ports below; what can be switched off is dashed.

    Parameters
    ----------
    cls : type
        A component class.
    """
    by_side = _by_side(cls)
    below = by_side["below"]
    box = max(_BOX, 9 * len(cls.__name__) + 20, 90 * len(below))
    high = _height(by_side)
    width, height = box + 2 * _MARGIN, high + (48 if below else 16)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sketch" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{escape(cls.__name__)}" '
        'font-family="sans-serif" font-size="12" fill="currentColor">',
        _body(_MARGIN, box, high),
        f'<text x="{_MARGIN + box / 2:g}" y="{high / 2 + 11:g}" text-anchor="middle" '
        f'font-size="14" font-weight="bold">{escape(cls.__name__)}</text>',
    ]
    for port, x, y in _placed(by_side, _MARGIN, box, high):
        lines += [_shape(port, x, y), _label(port, x, y)]
    return "\n".join([*lines, "</svg>"])


def icon(cls: type[Component]) -> str:
    """Return the sketch without any text, small enough for a line of a table, as one line of SVG.

    Parameters
    ----------
    cls : type
        A component class.
    """
    by_side = _by_side(cls)
    high = _height(by_side)
    box = max(_ICON_BOX, 24 * len(by_side["below"]))
    width, height = box + 2 * _ICON_MARGIN, high + 2 * _SIZE + 4
    shapes = [_shape(*one) for one in _placed(by_side, _ICON_MARGIN, box, high)]
    return "".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" '
            f'width="{_ICON_SCALE * width:g}" height="{_ICON_SCALE * height:g}" '
            f'viewBox="0 0 {width} {height}">',
            _body(_ICON_MARGIN, box, high),
            *shapes,
            "</svg>",
        ]
    )


def _by_side(cls: type[Component]) -> dict[str, list[_Port]]:
    ports = list(_ports(cls))
    return {side: [p for p in ports if p.side == side] for side in ("left", "right", "below")}


def _height(by_side: dict[str, list[_Port]]) -> int:
    """Return the height of the box, by the side with more ports."""
    return max(len(by_side["left"]), len(by_side["right"]), 2) * _PITCH + 14


def _body(x: int, box: int, high: int) -> str:
    return (
        f'<rect x="{x}" y="6" width="{box}" height="{high}" rx="5" fill="none" '
        'stroke="currentColor" stroke-width="1.5"/>'
    )


def _placed(
    by_side: dict[str, list[_Port]], left: int, box: int, high: int
) -> Iterator[tuple[_Port, float, float]]:
    """Yield every port with the place at which it sits on the box."""
    for side, x in (("left", left), ("right", left + box)):
        column = by_side[side]
        first = 6 + high / 2 - (len(column) - 1) * _PITCH / 2
        yield from ((port, x, first + k * _PITCH) for k, port in enumerate(column))
    below = by_side["below"]
    for k, port in enumerate(below):
        yield port, left + box * (k + 1) / (len(below) + 1), 6 + high


def _ports(cls: type[Component]) -> Iterator[_Port]:
    members = cls.declarations()
    has_inputs = any(isinstance(m, Signal) and m.is_input for m in members.values())
    for name, member in members.items():
        if isinstance(member, Connector):
            domain = home(member)
            colour = _COLOURS.get(domain, _COLOURS["rotational"])
            shape = "circle" if domain in ("rotational", "electrical") else "square"
            yield _Port(name, _side(name, has_inputs), shape, colour, member.enabled is not True)
        elif isinstance(member, Signal):
            side = "left" if member.is_input else "right"
            shown = name if member.size is None else f"{name}[…]"
            colour = _SIGNALS.get(member.kind, _REAL)
            yield _Port(shown, side, "arrow", colour, member.enabled is not True)


def _side(name: str, has_inputs: bool) -> str:
    if name.startswith(_BELOW):
        return "below"
    if name in _NEGATIVE:
        return "right"
    alone = not name.endswith(("_a", "_b")) and name not in _POSITIVE
    return "right" if name.endswith("_b") or (alone and has_inputs) else "left"


def _shape(port: _Port, x: float, y: float) -> str:
    dashes = ' stroke-dasharray="2.5 2"' if port.optional else ""
    look = f'fill="{"none" if port.optional else port.colour}" stroke="{port.colour}"{dashes}'
    r = _SIZE
    if port.shape == "circle":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{r}" {look}/>'
    if port.shape == "square":
        return f'<rect x="{x - r:g}" y="{y - r:g}" width="{2 * r}" height="{2 * r}" {look}/>'
    start = x - 2 * r if port.side == "left" else x
    corners = f"{start:g},{y - r:g} {start + 2 * r:g},{y:g} {start:g},{y + r:g}"
    return f'<polygon points="{corners}" {look}/>'


def _label(port: _Port, x: float, y: float) -> str:
    places: dict[str, tuple[float, float, Any]] = {
        "left": (x - 17, y + 4, "end"),
        "right": (x + 17, y + 4, "start"),
        "below": (x, y + 22, "middle"),
    }
    at, up, anchor = places[port.side]
    return f'<text x="{at:g}" y="{up:g}" text-anchor="{anchor}">{escape(port.name)}</text>'
