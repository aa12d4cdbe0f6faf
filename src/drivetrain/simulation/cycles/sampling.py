"""Where the signals of a cycle are sampled."""

from __future__ import annotations

import numpy as np

from drivetrain.analysis.cycles.waveform import Waveform
from drivetrain.simulation.cycles.problem import CycleTrial
from drivetrain.simulation.results.row_layout import TIME_COLUMN

__all__ = ["waveform_of"]

_USUAL, _FEWER, _MANY = 8, 4, 160
"""Nodes of a panel, and of panels that end where more than so many steps do."""


def waveform_of(trial: CycleTrial) -> Waveform:
    """Return panels between events, and between the kinks that steps end at without events.

    Parameters
    ----------
    trial : CycleTrial
        One period of the cycle.
    """
    passage = trial.passage
    breaks = passage.events[:, 0, TIME_COLUMN] if len(passage.events) else np.empty(0)
    if not trial.problem.translation.kernel.struct.n_switching:
        return Waveform.between(passage.start, trial.period, breaks, _USUAL)
    steps = trial.runs.steps(passage.point, passage.end)
    points = _FEWER if len(steps) > _MANY else _USUAL
    return Waveform.between(passage.start, trial.period, np.append(breaks, steps), points)
