"""Signatures of the components, for editors; made by `python -m tools.stubs`."""

from typing import Any as _Any, Literal as _Literal, Self as _Self
import drivetrain.modeling.argument_types as _t
from drivetrain.modeling.component_array import ComponentArray as _ComponentArray
from drivetrain.blocks.math.abs import Abs as _Abs
from drivetrain.blocks.math.acos import Acos as _Acos
from drivetrain.blocks.math.add import Add as _Add
from drivetrain.blocks.math.add3 import Add3 as _Add3
from drivetrain.blocks.logical.and_ import And as _And
from drivetrain.blocks.math.asin import Asin as _Asin
from drivetrain.blocks.math.atan import Atan as _Atan
from drivetrain.blocks.math.atan2 import Atan2 as _Atan2
from drivetrain.blocks.sources.boolean_constant import BooleanConstant as _BooleanConstant
from drivetrain.blocks.sources.boolean_expression import BooleanExpression as _BooleanExpression
from drivetrain.blocks.interfaces import BooleanMiso as BooleanMiso
from drivetrain.blocks.routing.boolean_pass_through import BooleanPassThrough as _BooleanPassThrough
from drivetrain.blocks.sources.boolean_pulse import BooleanPulse as _BooleanPulse
from drivetrain.blocks.routing.boolean_replicator import BooleanReplicator as _BooleanReplicator
from drivetrain.blocks.interfaces import BooleanSameSize as BooleanSameSize
from drivetrain.blocks.interfaces import BooleanSink as BooleanSink
from drivetrain.blocks.interfaces import BooleanSiso as BooleanSiso
from drivetrain.blocks.interfaces import BooleanSource as BooleanSource
from drivetrain.blocks.sources.boolean_step import BooleanStep as _BooleanStep
from drivetrain.blocks.sources.boolean_table import BooleanTable as _BooleanTable
from drivetrain.blocks.math.boolean_to_integer import BooleanToInteger as _BooleanToInteger
from drivetrain.blocks.math.boolean_to_real import BooleanToReal as _BooleanToReal
from drivetrain.blocks.logical.change import Change as _Change
from drivetrain.blocks.tables.combi_table_1ds import CombiTable1Ds as _CombiTable1Ds
from drivetrain.blocks.tables.combi_table_1dv import CombiTable1Dv as _CombiTable1Dv
from drivetrain.blocks.tables.combi_table_2ds import CombiTable2Ds as _CombiTable2Ds
from drivetrain.blocks.tables.combi_table_2dv import CombiTable2Dv as _CombiTable2Dv
from drivetrain.blocks.sources.combi_time_table import CombiTimeTable as _CombiTimeTable
from drivetrain.blocks.interfaces import Comparison as Comparison
from drivetrain.blocks.interfaces import Comparisons as Comparisons
from drivetrain.blocks.sources.constant import Constant as _Constant
from drivetrain.blocks.sources.continuous_clock import ContinuousClock as _ContinuousClock
from drivetrain.blocks.math.cos import Cos as _Cos
from drivetrain.blocks.math.cosh import Cosh as _Cosh
from drivetrain.blocks.sources.cosine import Cosine as _Cosine
from drivetrain.blocks.sources.cosine_variable_frequency_and_amplitude import CosineVariableFrequencyAndAmplitude as _CosineVariableFrequencyAndAmplitude
from drivetrain.blocks.continuous.critical_damping import CriticalDamping as _CriticalDamping
from drivetrain.blocks.routing.de_multiplex import DeMultiplex as _DeMultiplex
from drivetrain.blocks.routing.de_multiplex2 import DeMultiplex2 as _DeMultiplex2
from drivetrain.blocks.routing.de_multiplex3 import DeMultiplex3 as _DeMultiplex3
from drivetrain.blocks.routing.de_multiplex4 import DeMultiplex4 as _DeMultiplex4
from drivetrain.blocks.routing.de_multiplex5 import DeMultiplex5 as _DeMultiplex5
from drivetrain.blocks.routing.de_multiplex6 import DeMultiplex6 as _DeMultiplex6
from drivetrain.blocks.nonlinear.dead_zone import DeadZone as _DeadZone
from drivetrain.blocks.continuous.der import Der as _Der
from drivetrain.blocks.continuous.derivative import Derivative as _Derivative
from drivetrain.blocks.math.division import Division as _Division
from drivetrain.blocks.logical.edge import Edge as _Edge
from drivetrain.blocks.math.exp import Exp as _Exp
from drivetrain.blocks.sources.exp_sine import ExpSine as _ExpSine
from drivetrain.blocks.sources.exponentials import Exponentials as _Exponentials
from drivetrain.blocks.math.exponentiation import Exponentiation as _Exponentiation
from drivetrain.blocks.routing.extract_signal import ExtractSignal as _ExtractSignal
from drivetrain.blocks.routing.extractor import Extractor as _Extractor
from drivetrain.blocks.logical.falling_edge import FallingEdge as _FallingEdge
from drivetrain.blocks.math.feedback import Feedback as _Feedback
from drivetrain.blocks.continuous.filter import Filter as _Filter
from drivetrain.blocks.continuous.first_order import FirstOrder as _FirstOrder
from drivetrain.blocks.nonlinear.fixed_delay import FixedDelay as _FixedDelay
from drivetrain.blocks.unit_conversions.from_bar import FromBar as _FromBar
from drivetrain.blocks.unit_conversions.from_day import FromDay as _FromDay
from drivetrain.blocks.unit_conversions.from_deg import FromDeg as _FromDeg
from drivetrain.blocks.unit_conversions.from_deg_c import FromDegC as _FromDegC
from drivetrain.blocks.unit_conversions.from_deg_f import FromDegF as _FromDegF
from drivetrain.blocks.unit_conversions.from_deg_rk import FromDegRk as _FromDegRk
from drivetrain.blocks.unit_conversions.from_gps import FromGps as _FromGps
from drivetrain.blocks.unit_conversions.from_hour import FromHour as _FromHour
from drivetrain.blocks.unit_conversions.from_kwh import FromKWh as _FromKWh
from drivetrain.blocks.unit_conversions.from_kmh import FromKmh as _FromKmh
from drivetrain.blocks.unit_conversions.from_litre import FromLitre as _FromLitre
from drivetrain.blocks.unit_conversions.from_minute import FromMinute as _FromMinute
from drivetrain.blocks.unit_conversions.from_rpm import FromRpm as _FromRpm
from drivetrain.blocks.math.gain import Gain as _Gain
from drivetrain.blocks.logical.greater import Greater as _Greater
from drivetrain.blocks.logical.greater_equal import GreaterEqual as _GreaterEqual
from drivetrain.blocks.logical.greater_equal_threshold import GreaterEqualThreshold as _GreaterEqualThreshold
from drivetrain.blocks.logical.greater_threshold import GreaterThreshold as _GreaterThreshold
from drivetrain.blocks.logical.hysteresis import Hysteresis as _Hysteresis
from drivetrain.blocks.math.integer_change import IntegerChange as _IntegerChange
from drivetrain.blocks.sources.integer_constant import IntegerConstant as _IntegerConstant
from drivetrain.blocks.sources.integer_expression import IntegerExpression as _IntegerExpression
from drivetrain.blocks.interfaces import IntegerMiso as IntegerMiso
from drivetrain.blocks.routing.integer_pass_through import IntegerPassThrough as _IntegerPassThrough
from drivetrain.blocks.routing.integer_replicator import IntegerReplicator as _IntegerReplicator
from drivetrain.blocks.interfaces import IntegerSignalSource as IntegerSignalSource
from drivetrain.blocks.interfaces import IntegerSiso as IntegerSiso
from drivetrain.blocks.interfaces import IntegerSource as IntegerSource
from drivetrain.blocks.sources.integer_step import IntegerStep as _IntegerStep
from drivetrain.blocks.sources.integer_table import IntegerTable as _IntegerTable
from drivetrain.blocks.interfaces import IntegerTest as IntegerTest
from drivetrain.blocks.interfaces import IntegerTests as IntegerTests
from drivetrain.blocks.math.integer_to_boolean import IntegerToBoolean as _IntegerToBoolean
from drivetrain.blocks.math.integer_to_real import IntegerToReal as _IntegerToReal
from drivetrain.blocks.interfaces import IntegerVectorSource as IntegerVectorSource
from drivetrain.blocks.continuous.integrator import Integrator as _Integrator
from drivetrain.blocks.math.inverse_block_constraints import InverseBlockConstraints as _InverseBlockConstraints
from drivetrain.blocks.sources.kinematic_ptp import KinematicPTP as _KinematicPTP
from drivetrain.blocks.sources.kinematic_ptp2 import KinematicPTP2 as _KinematicPTP2
from drivetrain.blocks.logical.less import Less as _Less
from drivetrain.blocks.logical.less_equal import LessEqual as _LessEqual
from drivetrain.blocks.logical.less_equal_threshold import LessEqualThreshold as _LessEqualThreshold
from drivetrain.blocks.logical.less_threshold import LessThreshold as _LessThreshold
from drivetrain.blocks.continuous.lim_integrator import LimIntegrator as _LimIntegrator
from drivetrain.blocks.continuous.lim_pid import LimPID as _LimPID
from drivetrain.blocks.nonlinear.limiter import Limiter as _Limiter
from drivetrain.blocks.math.linear_dependency import LinearDependency as _LinearDependency
from drivetrain.blocks.math.log import Log as _Log
from drivetrain.blocks.math.log10 import Log10 as _Log10
from drivetrain.blocks.sources.log_frequency_sweep import LogFrequencySweep as _LogFrequencySweep
from drivetrain.blocks.logical.logical_delay import LogicalDelay as _LogicalDelay
from drivetrain.blocks.logical.logical_switch import LogicalSwitch as _LogicalSwitch
from drivetrain.blocks.continuous.lowpass_butterworth import LowpassButterworth as _LowpassButterworth
from drivetrain.blocks.math.matrix_gain import MatrixGain as _MatrixGain
from drivetrain.blocks.math.max import Max as _Max
from drivetrain.blocks.math.mean import Mean as _Mean
from drivetrain.blocks.interfaces import Mimo as Mimo
from drivetrain.blocks.math.min import Min as _Min
from drivetrain.blocks.math.min_max import MinMax as _MinMax
from drivetrain.blocks.interfaces import Miso as Miso
from drivetrain.blocks.math.multi_product import MultiProduct as _MultiProduct
from drivetrain.blocks.math.multi_sum import MultiSum as _MultiSum
from drivetrain.blocks.routing.multiplex import Multiplex as _Multiplex
from drivetrain.blocks.routing.multiplex2 import Multiplex2 as _Multiplex2
from drivetrain.blocks.routing.multiplex3 import Multiplex3 as _Multiplex3
from drivetrain.blocks.routing.multiplex4 import Multiplex4 as _Multiplex4
from drivetrain.blocks.routing.multiplex5 import Multiplex5 as _Multiplex5
from drivetrain.blocks.routing.multiplex6 import Multiplex6 as _Multiplex6
from drivetrain.blocks.logical.nand import Nand as _Nand
from drivetrain.blocks.logical.nor import Nor as _Nor
from drivetrain.blocks.logical.not_ import Not as _Not
from drivetrain.blocks.logical.on_off_controller import OnOffController as _OnOffController
from drivetrain.blocks.logical.or_ import Or as _Or
from drivetrain.blocks.continuous.pi import PI as _PI
from drivetrain.blocks.continuous.pid import PID as _PID
from drivetrain.blocks.nonlinear.pade_delay import PadeDelay as _PadeDelay
from drivetrain.blocks.interfaces import PeriodicSource as PeriodicSource
from drivetrain.blocks.math.polar_to_rectangular import PolarToRectangular as _PolarToRectangular
from drivetrain.blocks.math.power import Power as _Power
from drivetrain.blocks.logical.pre import Pre as _Pre
from drivetrain.blocks.math.product import Product as _Product
from drivetrain.blocks.sources.pulse import Pulse as _Pulse
from drivetrain.blocks.logical.rs_flip_flop import RSFlipFlop as _RSFlipFlop
from drivetrain.blocks.sources.ramp import Ramp as _Ramp
from drivetrain.blocks.sources.real_expression import RealExpression as _RealExpression
from drivetrain.blocks.interfaces import RealMiso as RealMiso
from drivetrain.blocks.routing.real_pass_through import RealPassThrough as _RealPassThrough
from drivetrain.blocks.math.real_to_boolean import RealToBoolean as _RealToBoolean
from drivetrain.blocks.math.real_to_integer import RealToInteger as _RealToInteger
from drivetrain.blocks.math.rectangular_to_polar import RectangularToPolar as _RectangularToPolar
from drivetrain.blocks.routing.replicator import Replicator as _Replicator
from drivetrain.blocks.interfaces import SameSize as SameSize
from drivetrain.blocks.sources.sample_trigger import SampleTrigger as _SampleTrigger
from drivetrain.blocks.sources.saw_tooth import SawTooth as _SawTooth
from drivetrain.blocks.continuous.second_order import SecondOrder as _SecondOrder
from drivetrain.blocks.math.sign import Sign as _Sign
from drivetrain.blocks.interfaces import SignalSource as SignalSource
from drivetrain.blocks.interfaces import Simo as Simo
from drivetrain.blocks.math.sin import Sin as _Sin
from drivetrain.blocks.sources.sinc import Sinc as _Sinc
from drivetrain.blocks.sources.sine import Sine as _Sine
from drivetrain.blocks.sources.sine_variable_frequency_and_amplitude import SineVariableFrequencyAndAmplitude as _SineVariableFrequencyAndAmplitude
from drivetrain.blocks.interfaces import SingleController as SingleController
from drivetrain.blocks.math.sinh import Sinh as _Sinh
from drivetrain.blocks.interfaces import Siso as Siso
from drivetrain.blocks.nonlinear.slew_rate_limiter import SlewRateLimiter as _SlewRateLimiter
from drivetrain.blocks.interfaces import Source as Source
from drivetrain.blocks.math.sqrt import Sqrt as _Sqrt
from drivetrain.blocks.continuous.state_space import StateSpace as _StateSpace
from drivetrain.blocks.sources.step import Step as _Step
from drivetrain.blocks.math.sum import Sum as _Sum
from drivetrain.blocks.logical.switch import Switch as _Switch
from drivetrain.blocks.math.tan import Tan as _Tan
from drivetrain.blocks.math.tanh import Tanh as _Tanh
from drivetrain.blocks.logical.terminate_simulation import TerminateSimulation as _TerminateSimulation
from drivetrain.blocks.interfaces import ThreeBooleans as ThreeBooleans
from drivetrain.blocks.interfaces import ThresholdComparison as ThresholdComparison
from drivetrain.blocks.sources.time_table import TimeTable as _TimeTable
from drivetrain.blocks.logical.timer import Timer as _Timer
from drivetrain.blocks.unit_conversions.to_bar import ToBar as _ToBar
from drivetrain.blocks.unit_conversions.to_day import ToDay as _ToDay
from drivetrain.blocks.unit_conversions.to_deg import ToDeg as _ToDeg
from drivetrain.blocks.unit_conversions.to_deg_c import ToDegC as _ToDegC
from drivetrain.blocks.unit_conversions.to_deg_f import ToDegF as _ToDegF
from drivetrain.blocks.unit_conversions.to_deg_rk import ToDegRk as _ToDegRk
from drivetrain.blocks.unit_conversions.to_gps import ToGps as _ToGps
from drivetrain.blocks.unit_conversions.to_hour import ToHour as _ToHour
from drivetrain.blocks.unit_conversions.to_kwh import ToKWh as _ToKWh
from drivetrain.blocks.unit_conversions.to_kmh import ToKmh as _ToKmh
from drivetrain.blocks.unit_conversions.to_litre import ToLitre as _ToLitre
from drivetrain.blocks.unit_conversions.to_minute import ToMinute as _ToMinute
from drivetrain.blocks.unit_conversions.to_rpm import ToRpm as _ToRpm
from drivetrain.blocks.continuous.transfer_function import TransferFunction as _TransferFunction
from drivetrain.blocks.sources.trapezoid import Trapezoid as _Trapezoid
from drivetrain.blocks.logical.triggered_trapezoid import TriggeredTrapezoid as _TriggeredTrapezoid
from drivetrain.blocks.interfaces import TwoBooleans as TwoBooleans
from drivetrain.blocks.interfaces import TwoInputs as TwoInputs
from drivetrain.blocks.interfaces import TwoVectors as TwoVectors
from drivetrain.blocks.nonlinear.variable_delay import VariableDelay as _VariableDelay
from drivetrain.blocks.nonlinear.variable_limiter import VariableLimiter as _VariableLimiter
from drivetrain.blocks.interfaces import VectorController as VectorController
from drivetrain.blocks.interfaces import VectorSource as VectorSource
from drivetrain.blocks.math.wrap_angle import WrapAngle as _WrapAngle
from drivetrain.blocks.logical.xor import Xor as _Xor
from drivetrain.blocks.logical.zero_crossing import ZeroCrossing as _ZeroCrossing

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

