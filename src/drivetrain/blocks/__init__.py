"""Signal blocks: sources, dynamics, arithmetic, logic, tables; inputs are `u`, outputs `y`."""

from typing import TYPE_CHECKING

from drivetrain.blocks.continuous.critical_damping import CriticalDamping
from drivetrain.blocks.continuous.der import Der
from drivetrain.blocks.continuous.derivative import Derivative
from drivetrain.blocks.continuous.filter import Filter
from drivetrain.blocks.continuous.first_order import FirstOrder
from drivetrain.blocks.continuous.integrator import Integrator
from drivetrain.blocks.continuous.lim_integrator import LimIntegrator
from drivetrain.blocks.continuous.lim_pid import LimPID
from drivetrain.blocks.continuous.lowpass_butterworth import LowpassButterworth
from drivetrain.blocks.continuous.pi import PI
from drivetrain.blocks.continuous.pid import PID
from drivetrain.blocks.continuous.second_order import SecondOrder
from drivetrain.blocks.continuous.state_space import StateSpace
from drivetrain.blocks.continuous.transfer_function import TransferFunction
from drivetrain.blocks.interfaces import (
    BooleanMiso,
    BooleanSameSize,
    BooleanSink,
    BooleanSiso,
    BooleanSource,
    Comparison,
    Comparisons,
    IntegerMiso,
    IntegerSignalSource,
    IntegerSiso,
    IntegerSource,
    IntegerTest,
    IntegerTests,
    IntegerVectorSource,
    Mimo,
    Miso,
    PeriodicSource,
    RealMiso,
    SameSize,
    SignalSource,
    Simo,
    SingleController,
    Siso,
    Source,
    ThreeBooleans,
    ThresholdComparison,
    TwoBooleans,
    TwoInputs,
    TwoVectors,
    VectorController,
    VectorSource,
)
from drivetrain.blocks.logical.and_ import And
from drivetrain.blocks.logical.change import Change
from drivetrain.blocks.logical.edge import Edge
from drivetrain.blocks.logical.falling_edge import FallingEdge
from drivetrain.blocks.logical.greater import Greater
from drivetrain.blocks.logical.greater_equal import GreaterEqual
from drivetrain.blocks.logical.greater_equal_threshold import GreaterEqualThreshold
from drivetrain.blocks.logical.greater_threshold import GreaterThreshold
from drivetrain.blocks.logical.hysteresis import Hysteresis
from drivetrain.blocks.logical.less import Less
from drivetrain.blocks.logical.less_equal import LessEqual
from drivetrain.blocks.logical.less_equal_threshold import LessEqualThreshold
from drivetrain.blocks.logical.less_threshold import LessThreshold
from drivetrain.blocks.logical.logical_delay import LogicalDelay
from drivetrain.blocks.logical.logical_switch import LogicalSwitch
from drivetrain.blocks.logical.nand import Nand
from drivetrain.blocks.logical.nor import Nor
from drivetrain.blocks.logical.not_ import Not
from drivetrain.blocks.logical.on_off_controller import OnOffController
from drivetrain.blocks.logical.or_ import Or
from drivetrain.blocks.logical.pre import Pre
from drivetrain.blocks.logical.rs_flip_flop import RSFlipFlop
from drivetrain.blocks.logical.switch import Switch
from drivetrain.blocks.logical.terminate_simulation import TerminateSimulation
from drivetrain.blocks.logical.timer import Timer
from drivetrain.blocks.logical.triggered_trapezoid import TriggeredTrapezoid
from drivetrain.blocks.logical.xor import Xor
from drivetrain.blocks.logical.zero_crossing import ZeroCrossing
from drivetrain.blocks.math.abs import Abs
from drivetrain.blocks.math.acos import Acos
from drivetrain.blocks.math.add import Add
from drivetrain.blocks.math.add3 import Add3
from drivetrain.blocks.math.asin import Asin
from drivetrain.blocks.math.atan import Atan
from drivetrain.blocks.math.atan2 import Atan2
from drivetrain.blocks.math.boolean_to_integer import BooleanToInteger
from drivetrain.blocks.math.boolean_to_real import BooleanToReal
from drivetrain.blocks.math.cos import Cos
from drivetrain.blocks.math.cosh import Cosh
from drivetrain.blocks.math.division import Division
from drivetrain.blocks.math.exp import Exp
from drivetrain.blocks.math.exponentiation import Exponentiation
from drivetrain.blocks.math.feedback import Feedback
from drivetrain.blocks.math.gain import Gain
from drivetrain.blocks.math.integer_change import IntegerChange
from drivetrain.blocks.math.integer_to_boolean import IntegerToBoolean
from drivetrain.blocks.math.integer_to_real import IntegerToReal
from drivetrain.blocks.math.inverse_block_constraints import InverseBlockConstraints
from drivetrain.blocks.math.linear_dependency import LinearDependency
from drivetrain.blocks.math.log import Log
from drivetrain.blocks.math.log10 import Log10
from drivetrain.blocks.math.matrix_gain import MatrixGain
from drivetrain.blocks.math.max import Max
from drivetrain.blocks.math.mean import Mean
from drivetrain.blocks.math.min import Min
from drivetrain.blocks.math.min_max import MinMax
from drivetrain.blocks.math.multi_product import MultiProduct
from drivetrain.blocks.math.multi_sum import MultiSum
from drivetrain.blocks.math.polar_to_rectangular import PolarToRectangular
from drivetrain.blocks.math.power import Power
from drivetrain.blocks.math.product import Product
from drivetrain.blocks.math.real_to_boolean import RealToBoolean
from drivetrain.blocks.math.real_to_integer import RealToInteger
from drivetrain.blocks.math.rectangular_to_polar import RectangularToPolar
from drivetrain.blocks.math.sign import Sign
from drivetrain.blocks.math.sin import Sin
from drivetrain.blocks.math.sinh import Sinh
from drivetrain.blocks.math.sqrt import Sqrt
from drivetrain.blocks.math.sum import Sum
from drivetrain.blocks.math.tan import Tan
from drivetrain.blocks.math.tanh import Tanh
from drivetrain.blocks.math.wrap_angle import WrapAngle
from drivetrain.blocks.nonlinear.dead_zone import DeadZone
from drivetrain.blocks.nonlinear.fixed_delay import FixedDelay
from drivetrain.blocks.nonlinear.limiter import Limiter
from drivetrain.blocks.nonlinear.pade_delay import PadeDelay
from drivetrain.blocks.nonlinear.slew_rate_limiter import SlewRateLimiter
from drivetrain.blocks.nonlinear.variable_delay import VariableDelay
from drivetrain.blocks.nonlinear.variable_limiter import VariableLimiter
from drivetrain.blocks.routing.boolean_pass_through import BooleanPassThrough
from drivetrain.blocks.routing.boolean_replicator import BooleanReplicator
from drivetrain.blocks.routing.de_multiplex import DeMultiplex
from drivetrain.blocks.routing.de_multiplex2 import DeMultiplex2
from drivetrain.blocks.routing.de_multiplex3 import DeMultiplex3
from drivetrain.blocks.routing.de_multiplex4 import DeMultiplex4
from drivetrain.blocks.routing.de_multiplex5 import DeMultiplex5
from drivetrain.blocks.routing.de_multiplex6 import DeMultiplex6
from drivetrain.blocks.routing.extract_signal import ExtractSignal
from drivetrain.blocks.routing.extractor import Extractor
from drivetrain.blocks.routing.integer_pass_through import IntegerPassThrough
from drivetrain.blocks.routing.integer_replicator import IntegerReplicator
from drivetrain.blocks.routing.multiplex import Multiplex
from drivetrain.blocks.routing.multiplex2 import Multiplex2
from drivetrain.blocks.routing.multiplex3 import Multiplex3
from drivetrain.blocks.routing.multiplex4 import Multiplex4
from drivetrain.blocks.routing.multiplex5 import Multiplex5
from drivetrain.blocks.routing.multiplex6 import Multiplex6
from drivetrain.blocks.routing.real_pass_through import RealPassThrough
from drivetrain.blocks.routing.replicator import Replicator
from drivetrain.blocks.sources.boolean_constant import BooleanConstant
from drivetrain.blocks.sources.boolean_expression import BooleanExpression
from drivetrain.blocks.sources.boolean_pulse import BooleanPulse
from drivetrain.blocks.sources.boolean_step import BooleanStep
from drivetrain.blocks.sources.boolean_table import BooleanTable
from drivetrain.blocks.sources.combi_time_table import CombiTimeTable
from drivetrain.blocks.sources.constant import Constant
from drivetrain.blocks.sources.continuous_clock import ContinuousClock
from drivetrain.blocks.sources.cosine import Cosine
from drivetrain.blocks.sources.cosine_variable_frequency_and_amplitude import (
    CosineVariableFrequencyAndAmplitude,
)
from drivetrain.blocks.sources.exp_sine import ExpSine
from drivetrain.blocks.sources.exponentials import Exponentials
from drivetrain.blocks.sources.integer_constant import IntegerConstant
from drivetrain.blocks.sources.integer_expression import IntegerExpression
from drivetrain.blocks.sources.integer_step import IntegerStep
from drivetrain.blocks.sources.integer_table import IntegerTable
from drivetrain.blocks.sources.kinematic_ptp import KinematicPTP
from drivetrain.blocks.sources.kinematic_ptp2 import KinematicPTP2
from drivetrain.blocks.sources.log_frequency_sweep import LogFrequencySweep
from drivetrain.blocks.sources.pulse import Pulse
from drivetrain.blocks.sources.ramp import Ramp
from drivetrain.blocks.sources.real_expression import RealExpression
from drivetrain.blocks.sources.sample_trigger import SampleTrigger
from drivetrain.blocks.sources.saw_tooth import SawTooth
from drivetrain.blocks.sources.sinc import Sinc
from drivetrain.blocks.sources.sine import Sine
from drivetrain.blocks.sources.sine_variable_frequency_and_amplitude import (
    SineVariableFrequencyAndAmplitude,
)
from drivetrain.blocks.sources.step import Step
from drivetrain.blocks.sources.time_table import TimeTable
from drivetrain.blocks.sources.trapezoid import Trapezoid
from drivetrain.blocks.tables.combi_table_1ds import CombiTable1Ds
from drivetrain.blocks.tables.combi_table_1dv import CombiTable1Dv
from drivetrain.blocks.tables.combi_table_2ds import CombiTable2Ds
from drivetrain.blocks.tables.combi_table_2dv import CombiTable2Dv
from drivetrain.blocks.unit_conversions.from_bar import FromBar
from drivetrain.blocks.unit_conversions.from_day import FromDay
from drivetrain.blocks.unit_conversions.from_deg import FromDeg
from drivetrain.blocks.unit_conversions.from_deg_c import FromDegC
from drivetrain.blocks.unit_conversions.from_deg_f import FromDegF
from drivetrain.blocks.unit_conversions.from_deg_rk import FromDegRk
from drivetrain.blocks.unit_conversions.from_gps import FromGps
from drivetrain.blocks.unit_conversions.from_hour import FromHour
from drivetrain.blocks.unit_conversions.from_kmh import FromKmh
from drivetrain.blocks.unit_conversions.from_kwh import FromKWh
from drivetrain.blocks.unit_conversions.from_litre import FromLitre
from drivetrain.blocks.unit_conversions.from_minute import FromMinute
from drivetrain.blocks.unit_conversions.from_rpm import FromRpm
from drivetrain.blocks.unit_conversions.to_bar import ToBar
from drivetrain.blocks.unit_conversions.to_day import ToDay
from drivetrain.blocks.unit_conversions.to_deg import ToDeg
from drivetrain.blocks.unit_conversions.to_deg_c import ToDegC
from drivetrain.blocks.unit_conversions.to_deg_f import ToDegF
from drivetrain.blocks.unit_conversions.to_deg_rk import ToDegRk
from drivetrain.blocks.unit_conversions.to_gps import ToGps
from drivetrain.blocks.unit_conversions.to_hour import ToHour
from drivetrain.blocks.unit_conversions.to_kmh import ToKmh
from drivetrain.blocks.unit_conversions.to_kwh import ToKWh
from drivetrain.blocks.unit_conversions.to_litre import ToLitre
from drivetrain.blocks.unit_conversions.to_minute import ToMinute
from drivetrain.blocks.unit_conversions.to_rpm import ToRpm
from drivetrain.modeling.older_names import refuse_older_classes

