"""Outcomes: numbers that a run has, such as a final speed or when a clutch locks.

The same words serve studies (``model.study(…, record=…)``), ensembles (``keep=…``), derivatives
(:func:`drivetrain.gradient`) and fits (``outcomes=…``); called with a result, an outcome is its
number there.

Examples
--------
>>> import drivetrain as dt
>>> from drivetrain.outcomes import first
>>> result = dt.simulate(dt.examples.find("CoupledClutches")())
>>> round(first("clutch1.mode", "stuck")(result), 3)
0.792
"""

from drivetrain.simulation.outcomes.energy import dissipated, stored, supplied
from drivetrain.simulation.outcomes.events import count, first, last, nth, time_in
from drivetrain.simulation.outcomes.functions import function
from drivetrain.simulation.outcomes.outcome import Outcome
from drivetrain.simulation.outcomes.over_time import integral, maximum, mean, minimum, peak, rms
from drivetrain.simulation.outcomes.values import at, final

__all__ = [
    "Outcome",
    "at",
    "count",
    "dissipated",
    "final",
    "first",
    "function",
    "integral",
    "last",
    "maximum",
    "mean",
    "minimum",
    "nth",
    "peak",
    "rms",
    "stored",
    "supplied",
    "time_in",
]
