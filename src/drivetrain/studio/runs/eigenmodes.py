"""Eigenmodes of the model with the present values, as facts for the page."""

from __future__ import annotations

from typing import Any

from drivetrain.analysis.modes.eigenmode import Eigenmode
from drivetrain.analysis.modes.eigenmodes import Eigenmodes
from drivetrain.errors import DrivetrainError
from drivetrain.studio.model.loaded_model import LoadedModel
from drivetrain.studio.runs.studio_run import Setting, elements_set

__all__ = ["told_eigenmodes"]

_MOST = 40


def told_eigenmodes(loaded: LoadedModel, setting: Setting, time: float | None) -> dict[str, Any]:
    """Return eigenmodes with their shapes, or the sentence that tells why there are none.

    Parameters
    ----------
    loaded : LoadedModel
        A model that was compiled.
    setting : Setting
        The present values.
    time : float or None
        Instant at which the model is linearised, s; None for the start.
    """
    point = "the start" if time is None else f"{time:.6g} s"
    try:
        loaded = loaded.with_structural(dict(setting.structural))
        assert loaded.compiled is not None
        elements = elements_set(loaded, setting)
        given = {one: setting.parameters[name] for name, some in elements.items() for one in some}
        at = "start" if time is None else time
        modes = loaded.compiled.linearise(at=at, parameters=given).eigenmodes()
        lines = [_facts(modes, mode) for mode in list(modes)[:_MOST]]
    except DrivetrainError as error:
        return {"at": point, "sentence": str(error), "modes": [], "count": 0, "notes": []}
    return {
        "at": point, "sentence": "", "modes": lines, "count": len(modes), "notes": modes.notes(),
    }  # fmt: skip


def _facts(modes: Eigenmodes, mode: Eigenmode) -> dict[str, Any]:
    return {
        "number": mode.number,
        "frequency": mode.frequency,
        "damping": mode.damping_ratio,
        "kinetic": _first(mode.energy("kinetic")),
        "elastic": _first(mode.energy("elastic")),
        "shape": _shape(modes, mode),
    }


def _first(shares: dict[str, float]) -> str:
    """Return the part with the largest share."""
    for path, share in shares.items():
        return f"{path} {100 * share:.0f} %"
    return "–"


def _shape(modes: Eigenmodes, mode: Eigenmode) -> dict[str, list[float]]:
    """Return amplitudes by part: of angles, or of positions if nothing turns."""
    names = modes.angle_names()
    turning = [name for name in names if name.endswith(".phi")]
    found = mode.shape(*(turning or names)) if names else {}
    return {name.rpartition(".")[0]: [value.real, value.imag] for name, value in found.items()}
