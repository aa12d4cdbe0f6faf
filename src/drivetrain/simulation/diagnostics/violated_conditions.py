"""Warn of conditions that a run has violated, where that is no error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from drivetrain.calls import warn
from drivetrain.compiler.frontend.qualified_names import variable_name
from drivetrain.compiler.translation import Translation
from drivetrain.errors import ModelWarning

if TYPE_CHECKING:
    from drivetrain.simulation.results.result import Result

__all__ = ["warn_of_violations"]


def warn_of_violations(translation: Translation, result: Result) -> None:
    """Issue a `ModelWarning` for each ``ensure(…, level="warning")`` that was violated.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    result : Result
        The run; conditions that it has not recorded are not looked at.
    """
    root = translation.flat.root
    for one in translation.flat.instances:
        for slot, message in one.trace.warnings:
            for number in np.atleast_1d(one.variable + slot).tolist():
                _warn(root.title, variable_name(root, number), message, result)


def _warn(title: str, name: str, message: str, result: Result) -> None:
    if name not in result:
        return
    violated = np.flatnonzero(result[name])
    if len(violated):
        part = name.rpartition(".")[0]
        since = result.time[violated[0]]
        place = f"'{part}': " if part else ""
        warn(ModelWarning(f"model '{title}': {place}{message} [since t = {since:.6g} s]"))
