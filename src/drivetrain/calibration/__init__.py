"""Calibration: parameters of models from measurements, and how far to trust them."""

from drivetrain.calibration.bootstrap import Bootstrap
from drivetrain.calibration.calibrate import fit, problem
from drivetrain.calibration.fit import Estimate, Fit
from drivetrain.calibration.measured import Measured
from drivetrain.calibration.problem import Problem
from drivetrain.calibration.profile import Profile
from drivetrain.calibration.sensor import Sensor
from drivetrain.calibration.starts import Starts
from drivetrain.calibration.unknown import Unknown

__all__ = [
    "Bootstrap",
    "Estimate",
    "Fit",
    "Measured",
    "Problem",
    "Profile",
    "Sensor",
    "Starts",
    "Unknown",
    "fit",
    "problem",
]
