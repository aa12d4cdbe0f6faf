"""Gradients of what a run yields with respect to parameters, through events."""

from drivetrain.gradients.differentiate import gradient
from drivetrain.gradients.gradient import Gradient
from drivetrain.gradients.outcomes import (
    Outcome,
    at,
    dissipated,
    final,
    first,
    integral,
    last,
    maximum,
    mean,
    minimum,
    peak,
    stored,
    supplied,
    time_in,
)
from drivetrain.gradients.sensitivities import (
    EventShift,
    NoDerivative,
    Sensitivities,
    sensitivities,
)
from drivetrain.gradients.slopes import Slope

__all__ = [
    "EventShift",
    "Gradient",
    "NoDerivative",
    "Outcome",
    "Sensitivities",
    "Slope",
    "at",
    "dissipated",
    "final",
    "first",
    "gradient",
    "integral",
    "last",
    "maximum",
    "mean",
    "minimum",
    "peak",
    "sensitivities",
    "stored",
    "supplied",
    "time_in",
]
