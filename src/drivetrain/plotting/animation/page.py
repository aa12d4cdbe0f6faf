"""Write the animation of a run as one file that opens from disk, without any request."""

from __future__ import annotations

import base64
import json
import re
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from drivetrain.diagram.diagram import diagram_of
from drivetrain.files import check_path, write_atomically
from drivetrain.model_structure import Structure
from drivetrain.plotting.animation.motions import Motions, motions_of
from drivetrain.plotting.animation.speeds import room_for_speeds, unit_of_speed
from drivetrain.plotting.machine_of import machine_of
from drivetrain.simulation.results.result import Result
from drivetrain.web import Assets

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
<div id="player"></div>
<p class="legend">{legend}</p>
<noscript><p>The picture moves with JavaScript only.</p></noscript>
</main>
<script type="application/json" id="run">{data}</script>
<script type="module">
{script}</script>
</body>
</html>
"""
_LEGEND = (
    ("stuck", "#1e8449"), ("sliding forward", "#c4501b"), ("sliding backward", "#2457c5"),
    ("free", "#98a2ae"), ("marks run with the shafts, their tails behind them", "#12998a"),
)  # fmt: skip
_MODULES = ("format.js", "motion.js", "player.js")
"""Modules that the page shares with the Studio, each after those that it needs."""
_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)


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
    picture = diagram_of(found, "schematic", notes=room_for_speeds(found))
    folder = files("drivetrain.plotting.animation")
    legend = "".join(
        f'<span><i style="border-color:{colour}"></i>{escape(text)}</span>'
        for text, colour in _LEGEND
    )
    return _PAGE.format(
        title=escape(f"{result.model}: the machine in motion"),
        style=(folder / "player.css").read_text(encoding="utf-8"),
        script=_script((folder / "player.js").read_text(encoding="utf-8")),
        svg=picture.svg,
        legend=legend,
        data=_as_json(motions, found),
    )


def _script(own: str) -> str:
    """Return a script with the modules that it needs before it: one file can import no others."""
    shared = Assets("drivetrain.web")
    texts = [shared[name].body.decode() for name in _MODULES]
    return "\n".join(_IMPORT.sub("", text) for text in [*texts, own])


def _as_json(motions: Motions, found: Structure) -> str:
    """Return the data of the player; values have the precision of drawings."""
    units = {path: unit_of_speed(found, path) for path in (*motions.speeds, *motions.ranges)}
    data = {
        "time": [float(t) for t in motions.time],
        "ports": _packed(motions.ports),
        "speeds": _packed(motions.speeds),
        "ranges": {path: [_text(one) for one in pair] for path, pair in motions.ranges.items()},
        "losses": _packed(motions.losses),
        "modes": {path: values.tolist() for path, values in motions.modes.items()},
        "labels": list(motions.labels),
        "units": units,
        "slow": motions.slow,
    }
    # Nothing inside a script may look like the end of one.
    return json.dumps(data, allow_nan=False).replace("<", "\\u003c")


def _packed(values: dict[str, Any]) -> dict[str, str]:
    return {path: _text(one) for path, one in values.items()}


def _text(values: Any) -> str:
    return base64.b64encode(np.nan_to_num(values).astype("<f4").tobytes()).decode()
