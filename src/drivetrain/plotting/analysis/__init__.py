"""Pictures of results of analyses, one module each, imported when they are drawn."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__: list[str] = []

_WHERE = {
    "campbell": "campbell_diagram",
    "check_over_speed": "limits",
    "half_range": "order_curves",
    "limit_curves": "limits",
    "order_lines": "order_curves",
    "order_map": "waterfall",
    "order_response": "response_curves",
    "order_responses": "response_curves",
    "order_spectrum": "excitation",
    "order_track": "order_curves",
    "plot_comparison": "side_by_side",
    "plot_cycle": "cycles",
    "plot_energy": "energy",
    "plot_frequency_response": "response",
    "plot_holzer": "holzer_rows",
    "plot_limits": "response",
    "plot_mode_ensemble": "tracks",
    "plot_nonlinear_response": "cycles",
    "plot_one_sided": "side_by_side",
    "plot_root_locus": "roots",
    "plot_roots": "roots",
    "plot_sensitivity": "sensitivity",
    "plot_shapes": "shapes",
    "plot_sliding": "side_by_side",
    "plot_stability_map": "roots",
    "plot_time_response": "response",
    "plot_tracks": "tracks",
    "values_over_cycle": "excitation",
    "vector_stars": "excitation",
}
"""Module of each picture; no module has the name of a picture, which would hide it."""


def __getattr__(name: str) -> Any:
    """Import the module of a picture when it is first drawn: matplotlib is heavy."""
    if name not in _WHERE:
        raise AttributeError(f"module 'drivetrain.plotting.analysis' has no picture {name!r}")
    return getattr(import_module(f"drivetrain.plotting.analysis.{_WHERE[name]}"), name)


def __dir__() -> list[str]:
    return sorted(_WHERE)
