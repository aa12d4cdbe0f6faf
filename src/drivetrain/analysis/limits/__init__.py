"""Limits of vibrations: torque, twist, speed and stress over the speed, and rules for shafts."""

from drivetrain.analysis.limits.barred_range import BarredRange, BarringRule
from drivetrain.analysis.limits.check import Check, Checks, check, check_shafts
from drivetrain.analysis.limits.iacs_m68 import M68, ShaftDesign, ShaftRule, iacs_m68
from drivetrain.analysis.limits.limit import Limit
from drivetrain.analysis.limits.passages import Passage, Passages, passages
from drivetrain.analysis.limits.section import ShaftSection
from drivetrain.analysis.limits.shaft_limits import ShaftLimits
from drivetrain.analysis.limits.violations import Violation

__all__ = [
    "M68",
    "BarredRange",
    "BarringRule",
    "Check",
    "Checks",
    "Limit",
    "Passage",
    "Passages",
    "ShaftDesign",
    "ShaftLimits",
    "ShaftRule",
    "ShaftSection",
    "Violation",
    "check",
    "check_shafts",
    "iacs_m68",
    "passages",
]
