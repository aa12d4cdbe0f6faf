"""Reference of a unit: outputs and states of the run that it stands for, computed without FMI."""

from __future__ import annotations

import csv
from io import StringIO

import numpy as np

from drivetrain.fmi.export.variables import ExportedVariables
from drivetrain.simulation.results.result import Result

__all__ = ["MOST_STATES", "reference_csv"]

MOST_STATES = 200
"""States of which results are kept: a reference is for comparing, and not larger than the unit."""


def reference_csv(result: Result, found: ExportedVariables) -> bytes:
    """Return time, outputs and states at the points of a run, as numbers that read back the same.

    Of very many states only the first :data:`MOST_STATES` are kept.

    Parameters
    ----------
    result : Result
        The run.
    found : ExportedVariables
        Variables of the unit.
    """
    states = found.states[:MOST_STATES]
    numbers = [k for k in dict.fromkeys([*found.outputs, *states]) if k in found.variable]
    names = [found.binary[k].name for k in numbers]
    columns = np.column_stack([result.time, *(np.asarray(result[name]) for name in names)])
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["time", *(found.described[k].name for k in numbers)])
    writer.writerows(columns.astype(float).tolist())
    return text.getvalue().encode()
