"""The Campbell diagram of the model with the present values, as facts for the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from drivetrain.analysis.campbell.campbell import Campbell
from drivetrain.errors import DrivetrainError
from drivetrain.studio.model.loaded_model import LoadedModel
from drivetrain.studio.runs.studio_run import Setting, elements_set

__all__ = ["told_campbell"]

_RPM = 30 / np.pi
_MOST = 100


def told_campbell(
    loaded: LoadedModel,
    setting: Setting,
    shaft: str,
    orders: Sequence[float],
    between: tuple[float, float],
    average: float | None,
) -> dict[str, Any]:
    """Return frequencies over speed and critical speeds, or the sentence that tells why not.

    Parameters
    ----------
    loaded : LoadedModel
        A model that was compiled.
    setting : Setting
        The present values.
    shaft : str
        The part whose speed is varied.
    orders : sequence of float
        Orders of that shaft.
    between : (float, float)
        Lowest and highest speed, rpm.
    average : float or None
        Revolutions over which steady states are averaged.
    """
    try:
        loaded = loaded.with_structural(dict(setting.structural))
        assert loaded.compiled is not None
        elements = elements_set(loaded, setting)
        given = {one: setting.parameters[name] for name, some in elements.items() for one in some}
        low, high = (speed / _RPM for speed in between)
        found = loaded.compiled.campbell(
            shaft, orders=list(orders), between=(low, high), average=average, parameters=given
        )
    except DrivetrainError as error:
        return {"sentence": str(error), "speeds": [], "tracks": [], "lines": [], "critical": []}
    return {"sentence": "", **_facts(found, orders)}


def _facts(found: Campbell, orders: Sequence[float]) -> dict[str, Any]:
    speeds = np.asarray(found.tracks.values, dtype=float)
    frequencies = np.abs(found.tracks.eigenvalue.imag) / (2 * np.pi)
    critical = [
        {"number": one.number, "mode": one.mode, "order": one.order, "speed": one.speed * _RPM,
         "frequency": one.omega / (2 * np.pi), "damping": one.damping, "part": one.part}
        for one in list(found.critical)[:_MOST]
    ]  # fmt: skip
    return {
        "shaft": found.shaft,
        "speeds": (speeds * _RPM).tolist(),
        "tracks": [_finite(column) for column in frequencies.T],
        "lines": [{"order": k, "values": (k * speeds / (2 * np.pi)).tolist()} for k in orders],
        "critical": critical,
        "notes": [*found.remarks, *_left_out(len(found.critical) - len(critical))],
    }


def _left_out(count: int) -> list[str]:
    return [f"{count} more critical speeds are not listed"] if count else []


def _finite(column: Any) -> list[float | None]:
    return [float(one) if np.isfinite(one) else None for one in column]
