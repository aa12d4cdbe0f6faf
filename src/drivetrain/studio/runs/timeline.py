"""When friction elements, freewheels and gaps were in which mode."""

from __future__ import annotations

from typing import Any

import numpy as np

from drivetrain.simulation.results.result import Result

__all__ = ["mode_rows"]

_MOST_ROWS = 200
_MOST_PIECES = 4000


def mode_rows(result: Result) -> list[dict[str, Any]]:
    """Return a row for each variable that describes the state of its part, of very many the first.

    Parameters
    ----------
    result : Result
        A run.

    Returns
    -------
    list of dict
        ``name``; ``labels`` by value; ``times`` at which a mode begins and its ``values``. Of very
        many changes only as many are kept as a screen can show; ``left_out`` counts the others.
    """
    layout = result.layout
    names = sorted(layout.modes, key=lambda name: layout.positions[name])[:_MOST_ROWS]
    return [_row(result, name) for name in names]


def _row(result: Result, name: str) -> dict[str, Any]:
    values, time = result[name], result.time
    changed = np.flatnonzero(values[1:] != values[:-1]) + 1
    starts = np.concatenate([np.zeros(min(1, len(values)), dtype=np.int64), changed])
    kept = starts
    if len(starts) > _MOST_PIECES:
        kept = starts[np.linspace(0, len(starts) - 1, _MOST_PIECES).astype(np.int64)]
    labels = {str(value): text for value, text in result.layout.labels.get(name, {}).items()}
    return {
        "name": name, "labels": labels, "times": time[kept].tolist(),
        "values": [int(value) for value in values[kept]], "left_out": len(starts) - len(kept),
    }  # fmt: skip
