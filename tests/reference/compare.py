"""The rule by which a result agrees with a published trajectory.

Real signals lie in a tube around the reference: ``1e-3 · (max - min) + 1e-6`` in value and two
output intervals (at least 1 ms) in time. Modes are equal at every reference time further than
1 ms from any change of mode in either result.
"""

from __future__ import annotations

import csv
import os
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from drivetrain.simulation.results.result import Result

Floats = NDArray[np.float64]

_HELPERS = re.compile(r"\.(start_forward|start_backward|locked|sa)$")
_MODES = re.compile(r"\.(mode|stuck)$")
_JUMP_ZONE = 1e-3


def reference_folder() -> Path | None:
    """Return the folder with published trajectories, if it is at hand."""
    named = os.environ.get("DRIVETRAIN_REFERENCE")
    here = Path(__file__).resolve().parents[2]
    for folder in ([Path(named)] if named else []) + [here.parent / "shared" / "reference"]:
        if folder.is_dir():
            return folder
    return None


@dataclass(frozen=True)
class Comparison:
    """How one signal compares.

    Attributes
    ----------
    excess : float
        Largest distance outside the tube divided by the tube's half-width; 0 inside.
    at : float
        Time of the largest excess, s.
    rms : float
        Plain RMS difference divided by the signal's range.
    points : int
        How many reference points were compared.
    """

    signal: str
    kind: str
    excess: float
    at: float
    rms: float
    points: int

    @property
    def agrees(self) -> bool:
        """Whether the signal stays inside its tube."""
        return self.excess <= 0.0


def snake_case(name: str) -> str:
    """Turn a Modelica name into ours: camelCase becomes snake_case, single letters stay."""
    return ".".join(_part(part) for part in name.split("."))


def _part(part: str) -> str:
    if len(part) == 1 or re.fullmatch(r"[A-Z][a-z]*\d*", part):
        return part
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda m: "_" + m.group(1).lower(), part)


def read(path: Path) -> dict[str, Floats]:
    """Read a trajectory file: signal name → values."""
    with path.open() as file:
        rows = list(csv.reader(file))
    data = np.array(rows[1:], dtype=float)
    return {snake_case(name): data[:, k] for k, name in enumerate(rows[0])}


def compare(result: Result, reference: dict[str, Floats], interval: float) -> list[Comparison]:
    """Compare every signal of a reference that is meant to be compared."""
    time = reference["time"]
    made = []
    for name, values in reference.items():
        if name == "time" or _HELPERS.search(name):
            continue
        if _MODES.search(name):
            made.append(_modes(name, result, time, values))
        else:
            made.append(_tube(name, result, time, values, max(2 * interval, 1e-3)))
    return made


def _tube(name: str, result: Result, time: Floats, values: Floats, width: float) -> Comparison:
    span = float(values.max() - values.min())
    height = 1e-3 * span + 1e-6
    ours = np.asarray(result[name], dtype=float)
    low, high = _envelope(time, values, width, result.time)
    outside = np.maximum(np.maximum(ours - high, low - ours) - height, 0.0)
    worst = int(outside.argmax())
    at_reference = _interpolate(result.time, ours, time)
    rms = float(np.sqrt(np.mean((at_reference - values) ** 2))) / (span or 1.0)
    return Comparison(
        name, "real", float(outside[worst]) / height, float(result.time[worst]), rms, len(time)
    )


def _envelope(time: Floats, values: Floats, width: float, at: Floats) -> tuple[Floats, Floats]:
    """Return least and greatest reference value within `width` of each instant."""
    low, high = np.empty(len(at)), np.empty(len(at))
    first = np.searchsorted(time, at - width, side="left")
    last = np.searchsorted(time, at + width, side="right")
    for k, (a, b) in enumerate(zip(first, last, strict=True)):
        ends = np.interp([at[k] - width, at[k] + width], time, values)
        low[k] = min(values[a:b].min(initial=np.inf), ends.min())
        high[k] = max(values[a:b].max(initial=-np.inf), ends.max())
    return low, high


def _interpolate(time: Floats, values: Floats, at: Floats) -> Floats:
    return np.asarray(np.interp(at, time, values), dtype=float)


def _modes(name: str, result: Result, time: Floats, values: Floats) -> Comparison:
    ours_at = result.time
    ours = np.asarray(result[name], dtype=float)
    changes = np.concatenate([time[1:][np.diff(values) != 0], ours_at[1:][np.diff(ours) != 0]])
    clear = np.ones(len(time), dtype=bool)
    for change in changes:
        clear &= np.abs(time - change) > _JUMP_ZONE
    mine = ours[np.clip(np.searchsorted(ours_at, time, side="right") - 1, 0, len(ours) - 1)]
    wrong = np.flatnonzero(clear & (mine != values))
    at = float(time[wrong[0]]) if len(wrong) else float("nan")
    return Comparison(name, "mode", float(len(wrong)), at, 0.0, int(clear.sum()))
