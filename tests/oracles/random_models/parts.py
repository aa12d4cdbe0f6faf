"""Random instances of any component class, drawn from what its declarations say.

Nothing here knows a class: parameters are drawn within their bounds by kind and unit, switches and
choices at random. So a new class takes part from its first day.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from drivetrain.modeling import Component
from drivetrain.modeling.expression import BOOLEAN, INTEGER, Expr
from drivetrain.modeling.members import REQUIRED, Parameter, Signal, TableParameter
from drivetrain.modeling.tracing.slots import OwnConnector, OwnVariable
from drivetrain.modeling.tracing.trace import trace
from tests.properties.classes import COMPLETE, connectors, label, parameters

__all__ = ["Part", "draw_part", "emitters", "logarithmic", "scale"]

_SCALES: Final = {
    "kg.m2": (0.05, 5.0), "kg": (0.2, 10.0), "J/K": (1.0, 100.0), "N.m/rad": (5.0, 5e3),
    "N/m": (5.0, 5e3), "N.m.s/rad": (0.01, 10.0), "N.s/m": (0.01, 10.0), "N.m": (0.1, 10.0),
    "N": (0.1, 20.0), "s": (0.05, 0.6), "Hz": (0.5, 8.0), "rad/s": (1.0, 30.0), "m/s": (0.5, 10.0),
    "rad": (0.01, 1.0), "m": (0.05, 1.0), "K": (250.0, 400.0), "degC": (5.0, 90.0),
    "W": (1.0, 50.0), "V": (0.5, 20.0), "A": (0.1, 10.0), "Ohm": (0.1, 10.0), "S": (0.1, 10.0),
    "F": (0.05, 2.0), "H": (0.05, 2.0), "N.m/A": (0.1, 3.0), "N/A": (0.1, 3.0),
}  # fmt: skip
"""Usual magnitudes by unit."""
_ANY_SIGN: Final = {"N.m", "N", "rad", "m", "1", "rad/s", "m/s", "W"}
_LIMITS: Final = (("min", "max"), ("low", "high"), ("lower", "upper"))
"""How the names of two limits differ."""
_KEPT: Final = 0.35
"""How often a default stays."""


@dataclass
class Part:
    """A component, drawn.

    Attributes
    ----------
    cls : type
        Its class.
    text : str
        The call that makes it.
    made : Component
        What the call makes.
    connectors, inputs, outputs : list
        What is enabled of its connectors and signals.
    """

    cls: type[Component]
    text: str
    made: Component
    connectors: list[OwnConnector]
    inputs: list[OwnVariable]
    outputs: list[OwnVariable]

    @property
    def is_switched(self) -> set[str]:
        """Names of the connectors that a switch brings: housings and heat ports."""
        declared = connectors(self.cls).items()
        return {name for name, one in declared if isinstance(one.enabled, Expr)}


def draw_part(rng: Random, cls: type[Component]) -> Part:
    """Draw an instance of a class."""
    values = {}
    for name, member in parameters(cls).items():
        value = _value(rng, member)
        if value is not None:
            values[name] = value
    signed = {n for n, m in parameters(cls).items() if getattr(m, "minimum", None) is None}
    _order(values, signed if rng.random() < 0.5 else set())
    given = ", ".join(f"{name}={value!r}" for name, value in values.items())
    made = cls(**values)
    traced = trace(made)
    signals = [v for v in traced.variables if isinstance(v.declaration, Signal)]
    inputs = [v for v in signals if v.declaration.is_input]
    outputs = [v for v in signals if not v.declaration.is_input]
    return Part(cls, f"{label(cls)}({given})", made, list(traced.connectors), inputs, outputs)


def _order(values: dict[str, Any], at_both_sides: set[str]) -> None:
    """Exchange limits that are the wrong way round: nonsense on its face is refused every time.

    They lie at both sides of zero if so wanted of the lower one, or if one is negative anyway.
    """
    for name, low in values.items():
        for lower, upper in _LIMITS:
            high = values.get(name.replace(lower, upper)) if lower in name else None
            if isinstance(low, float) and isinstance(high, float):
                is_signed = name in at_both_sides or min(low, high) < 0.0
                values[name] = -abs(low) if is_signed else min(low, high)
                values[name.replace(lower, upper)] = abs(high) if is_signed else max(low, high)


def emitters(kind: str) -> list[type[Component]]:
    """Return the classes that do nothing but emit a signal of a kind."""
    found = []
    for cls in COMPLETE:
        signals = [m for m in cls.declarations().values() if isinstance(m, Signal)]
        is_source = signals and not connectors(cls) and not any(s.is_input for s in signals)
        if is_source and any(s.kind == kind for s in signals):
            found.append(cls)
    return found


def scale(unit: str) -> tuple[float, float]:
    """Return the usual magnitudes of a unit."""
    return _SCALES.get(unit, (0.2, 4.0))


def logarithmic(rng: Random, low: float, high: float) -> float:
    """Draw a number between two, all decades alike, with few digits."""
    return float(f"{math.exp(rng.uniform(math.log(low), math.log(high))):.4g}")


def _value(rng: Random, member: Parameter | TableParameter) -> Any:
    """Draw the value of a parameter; None if it keeps its default."""
    if isinstance(member, TableParameter):
        return _table(rng, member) if _is_open(rng, member) else None
    if not _is_open(rng, member):
        return None
    if member.name == "law":  # the compiler's own choice
        return None
    if member.choices:
        return rng.choice(member.choices)
    if member.kind == BOOLEAN:
        return rng.random() < 0.5
    if member.default is None or isinstance(member.default, (str, Expr)):
        return None
    if isinstance(member.default, tuple) and not member.default:
        return _points(rng)
    if member.structural and isinstance(member.default, tuple):
        return None
    if member.kind == INTEGER or (member.structural and isinstance(member.default, int)):
        return rng.randint(max(1, int(_bound(member.minimum, 1))), 4)
    if member.vector:
        count = len(member.default) if isinstance(member.default, (list, tuple)) else 1
        return [_number(rng, member) for _ in range(count)]
    if not member.structural or member.default is REQUIRED:
        return _number(rng, member)
    return None


def _is_open(rng: Random, member: Parameter | TableParameter) -> bool:
    """Tell whether a parameter is to be drawn: it has to be, or chance has it."""
    is_empty = isinstance(member.default, tuple) and not member.default
    return member.default is REQUIRED or is_empty or rng.random() > _KEPT


def _bound(bound: Any, otherwise: float) -> float:
    return float(bound) if isinstance(bound, (int, float)) else otherwise


def _number(rng: Random, member: Parameter) -> float:
    low, high = _bound(member.minimum, -math.inf), _bound(member.maximum, math.inf)
    edge = rng.random()
    if low == 0.0 and edge < 0.12:
        return 0.0
    if math.isfinite(high) and edge > 0.92:
        return high
    value = logarithmic(rng, *scale(member.unit))
    if low == -math.inf and member.unit in _ANY_SIGN and rng.random() < 0.25:
        value = -value
    return min(max(value, low), high)


def _table(rng: Random, member: TableParameter) -> list[list[float]]:
    """Draw a table: fractions and torques over rising abscissae."""
    x, rows = 0.0, []
    for _ in range(rng.randint(1 if _has_one_row(member) else 2, 3)):
        row = [x]
        for unit in member.units[1:]:
            is_zero = unit != "1" and rng.random() < 0.2
            low, high = (0.2, 1.0) if unit == "1" else scale(unit)
            row.append(0.0 if is_zero else logarithmic(rng, low, high))
        rows.append(row)
        x = float(f"{x + logarithmic(rng, *scale(member.units[0])):.4g}")
    if len(rows) > 1:  # beyond the end, fractions stay fractions
        rows.append([x, *rows[-1][1:]])
    return rows


def _points(rng: Random) -> list[list[float]]:
    """Draw rows that rise in both directions, a table of one or of two arguments."""
    rows, x, y = [[0.0, 1]], 0.0, 1
    for _ in range(rng.randint(1, 3)):
        x, y = x + rng.choice([0.2, 0.35, 1.0]), y + rng.randint(1, 3)
        rows.append([round(x, 2), y])
    return rows


def _has_one_row(member: TableParameter) -> bool:
    return isinstance(member.default, (list, tuple)) and len(member.default) == 1
