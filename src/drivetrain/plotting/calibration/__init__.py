"""Pictures of calibrations, one module each, imported when they are drawn."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__: list[str] = []

_WHERE = {
    "bootstrap": "samples",
    "correlation": "correlations",
    "fit": "curves",
    "profile": "likelihood",
    "residuals": "remains",
    "waterfall": "costs",
}
"""Module of each picture; no module has the name of a picture, which would hide it."""


def __getattr__(name: str) -> Any:
    """Import the module of a picture when it is first drawn: matplotlib is heavy."""
    if name not in _WHERE:
        raise AttributeError(f"module 'drivetrain.plotting.calibration' has no picture {name!r}")
    return getattr(import_module(f"drivetrain.plotting.calibration.{_WHERE[name]}"), name)


def __dir__() -> list[str]:
    return sorted(_WHERE)