__all__ = [
    "PI",
    "PID",
    "Abs",
    "Acos",
    "Add",
    "Add3",
    "And",
    "Asin",
    "Atan",
    "Atan2",
    "BooleanConstant",
    "BooleanExpression",
    "BooleanMiso",
    "BooleanPassThrough",
    "BooleanPulse",
    "BooleanReplicator",
    "BooleanSameSize",
    "BooleanSink",
    "BooleanSiso",
    "BooleanSource",
    "BooleanStep",
    "BooleanTable",
    "BooleanToInteger",
    "BooleanToReal",
    "Change",
    "CombiTable1Ds",
    "CombiTable1Dv",
    "CombiTable2Ds",
    "CombiTable2Dv",
    "CombiTimeTable",
    "Comparison",
    "Comparisons",
    "Constant",
    "ContinuousClock",
    "Cos",
    "Cosh",
    "Cosine",
    "CosineVariableFrequencyAndAmplitude",
    "CriticalDamping",
    "DeMultiplex",
    "DeMultiplex2",
    "DeMultiplex3",
    "DeMultiplex4",
    "DeMultiplex5",
    "DeMultiplex6",
    "DeadZone",
    "Der",
    "Derivative",
    "Division",
    "Edge",
    "Exp",
    "ExpSine",
    "Exponentials",
    "Exponentiation",
    "ExtractSignal",
    "Extractor",
    "FallingEdge",
    "Feedback",
    "Filter",
    "FirstOrder",
    "FixedDelay",
    "FromBar",
    "FromDay",
    "FromDeg",
    "FromDegC",
    "FromDegF",
    "FromDegRk",
    "FromGps",
    "FromHour",
    "FromKWh",
    "FromKmh",
    "FromLitre",
    "FromMinute",
    "FromRpm",
    "Gain",
    "Greater",
    "GreaterEqual",
    "GreaterEqualThreshold",
    "GreaterThreshold",
    "Hysteresis",
    "IntegerChange",
    "IntegerConstant",
    "IntegerExpression",
    "IntegerMiso",
    "IntegerPassThrough",
    "IntegerReplicator",
    "IntegerSignalSource",
    "IntegerSiso",
    "IntegerSource",
    "IntegerStep",
    "IntegerTable",
    "IntegerTest",
    "IntegerTests",
    "IntegerToBoolean",
    "IntegerToReal",
    "IntegerVectorSource",
    "Integrator",
    "InverseBlockConstraints",
    "KinematicPTP",
    "KinematicPTP2",
    "Less",
    "LessEqual",
    "LessEqualThreshold",
    "LessThreshold",
    "LimIntegrator",
    "LimPID",
    "Limiter",
    "LinearDependency",
    "Log",
    "Log10",
    "LogFrequencySweep",
    "LogicalDelay",
    "LogicalSwitch",
    "LowpassButterworth",
    "MatrixGain",
    "Max",
    "Mean",
    "Mimo",
    "Min",
    "MinMax",
    "Miso",
    "MultiProduct",
    "MultiSum",
    "Multiplex",
    "Multiplex2",
    "Multiplex3",
    "Multiplex4",
    "Multiplex5",
    "Multiplex6",
    "Nand",
    "Nor",
    "Not",
    "OnOffController",
    "Or",
    "PadeDelay",
    "PeriodicSource",
    "PolarToRectangular",
    "Power",
    "Pre",
    "Product",
    "Pulse",
    "RSFlipFlop",
    "Ramp",
    "RealExpression",
    "RealMiso",
    "RealPassThrough",
    "RealToBoolean",
    "RealToInteger",
    "RectangularToPolar",
    "Replicator",
    "SameSize",
    "SampleTrigger",
    "SawTooth",
    "SecondOrder",
    "Sign",
    "SignalSource",
    "Simo",
    "Sin",
    "Sinc",
    "Sine",
    "SineVariableFrequencyAndAmplitude",
    "SingleController",
    "Sinh",
    "Siso",
    "SlewRateLimiter",
    "Source",
    "Sqrt",
    "StateSpace",
    "Step",
    "Sum",
    "Switch",
    "Tan",
    "Tanh",
    "TerminateSimulation",
    "ThreeBooleans",
    "ThresholdComparison",
    "TimeTable",
    "Timer",
    "ToBar",
    "ToDay",
    "ToDeg",
    "ToDegC",
    "ToDegF",
    "ToDegRk",
    "ToGps",
    "ToHour",
    "ToKWh",
    "ToKmh",
    "ToLitre",
    "ToMinute",
    "ToRpm",
    "TransferFunction",
    "Trapezoid",
    "TriggeredTrapezoid",
    "TwoBooleans",
    "TwoInputs",
    "TwoVectors",
    "VariableDelay",
    "VariableLimiter",
    "VectorController",
    "VectorSource",
    "WrapAngle",
    "Xor",
    "ZeroCrossing",
]

if not TYPE_CHECKING:
    __getattr__ = refuse_older_classes(__name__, __all__)
