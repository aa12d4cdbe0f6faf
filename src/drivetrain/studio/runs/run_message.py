"""A run as one message: curves, modes, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from drivetrain.studio.runs.rows_message import curves_message, packed
from drivetrain.studio.runs.studio_run import StudioRun
from drivetrain.studio.runs.timeline import mode_rows

__all__ = ["run_message"]

_NOTHING = {"names": [], "units": [], "kinds": [], "rows": 0, "of": 0, "modes": [],
            "modes_left_out": 0}  # fmt: skip


def run_message(
    run: StudioRun,
    names: Sequence[str],
    more: Mapping[str, Any],
    span: tuple[float, float] | None = None,
) -> bytes:
    """Return everything that is drawn of a run.

    Parameters
    ----------
    run : StudioRun
        The run.
    names : sequence of str
        Variables.
    more : mapping
        What the header says besides.
    span : tuple of float, optional
        Part of the run, s; modes are sent with whole runs only.
    """
    header = {
        **more, "run": run.name, "label": run.setting.label, "status": run.status,
        "fault": run.fault, "wall_time": run.wall_time, "warnings": run.warnings, "span": span,
        "revision": run.revision,
    }  # fmt: skip
    if run.result is None or not len(run.result.time):
        return packed({**header, **_NOTHING}, np.empty(0), [])
    header["modes"] = [] if span else mode_rows(run.result)
    header["modes_left_out"] = 0 if span else len(run.result.layout.modes) - len(header["modes"])
    return curves_message(run.result, names, header, span)
