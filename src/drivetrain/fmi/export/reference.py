"""Reference of a unit: outputs and states of the run that it stands for, computed without FMI."""

from __future__ import annotations

import csv
from io import StringIO

import numpy as np

from drivetrain.fmi.export.variables import ExportedVariables
from drivetrain.simulation.results.result import Result

__all__ = ["reference_csv"]


def reference_csv(result: Result, found: ExportedVariables) -> bytes:
    """Return time, outputs and states at the points of a run, as numbers that read back the same.

    Parameters
    ----------
    result : Result
        The run.
    found : ExportedVariables
        Variables of the unit.
    """
    references = dict.fromkeys([*found.outputs, *found.states])
    numbers = [k for k in references if k in found.variable]
    names = [found.binary[k].name for k in numbers]
    columns = np.column_stack([result.time, *(np.asarray(result[name]) for name in names)])
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["time", *(found.described[k].name for k in numbers)])
    writer.writerows([repr(value) for value in row] for row in columns.astype(float).tolist())
    return text.getvalue().encode()
