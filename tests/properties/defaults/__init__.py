"""What the parameters of every component are if nobody says anything, and what they may be."""

from __future__ import annotations

from typing import Any, Final

from tests.properties.defaults import (
    blocks,
    book,
    celsius,
    clutches,
    couplings,
    discrete,
    edition2002,
    electrical,
    gears,
    math_boolean,
    rotational,
    thermal,
    translational,
)

__all__ = ["BOUNDS", "DEFAULTS"]

_LIBRARIES: Final = {
    "blocks": blocks,
    "blocks.discrete": discrete,
    "blocks.math_boolean": math_boolean,
    "book": book,
    "clutches": clutches,
    "couplings": couplings,
    "edition2002": edition2002,
    "electrical": electrical,
    "gears": gears,
    "rotational": rotational,
    "thermal": thermal,
    "thermal.celsius": celsius,
    "translational": translational,
}

DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    f"{library}.{name}": defaults
    for library, module in _LIBRARIES.items()
    for name, defaults in module.DEFAULTS.items()
}
"""By the name under which a class is offered: name of a parameter → default."""

BOUNDS: Final[dict[str, dict[str, tuple[Any, Any]]]] = {
    f"{library}.{name}": bounds
    for library, module in _LIBRARIES.items()
    for name, bounds in module.BOUNDS.items()
}
"""By the name under which a class is offered: name of a parameter → lower and upper bound."""