class Abs(_Abs):
    def __init__(
        self,
        *,
        generate_event: _t.Boolean = False,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Absolute value of the input.

        Parameters
        ----------
        generate_event : bool
            True if an event is raised when the input changes sign
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        generate_event: _t.Boolean = False,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Acos(_Acos):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Inverse cosine of the input, which must be within -1 … 1, rad.

        Parameters
        ----------
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Add(_Add):
    def __init__(
        self,
        *,
        k1: _t.Real = 1.0,
        k2: _t.Real = 1.0,
        u1: _t.Input = ...,
        u2: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Weighted sum of two inputs.

        Parameters
        ----------
        k1 : number
            Weight of u1
        k2 : number
            Weight of u2
        u1 : number
            First input
        u2 : number
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        k1: _t.Each = 1.0,
        k2: _t.Each = 1.0,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Add3(_Add3):
    def __init__(
        self,
        *,
        k1: _t.Real = 1.0,
        k2: _t.Real = 1.0,
        k3: _t.Real = 1.0,
        u1: _t.Input = ...,
        u2: _t.Input = ...,
        u3: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Weighted sum of three inputs.

        Parameters
        ----------
        k1 : number
            Weight of u1
        k2 : number
            Weight of u2
        k3 : number
            Weight of u3
        u1 : number
            First input
        u2 : number
            Second input
        u3 : number
            Third input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        k1: _t.Each = 1.0,
        k2: _t.Each = 1.0,
        k3: _t.Each = 1.0,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        u3: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class And(_And):
    def __init__(
        self,
        *,
        u1: _t.BooleanInput = ...,
        u2: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True if both inputs are true.

        Parameters
        ----------
        u1 : bool
            First input
        u2 : bool
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Asin(_Asin):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Inverse sine of the input, which must be within -1 … 1, rad.

        Parameters
        ----------
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Atan(_Atan):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Inverse tangent of the input, rad.

        Parameters
        ----------
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Atan2(_Atan2):
    def __init__(
        self,
        *,
        u1: _t.Input = ...,
        u2: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Angle of the point (u2, u1), rad.

        Parameters
        ----------
        u1 : number
            First input
        u2 : number
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class BooleanConstant(_BooleanConstant):
    def __init__(
        self,
        *,
        k: _t.Boolean = True,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Constant Boolean signal.

        Parameters
        ----------
        k : bool
            Output
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        k: _t.EachBoolean = True,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class BooleanExpression(_BooleanExpression):
    def __init__(
        self,
        *,
        expression: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Boolean signal from an expression of the surrounding model, which binds `expression`.

        Parameters
        ----------
        expression : bool
            Value of the output
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        expression: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class BooleanPassThrough(_BooleanPassThrough):
    def __init__(
        self,
        *,
        u: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Boolean signal, unchanged.

        Parameters
        ----------
        u : bool
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class BooleanPulse(_BooleanPulse):
    def __init__(
        self,
        *,
        period: _t.Real,
        width: _t.Real = 50.0,
        start_time: _t.Real = 0.0,
        y: _t.Start = ...,
        count: _t.Start = ...,
        pulse_start: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Boolean pulses, the first of which begins at start_time.

        Parameters
        ----------
        period : s
            Duration of one period
        width : number
            Width of a pulse in percent of the period, > 0
        start_time : s
            Start of the first pulse
        y, count, pulse_start
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        period: _t.Each,
        width: _t.Each = 50.0,
        start_time: _t.Each = 0.0,
        y: _t.Start = ...,
        pulse_start: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class BooleanReplicator(_BooleanReplicator):
    def __init__(
        self,
        *,
        nout: _t.Integer = 1,
        u: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Several copies of one Boolean signal.

        Parameters
        ----------
        nout : int
            Number of copies
        u : bool
            Signal
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        nout: _t.Integer = 1,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class BooleanStep(_BooleanStep):
    def __init__(
        self,
        *,
        start_time: _t.Real = 0.0,
        start_value: _t.Boolean = False,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Boolean signal that changes at a given time.

        Parameters
        ----------
        start_time : s
            Time of the change
        start_value : bool
            Output before the change
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        start_time: _t.Each = 0.0,
        start_value: _t.EachBoolean = False,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class BooleanTable(_BooleanTable):
    def __init__(
        self,
        *,
        start_time: _t.Real = ...,
        shift_time: _t.Real = 0.0,
        table: _Any = ...,
        start_value: _t.Boolean = False,
        extrapolation: _Literal['hold_last_point', 'periodic', 'no_extrapolation'] | _t.Structural = 'hold_last_point',
        section: _t.Start = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Boolean signal that changes at given times.

        Parameters
        ----------
        start_time : s
            The output is false before this time
        shift_time : s
            Time of the instant 0 of the table
        table : number
            Times of the changes, ascending
        start_value : bool
            Output before the first change
        extrapolation : {'hold_last_point', 'periodic', 'no_extrapolation'}
            Behaviour after the last change
        section, y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        start_time: _t.Each = ...,
        shift_time: _t.Each = 0.0,
        table: _Any = ...,
        start_value: _t.Boolean = False,
        extrapolation: _Literal['hold_last_point', 'periodic', 'no_extrapolation'] | _t.Structural = 'hold_last_point',
        section: _t.Start = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class BooleanToInteger(_BooleanToInteger):
    def __init__(
        self,
        *,
        integer_true: _t.Integer = 1,
        integer_false: _t.Integer = 0,
        u: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Integer signal with one value for true and another for false.

        Parameters
        ----------
        integer_true : int
            Output while the input is true
        integer_false : int
            Output while the input is false
        u : bool
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        integer_true: _t.Each = 1,
        integer_false: _t.Each = 0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class BooleanToReal(_BooleanToReal):
    def __init__(
        self,
        *,
        real_true: _t.Real = 1.0,
        real_false: _t.Real = 0.0,
        u: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Real signal with one value for true and another for false.

        Parameters
        ----------
        real_true : number
            Output while the input is true
        real_false : number
            Output while the input is false
        u : bool
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        real_true: _t.Each = 1.0,
        real_false: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Change(_Change):
    def __init__(
        self,
        *,
        pre_u_start: _t.Boolean = False,
        u: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True at the instant at which the input changes.

        Parameters
        ----------
        pre_u_start : bool
            Input before the start
        u : bool
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        pre_u_start: _t.EachBoolean = False,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class CombiTable1Ds(_CombiTable1Ds):
    def __init__(
        self,
        *,
        table: _Any = ...,
        file_name: _t.Text = '',
        table_on_file: _Any = ...,
        table_name: _t.Text = '',
        delimiter: _t.Text = ',',
        n_header_lines: _t.Integer = 0,
        verbose_read: _t.Boolean = True,
        extrapolation: _Literal['hold_last_point', 'last_two_points', 'periodic', 'no_extrapolation'] | _t.Structural = 'last_two_points',
        verbose_extrapolation: _t.Boolean = False,
        columns: _Any = ...,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Columns of a table at one abscissa.

        Parameters
        ----------
        table : number
            Rows of the table
        file_name : number
            File with the table: CSV, text or MAT
        table_on_file : number
            True if the table is read from a file
        table_name : number
            Name of the table in the file
        delimiter : number
            Separator of the numbers in a CSV file
        n_header_lines : int
            Lines of a CSV file before the numbers
        verbose_read : bool
            No effect; kept for compatibility
        extrapolation : {'hold_last_point', 'last_two_points', 'periodic', 'no_extrapolation'}
            Extrapolation
        verbose_extrapolation : bool
            No effect; kept for compatibility
        columns : number
            Columns to look up, from 2; all if omitted
        smoothness : {'linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'}
            Interpolation between the rows
        u : number
            Abscissa
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        table: _Any = ...,
        file_name: _t.Text = '',
        table_on_file: _Any = ...,
        table_name: _t.Text = '',
        delimiter: _t.Text = ',',
        n_header_lines: _t.Integer = 0,
        verbose_read: _t.EachBoolean = True,
        extrapolation: _Literal['hold_last_point', 'last_two_points', 'periodic', 'no_extrapolation'] | _t.Structural = 'last_two_points',
        verbose_extrapolation: _t.EachBoolean = False,
        columns: _Any = ...,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class CombiTable1Dv(_CombiTable1Dv):
    def __init__(
        self,
        *,
        table: _Any = ...,
        file_name: _t.Text = '',
        table_on_file: _Any = ...,
        table_name: _t.Text = '',
        delimiter: _t.Text = ',',
        n_header_lines: _t.Integer = 0,
        verbose_read: _t.Boolean = True,
        extrapolation: _Literal['hold_last_point', 'last_two_points', 'periodic', 'no_extrapolation'] | _t.Structural = 'last_two_points',
        verbose_extrapolation: _t.Boolean = False,
        columns: _Any = ...,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Columns of a table, each at its own abscissa.

        Parameters
        ----------
        table : number
            Rows of the table
        file_name : number
            File with the table: CSV, text or MAT
        table_on_file : number
            True if the table is read from a file
        table_name : number
            Name of the table in the file
        delimiter : number
            Separator of the numbers in a CSV file
        n_header_lines : int
            Lines of a CSV file before the numbers
        verbose_read : bool
            No effect; kept for compatibility
        extrapolation : {'hold_last_point', 'last_two_points', 'periodic', 'no_extrapolation'}
            Extrapolation
        verbose_extrapolation : bool
            No effect; kept for compatibility
        columns : number
            Columns to look up, from 2; all if omitted
        smoothness : {'linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'}
            Interpolation between the rows
        u : number
            Abscissae
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        table: _Any = ...,
        file_name: _t.Text = '',
        table_on_file: _Any = ...,
        table_name: _t.Text = '',
        delimiter: _t.Text = ',',
        n_header_lines: _t.Integer = 0,
        verbose_read: _t.EachBoolean = True,
        extrapolation: _Literal['hold_last_point', 'last_two_points', 'periodic', 'no_extrapolation'] | _t.Structural = 'last_two_points',
        verbose_extrapolation: _t.EachBoolean = False,
        columns: _Any = ...,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class CombiTable2Ds(_CombiTable2Ds):
    def __init__(
        self,
        *,
        table: _Any = ...,
        file_name: _t.Text = '',
        table_on_file: _Any = ...,
        table_name: _t.Text = '',
        delimiter: _t.Text = ',',
        n_header_lines: _t.Integer = 0,
        verbose_read: _t.Boolean = True,
        extrapolation: _Literal['hold_last_point', 'last_two_points', 'periodic', 'no_extrapolation'] | _t.Structural = 'last_two_points',
        verbose_extrapolation: _t.Boolean = False,
        smoothness: _Literal['linear_segments', 'constant_segments', 'continuous_derivative'] | _t.Structural = 'linear_segments',
        u1: _t.Input = ...,
        u2: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Value of a two-dimensional table.

        Parameters
        ----------
        table : number
            Rows of the table
        file_name : number
            File with the table: CSV, text or MAT
        table_on_file : number
            True if the table is read from a file
        table_name : number
            Name of the table in the file
        delimiter : number
            Separator of the numbers in a CSV file
        n_header_lines : int
            Lines of a CSV file before the numbers
        verbose_read : bool
            No effect; kept for compatibility
        extrapolation : {'hold_last_point', 'last_two_points', 'periodic', 'no_extrapolation'}
            Extrapolation
        verbose_extrapolation : bool
            No effect; kept for compatibility
        smoothness : {'linear_segments', 'constant_segments', 'continuous_derivative'}
            Interpolation between the points
        u1 : number
            First abscissa
        u2 : number
            Second abscissa
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        table: _Any = ...,
        file_name: _t.Text = '',
        table_on_file: _Any = ...,
        table_name: _t.Text = '',
        delimiter: _t.Text = ',',
        n_header_lines: _t.Integer = 0,
        verbose_read: _t.EachBoolean = True,
        extrapolation: _Literal['hold_last_point', 'last_two_points', 'periodic', 'no_extrapolation'] | _t.Structural = 'last_two_points',
        verbose_extrapolation: _t.EachBoolean = False,
        smoothness: _Literal['linear_segments', 'constant_segments', 'continuous_derivative'] | _t.Structural = 'linear_segments',
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class CombiTable2Dv(_CombiTable2Dv):
    def __init__(
        self,
        *,
        table: _Any = ...,
        file_name: _t.Text = '',
        table_on_file: _Any = ...,
        table_name: _t.Text = '',
        delimiter: _t.Text = ',',
        n_header_lines: _t.Integer = 0,
        verbose_read: _t.Boolean = True,
        extrapolation: _Literal['hold_last_point', 'last_two_points', 'periodic', 'no_extrapolation'] | _t.Structural = 'last_two_points',
        verbose_extrapolation: _t.Boolean = False,
        smoothness: _Literal['linear_segments', 'constant_segments', 'continuous_derivative'] | _t.Structural = 'linear_segments',
        n: _t.Integer = 1,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Values of a two-dimensional table at several places.

        Parameters
        ----------
        table : number
            Rows of the table
        file_name : number
            File with the table: CSV, text or MAT
        table_on_file : number
            True if the table is read from a file
        table_name : number
            Name of the table in the file
        delimiter : number
            Separator of the numbers in a CSV file
        n_header_lines : int
            Lines of a CSV file before the numbers
        verbose_read : bool
            No effect; kept for compatibility
        extrapolation : {'hold_last_point', 'last_two_points', 'periodic', 'no_extrapolation'}
            Extrapolation
        verbose_extrapolation : bool
            No effect; kept for compatibility
        smoothness : {'linear_segments', 'constant_segments', 'continuous_derivative'}
            Interpolation between the points
        n : int
            Number of places
        u1 : number
            First abscissae
        u2 : number
            Second abscissae
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        table: _Any = ...,
        file_name: _t.Text = '',
        table_on_file: _Any = ...,
        table_name: _t.Text = '',
        delimiter: _t.Text = ',',
        n_header_lines: _t.Integer = 0,
        verbose_read: _t.EachBoolean = True,
        extrapolation: _Literal['hold_last_point', 'last_two_points', 'periodic', 'no_extrapolation'] | _t.Structural = 'last_two_points',
        verbose_extrapolation: _t.EachBoolean = False,
        smoothness: _Literal['linear_segments', 'constant_segments', 'continuous_derivative'] | _t.Structural = 'linear_segments',
        n: _t.Integer = 1,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class CombiTimeTable(_CombiTimeTable):
    def __init__(
        self,
        *,
        start_time: _t.Real = 0.0,
        shift_time: _t.Real = ...,
        table: _Any = ...,
        file_name: _t.Text = '',
        table_on_file: _Any = ...,
        table_name: _t.Text = '',
        delimiter: _t.Text = ',',
        n_header_lines: _t.Integer = 0,
        verbose_read: _t.Boolean = True,
        columns: _Any = ...,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        extrapolation: _Literal['hold_last_point', 'last_two_points', 'periodic', 'no_extrapolation'] | _t.Structural = 'last_two_points',
        time_scale: _t.Real = 1.0,
        offset: _t.Vector = ...,
        time_events: _Literal['always', 'at_discontinuities', 'no_time_events'] | _t.Structural = 'always',
        verbose_extrapolation: _t.Boolean = False,
        section: _t.Start = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Signals that follow the columns of a table in time.

        Parameters
        ----------
        start_time : s
            Start of the signal
        shift_time : s
            Time of the instant 0 of the table
        table : number
            Rows of time and values
        file_name : number
            File with the table: CSV, text or MAT
        table_on_file : number
            True if the table is read from a file
        table_name : number
            Name of the table in the file
        delimiter : number
            Separator of the numbers in a CSV file
        n_header_lines : int
            Lines of a CSV file before the numbers
        verbose_read : bool
            No effect; kept for compatibility
        columns : number
            Columns used as signals, from 2; all if omitted
        smoothness : {'linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'}
            Interpolation between the rows
        extrapolation : {'hold_last_point', 'last_two_points', 'periodic', 'no_extrapolation'}
            Extrapolation
        time_scale : s
            Unit of time of the table
        offset : number
            Outputs before start_time, one for all or one for each; added to the signals
        time_events : {'always', 'at_discontinuities', 'no_time_events'}
            Which rows of a table with linear segments are events
        verbose_extrapolation : bool
            No effect; kept for compatibility
        section, y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        start_time: _t.Each = 0.0,
        shift_time: _t.Each = ...,
        table: _Any = ...,
        file_name: _t.Text = '',
        table_on_file: _Any = ...,
        table_name: _t.Text = '',
        delimiter: _t.Text = ',',
        n_header_lines: _t.Integer = 0,
        verbose_read: _t.EachBoolean = True,
        columns: _Any = ...,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        extrapolation: _Literal['hold_last_point', 'last_two_points', 'periodic', 'no_extrapolation'] | _t.Structural = 'last_two_points',
        time_scale: _t.Each = 1.0,
        offset: _t.Each = ...,
        time_events: _Literal['always', 'at_discontinuities', 'no_time_events'] | _t.Structural = 'always',
        verbose_extrapolation: _t.EachBoolean = False,
        section: _t.Start = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Constant(_Constant):
    def __init__(
        self,
        *,
        k: _t.Real,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Constant signal.

        Parameters
        ----------
        k : number
            Output
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        k: _t.Each,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ContinuousClock(_ContinuousClock):
    def __init__(
        self,
        *,
        offset: _t.Real = 0.0,
        start_time: _t.Real = 0.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Time in seconds since `start_time`.

        Parameters
        ----------
        offset : s
            Output before start_time
        start_time : s
            Start of the signal
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        offset: _t.Each = 0.0,
        start_time: _t.Each = 0.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Cos(_Cos):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Cosine of the input, rad.

        Parameters
        ----------
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Cosh(_Cosh):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Hyperbolic cosine of the input.

        Parameters
        ----------
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Cosine(_Cosine):
    def __init__(
        self,
        *,
        f: _t.Real,
        offset: _t.Real = 0.0,
        start_time: _t.Real = 0.0,
        amplitude: _t.Real = 1.0,
        phase: _t.Real = 0.0,
        continuous: _t.Boolean = False,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Cosine wave that begins at a given time.

        Parameters
        ----------
        f : Hz
            Frequency
        offset : number
            Output before start_time; added to the signal
        start_time : s
            Start of the signal
        amplitude : number
            Amplitude
        phase : rad
            Phase at start_time
        continuous : bool
            True if the signal does not jump at start_time
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        f: _t.Each,
        offset: _t.Each = 0.0,
        start_time: _t.Each = 0.0,
        amplitude: _t.Each = 1.0,
        phase: _t.Each = 0.0,
        continuous: _t.EachBoolean = False,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class CosineVariableFrequencyAndAmplitude(_CosineVariableFrequencyAndAmplitude):
    def __init__(
        self,
        *,
        use_constant_amplitude: _t.Boolean = False,
        constant_amplitude: _t.Real = 1.0,
        use_constant_frequency: _t.Boolean = False,
        constant_frequency: _t.Real = 1.0,
        offset: _t.Real = 0.0,
        amplitude: _t.Input = ...,
        f: _t.Input = ...,
        y: _t.Start = ...,
        phi: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Cosine wave whose frequency and amplitude are signals or constants.

        Parameters
        ----------
        use_constant_amplitude : bool
            True if the amplitude is constant_amplitude
        constant_amplitude : number
            Amplitude
        use_constant_frequency : bool
            True if the frequency is constant_frequency
        constant_frequency : Hz
            Frequency
        offset : number
            Added to the wave
        amplitude : number
            Amplitude
        f : Hz
            Frequency
        y, phi
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_constant_amplitude: _t.Boolean = False,
        constant_amplitude: _t.Each = 1.0,
        use_constant_frequency: _t.Boolean = False,
        constant_frequency: _t.Each = 1.0,
        offset: _t.Each = 0.0,
        amplitude: _t.EachInput = ...,
        f: _t.EachInput = ...,
        y: _t.Start = ...,
        phi: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class CriticalDamping(_CriticalDamping):
    def __init__(
        self,
        *,
        f: _t.Real,
        n: _t.Integer = 2,
        normalized: _t.Boolean = True,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        x_start: _t.Vector = ...,
        y_start: _t.Real = 0.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Low-pass filter of identical first-order stages, which never overshoots.

        Parameters
        ----------
        f : Hz
            Cut-off frequency
        n : int
            Order, at least 1
        normalized : bool
            True if the gain at f is -3 dB, else f is that of each stage
        init_type : {'no_init', 'steady_state', 'initial_state', 'initial_output'}
            Condition at the start
        x_start : number
            States at the start, one value for all or one for each
        y_start : number
            Output at the start
        u : number
            Input
        y, x
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        f: _t.Each,
        n: _t.Integer = 2,
        normalized: _t.Boolean = True,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        x_start: _t.Each = ...,
        y_start: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class DeMultiplex(_DeMultiplex):
    def __init__(
        self,
        *,
        n: _t.Integer = 1,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """The elements of one vector as several signals, in their order.

        Parameters
        ----------
        n : int
            Number of signals, at least 1
        u : number
            Vector of signals
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        n: _t.Integer = 1,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class DeMultiplex2(_DeMultiplex2):
    def __init__(
        self,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        u: _t.EachInput = ...,
        y1: _t.Start = ...,
        y2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """The elements of one vector, in their order, in two vectors.

        Parameters
        ----------
        n1 : int
            Size of y1
        n2 : int
            Size of y2
        u : number
            All elements
        y1, y2
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        u: _t.EachInput = ...,
        y1: _t.Start = ...,
        y2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class DeMultiplex3(_DeMultiplex3):
    def __init__(
        self,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        u: _t.EachInput = ...,
        y1: _t.Start = ...,
        y2: _t.Start = ...,
        y3: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """The elements of one vector, in their order, in three vectors.

        Parameters
        ----------
        n1 : int
            Size of y1
        n2 : int
            Size of y2
        n3 : int
            Size of y3
        u : number
            All elements
        y1, y2, y3
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        u: _t.EachInput = ...,
        y1: _t.Start = ...,
        y2: _t.Start = ...,
        y3: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class DeMultiplex4(_DeMultiplex4):
    def __init__(
        self,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        n4: _t.Integer = 1,
        u: _t.EachInput = ...,
        y1: _t.Start = ...,
        y2: _t.Start = ...,
        y3: _t.Start = ...,
        y4: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """The elements of one vector, in their order, in four vectors.

        Parameters
        ----------
        n1 : int
            Size of y1
        n2 : int
            Size of y2
        n3 : int
            Size of y3
        n4 : int
            Size of y4
        u : number
            All elements
        y1, y2, y3, y4
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        n4: _t.Integer = 1,
        u: _t.EachInput = ...,
        y1: _t.Start = ...,
        y2: _t.Start = ...,
        y3: _t.Start = ...,
        y4: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class DeMultiplex5(_DeMultiplex5):
    def __init__(
        self,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        n4: _t.Integer = 1,
        n5: _t.Integer = 1,
        u: _t.EachInput = ...,
        y1: _t.Start = ...,
        y2: _t.Start = ...,
        y3: _t.Start = ...,
        y4: _t.Start = ...,
        y5: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """The elements of one vector, in their order, in five vectors.

        Parameters
        ----------
        n1 : int
            Size of y1
        n2 : int
            Size of y2
        n3 : int
            Size of y3
        n4 : int
            Size of y4
        n5 : int
            Size of y5
        u : number
            All elements
        y1, y2, y3, y4, y5
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        n4: _t.Integer = 1,
        n5: _t.Integer = 1,
        u: _t.EachInput = ...,
        y1: _t.Start = ...,
        y2: _t.Start = ...,
        y3: _t.Start = ...,
        y4: _t.Start = ...,
        y5: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class DeMultiplex6(_DeMultiplex6):
    def __init__(
        self,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        n4: _t.Integer = 1,
        n5: _t.Integer = 1,
        n6: _t.Integer = 1,
        u: _t.EachInput = ...,
        y1: _t.Start = ...,
        y2: _t.Start = ...,
        y3: _t.Start = ...,
        y4: _t.Start = ...,
        y5: _t.Start = ...,
        y6: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """The elements of one vector, in their order, in six vectors.

        Parameters
        ----------
        n1 : int
            Size of y1
        n2 : int
            Size of y2
        n3 : int
            Size of y3
        n4 : int
            Size of y4
        n5 : int
            Size of y5
        n6 : int
            Size of y6
        u : number
            All elements
        y1, y2, y3, y4, y5, y6
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        n4: _t.Integer = 1,
        n5: _t.Integer = 1,
        n6: _t.Integer = 1,
        u: _t.EachInput = ...,
        y1: _t.Start = ...,
        y2: _t.Start = ...,
        y3: _t.Start = ...,
        y4: _t.Start = ...,
        y5: _t.Start = ...,
        y6: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class DeadZone(_DeadZone):
    def __init__(
        self,
        *,
        u_max: _t.Real,
        u_min: _t.Real = ...,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Zero within two limits, beyond them the amount by which the input exceeds them.

        Parameters
        ----------
        u_max : number
            Upper limit of the dead zone
        u_min : number
            Lower limit of the dead zone
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u_max: _t.Each,
        u_min: _t.Each = ...,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Der(_Der):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Exact derivative of the input, which must be differentiable.

        Parameters
        ----------
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Derivative(_Derivative):
    def __init__(
        self,
        *,
        k: _t.Real = 1.0,
        T: _t.Real = 0.01,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        x_start: _t.Real = 0.0,
        y_start: _t.Real = 0.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Derivative of the input, smoothed by a first-order lag; zero if the gain is zero.

        Parameters
        ----------
        k : s
            Gain
        T : s
            Time constant of the lag
        init_type : {'no_init', 'steady_state', 'initial_state', 'initial_output'}
            Condition at the start
        x_start : number
            State at the start
        y_start : number
            Output at the start
        u : number
            Input
        y, x
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        k: _t.Each = 1.0,
        T: _t.Each = 0.01,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        x_start: _t.Each = 0.0,
        y_start: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Division(_Division):
    def __init__(
        self,
        *,
        u1: _t.Input = ...,
        u2: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """First input divided by the second, which must not be zero.

        Parameters
        ----------
        u1 : number
            First input
        u2 : number
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Edge(_Edge):
    def __init__(
        self,
        *,
        pre_u_start: _t.Boolean = False,
        u: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True at the instant at which the input becomes true.

        Parameters
        ----------
        pre_u_start : bool
            Input before the start
        u : bool
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        pre_u_start: _t.EachBoolean = False,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Exp(_Exp):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Exponential function of the input.

        Parameters
        ----------
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ExpSine(_ExpSine):
    def __init__(
        self,
        *,
        f: _t.Real,
        damping: _t.Real,
        offset: _t.Real = 0.0,
        start_time: _t.Real = 0.0,
        amplitude: _t.Real = 1.0,
        phase: _t.Real = 0.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Sine wave whose amplitude decays exponentially.

        Parameters
        ----------
        f : Hz
            Frequency
        damping : 1/s
            Rate of decay
        offset : number
            Output before start_time; added to the signal
        start_time : s
            Start of the signal
        amplitude : number
            Amplitude without damping
        phase : rad
            Phase at start_time
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        f: _t.Each,
        damping: _t.Each,
        offset: _t.Each = 0.0,
        start_time: _t.Each = 0.0,
        amplitude: _t.Each = 1.0,
        phase: _t.Each = 0.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Exponentials(_Exponentials):
    def __init__(
        self,
        *,
        rise_time: _t.Real,
        offset: _t.Real = 0.0,
        start_time: _t.Real = 0.0,
        out_max: _t.Real = 1.0,
        rise_time_const: _t.Real = 0.1,
        fall_time_const: _t.Real = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Signal that rises and then falls, both exponentially.

        Parameters
        ----------
        rise_time : s
            Duration of the rise
        offset : number
            Output before start_time; added to the signal
        start_time : s
            Start of the signal
        out_max : number
            Asymptotic value of the rise
        rise_time_const : s
            Time constant of the rise
        fall_time_const : s
            Time constant of the fall
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        rise_time: _t.Each,
        offset: _t.Each = 0.0,
        start_time: _t.Each = 0.0,
        out_max: _t.Each = 1.0,
        rise_time_const: _t.Each = 0.1,
        fall_time_const: _t.Each = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Exponentiation(_Exponentiation):
    def __init__(
        self,
        *,
        exponent: _t.Real = 2.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Input to the power of a constant exponent.

        Parameters
        ----------
        exponent : number
            Exponent
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        exponent: _t.Each = 2.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ExtractSignal(_ExtractSignal):
    def __init__(
        self,
        *,
        nin: _t.Integer = 1,
        nout: _t.Integer = 1,
        extract: _Any = ...,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Elements of a vector that are chosen by their numbers.

        Parameters
        ----------
        nin : int
            Number of inputs
        nout : int
            Number of outputs
        extract : number
            Number of the input of each output, from 1; the first if omitted
        u : number
            Inputs
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        nin: _t.Integer = 1,
        nout: _t.Integer = 1,
        extract: _Any = ...,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Extractor(_Extractor):
    def __init__(
        self,
        *,
        nin: _t.Integer = 1,
        allow_out_of_range: _t.Boolean = False,
        out_of_range_value: _t.Real = 10000000000.0,
        u: _t.EachInput = ...,
        index: _t.IntegerInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Element of a vector that a signal chooses by its number.

        Parameters
        ----------
        nin : int
            Number of inputs
        allow_out_of_range : bool
            True if no such element may be asked for
        out_of_range_value : number
            Output if no such element is asked for
        u : number
            Inputs
        index : int
            Number of the element, from 1
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        nin: _t.Integer = 1,
        allow_out_of_range: _t.EachBoolean = False,
        out_of_range_value: _t.Each = 10000000000.0,
        u: _t.EachInput = ...,
        index: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FallingEdge(_FallingEdge):
    def __init__(
        self,
        *,
        pre_u_start: _t.Boolean = False,
        u: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True at the instant at which the input becomes false.

        Parameters
        ----------
        pre_u_start : bool
            Input before the start
        u : bool
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        pre_u_start: _t.EachBoolean = False,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Feedback(_Feedback):
    def __init__(
        self,
        *,
        u1: _t.Input = ...,
        u2: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Difference between a command u1 and a feedback u2.

        Parameters
        ----------
        u1 : number
            First input
        u2 : number
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Filter(_Filter):
    def __init__(
        self,
        *,
        f_cut: _t.Real,
        analog_filter: _Literal['critical_damping', 'bessel', 'butterworth'] | _t.Structural = 'critical_damping',
        order: _t.Integer = 2,
        gain: _t.Real = 1.0,
        normalized: _t.Boolean = True,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'steady_state',
        x_start: _t.Vector = ...,
        y_start: _t.Real = 0.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Low-pass filter of a given family and order, as a series of stages.

        Parameters
        ----------
        f_cut : Hz
            Cut-off frequency
        analog_filter : {'critical_damping', 'bessel', 'butterworth'}
            Family of the filter
        order : int
            Order, at least 1
        gain : number
            Gain at the frequency 0
        normalized : bool
            True if the damping at f_cut is 3 dB for every family
        init_type : {'no_init', 'steady_state', 'initial_state', 'initial_output'}
            Condition at the start
        x_start : number
            States at the start, one value for all or one for each
        y_start : number
            Output at the start
        u : number
            Input
        y, x
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        f_cut: _t.Each,
        analog_filter: _Literal['critical_damping', 'bessel', 'butterworth'] | _t.Structural = 'critical_damping',
        order: _t.Integer = 2,
        gain: _t.Each = 1.0,
        normalized: _t.Boolean = True,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'steady_state',
        x_start: _t.Each = ...,
        y_start: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FirstOrder(_FirstOrder):
    def __init__(
        self,
        *,
        T: _t.Real,
        k: _t.Real = 1.0,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        y_start: _t.Real = 0.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """First-order lag, k / (T s + 1).

        Parameters
        ----------
        T : s
            Time constant
        k : number
            Gain
        init_type : {'no_init', 'steady_state', 'initial_state', 'initial_output'}
            Condition at the start
        y_start : number
            Output at the start
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        T: _t.Each,
        k: _t.Each = 1.0,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        y_start: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FixedDelay(_FixedDelay):
    def __init__(
        self,
        *,
        delay_time: _t.Real,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Output is the input some time ago, ``y(t) = u(t - delay_time)``; at first ``u(start)``.

        Parameters
        ----------
        delay_time : s
            Delay
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        delay_time: _t.Each,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FromBar(_FromBar):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Pressure from bar to Pa.

        Parameters
        ----------
        u : number
            Pressure, bar
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FromDay(_FromDay):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Time from days to s.

        Parameters
        ----------
        u : number
            Time, d
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FromDeg(_FromDeg):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Angle from degrees to rad.

        Parameters
        ----------
        u : number
            Angle, degrees
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FromDegC(_FromDegC):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Temperature from °C to K.

        Parameters
        ----------
        u : number
            Temperature, °C
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FromDegF(_FromDegF):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Temperature from °F to K.

        Parameters
        ----------
        u : number
            Temperature, °F
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FromDegRk(_FromDegRk):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Temperature from degrees Rankine to K.

        Parameters
        ----------
        u : number
            Temperature, °Rk
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FromGps(_FromGps):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Mass flow from g/s to kg/s.

        Parameters
        ----------
        u : number
            Mass flow, g/s
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FromHour(_FromHour):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Time from hours to s.

        Parameters
        ----------
        u : number
            Time, h
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FromKWh(_FromKWh):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Energy from kWh to J.

        Parameters
        ----------
        u : number
            Energy, kWh
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FromKmh(_FromKmh):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Velocity from km/h to m/s.

        Parameters
        ----------
        u : number
            Velocity, km/h
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FromLitre(_FromLitre):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Volume from litres to m3.

        Parameters
        ----------
        u : number
            Volume, l
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FromMinute(_FromMinute):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Time from minutes to s.

        Parameters
        ----------
        u : number
            Time, min
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FromRpm(_FromRpm):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Angular velocity from revolutions per minute to rad/s.

        Parameters
        ----------
        u : number
            Angular velocity, 1/min
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Gain(_Gain):
    def __init__(
        self,
        *,
        k: _t.Real,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Input times a constant.

        Parameters
        ----------
        k : number
            Factor
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        k: _t.Each,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Greater(_Greater):
    def __init__(
        self,
        *,
        u1: _t.Input = ...,
        u2: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True if the first input is greater than the second.

        Parameters
        ----------
        u1 : number
            First input
        u2 : number
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class GreaterEqual(_GreaterEqual):
    def __init__(
        self,
        *,
        u1: _t.Input = ...,
        u2: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True if the first input is not less than the second.

        Parameters
        ----------
        u1 : number
            First input
        u2 : number
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class GreaterEqualThreshold(_GreaterEqualThreshold):
    def __init__(
        self,
        *,
        threshold: _t.Real = 0.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True if the input is not less than the threshold.

        Parameters
        ----------
        threshold : number
            Value that the input is compared with
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        threshold: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class GreaterThreshold(_GreaterThreshold):
    def __init__(
        self,
        *,
        threshold: _t.Real = 0.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True if the input is greater than the threshold.

        Parameters
        ----------
        threshold : number
            Value that the input is compared with
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        threshold: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Hysteresis(_Hysteresis):
    def __init__(
        self,
        *,
        u_low: _t.Real,
        u_high: _t.Real,
        pre_y_start: _t.Boolean = False,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True from the input above u_high on, until it falls below u_low.

        Parameters
        ----------
        u_low : number
            The output becomes false below this input
        u_high : number
            The output becomes true above this input
        pre_y_start : bool
            Output before the start
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u_low: _t.Each,
        u_high: _t.Each,
        pre_y_start: _t.EachBoolean = False,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IntegerChange(_IntegerChange):
    def __init__(
        self,
        *,
        pre_u_start: _t.Integer = 0,
        u: _t.IntegerInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True at the instant at which the input changes.

        Parameters
        ----------
        pre_u_start : int
            Input before the start
        u : int
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        pre_u_start: _t.Each = 0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IntegerConstant(_IntegerConstant):
    def __init__(
        self,
        *,
        k: _t.Integer,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Constant integer signal.

        Parameters
        ----------
        k : int
            Output
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        k: _t.Each,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IntegerExpression(_IntegerExpression):
    def __init__(
        self,
        *,
        expression: _t.IntegerInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Integer signal from an expression of the surrounding model, which binds `expression`.

        Parameters
        ----------
        expression : int
            Value of the output
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        expression: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IntegerPassThrough(_IntegerPassThrough):
    def __init__(
        self,
        *,
        u: _t.IntegerInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Integer signal, unchanged.

        Parameters
        ----------
        u : int
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IntegerReplicator(_IntegerReplicator):
    def __init__(
        self,
        *,
        nout: _t.Integer = 1,
        u: _t.IntegerInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Several copies of one integer signal.

        Parameters
        ----------
        nout : int
            Number of copies
        u : int
            Signal
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        nout: _t.Integer = 1,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IntegerStep(_IntegerStep):
    def __init__(
        self,
        *,
        height: _t.Integer = 1,
        offset: _t.Integer = 0,
        start_time: _t.Real = 0.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Integer signal that jumps at a given time.

        Parameters
        ----------
        height : int
            Height of the step
        offset : int
            Output before start_time; added to the step
        start_time : s
            Time of the step
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        height: _t.Each = 1,
        offset: _t.Each = 0,
        start_time: _t.Each = 0.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IntegerTable(_IntegerTable):
    def __init__(
        self,
        *,
        start_time: _t.Real = ...,
        shift_time: _t.Real = 0.0,
        table: _Any = ...,
        extrapolation: _Literal['hold_last_point', 'periodic', 'no_extrapolation'] | _t.Structural = 'hold_last_point',
        y: _t.Start = ...,
        section: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Integer signal that changes at given times.

        Parameters
        ----------
        start_time : s
            The output is 0 before this time
        shift_time : s
            Time of the instant 0 of the table
        table : number
            Rows of time, ascending, and value
        extrapolation : {'hold_last_point', 'periodic', 'no_extrapolation'}
            Behaviour after the last row
        y, section
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        start_time: _t.Each = ...,
        shift_time: _t.Each = 0.0,
        table: _Any = ...,
        extrapolation: _Literal['hold_last_point', 'periodic', 'no_extrapolation'] | _t.Structural = 'hold_last_point',
        y: _t.Start = ...,
        section: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IntegerToBoolean(_IntegerToBoolean):
    def __init__(
        self,
        *,
        threshold: _t.Integer = 1,
        u: _t.IntegerInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True while the input is at or above a threshold.

        Parameters
        ----------
        threshold : int
            The output is true from this input on
        u : int
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        threshold: _t.Each = 1,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IntegerToReal(_IntegerToReal):
    def __init__(
        self,
        *,
        u: _t.IntegerInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Real signal with the value of an integer signal.

        Parameters
        ----------
        u : int
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Integrator(_Integrator):
    def __init__(
        self,
        *,
        k: _t.Real = 1.0,
        use_reset: _t.Boolean = False,
        use_set: _t.Boolean = False,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'initial_state',
        y_start: _t.Real = 0.0,
        u: _t.Input = ...,
        reset: _t.BooleanInput = ...,
        set: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Integral of the input, which an event may reset.

        Parameters
        ----------
        k : 1/s
            Gain
        use_reset : bool
            True if `reset` resets the output
        use_set : bool
            True if a reset sets the output to `set`, else to y_start
        init_type : {'no_init', 'steady_state', 'initial_state', 'initial_output'}
            Condition at the start
        y_start : number
            Output at the start
        u : number
            Input
        reset : bool
            The output is reset when this becomes true
        set : number
            Output after a reset
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        k: _t.Each = 1.0,
        use_reset: _t.Boolean = False,
        use_set: _t.Boolean = False,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'initial_state',
        y_start: _t.Each = 0.0,
        u: _t.EachInput = ...,
        reset: _t.EachInput = ...,
        set: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class InverseBlockConstraints(_InverseBlockConstraints):
    def __init__(
        self,
        *,
        u1: _t.Input = ...,
        u2: _t.Input = ...,
        y1: _t.Start = ...,
        y2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Requires u1 to equal u2 and passes y1 on as y2: inverts a block between y2 and u2.

        Parameters
        ----------
        u1 : number
            Required value of u2
        u2 : number
            Output of the block to be inverted
        y1, y2
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y1: _t.Start = ...,
        y2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class KinematicPTP(_KinematicPTP):
    def __init__(
        self,
        *,
        deltaq: _t.Vector = ...,
        qd_max: _t.Vector = ...,
        qdd_max: _t.Vector = ...,
        start_time: _t.Real = 0.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Acceleration of the fastest rest-to-rest motion within limits of speed and acceleration.

        Parameters
        ----------
        deltaq : number
            Distances, one for all or one for each coordinate
        qd_max : 1/s
            Highest speeds
        qdd_max : 1/s2
            Highest accelerations
        start_time : s
            Start of the motion
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        deltaq: _t.Each = ...,
        qd_max: _t.Each = ...,
        qdd_max: _t.Each = ...,
        start_time: _t.Each = 0.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class KinematicPTP2(_KinematicPTP2):
    def __init__(
        self,
        *,
        q_begin: _t.Vector = ...,
        q_end: _t.Vector = ...,
        qd_max: _t.Vector = ...,
        qdd_max: _t.Vector = ...,
        start_time: _t.Real = 0.0,
        q: _t.Start = ...,
        qd: _t.Start = ...,
        qdd: _t.Start = ...,
        moving: _t.Start = ...,
        end_time: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Fastest rest-to-rest motion within limits of speed and acceleration.

        Parameters
        ----------
        q_begin : number
            Start positions, one for all or one for each
        q_end : number
            End positions
        qd_max : 1/s
            Highest speeds
        qdd_max : 1/s2
            Highest accelerations
        start_time : s
            Start of the motion
        q, qd, qdd, moving, end_time
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        q_begin: _t.Each = ...,
        q_end: _t.Each = ...,
        qd_max: _t.Each = ...,
        qdd_max: _t.Each = ...,
        start_time: _t.Each = 0.0,
        q: _t.Start = ...,
        qd: _t.Start = ...,
        qdd: _t.Start = ...,
        moving: _t.Start = ...,
        end_time: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Less(_Less):
    def __init__(
        self,
        *,
        u1: _t.Input = ...,
        u2: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True if the first input is less than the second.

        Parameters
        ----------
        u1 : number
            First input
        u2 : number
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class LessEqual(_LessEqual):
    def __init__(
        self,
        *,
        u1: _t.Input = ...,
        u2: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True if the first input is not greater than the second.

        Parameters
        ----------
        u1 : number
            First input
        u2 : number
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class LessEqualThreshold(_LessEqualThreshold):
    def __init__(
        self,
        *,
        threshold: _t.Real = 0.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True if the input is not greater than the threshold.

        Parameters
        ----------
        threshold : number
            Value that the input is compared with
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        threshold: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class LessThreshold(_LessThreshold):
    def __init__(
        self,
        *,
        threshold: _t.Real = 0.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True if the input is less than the threshold.

        Parameters
        ----------
        threshold : number
            Value that the input is compared with
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        threshold: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class LimIntegrator(_LimIntegrator):
    def __init__(
        self,
        *,
        out_max: _t.Real,
        k: _t.Real = 1.0,
        out_min: _t.Real = ...,
        use_reset: _t.Boolean = False,
        use_set: _t.Boolean = False,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'initial_state',
        limits_at_init: _t.Boolean = True,
        y_start: _t.Real = 0.0,
        strict: _t.Boolean = False,
        u: _t.Input = ...,
        reset: _t.BooleanInput = ...,
        set: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Integral of the input that stops at limits until the input reverses.

        Parameters
        ----------
        out_max : number
            Upper limit of the output
        k : 1/s
            Gain
        out_min : number
            Lower limit of the output
        use_reset : bool
            True if `reset` resets the output
        use_set : bool
            True if a reset sets the output to `set`, else to y_start
        init_type : {'no_init', 'steady_state', 'initial_state', 'initial_output'}
            Condition at the start
        limits_at_init : bool
            No effect, the limits hold at the start too; kept for compatibility
        y_start : number
            Output at the start, within the limits
        strict : bool
            True if reaching a limit raises no event
        u : number
            Input
        reset : bool
            The output is reset when this becomes true
        set : number
            Output after a reset
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        out_max: _t.Each,
        k: _t.Each = 1.0,
        out_min: _t.Each = ...,
        use_reset: _t.Boolean = False,
        use_set: _t.Boolean = False,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'initial_state',
        limits_at_init: _t.EachBoolean = True,
        y_start: _t.Each = 0.0,
        strict: _t.Boolean = False,
        u: _t.EachInput = ...,
        reset: _t.EachInput = ...,
        set: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class LimPID(_LimPID):
    def __init__(
        self,
        *,
        y_max: _t.Real,
        controller_type: _Literal['p', 'pi', 'pd', 'pid'] | _t.Structural = 'pid',
        k: _t.Real = 1.0,
        Ti: _t.Real = 0.5,
        Td: _t.Real = 0.1,
        y_min: _t.Real = ...,
        wp: _t.Real = 1.0,
        wd: _t.Real = 0.0,
        Ni: _t.Real = 0.9,
        Nd: _t.Real = 10.0,
        with_feed_forward: _t.Boolean = False,
        k_ff: _t.Real = 1.0,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'initial_state',
        xi_start: _t.Real = 0.0,
        xd_start: _t.Real = 0.0,
        y_start: _t.Real = 0.0,
        homotopy_type: _Literal['no_homotopy', 'linear', 'upper_limit', 'lower_limit'] | _t.Structural = 'linear',
        strict: _t.Boolean = False,
        u_s: _t.Input = ...,
        u_m: _t.Input = ...,
        u_ff: _t.Input = ...,
        y: _t.Start = ...,
        control_error: _t.Start = ...,
        y_linear: _t.Start = ...,
        proportional: _t.Start = ...,
        I: _t.Inside = ...,
        D: _t.Inside = ...,
        limiter: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """P, PI, PD or PID controller whose output is limited.

        Parameters
        ----------
        y_max : number
            Upper limit of the output
        controller_type : {'p', 'pi', 'pd', 'pid'}
            Parts of the controller
        k : number
            Gain, not zero
        Ti : s
            Time constant of the integral part
        Td : s
            Time constant of the derivative part
        y_min : number
            Lower limit of the output
        wp : number
            Weight of the set point in the proportional part
        wd : number
            Weight of the set point in the derivative part
        Ni : number
            Time constant of the anti-windup over Ti
        Nd : number
            Td over the time constant of the derivative's lag
        with_feed_forward : bool
            True if there is a feed-forward input
        k_ff : number
            Gain of the feed-forward input
        init_type : {'no_init', 'steady_state', 'initial_state', 'initial_output'}
            Condition at the start
        xi_start : number
            State of the integral part at the start
        xd_start : number
            State of the derivative part at the start
        y_start : number
            Output at the start, within the limits
        homotopy_type : {'no_homotopy', 'linear', 'upper_limit', 'lower_limit'}
            No effect, no start values need it; kept for compatibility
        strict : bool
            True if reaching a limit raises no event
        u_s : number
            Set point
        u_m : number
            Measurement
        u_ff : number
            Feed-forward input
        y, control_error, y_linear, proportional
            Start values, fixed(…) or guess(…).
        I, D, limiter
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        y_max: _t.Each,
        controller_type: _Literal['p', 'pi', 'pd', 'pid'] | _t.Structural = 'pid',
        k: _t.Each = 1.0,
        Ti: _t.Each = 0.5,
        Td: _t.Each = 0.1,
        y_min: _t.Each = ...,
        wp: _t.Each = 1.0,
        wd: _t.Each = 0.0,
        Ni: _t.Each = 0.9,
        Nd: _t.Each = 10.0,
        with_feed_forward: _t.Boolean = False,
        k_ff: _t.Each = 1.0,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'initial_state',
        xi_start: _t.Each = 0.0,
        xd_start: _t.Each = 0.0,
        y_start: _t.Each = 0.0,
        homotopy_type: _Literal['no_homotopy', 'linear', 'upper_limit', 'lower_limit'] | _t.Structural = 'linear',
        strict: _t.Boolean = False,
        u_s: _t.EachInput = ...,
        u_m: _t.EachInput = ...,
        u_ff: _t.EachInput = ...,
        y: _t.Start = ...,
        control_error: _t.Start = ...,
        y_linear: _t.Start = ...,
        proportional: _t.Start = ...,
        I: _t.Inside = ...,
        D: _t.Inside = ...,
        limiter: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Limiter(_Limiter):
    def __init__(
        self,
        *,
        u_max: _t.Real,
        u_min: _t.Real = ...,
        strict: _t.Boolean = False,
        homotopy_type: _Literal['no_homotopy', 'linear', 'upper_limit', 'lower_limit'] | _t.Structural = 'linear',
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Input held between two limits; reaching one is an event.

        Parameters
        ----------
        u_max : number
            Upper limit
        u_min : number
            Lower limit
        strict : bool
            True if reaching a limit raises no event
        homotopy_type : {'no_homotopy', 'linear', 'upper_limit', 'lower_limit'}
            No effect, no start values need it; kept for compatibility
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u_max: _t.Each,
        u_min: _t.Each = ...,
        strict: _t.Boolean = False,
        homotopy_type: _Literal['no_homotopy', 'linear', 'upper_limit', 'lower_limit'] | _t.Structural = 'linear',
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class LinearDependency(_LinearDependency):
    def __init__(
        self,
        *,
        y0: _t.Real = 0.0,
        k1: _t.Real = 0.0,
        k2: _t.Real = 0.0,
        u1: _t.Input = ...,
        u2: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Output ``y0 * (1 + k1 * u1 + k2 * u2)``.

        Parameters
        ----------
        y0 : number
            Output if both inputs are 0
        k1 : number
            Effect of u1
        k2 : number
            Effect of u2
        u1 : number
            First input
        u2 : number
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        y0: _t.Each = 0.0,
        k1: _t.Each = 0.0,
        k2: _t.Each = 0.0,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Log(_Log):
    def __init__(
        self,
        *,
        base: _t.Real = 2.718281828459045,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Logarithm of the input, which must be positive.

        Parameters
        ----------
        base : number
            Base of the logarithm
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        base: _t.Each = 2.718281828459045,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Log10(_Log10):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Decimal logarithm of the input, which must be positive.

        Parameters
        ----------
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class LogFrequencySweep(_LogFrequencySweep):
    def __init__(
        self,
        *,
        w_min: _t.Real,
        w_max: _t.Real,
        duration: _t.Real,
        start_time: _t.Real = 0.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Signal that rises exponentially from one value to another: a sweep of frequencies.

        Parameters
        ----------
        w_min : number
            Output at start_time and before
        w_max : number
            Output after the sweep
        duration : s
            Duration of the sweep
        start_time : s
            Start of the sweep
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        w_min: _t.Each,
        w_max: _t.Each,
        duration: _t.Each,
        start_time: _t.Each = 0.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class LogicalDelay(_LogicalDelay):
    def __init__(
        self,
        *,
        delay_time: _t.Real = 0.0,
        u: _t.BooleanInput = ...,
        y1: _t.Start = ...,
        y2: _t.Start = ...,
        t_switch: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Boolean signal with one of its edges delayed.

        Parameters
        ----------
        delay_time : s
            Delay
        u : bool
            Input
        y1, y2, t_switch
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        delay_time: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y1: _t.Start = ...,
        y2: _t.Start = ...,
        t_switch: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class LogicalSwitch(_LogicalSwitch):
    def __init__(
        self,
        *,
        u1: _t.BooleanInput = ...,
        u2: _t.BooleanInput = ...,
        u3: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Boolean switch: u1 while u2 is true, else u3.

        Parameters
        ----------
        u1 : bool
            Output while u2 is true
        u2 : bool
            Position of the switch
        u3 : bool
            Output while u2 is false
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        u3: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class LowpassButterworth(_LowpassButterworth):
    def __init__(
        self,
        *,
        f: _t.Real,
        n: _t.Integer = 2,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        x1_start: _t.Vector = ...,
        x2_start: _t.Vector = ...,
        xr_start: _t.Real = 0.0,
        y_start: _t.Real = 0.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        x1: _t.Start = ...,
        x2: _t.Start = ...,
        xr: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Butterworth low-pass filter: second-order stages, and one first-order stage if n is odd.

        Parameters
        ----------
        f : Hz
            Cut-off frequency, where the gain is -3 dB
        n : int
            Order, at least 1
        init_type : {'no_init', 'steady_state', 'initial_state', 'initial_output'}
            Condition at the start
        x1_start : number
            Outputs of the second-order stages at the start
        x2_start : 1/s
            Their rates at the start
        xr_start : number
            Output of the first-order stage at the start
        y_start : number
            Output at the start
        u : number
            Input
        y, x1, x2, xr
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        f: _t.Each,
        n: _t.Integer = 2,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        x1_start: _t.Each = ...,
        x2_start: _t.Each = ...,
        xr_start: _t.Each = 0.0,
        y_start: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        x1: _t.Start = ...,
        x2: _t.Start = ...,
        xr: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class MatrixGain(_MatrixGain):
    def __init__(
        self,
        *,
        K: _Any = ...,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Matrix times the vector of inputs.

        Parameters
        ----------
        K : number
            Matrix, one row per output
        u : number
            Inputs
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        K: _Any = ...,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Max(_Max):
    def __init__(
        self,
        *,
        u1: _t.Input = ...,
        u2: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Larger of two inputs; raises no event.

        Parameters
        ----------
        u1 : number
            First input
        u2 : number
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Mean(_Mean):
    def __init__(
        self,
        *,
        f: _t.Real,
        x0: _t.Real = 0.0,
        y0: _t.Real = 0.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        ended: _t.Start = ...,
        t0: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Mean of the input over the last complete period; the periods count from the start.

        Parameters
        ----------
        f : Hz
            Base frequency: one over the period
        x0 : s
            Integral at the start
        y0 : number
            Output during the first period
        u : number
            Input
        y, x, ended, t0
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        f: _t.Each,
        x0: _t.Each = 0.0,
        y0: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        ended: _t.Start = ...,
        t0: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Min(_Min):
    def __init__(
        self,
        *,
        u1: _t.Input = ...,
        u2: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Smaller of two inputs; raises no event.

        Parameters
        ----------
        u1 : number
            First input
        u2 : number
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class MinMax(_MinMax):
    def __init__(
        self,
        *,
        nu: _t.Integer = 1,
        u: _t.EachInput = ...,
        y_min: _t.Start = ...,
        y_max: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Smallest and largest of several inputs; raises no event.

        Parameters
        ----------
        nu : int
            Number of inputs, at least 1
        u : number
            Inputs
        y_min, y_max
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        nu: _t.Integer = 1,
        u: _t.EachInput = ...,
        y_min: _t.Start = ...,
        y_max: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class MultiProduct(_MultiProduct):
    def __init__(
        self,
        *,
        nu: _t.Integer = 0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Product of any number of inputs; zero if there are none.

        Parameters
        ----------
        nu : int
            Number of inputs
        u : number
            Inputs
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        nu: _t.Integer = 0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class MultiSum(_MultiSum):
    def __init__(
        self,
        *,
        nu: _t.Integer = 0,
        k: _t.Vector = ...,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Weighted sum of any number of inputs; zero if there are none.

        Parameters
        ----------
        nu : int
            Number of inputs
        k : number
            Weights, one for all or one for each input
        u : number
            Inputs
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        nu: _t.Integer = 0,
        k: _t.Each = ...,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Multiplex(_Multiplex):
    def __init__(
        self,
        *,
        n: _t.Integer = 1,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Several signals as the elements of one vector, in their order.

        Parameters
        ----------
        n : int
            Number of signals, at least 1
        u : number
            Signals, connected one by one
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        n: _t.Integer = 1,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Multiplex2(_Multiplex2):
    def __init__(
        self,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """The elements of two vectors, one after the other, in one vector.

        Parameters
        ----------
        n1 : int
            Size of u1
        n2 : int
            Size of u2
        u1 : number
            Vector 1
        u2 : number
            Vector 2
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Multiplex3(_Multiplex3):
    def __init__(
        self,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        u3: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """The elements of three vectors, one after the other, in one vector.

        Parameters
        ----------
        n1 : int
            Size of u1
        n2 : int
            Size of u2
        n3 : int
            Size of u3
        u1 : number
            Vector 1
        u2 : number
            Vector 2
        u3 : number
            Vector 3
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        u3: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Multiplex4(_Multiplex4):
    def __init__(
        self,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        n4: _t.Integer = 1,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        u3: _t.EachInput = ...,
        u4: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """The elements of four vectors, one after the other, in one vector.

        Parameters
        ----------
        n1 : int
            Size of u1
        n2 : int
            Size of u2
        n3 : int
            Size of u3
        n4 : int
            Size of u4
        u1 : number
            Vector 1
        u2 : number
            Vector 2
        u3 : number
            Vector 3
        u4 : number
            Vector 4
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        n4: _t.Integer = 1,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        u3: _t.EachInput = ...,
        u4: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Multiplex5(_Multiplex5):
    def __init__(
        self,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        n4: _t.Integer = 1,
        n5: _t.Integer = 1,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        u3: _t.EachInput = ...,
        u4: _t.EachInput = ...,
        u5: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """The elements of five vectors, one after the other, in one vector.

        Parameters
        ----------
        n1 : int
            Size of u1
        n2 : int
            Size of u2
        n3 : int
            Size of u3
        n4 : int
            Size of u4
        n5 : int
            Size of u5
        u1 : number
            Vector 1
        u2 : number
            Vector 2
        u3 : number
            Vector 3
        u4 : number
            Vector 4
        u5 : number
            Vector 5
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        n4: _t.Integer = 1,
        n5: _t.Integer = 1,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        u3: _t.EachInput = ...,
        u4: _t.EachInput = ...,
        u5: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Multiplex6(_Multiplex6):
    def __init__(
        self,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        n4: _t.Integer = 1,
        n5: _t.Integer = 1,
        n6: _t.Integer = 1,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        u3: _t.EachInput = ...,
        u4: _t.EachInput = ...,
        u5: _t.EachInput = ...,
        u6: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """The elements of six vectors, one after the other, in one vector.

        Parameters
        ----------
        n1 : int
            Size of u1
        n2 : int
            Size of u2
        n3 : int
            Size of u3
        n4 : int
            Size of u4
        n5 : int
            Size of u5
        n6 : int
            Size of u6
        u1 : number
            Vector 1
        u2 : number
            Vector 2
        u3 : number
            Vector 3
        u4 : number
            Vector 4
        u5 : number
            Vector 5
        u6 : number
            Vector 6
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        n1: _t.Integer = 1,
        n2: _t.Integer = 1,
        n3: _t.Integer = 1,
        n4: _t.Integer = 1,
        n5: _t.Integer = 1,
        n6: _t.Integer = 1,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        u3: _t.EachInput = ...,
        u4: _t.EachInput = ...,
        u5: _t.EachInput = ...,
        u6: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Nand(_Nand):
    def __init__(
        self,
        *,
        u1: _t.BooleanInput = ...,
        u2: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True unless both inputs are true.

        Parameters
        ----------
        u1 : bool
            First input
        u2 : bool
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Nor(_Nor):
    def __init__(
        self,
        *,
        u1: _t.BooleanInput = ...,
        u2: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True if neither input is true.

        Parameters
        ----------
        u1 : bool
            First input
        u2 : bool
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Not(_Not):
    def __init__(
        self,
        *,
        u: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True if the input is false.

        Parameters
        ----------
        u : bool
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class OnOffController(_OnOffController):
    def __init__(
        self,
        *,
        bandwidth: _t.Real,
        pre_y_start: _t.Boolean = False,
        reference: _t.Input = ...,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True if the input is too small, with a dead band around the reference.

        Parameters
        ----------
        bandwidth : number
            Width of the band around the reference in which nothing changes
        pre_y_start : bool
            Output before the start
        reference : number
            Reference
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        bandwidth: _t.Each,
        pre_y_start: _t.EachBoolean = False,
        reference: _t.EachInput = ...,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Or(_Or):
    def __init__(
        self,
        *,
        u1: _t.BooleanInput = ...,
        u2: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True if at least one input is true.

        Parameters
        ----------
        u1 : bool
            First input
        u2 : bool
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class PI(_PI):
    def __init__(
        self,
        *,
        T: _t.Real,
        k: _t.Real = 1.0,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        x_start: _t.Real = 0.0,
        y_start: _t.Real = 0.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Proportional-integral controller, k (1 + 1 / (T s)).

        Parameters
        ----------
        T : s
            Time constant of the integral part
        k : number
            Gain
        init_type : {'no_init', 'steady_state', 'initial_state', 'initial_output'}
            Condition at the start
        x_start : number
            Integral at the start
        y_start : number
            Output at the start
        u : number
            Input
        y, x
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        T: _t.Each,
        k: _t.Each = 1.0,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        x_start: _t.Each = 0.0,
        y_start: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class PID(_PID):
    def __init__(
        self,
        *,
        Ti: _t.Real,
        Td: _t.Real,
        k: _t.Real = 1.0,
        Nd: _t.Real = 10.0,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'initial_state',
        xi_start: _t.Real = 0.0,
        xd_start: _t.Real = 0.0,
        y_start: _t.Real = 0.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        I: _t.Inside = ...,
        D: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Proportional-integral-derivative controller, k (1 + 1 / (Ti s) + Td s).

        Parameters
        ----------
        Ti : s
            Time constant of the integral part
        Td : s
            Time constant of the derivative part
        k : number
            Gain
        Nd : number
            Td over the time constant of the derivative's lag
        init_type : {'no_init', 'steady_state', 'initial_state', 'initial_output'}
            Condition at the start
        xi_start : number
            State of the integral part at the start
        xd_start : number
            State of the derivative part at the start
        y_start : number
            Output at the start
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        I, D
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        Ti: _t.Each,
        Td: _t.Each,
        k: _t.Each = 1.0,
        Nd: _t.Each = 10.0,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'initial_state',
        xi_start: _t.Each = 0.0,
        xd_start: _t.Each = 0.0,
        y_start: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        I: _t.Inside = ...,
        D: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class PadeDelay(_PadeDelay):
    def __init__(
        self,
        *,
        delay_time: _t.Real,
        n: _t.Integer = 1,
        m: _t.Integer = ...,
        balance: _t.Boolean = False,
        u: _t.Input = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Delay of the input, approximated by a rational function.

        Parameters
        ----------
        delay_time : s
            Delay
        n : int
            Degree of the denominator, at least 1
        m : int
            Degree of the numerator, at most n
        balance : bool
            No effect, the states are always balanced; kept for compatibility
        u : number
            Input
        y, x
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        delay_time: _t.Each,
        n: _t.Integer = 1,
        m: _t.Integer = ...,
        balance: _t.EachBoolean = False,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class PolarToRectangular(_PolarToRectangular):
    def __init__(
        self,
        *,
        u_abs: _t.Input = ...,
        u_arg: _t.Input = ...,
        y_re: _t.Start = ...,
        y_im: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Point of the plane by its length and angle.

        Parameters
        ----------
        u_abs : number
            Length
        u_arg : rad
            Angle
        y_re, y_im
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u_abs: _t.EachInput = ...,
        u_arg: _t.EachInput = ...,
        y_re: _t.Start = ...,
        y_im: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Power(_Power):
    def __init__(
        self,
        *,
        base: _t.Real = 2.718281828459045,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Constant base to the power of the input.

        Parameters
        ----------
        base : number
            Base
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        base: _t.Each = 2.718281828459045,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Pre(_Pre):
    def __init__(
        self,
        *,
        pre_u_start: _t.Boolean = False,
        u: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Value of the input before the event; breaks loops of logical blocks.

        Parameters
        ----------
        pre_u_start : bool
            Input before the start
        u : bool
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        pre_u_start: _t.EachBoolean = False,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Product(_Product):
    def __init__(
        self,
        *,
        u1: _t.Input = ...,
        u2: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Product of two inputs.

        Parameters
        ----------
        u1 : number
            First input
        u2 : number
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Pulse(_Pulse):
    def __init__(
        self,
        *,
        period: _t.Real,
        offset: _t.Real = 0.0,
        start_time: _t.Real = 0.0,
        amplitude: _t.Real = 1.0,
        nperiod: _t.Real = -1,
        width: _t.Real = 50.0,
        y: _t.Start = ...,
        count: _t.Start = ...,
        t_start: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Rectangular pulses.

        Parameters
        ----------
        period : s
            Duration of one period, > 0
        offset : number
            Output before start_time; added to the signal
        start_time : s
            Start of the signal
        amplitude : number
            Height of the pattern
        nperiod : number
            Number of periods; a negative number repeats indefinitely
        width : number
            Width of a pulse in percent of the period, > 0
        y, count, t_start
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        period: _t.Each,
        offset: _t.Each = 0.0,
        start_time: _t.Each = 0.0,
        amplitude: _t.Each = 1.0,
        nperiod: _t.Each = -1,
        width: _t.Each = 50.0,
        y: _t.Start = ...,
        t_start: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RSFlipFlop(_RSFlipFlop):
    def __init__(
        self,
        *,
        Qini: _t.Boolean = False,
        S: _t.BooleanInput = ...,
        R: _t.BooleanInput = ...,
        Q: _t.Start = ...,
        QI: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Flip-flop that S sets and R resets; R dominates.

        Parameters
        ----------
        Qini : bool
            Output before the start
        S : bool
            Sets the output
        R : bool
            Resets the output
        Q, QI
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        Qini: _t.EachBoolean = False,
        S: _t.EachInput = ...,
        R: _t.EachInput = ...,
        Q: _t.Start = ...,
        QI: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Ramp(_Ramp):
    def __init__(
        self,
        *,
        duration: _t.Real,
        offset: _t.Real = 0.0,
        start_time: _t.Real = 0.0,
        height: _t.Real = 1.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Signal that rises linearly to a final value; with the duration 0 it jumps.

        Parameters
        ----------
        duration : s
            Duration of the rise
        offset : number
            Output before start_time; added to the signal
        start_time : s
            Start of the signal
        height : number
            Total rise
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        duration: _t.Each,
        offset: _t.Each = 0.0,
        start_time: _t.Each = 0.0,
        height: _t.Each = 1.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RealExpression(_RealExpression):
    def __init__(
        self,
        *,
        expression: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Signal from an expression of the surrounding model, which binds or equates `expression`.

        Parameters
        ----------
        expression : number
            Value of the output
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        expression: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RealPassThrough(_RealPassThrough):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Real signal, unchanged.

        Parameters
        ----------
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RealToBoolean(_RealToBoolean):
    def __init__(
        self,
        *,
        threshold: _t.Real = 0.5,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True while the input is at or above a threshold; changes are events.

        Parameters
        ----------
        threshold : number
            The output is true from this input on
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        threshold: _t.Each = 0.5,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RealToInteger(_RealToInteger):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Integer nearest to the input, halves away from zero; changes are events.

        Parameters
        ----------
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RectangularToPolar(_RectangularToPolar):
    def __init__(
        self,
        *,
        u_re: _t.Input = ...,
        u_im: _t.Input = ...,
        y_abs: _t.Start = ...,
        y_arg: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Length and angle of a point of the plane.

        Parameters
        ----------
        u_re : number
            Real part
        u_im : number
            Imaginary part
        y_abs, y_arg
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u_re: _t.EachInput = ...,
        u_im: _t.EachInput = ...,
        y_abs: _t.Start = ...,
        y_arg: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Replicator(_Replicator):
    def __init__(
        self,
        *,
        nout: _t.Integer = 1,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Several copies of one real signal.

        Parameters
        ----------
        nout : int
            Number of copies
        u : number
            Signal
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        nout: _t.Integer = 1,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SampleTrigger(_SampleTrigger):
    def __init__(
        self,
        *,
        period: _t.Real,
        start_time: _t.Real = 0.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True at the instants start_time, start_time + period, and so on.

        Parameters
        ----------
        period : s
            Interval between the instants
        start_time : s
            First instant
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        period: _t.Each,
        start_time: _t.Each = 0.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SawTooth(_SawTooth):
    def __init__(
        self,
        *,
        period: _t.Real,
        offset: _t.Real = 0.0,
        start_time: _t.Real = 0.0,
        amplitude: _t.Real = 1.0,
        nperiod: _t.Real = -1,
        y: _t.Start = ...,
        count: _t.Start = ...,
        t_start: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Signal that rises linearly and drops at the end of each period.

        Parameters
        ----------
        period : s
            Duration of one period, > 0
        offset : number
            Output before start_time; added to the signal
        start_time : s
            Start of the signal
        amplitude : number
            Height of the pattern
        nperiod : number
            Number of periods; a negative number repeats indefinitely
        y, count, t_start
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        period: _t.Each,
        offset: _t.Each = 0.0,
        start_time: _t.Each = 0.0,
        amplitude: _t.Each = 1.0,
        nperiod: _t.Each = -1,
        y: _t.Start = ...,
        t_start: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SecondOrder(_SecondOrder):
    def __init__(
        self,
        *,
        w: _t.Real,
        D: _t.Real,
        k: _t.Real = 1.0,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        y_start: _t.Real = 0.0,
        yd_start: _t.Real = 0.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        yd: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Second-order lag, k / ((s / w)² + 2 D (s / w) + 1).

        Parameters
        ----------
        w : rad/s
            Natural angular frequency without damping
        D : number
            Damping ratio
        k : number
            Gain
        init_type : {'no_init', 'steady_state', 'initial_state', 'initial_output'}
            Condition at the start
        y_start : number
            Output at the start
        yd_start : 1/s
            Rate of the output at the start
        u : number
            Input
        y, yd
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        w: _t.Each,
        D: _t.Each,
        k: _t.Each = 1.0,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        y_start: _t.Each = 0.0,
        yd_start: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        yd: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Sign(_Sign):
    def __init__(
        self,
        *,
        generate_event: _t.Boolean = False,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Sign of the input: -1, 0 or 1.

        Parameters
        ----------
        generate_event : bool
            True if an event is raised when the input changes sign
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        generate_event: _t.Boolean = False,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Sin(_Sin):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Sine of the input, rad.

        Parameters
        ----------
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Sinc(_Sinc):
    def __init__(
        self,
        *,
        f: _t.Real,
        offset: _t.Real = 0.0,
        start_time: _t.Real = 0.0,
        amplitude: _t.Real = 1.0,
        continuous: _t.Boolean = False,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Amplitude times sin(x) / x with x = 2π f (t - start_time).

        Parameters
        ----------
        f : Hz
            Frequency
        offset : number
            Output before start_time; added to the signal
        start_time : s
            Start of the signal
        amplitude : number
            Amplitude
        continuous : bool
            True if the signal does not jump at start_time
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        f: _t.Each,
        offset: _t.Each = 0.0,
        start_time: _t.Each = 0.0,
        amplitude: _t.Each = 1.0,
        continuous: _t.EachBoolean = False,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Sine(_Sine):
    def __init__(
        self,
        *,
        f: _t.Real,
        offset: _t.Real = 0.0,
        start_time: _t.Real = 0.0,
        amplitude: _t.Real = 1.0,
        phase: _t.Real = 0.0,
        continuous: _t.Boolean = False,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Sine wave that begins at a given time.

        Parameters
        ----------
        f : Hz
            Frequency
        offset : number
            Output before start_time; added to the signal
        start_time : s
            Start of the signal
        amplitude : number
            Amplitude
        phase : rad
            Phase at start_time
        continuous : bool
            True if the signal does not jump at start_time
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        f: _t.Each,
        offset: _t.Each = 0.0,
        start_time: _t.Each = 0.0,
        amplitude: _t.Each = 1.0,
        phase: _t.Each = 0.0,
        continuous: _t.EachBoolean = False,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SineVariableFrequencyAndAmplitude(_SineVariableFrequencyAndAmplitude):
    def __init__(
        self,
        *,
        use_constant_amplitude: _t.Boolean = False,
        constant_amplitude: _t.Real = 1.0,
        use_constant_frequency: _t.Boolean = False,
        constant_frequency: _t.Real = 1.0,
        offset: _t.Real = 0.0,
        amplitude: _t.Input = ...,
        f: _t.Input = ...,
        y: _t.Start = ...,
        phi: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Sine wave whose frequency and amplitude are signals or constants.

        Parameters
        ----------
        use_constant_amplitude : bool
            True if the amplitude is constant_amplitude
        constant_amplitude : number
            Amplitude
        use_constant_frequency : bool
            True if the frequency is constant_frequency
        constant_frequency : Hz
            Frequency
        offset : number
            Added to the wave
        amplitude : number
            Amplitude
        f : Hz
            Frequency
        y, phi
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_constant_amplitude: _t.Boolean = False,
        constant_amplitude: _t.Each = 1.0,
        use_constant_frequency: _t.Boolean = False,
        constant_frequency: _t.Each = 1.0,
        offset: _t.Each = 0.0,
        amplitude: _t.EachInput = ...,
        f: _t.EachInput = ...,
        y: _t.Start = ...,
        phi: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Sinh(_Sinh):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Hyperbolic sine of the input.

        Parameters
        ----------
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SlewRateLimiter(_SlewRateLimiter):
    def __init__(
        self,
        *,
        rising: _t.Real = 1.0,
        falling: _t.Real = ...,
        Td: _t.Real = 0.001,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'steady_state',
        y_start: _t.Real = 0.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Signal that follows the input within a highest and a lowest rate.

        Parameters
        ----------
        rising : 1/s
            Highest rate, > 0
        falling : 1/s
            Lowest rate, < 0
        Td : s
            Time constant of the tracking
        init_type : {'no_init', 'steady_state', 'initial_state', 'initial_output'}
            Condition at the start
        y_start : number
            Output at the start
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        rising: _t.Each = 1.0,
        falling: _t.Each = ...,
        Td: _t.Each = 0.001,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'steady_state',
        y_start: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Sqrt(_Sqrt):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Square root of the input, which must not be negative.

        Parameters
        ----------
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class StateSpace(_StateSpace):
    def __init__(
        self,
        *,
        A: _Any = ...,
        B: _Any = ...,
        C: _Any = ...,
        D: _t.Real = 0.0,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        x_start: _t.Vector = ...,
        y_start: _t.Vector = ...,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Linear system with ẋ = A x + B u and y = C x + D u.

        Parameters
        ----------
        A : number
            Effect of states on their rates
        B : number
            Effect of inputs on the rates of states
        C : number
            Effect of states on outputs
        D : number
            Effect of inputs on outputs; 0 for none
        init_type : {'no_init', 'steady_state', 'initial_state', 'initial_output'}
            Condition at the start
        x_start : number
            States at the start, one value for all or one for each
        y_start : number
            Outputs at the start, one value for all or one for each
        u : number
            Inputs
        y, x
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        A: _Any = ...,
        B: _Any = ...,
        C: _Any = ...,
        D: _t.Real = 0.0,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        x_start: _t.Each = ...,
        y_start: _t.Each = ...,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Step(_Step):
    def __init__(
        self,
        *,
        offset: _t.Real = 0.0,
        start_time: _t.Real = 0.0,
        height: _t.Real = 1.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Signal that jumps at a given time.

        Parameters
        ----------
        offset : number
            Output before start_time; added to the signal
        start_time : s
            Start of the signal
        height : number
            Height of the step
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        offset: _t.Each = 0.0,
        start_time: _t.Each = 0.0,
        height: _t.Each = 1.0,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Sum(_Sum):
    def __init__(
        self,
        *,
        k: _t.Vector = ...,
        nin: _t.Integer = ...,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Weighted sum of several inputs, as many as there are weights if nothing else is said.

        Parameters
        ----------
        k : number
            Weights, one for all or one for each input
        nin : int
            Number of inputs, at least 1
        u : number
            Inputs
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        k: _t.Each = ...,
        nin: _t.Integer = ...,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Switch(_Switch):
    def __init__(
        self,
        *,
        u1: _t.Input = ...,
        u2: _t.BooleanInput = ...,
        u3: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Switch: u1 while u2 is true, else u3.

        Parameters
        ----------
        u1 : number
            Output while u2 is true
        u2 : bool
            Position of the switch
        u3 : number
            Output while u2 is false
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        u3: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Tan(_Tan):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Tangent of the input, rad.

        Parameters
        ----------
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Tanh(_Tanh):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Hyperbolic tangent of the input.

        Parameters
        ----------
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class TerminateSimulation(_TerminateSimulation):
    def __init__(
        self,
        *,
        termination_text: _t.Text = '… End condition reached',
        condition: _t.BooleanInput = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """End the run, successfully, at the instant at which `condition` becomes true.

        Parameters
        ----------
        termination_text : number
            Why the run ended; kept in the result
        condition : bool
            The run ends when this becomes true
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        termination_text: _t.Text = '… End condition reached',
        condition: _t.EachInput = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class TimeTable(_TimeTable):
    def __init__(
        self,
        *,
        start_time: _t.Real = 0.0,
        shift_time: _t.Real = ...,
        table: _Any = ...,
        time_scale: _t.Real = 1.0,
        offset: _t.Real = 0.0,
        section: _t.Start = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Linear interpolation in a table; two rows with the same time make a jump.

        Parameters
        ----------
        start_time : s
            Start of the signal
        shift_time : s
            Time of the instant 0 of the table
        table : number
            Rows of time and value, the first time is 0
        time_scale : s
            Unit of time of the table
        offset : number
            Output before start_time; added to the signal
        section, y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        start_time: _t.Each = 0.0,
        shift_time: _t.Each = ...,
        table: _Any = ...,
        time_scale: _t.Each = 1.0,
        offset: _t.Each = 0.0,
        section: _t.Start = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Timer(_Timer):
    def __init__(
        self,
        *,
        u: _t.BooleanInput = ...,
        y: _t.Start = ...,
        entry_time: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Time since the input became true, zero while it is false.

        Parameters
        ----------
        u : bool
            Input
        y, entry_time
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        entry_time: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ToBar(_ToBar):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Pressure from Pa to bar.

        Parameters
        ----------
        u : Pa
            Pressure, Pa
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ToDay(_ToDay):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Time from s to days.

        Parameters
        ----------
        u : s
            Time, s
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ToDeg(_ToDeg):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Angle from rad to degrees.

        Parameters
        ----------
        u : rad
            Angle, rad
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ToDegC(_ToDegC):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Temperature from K to °C.

        Parameters
        ----------
        u : K
            Temperature, K
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ToDegF(_ToDegF):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Temperature from K to °F.

        Parameters
        ----------
        u : K
            Temperature, K
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ToDegRk(_ToDegRk):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Temperature from K to degrees Rankine.

        Parameters
        ----------
        u : K
            Temperature, K
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ToGps(_ToGps):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Mass flow from kg/s to g/s.

        Parameters
        ----------
        u : kg/s
            Mass flow, kg/s
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ToHour(_ToHour):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Time from s to hours.

        Parameters
        ----------
        u : s
            Time, s
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ToKWh(_ToKWh):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Energy from J to kWh.

        Parameters
        ----------
        u : J
            Energy, J
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ToKmh(_ToKmh):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Velocity from m/s to km/h.

        Parameters
        ----------
        u : m/s
            Velocity, m/s
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ToLitre(_ToLitre):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Volume from m3 to litres.

        Parameters
        ----------
        u : m3
            Volume, m3
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ToMinute(_ToMinute):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Time from s to minutes.

        Parameters
        ----------
        u : s
            Time, s
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ToRpm(_ToRpm):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Angular velocity from rad/s to revolutions per minute.

        Parameters
        ----------
        u : rad/s
            Angular velocity, rad/s
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class TransferFunction(_TransferFunction):
    def __init__(
        self,
        *,
        b: _t.Vector = ...,
        a: _t.Vector = ...,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        x_start: _t.Vector = ...,
        y_start: _t.Real = 0.0,
        u: _t.Input = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        x_scaled: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ratio of two polynomials in s, in controller canonical form.

        Parameters
        ----------
        b : number
            Coefficients of the numerator, highest power first
        a : number
            Coefficients of the denominator, highest power first
        init_type : {'no_init', 'steady_state', 'initial_state', 'initial_output'}
            Condition at the start
        x_start : number
            States at the start, one value for all or one for each
        y_start : number
            Output at the start
        u : number
            Input
        y, x, x_scaled
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        b: _t.Each = ...,
        a: _t.Each = ...,
        init_type: _Literal['no_init', 'steady_state', 'initial_state', 'initial_output'] | _t.Structural = 'no_init',
        x_start: _t.Each = ...,
        y_start: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        x: _t.Start = ...,
        x_scaled: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Trapezoid(_Trapezoid):
    def __init__(
        self,
        *,
        period: _t.Real,
        offset: _t.Real = 0.0,
        start_time: _t.Real = 0.0,
        amplitude: _t.Real = 1.0,
        nperiod: _t.Real = -1,
        rising: _t.Real = 0.0,
        width: _t.Real = 0.5,
        falling: _t.Real = 0.0,
        y: _t.Start = ...,
        count: _t.Start = ...,
        t_start: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Pulses with linear flanks.

        Parameters
        ----------
        period : s
            Duration of one period, > 0
        offset : number
            Output before start_time; added to the signal
        start_time : s
            Start of the signal
        amplitude : number
            Height of the pattern
        nperiod : number
            Number of periods; a negative number repeats indefinitely
        rising : s
            Duration of the rising flank
        width : s
            Duration of the top
        falling : s
            Duration of the falling flank
        y, count, t_start
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        period: _t.Each,
        offset: _t.Each = 0.0,
        start_time: _t.Each = 0.0,
        amplitude: _t.Each = 1.0,
        nperiod: _t.Each = -1,
        rising: _t.Each = 0.0,
        width: _t.Each = 0.5,
        falling: _t.Each = 0.0,
        y: _t.Start = ...,
        t_start: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class TriggeredTrapezoid(_TriggeredTrapezoid):
    def __init__(
        self,
        *,
        amplitude: _t.Real = 1.0,
        rising: _t.Real = 0.0,
        falling: _t.Real = ...,
        offset: _t.Real = 0.0,
        u: _t.BooleanInput = ...,
        y: _t.Start = ...,
        end_value: _t.Start = ...,
        rate: _t.Start = ...,
        t_end: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Signal that rises linearly when the input becomes true and falls when it becomes false.

        Parameters
        ----------
        amplitude : number
            Height
        rising : s
            Duration of a full rise
        falling : s
            Duration of a full fall
        offset : number
            Output while the input is false
        u : bool
            Input
        y, end_value, rate, t_end
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        amplitude: _t.Each = 1.0,
        rising: _t.Each = 0.0,
        falling: _t.Each = ...,
        offset: _t.Each = 0.0,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        end_value: _t.Start = ...,
        rate: _t.Start = ...,
        t_end: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class VariableDelay(_VariableDelay):
    def __init__(
        self,
        *,
        delay_max: _t.Real,
        u: _t.Input = ...,
        delay_time: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Output is the input some time ago, ``y(t) = u(t - delay_time(t))``; at first ``u(start)``.

        Parameters
        ----------
        delay_max : s
            Upper bound of the delay
        u : number
            Input
        delay_time : s
            Delay
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        delay_max: _t.Each,
        u: _t.EachInput = ...,
        delay_time: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class VariableLimiter(_VariableLimiter):
    def __init__(
        self,
        *,
        strict: _t.Boolean = False,
        u: _t.Input = ...,
        limit1: _t.Input = ...,
        limit2: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Input held between limits that are signals; reaching one is an event.

        Parameters
        ----------
        strict : bool
            True if reaching a limit raises no event
        u : number
            Input
        limit1 : number
            Upper limit
        limit2 : number
            Lower limit
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        strict: _t.Boolean = False,
        u: _t.EachInput = ...,
        limit1: _t.EachInput = ...,
        limit2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class WrapAngle(_WrapAngle):
    def __init__(
        self,
        *,
        positive_range: _t.Boolean = False,
        u: _t.Input = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Angle reduced to (-π, π], or to [0, 2π) with `positive_range`; raises no event.

        Parameters
        ----------
        positive_range : bool
            True for the range [0, 2π), else (-π, π]
        u : number
            Input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        positive_range: _t.Boolean = False,
        u: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Xor(_Xor):
    def __init__(
        self,
        *,
        u1: _t.BooleanInput = ...,
        u2: _t.BooleanInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True if exactly one input is true.

        Parameters
        ----------
        u1 : bool
            First input
        u2 : bool
            Second input
        y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u1: _t.EachInput = ...,
        u2: _t.EachInput = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ZeroCrossing(_ZeroCrossing):
    def __init__(
        self,
        *,
        u: _t.Input = ...,
        enable: _t.BooleanInput = ...,
        is_positive: _t.Start = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """True at the instant at which the input changes its sign, while `enable` is true.

        Parameters
        ----------
        u : number
            Input
        enable : bool
            True if changes of sign count
        is_positive, y
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        u: _t.EachInput = ...,
        enable: _t.EachInput = ...,
        is_positive: _t.Start = ...,
        y: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...
