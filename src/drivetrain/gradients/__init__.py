"""Gradients of what a run yields with respect to parameters, through events."""

from drivetrain.gradients.differentiate import gradient
from drivetrain.gradients.gradient import Gradient
from drivetrain.gradients.sensitivities import (
    EventShift,
    NoDerivative,
    Sensitivities,
    sensitivities,
)
from drivetrain.gradients.slopes import Slope
from drivetrain.outcomes import (
    Outcome,
    at,
    count,
    dissipated,
    final,
    first,
    function,
    integral,
    last,
    maximum,
    mean,
    minimum,
    nth,
    peak,
    rms,
    stored,
    supplied,
    time_in,
)

__all__ = [
    "EventShift",
    "Gradient",
    "NoDerivative",
    "Outcome",
    "Sensitivities",
    "Slope",
    "at",
    "count",
    "dissipated",
    "final",
    "first",
    "function",
    "gradient",
    "integral",
    "last",
    "maximum",
    "mean",
    "minimum",
    "nth",
    "peak",
    "rms",
    "sensitivities",
    "stored",
    "supplied",
    "time_in",
]
