"""Outcomes: numbers that a run has, such as a final speed or when a clutch locks."""

from drivetrain.gradients.outcomes.energies import dissipated, stored, supplied
from drivetrain.gradients.outcomes.extremes import maximum, minimum, peak
from drivetrain.gradients.outcomes.instants import first, last, time_in
from drivetrain.gradients.outcomes.integrals import integral, mean
from drivetrain.gradients.outcomes.outcome import Outcome, Reading, named_outcomes
from drivetrain.gradients.outcomes.values import at, final

__all__ = [
    "Outcome",
    "Reading",
    "at",
    "dissipated",
    "final",
    "first",
    "integral",
    "last",
    "maximum",
    "mean",
    "minimum",
    "named_outcomes",
    "peak",
    "stored",
    "supplied",
    "time_in",
]
