"""Pictures of analyses. Matplotlib is imported when the first one is drawn."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_WHERE = {
    "check_over_speed": "limits",
    "limit_curves": "limits",
    "order_spectrum": "excitation",
    "values_over_cycle": "excitation",
    "vector_stars": "excitation",
}
"""Functions that draw, by the module they are in."""


def __getattr__(name: str) -> Any:
    """Return a function that draws; its module is imported only now."""
    if name not in _WHERE:
        raise AttributeError(f"module 'drivetrain.plotting.analysis' has no attribute {name!r}")
    return getattr(import_module(f"drivetrain.plotting.analysis.{_WHERE[name]}"), name)
