"""Signals: sources in time and arithmetic. Inputs are called `u`, outputs `y`."""

from drivetrain.blocks.interfaces import (
    BooleanSource,
    PeriodicSource,
    SignalSource,
    Siso,
    Source,
    TwoInputs,
)
from drivetrain.blocks.math.abs import Abs
from drivetrain.blocks.math.acos import Acos
from drivetrain.blocks.math.add import Add
from drivetrain.blocks.math.add3 import Add3
from drivetrain.blocks.math.asin import Asin
from drivetrain.blocks.math.atan import Atan
from drivetrain.blocks.math.atan2 import Atan2
from drivetrain.blocks.math.boolean_to_real import BooleanToReal
from drivetrain.blocks.math.cos import Cos
from drivetrain.blocks.math.cosh import Cosh
from drivetrain.blocks.math.division import Division
from drivetrain.blocks.math.exp import Exp
from drivetrain.blocks.math.exponentiation import Exponentiation
from drivetrain.blocks.math.feedback import Feedback
from drivetrain.blocks.math.gain import Gain
from drivetrain.blocks.math.log import Log
from drivetrain.blocks.math.log10 import Log10
from drivetrain.blocks.math.max import Max
from drivetrain.blocks.math.min import Min
from drivetrain.blocks.math.power import Power
from drivetrain.blocks.math.product import Product
from drivetrain.blocks.math.real_to_boolean import RealToBoolean
from drivetrain.blocks.math.sign import Sign
from drivetrain.blocks.math.sin import Sin
from drivetrain.blocks.math.sinh import Sinh
from drivetrain.blocks.math.sqrt import Sqrt
from drivetrain.blocks.math.tan import Tan
from drivetrain.blocks.math.tanh import Tanh
from drivetrain.blocks.math.wrap_angle import WrapAngle
from drivetrain.blocks.sources.boolean_constant import BooleanConstant
from drivetrain.blocks.sources.boolean_step import BooleanStep
from drivetrain.blocks.sources.constant import Constant
from drivetrain.blocks.sources.continuous_clock import ContinuousClock
from drivetrain.blocks.sources.cosine import Cosine
from drivetrain.blocks.sources.exp_sine import ExpSine
from drivetrain.blocks.sources.exponentials import Exponentials
from drivetrain.blocks.sources.pulse import Pulse
from drivetrain.blocks.sources.ramp import Ramp
from drivetrain.blocks.sources.saw_tooth import SawTooth
from drivetrain.blocks.sources.sine import Sine
from drivetrain.blocks.sources.step import Step
from drivetrain.blocks.sources.trapezoid import Trapezoid

__all__ = [
    "Abs",
    "Acos",
    "Add",
    "Add3",
    "Asin",
    "Atan",
    "Atan2",
    "BooleanConstant",
    "BooleanSource",
    "BooleanStep",
    "BooleanToReal",
    "Constant",
    "ContinuousClock",
    "Cos",
    "Cosh",
    "Cosine",
    "Division",
    "Exp",
    "ExpSine",
    "Exponentials",
    "Exponentiation",
    "Feedback",
    "Gain",
    "Log",
    "Log10",
    "Max",
    "Min",
    "PeriodicSource",
    "Power",
    "Product",
    "Pulse",
    "Ramp",
    "RealToBoolean",
    "SawTooth",
    "Sign",
    "SignalSource",
    "Sin",
    "Sine",
    "Sinh",
    "Siso",
    "Source",
    "Sqrt",
    "Step",
    "Tan",
    "Tanh",
    "Trapezoid",
    "TwoInputs",
    "WrapAngle",
]
