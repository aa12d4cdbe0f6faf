"""Write the animation of a run as one file that opens from disk, without any request."""

from __future__ import annotations

import base64
import json
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from drivetrain.diagram.diagram import diagram_of
from drivetrain.diagram.notes import Note
from drivetrain.files import check_path, write_atomically
from drivetrain.model_structure import Structure
from drivetrain.plotting.animation.motions import Motions, motions_of
from drivetrain.plotting.machine_of import machine_of
from drivetrain.simulation.results.result import Result

__all__ = ["animation_page", "write_animation"]

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main>
<div class="picture">
{svg}</div>
<form onsubmit="return false">
<button id="play" type="button">Play</button>
<label for="instant">Time</label>
<input id="instant" type="range" min="0" max="1" value="0">
<output id="time" for="instant"></output>
<label>Pace <select id="pace">
<option value="0.1">× 0.1</option><option value="0.3">× 0.3</option>
<option value="1" selected>× 1</option><option value="3">× 3</option>
<option value="10">× 10</option><option value="100">× 100</option>
</select></label>
<span id="factor"></span>
</form>
<p class="legend">{legend}</p>
<noscript><p>The picture moves with JavaScript only.</p></noscript>
</main>
<script type="application/json" id="run">{data}</script>
<script>
{script}</script>
</body>
</html>
"""
_LEGEND = (
    ("stuck", "#1e8449"), ("sliding forward", "#d9730d"), ("sliding backward", "#2457c5"),
    ("free", "#98a2ae"), ("marks run with the shafts", "#17b3a3"),
)  # fmt: skip


def write_animation(result: Result, path: str | Path) -> Path:
    """Write the animation of a run.

    Parameters
    ----------
    result : Result
        The run.
    path : str or Path
        The file, ``.html``.

    Raises
    ------
    ResultError
        If the suffix is another one, or the result does not know its model.
    """
    target = check_path(path, (".html",))
    page = animation_page(result)
    with write_atomically(target) as place:
        place.write_text(page, encoding="utf-8")
    return target


def animation_page(result: Result) -> str:
    """Return the animation of a run as a page."""
    found = machine_of(result)
    motions = motions_of(result, found)
    room = dict.fromkeys(motions.speeds, (Note("00000 rpm"),))
    picture = diagram_of(found, "schematic", notes=room)
    folder = files("drivetrain.plotting.animation")
    legend = "".join(
        f'<span><i style="border-color:{colour}"></i>{escape(text)}</span>'
        for text, colour in _LEGEND
    )
    return _PAGE.format(
        title=escape(f"{result.model}: the machine in motion"),
        style=(folder / "player.css").read_text(encoding="utf-8"),
        script=(folder / "player.js").read_text(encoding="utf-8"),
        svg=picture.svg,
        legend=legend,
        data=_as_json(motions, found),
    )


def _as_json(motions: Motions, found: Structure) -> str:
    """Return the data of the player; values have the precision of drawings."""
    units = {
        path: "rad/s"
        if any(port.domain == "rotation" for port in found.part(path).ports)
        else "m/s"
        for path in motions.speeds
    }
    data = {
        "time": [float(t) for t in motions.time],
        "ports": _packed(motions.ports),
        "speeds": _packed(motions.speeds),
        "losses": _packed(motions.losses),
        "modes": {path: values.tolist() for path, values in motions.modes.items()},
        "labels": list(motions.labels),
        "units": units,
        "slow": motions.slow,
    }
    # Nothing inside a script may look like the end of one.
    return json.dumps(data, allow_nan=False).replace("<", "\\u003c")


def _packed(values: dict[str, Any]) -> dict[str, str]:
    return {
        path: base64.b64encode(np.nan_to_num(one).astype("<f4").tobytes()).decode()
        for path, one in values.items()
    }
