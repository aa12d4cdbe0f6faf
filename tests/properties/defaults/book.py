"""Parameters of :mod:`drivetrain.book`."""

from __future__ import annotations

from typing import Any, Final

from tests.properties.defaults.values import REQUIRED

__all__ = ["BOUNDS", "DEFAULTS"]

DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "Backlash": {"b": REQUIRED, "c": REQUIRED},
    "ConfigurableGear": {"grounded": REQUIRED, "ratio": REQUIRED},
    "Damper": {"d": REQUIRED},
    "Ground": {},
    "GroundedGear": {"ratio": REQUIRED},
    "Inertia": {"J": REQUIRED},
    "Spring": {"c": REQUIRED},
    "UngroundedGear": {"ratio": REQUIRED},
}
"""Default of every parameter of every class."""

BOUNDS: Final[dict[str, dict[str, tuple[Any, Any]]]] = {
    "Backlash": {"b": (0, None), "c": (0, None)},
}
"""Lower and upper bound of the parameters that have one."""
