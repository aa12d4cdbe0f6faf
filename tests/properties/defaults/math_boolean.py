"""Parameters of :mod:`drivetrain.blocks.math_boolean`."""

from __future__ import annotations

from typing import Any, Final

from tests.properties.defaults.values import REQUIRED

__all__ = ["BOUNDS", "DEFAULTS"]

DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "And": {"nu": 0},
    "Nand": {"nu": 0},
    "Nor": {"nu": 0},
    "OnDelay": {"delay_time": REQUIRED},
    "Or": {"nu": 0},
    "Xor": {"nu": 0},
}
"""Default of every parameter of every class."""

BOUNDS: Final[dict[str, dict[str, tuple[Any, Any]]]] = {
    "And": {"nu": (0, None)},
    "Nand": {"nu": (0, None)},
    "Nor": {"nu": (0, None)},
    "Or": {"nu": (0, None)},
    "Xor": {"nu": (0, None)},
}
"""Lower and upper bound of the parameters that have one."""
