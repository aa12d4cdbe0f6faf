"""Pictures of results of analyses."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_WHERE = {
    "plot_frequency_response": "response",
    "plot_limits": "response",
    "plot_time_response": "response",
}
"""Modules of the functions."""


def __getattr__(name: str) -> Any:
    """Import a function when it is first asked for."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
