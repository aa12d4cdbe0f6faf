"""Signatures of the components, for editors; made by `python -m tools.stubs`."""

from typing import Any as _Any, Literal as _Literal, Self as _Self
import drivetrain.modeling.argument_types as _t
from drivetrain.modeling.component_array import ComponentArray as _ComponentArray
from drivetrain.electrical.basic.ccc import CCC as _CCC
from drivetrain.electrical.basic.ccv import CCV as _CCV
from drivetrain.electrical.basic.capacitor import Capacitor as _Capacitor
from drivetrain.electrical.basic.conductor import Conductor as _Conductor
from drivetrain.electrical.sources.constant_current import ConstantCurrent as _ConstantCurrent
from drivetrain.electrical.sources.constant_voltage import ConstantVoltage as _ConstantVoltage
from drivetrain.electrical.sources.cosine_current import CosineCurrent as _CosineCurrent
from drivetrain.electrical.sources.cosine_voltage import CosineVoltage as _CosineVoltage
from drivetrain.electrical.sensors.current_sensor import CurrentSensor as _CurrentSensor
from drivetrain.electrical.semiconductors.diode import Diode as _Diode
from drivetrain.electrical.basic.ground import Ground as _Ground
from drivetrain.electrical.basic.gyrator import Gyrator as _Gyrator
from drivetrain.electrical.basic.heating_resistor import HeatingResistor as _HeatingResistor
from drivetrain.electrical.ideal.ideal_closing_switch import IdealClosingSwitch as _IdealClosingSwitch
from drivetrain.electrical.ideal.ideal_diode import IdealDiode as _IdealDiode
from drivetrain.electrical.ideal.ideal_opening_switch import IdealOpeningSwitch as _IdealOpeningSwitch
from drivetrain.electrical.interfaces.switches import IdealSemiconductor as IdealSemiconductor
from drivetrain.electrical.interfaces.switches import IdealSwitch as IdealSwitch
from drivetrain.electrical.ideal.ideal_transformer import IdealTransformer as _IdealTransformer
from drivetrain.electrical.ideal.idle import Idle as _Idle
from drivetrain.electrical.basic.inductor import Inductor as _Inductor
from drivetrain.electrical.sensors.multi_sensor import MultiSensor as _MultiSensor
from drivetrain.electrical.interfaces.connectors import NegativePin as NegativePin
from drivetrain.electrical.interfaces.two_pins import OnePort as OnePort
from drivetrain.electrical.interfaces.connectors import Pin as Pin
from drivetrain.electrical.interfaces.connectors import PositivePin as PositivePin
from drivetrain.electrical.sensors.potential_sensor import PotentialSensor as _PotentialSensor
from drivetrain.electrical.sensors.power_sensor import PowerSensor as _PowerSensor
from drivetrain.electrical.sources.pulse_current import PulseCurrent as _PulseCurrent
from drivetrain.electrical.sources.pulse_voltage import PulseVoltage as _PulseVoltage
from drivetrain.electrical.sources.ramp_current import RampCurrent as _RampCurrent
from drivetrain.electrical.sources.ramp_voltage import RampVoltage as _RampVoltage
from drivetrain.electrical.basic.resistor import Resistor as _Resistor
from drivetrain.electrical.basic.rotational_emf import RotationalEMF as _RotationalEMF
from drivetrain.electrical.sources.saw_tooth_current import SawToothCurrent as _SawToothCurrent
from drivetrain.electrical.sources.saw_tooth_voltage import SawToothVoltage as _SawToothVoltage
from drivetrain.electrical.ideal.short import Short as _Short
from drivetrain.electrical.sources.signal_current import SignalCurrent as _SignalCurrent
from drivetrain.electrical.sources.signal_voltage import SignalVoltage as _SignalVoltage
from drivetrain.electrical.sources.sine_current import SineCurrent as _SineCurrent
from drivetrain.electrical.sources.sine_voltage import SineVoltage as _SineVoltage
from drivetrain.electrical.sources.step_current import StepCurrent as _StepCurrent
from drivetrain.electrical.sources.step_voltage import StepVoltage as _StepVoltage
from drivetrain.electrical.basic.transformer import Transformer as _Transformer
from drivetrain.electrical.basic.translational_emf import TranslationalEMF as _TranslationalEMF
from drivetrain.electrical.sources.trapezoid_current import TrapezoidCurrent as _TrapezoidCurrent
from drivetrain.electrical.sources.trapezoid_voltage import TrapezoidVoltage as _TrapezoidVoltage
from drivetrain.electrical.interfaces.two_pins import TwoPin as TwoPin
from drivetrain.electrical.interfaces.two_port import TwoPort as TwoPort
from drivetrain.electrical.basic.vcc import VCC as _VCC
from drivetrain.electrical.basic.vcv import VCV as _VCV
from drivetrain.electrical.basic.variable_conductor import VariableConductor as _VariableConductor
from drivetrain.electrical.basic.variable_resistor import VariableResistor as _VariableResistor
from drivetrain.electrical.sensors.voltage_sensor import VoltageSensor as _VoltageSensor

__all__ = [
    "CCC",
    "CCV",
    "VCC",
    "VCV",
    "Capacitor",
    "Conductor",
    "ConstantCurrent",
    "ConstantVoltage",
    "CosineCurrent",
    "CosineVoltage",
    "CurrentSensor",
    "Diode",
    "Ground",
    "Gyrator",
    "HeatingResistor",
    "IdealClosingSwitch",
    "IdealDiode",
    "IdealOpeningSwitch",
    "IdealSemiconductor",
    "IdealSwitch",
    "IdealTransformer",
    "Idle",
    "Inductor",
    "MultiSensor",
    "NegativePin",
    "OnePort",
    "Pin",
    "PositivePin",
    "PotentialSensor",
    "PowerSensor",
    "PulseCurrent",
    "PulseVoltage",
    "RampCurrent",
    "RampVoltage",
    "Resistor",
    "RotationalEMF",
    "SawToothCurrent",
    "SawToothVoltage",
    "Short",
    "SignalCurrent",
    "SignalVoltage",
    "SineCurrent",
    "SineVoltage",
    "StepCurrent",
    "StepVoltage",
    "Transformer",
    "TranslationalEMF",
    "TrapezoidCurrent",
    "TrapezoidVoltage",
    "TwoPin",
    "TwoPort",
    "VariableConductor",
    "VariableResistor",
    "VoltageSensor",
]

class CCC(_CCC):
    def __init__(
        self,
        *,
        gain: _t.Real,
        v1: _t.Start = ...,
        v2: _t.Start = ...,
        i1: _t.Start = ...,
        i2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a current at the right port, proportional to the current of the left one.

        Parameters
        ----------
        gain : number
            Right current over left current
        v1, v2, i1, i2
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        gain: _t.Each,
        v1: _t.Start = ...,
        v2: _t.Start = ...,
        i1: _t.Start = ...,
        i2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class CCV(_CCV):
    def __init__(
        self,
        *,
        trans_resistance: _t.Real,
        v1: _t.Start = ...,
        v2: _t.Start = ...,
        i1: _t.Start = ...,
        i2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a voltage at the right port, proportional to the current of the left one.

        Parameters
        ----------
        trans_resistance : Ohm
            Right voltage over left current
        v1, v2, i1, i2
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        trans_resistance: _t.Each,
        v1: _t.Start = ...,
        v2: _t.Start = ...,
        i1: _t.Start = ...,
        i2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Capacitor(_Capacitor):
    def __init__(
        self,
        *,
        C: _t.Real,
        v: _t.Start = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal capacitor.

        Parameters
        ----------
        C : F
            Capacitance
        v, i
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        C: _t.Each,
        v: _t.Start = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Conductor(_Conductor):
    def __init__(
        self,
        *,
        G: _t.Real,
        use_heat_port: _t.Boolean = False,
        T_ref: _t.Real = 300.15,
        alpha: _t.Real = 0.0,
        T: _t.Real = ...,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        T_heat_port: _t.Start = ...,
        G_actual: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Conductance that may depend on its temperature.

        Parameters
        ----------
        G : S
            Conductance at T_ref
        use_heat_port : bool
            True if the losses go to `heat_port`
        T_ref : K
            Temperature to which the value refers
        alpha : 1/K
            Temperature coefficient of the resistance
        T : K
            Temperature of the component without heat port
        loss_power, v, i, T_heat_port, G_actual
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        G: _t.Each,
        use_heat_port: _t.Boolean = False,
        T_ref: _t.Each = 300.15,
        alpha: _t.Each = 0.0,
        T: _t.Each = ...,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        T_heat_port: _t.Start = ...,
        G_actual: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ConstantCurrent(_ConstantCurrent):
    def __init__(
        self,
        *,
        I: _t.Real,
        v: _t.Start = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a constant current.

        Parameters
        ----------
        I : A
            Current
        v, i
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        I: _t.Each,
        v: _t.Start = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ConstantVoltage(_ConstantVoltage):
    def __init__(
        self,
        *,
        V: _t.Real,
        v: _t.Start = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a constant voltage.

        Parameters
        ----------
        V : V
            Voltage
        v, i
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        V: _t.Each,
        v: _t.Start = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class CosineCurrent(_CosineCurrent):
    def __init__(
        self,
        *,
        f: _t.Real,
        I: _t.Real,
        start_time: _t.Real = 0.0,
        phase: _t.Real = 0.0,
        offset: _t.Real = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a current that follows a cosine.

        Parameters
        ----------
        f : Hz
            Frequency
        I : A
            Amplitude
        start_time : s
            Start of the signal
        phase : rad
            Phase at start_time
        offset : A
            Current before start_time; added to the signal
        v, i, wave
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
        I: _t.Each,
        start_time: _t.Each = 0.0,
        phase: _t.Each = 0.0,
        offset: _t.Each = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class CosineVoltage(_CosineVoltage):
    def __init__(
        self,
        *,
        f: _t.Real,
        V: _t.Real,
        start_time: _t.Real = 0.0,
        phase: _t.Real = 0.0,
        offset: _t.Real = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a voltage that follows a cosine.

        Parameters
        ----------
        f : Hz
            Frequency
        V : V
            Amplitude
        start_time : s
            Start of the signal
        phase : rad
            Phase at start_time
        offset : V
            Voltage before start_time; added to the signal
        v, i, wave
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
        V: _t.Each,
        start_time: _t.Each = 0.0,
        phase: _t.Each = 0.0,
        offset: _t.Each = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class CurrentSensor(_CurrentSensor):
    def __init__(
        self,
        *,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the current from `p` to `n`, which have the same potential.

        Parameters
        ----------
        i
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Diode(_Diode):
    def __init__(
        self,
        *,
        use_heat_port: _t.Boolean = False,
        Ids: _t.Real = 1e-06,
        Vt: _t.Real = 0.04,
        Maxexp: _t.Real = 15.0,
        R: _t.Real = 100000000.0,
        T: _t.Real = 293.15,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Diode with the characteristic of Shockley and a resistance beside it.

        Parameters
        ----------
        use_heat_port : bool
            True if the losses go to `heat_port`
        Ids : A
            Saturation current
        Vt : V
            Voltage equivalent of temperature: k·T/q
        Maxexp : number
            Exponent from which on the characteristic is straight
        R : Ohm
            Resistance in parallel
        T : K
            Temperature without heat port; without effect
        loss_power, v, i
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_heat_port: _t.Boolean = False,
        Ids: _t.Each = 1e-06,
        Vt: _t.Each = 0.04,
        Maxexp: _t.Each = 15.0,
        R: _t.Each = 100000000.0,
        T: _t.Each = 293.15,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Ground(_Ground):
    def __init__(
        self,
        *,
        enabled: _t.Boolean = True,
    ) -> None:
        """Pin at the potential zero, to which all voltages of a circuit refer.

        Parameters
        ----------
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Gyrator(_Gyrator):
    def __init__(
        self,
        *,
        G1: _t.Real,
        G2: _t.Real,
        v1: _t.Start = ...,
        v2: _t.Start = ...,
        i1: _t.Start = ...,
        i2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Two port whose currents are proportional to the voltage of the other port.

        Parameters
        ----------
        G1 : S
            Gyration conductance of the right port
        G2 : S
            Gyration conductance of the left port
        v1, v2, i1, i2
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        G1: _t.Each,
        G2: _t.Each,
        v1: _t.Start = ...,
        v2: _t.Start = ...,
        i1: _t.Start = ...,
        i2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class HeatingResistor(_HeatingResistor):
    def __init__(
        self,
        *,
        R_ref: _t.Real,
        use_heat_port: _t.Boolean = True,
        T_ref: _t.Real = 300.15,
        alpha: _t.Real = 0.0,
        T: _t.Real = ...,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        T_heat_port: _t.Start = ...,
        R: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Resistor whose heat port is on unless it is switched off; else as `Resistor`.

        Parameters
        ----------
        R_ref : Ohm
            Resistance at T_ref
        use_heat_port : bool
            True if the losses go to `heat_port`
        T_ref : K
            Temperature to which the value refers
        alpha : 1/K
            Temperature coefficient of the resistance
        T : K
            Temperature of the component without heat port
        loss_power, v, i, T_heat_port, R
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        R_ref: _t.Each,
        use_heat_port: _t.Boolean = True,
        T_ref: _t.Each = 300.15,
        alpha: _t.Each = 0.0,
        T: _t.Each = ...,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        T_heat_port: _t.Start = ...,
        R: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IdealClosingSwitch(_IdealClosingSwitch):
    def __init__(
        self,
        *,
        use_heat_port: _t.Boolean = False,
        Ron: _t.Real = 1e-05,
        Goff: _t.Real = 1e-05,
        T: _t.Real = 293.15,
        control: _t.BooleanInput = ...,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        s: _t.Start = ...,
        off: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Switch that is closed while `control` is true.

        Parameters
        ----------
        use_heat_port : bool
            True if the losses go to `heat_port`
        Ron : Ohm
            Resistance of the closed switch
        Goff : S
            Conductance of the open switch
        T : K
            Temperature without heat port; without effect
        control : bool
            True closes the switch
        loss_power, v, i, s, off
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_heat_port: _t.Boolean = False,
        Ron: _t.Each = 1e-05,
        Goff: _t.Each = 1e-05,
        T: _t.Each = 293.15,
        control: _t.EachInput = ...,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        s: _t.Start = ...,
        off: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IdealDiode(_IdealDiode):
    def __init__(
        self,
        *,
        use_heat_port: _t.Boolean = False,
        Ron: _t.Real = 1e-05,
        Goff: _t.Real = 1e-05,
        Vknee: _t.Real = 0.0,
        T: _t.Real = 293.15,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        s: _t.Start = ...,
        off: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Diode with straight characteristics: it conducts above the knee voltage, else it blocks.

        Parameters
        ----------
        use_heat_port : bool
            True if the losses go to `heat_port`
        Ron : Ohm
            Resistance when it conducts
        Goff : S
            Conductance when it blocks
        Vknee : V
            Voltage above which it conducts
        T : K
            Temperature without heat port; without effect
        loss_power, v, i, s, off
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_heat_port: _t.Boolean = False,
        Ron: _t.Each = 1e-05,
        Goff: _t.Each = 1e-05,
        Vknee: _t.Each = 0.0,
        T: _t.Each = 293.15,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        s: _t.Start = ...,
        off: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IdealOpeningSwitch(_IdealOpeningSwitch):
    def __init__(
        self,
        *,
        use_heat_port: _t.Boolean = False,
        Ron: _t.Real = 1e-05,
        Goff: _t.Real = 1e-05,
        T: _t.Real = 293.15,
        control: _t.BooleanInput = ...,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        s: _t.Start = ...,
        off: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Switch that is open while `control` is true.

        Parameters
        ----------
        use_heat_port : bool
            True if the losses go to `heat_port`
        Ron : Ohm
            Resistance of the closed switch
        Goff : S
            Conductance of the open switch
        T : K
            Temperature without heat port; without effect
        control : bool
            True opens the switch
        loss_power, v, i, s, off
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_heat_port: _t.Boolean = False,
        Ron: _t.Each = 1e-05,
        Goff: _t.Each = 1e-05,
        T: _t.Each = 293.15,
        control: _t.EachInput = ...,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        s: _t.Start = ...,
        off: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IdealTransformer(_IdealTransformer):
    def __init__(
        self,
        *,
        n: _t.Real,
        v1: _t.Start = ...,
        v2: _t.Start = ...,
        i1: _t.Start = ...,
        i2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Transformer without magnetization or losses: ``v1 == n * v2`` and ``i2 == -n * i1``.

        Parameters
        ----------
        n : number
            Turns ratio: left over right voltage
        v1, v2, i1, i2
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        n: _t.Each,
        v1: _t.Start = ...,
        v2: _t.Start = ...,
        i1: _t.Start = ...,
        i2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Idle(_Idle):
    def __init__(
        self,
        *,
        v: _t.Start = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Two pins between which no current flows.

        Parameters
        ----------
        v, i
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        v: _t.Start = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Inductor(_Inductor):
    def __init__(
        self,
        *,
        L: _t.Real,
        v: _t.Start = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal inductor.

        Parameters
        ----------
        L : H
            Inductance
        v, i
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        L: _t.Each,
        v: _t.Start = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class MultiSensor(_MultiSensor):
    def __init__(
        self,
        *,
        i: _t.Start = ...,
        v: _t.Start = ...,
        power: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of a current, a voltage and their product.

        Parameters
        ----------
        i, v, power
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        i: _t.Start = ...,
        v: _t.Start = ...,
        power: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class PotentialSensor(_PotentialSensor):
    def __init__(
        self,
        *,
        phi: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the potential of a pin; draws no current.

        Parameters
        ----------
        phi
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        phi: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class PowerSensor(_PowerSensor):
    def __init__(
        self,
        *,
        power: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of electric power.

        Parameters
        ----------
        power
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        power: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class PulseCurrent(_PulseCurrent):
    def __init__(
        self,
        *,
        period: _t.Real,
        I: _t.Real,
        start_time: _t.Real = 0.0,
        width: _t.Real = 50.0,
        offset: _t.Real = 0.0,
        count: _t.Start = ...,
        t_start: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of rectangular pulses of a current.

        Parameters
        ----------
        period : s
            Duration of one period, > 0
        I : A
            Height of a pulse
        start_time : s
            Start of the signal
        width : number
            Width of a pulse in percent of the period, > 0
        offset : A
            Current before start_time; added to the signal
        count, t_start, v, i, wave
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
        I: _t.Each,
        start_time: _t.Each = 0.0,
        width: _t.Each = 50.0,
        offset: _t.Each = 0.0,
        t_start: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class PulseVoltage(_PulseVoltage):
    def __init__(
        self,
        *,
        period: _t.Real,
        V: _t.Real,
        start_time: _t.Real = 0.0,
        width: _t.Real = 50.0,
        offset: _t.Real = 0.0,
        count: _t.Start = ...,
        t_start: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of rectangular pulses of a voltage.

        Parameters
        ----------
        period : s
            Duration of one period, > 0
        V : V
            Height of a pulse
        start_time : s
            Start of the signal
        width : number
            Width of a pulse in percent of the period, > 0
        offset : V
            Voltage before start_time; added to the signal
        count, t_start, v, i, wave
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
        V: _t.Each,
        start_time: _t.Each = 0.0,
        width: _t.Each = 50.0,
        offset: _t.Each = 0.0,
        t_start: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RampCurrent(_RampCurrent):
    def __init__(
        self,
        *,
        duration: _t.Real,
        I: _t.Real,
        start_time: _t.Real = 0.0,
        offset: _t.Real = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a current that rises linearly to a final value; with the duration 0 it jumps.

        Parameters
        ----------
        duration : s
            Duration of the rise
        I : A
            Total rise
        start_time : s
            Start of the signal
        offset : A
            Current before start_time; added to the signal
        v, i, wave
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
        I: _t.Each,
        start_time: _t.Each = 0.0,
        offset: _t.Each = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RampVoltage(_RampVoltage):
    def __init__(
        self,
        *,
        duration: _t.Real,
        V: _t.Real,
        start_time: _t.Real = 0.0,
        offset: _t.Real = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a voltage that rises linearly to a final value; with the duration 0 it jumps.

        Parameters
        ----------
        duration : s
            Duration of the rise
        V : V
            Total rise
        start_time : s
            Start of the signal
        offset : V
            Voltage before start_time; added to the signal
        v, i, wave
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
        V: _t.Each,
        start_time: _t.Each = 0.0,
        offset: _t.Each = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Resistor(_Resistor):
    def __init__(
        self,
        *,
        R: _t.Real,
        use_heat_port: _t.Boolean = False,
        T_ref: _t.Real = 300.15,
        alpha: _t.Real = 0.0,
        T: _t.Real = ...,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        T_heat_port: _t.Start = ...,
        R_actual: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Resistance that may depend on its temperature.

        Parameters
        ----------
        R : Ohm
            Resistance at T_ref
        use_heat_port : bool
            True if the losses go to `heat_port`
        T_ref : K
            Temperature to which the value refers
        alpha : 1/K
            Temperature coefficient of the resistance
        T : K
            Temperature of the component without heat port
        loss_power, v, i, T_heat_port, R_actual
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        R: _t.Each,
        use_heat_port: _t.Boolean = False,
        T_ref: _t.Each = 300.15,
        alpha: _t.Each = 0.0,
        T: _t.Each = ...,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        T_heat_port: _t.Start = ...,
        R_actual: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RotationalEMF(_RotationalEMF):
    def __init__(
        self,
        *,
        k: _t.Real,
        use_support: _t.Boolean = False,
        phi_support: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        tau: _t.Start = ...,
        tau_electrical: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal rotational machine: a torque proportional to the current, a voltage to the speed.

        Parameters
        ----------
        k : N.m/A
            Torque over current, and voltage over speed (in V.s/rad)
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        phi_support, v, i, phi, w, tau, tau_electrical
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
        use_support: _t.Boolean = False,
        phi_support: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        tau: _t.Start = ...,
        tau_electrical: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SawToothCurrent(_SawToothCurrent):
    def __init__(
        self,
        *,
        period: _t.Real,
        I: _t.Real,
        start_time: _t.Real = 0.0,
        offset: _t.Real = 0.0,
        count: _t.Start = ...,
        t_start: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a current that rises linearly and drops at the end of each period.

        Parameters
        ----------
        period : s
            Duration of one period, > 0
        I : A
            Height of a tooth
        start_time : s
            Start of the signal
        offset : A
            Current before start_time; added to the signal
        count, t_start, v, i, wave
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
        I: _t.Each,
        start_time: _t.Each = 0.0,
        offset: _t.Each = 0.0,
        t_start: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SawToothVoltage(_SawToothVoltage):
    def __init__(
        self,
        *,
        period: _t.Real,
        V: _t.Real,
        start_time: _t.Real = 0.0,
        offset: _t.Real = 0.0,
        count: _t.Start = ...,
        t_start: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a voltage that rises linearly and drops at the end of each period.

        Parameters
        ----------
        period : s
            Duration of one period, > 0
        V : V
            Height of a tooth
        start_time : s
            Start of the signal
        offset : V
            Voltage before start_time; added to the signal
        count, t_start, v, i, wave
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
        V: _t.Each,
        start_time: _t.Each = 0.0,
        offset: _t.Each = 0.0,
        t_start: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Short(_Short):
    def __init__(
        self,
        *,
        v: _t.Start = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Wire between two pins.

        Parameters
        ----------
        v, i
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        v: _t.Start = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SignalCurrent(_SignalCurrent):
    def __init__(
        self,
        *,
        i: _t.Input = ...,
        v: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a current given by a signal.

        Parameters
        ----------
        i : A
            Current from p to n: p.i
        v
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        i: _t.EachInput = ...,
        v: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SignalVoltage(_SignalVoltage):
    def __init__(
        self,
        *,
        v: _t.Input = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a voltage given by a signal.

        Parameters
        ----------
        v : V
            Voltage: p.v - n.v
        i
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        v: _t.EachInput = ...,
        i: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SineCurrent(_SineCurrent):
    def __init__(
        self,
        *,
        f: _t.Real,
        I: _t.Real,
        start_time: _t.Real = 0.0,
        phase: _t.Real = 0.0,
        offset: _t.Real = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a sinusoidal current.

        Parameters
        ----------
        f : Hz
            Frequency
        I : A
            Amplitude
        start_time : s
            Start of the signal
        phase : rad
            Phase at start_time
        offset : A
            Current before start_time; added to the signal
        v, i, wave
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
        I: _t.Each,
        start_time: _t.Each = 0.0,
        phase: _t.Each = 0.0,
        offset: _t.Each = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SineVoltage(_SineVoltage):
    def __init__(
        self,
        *,
        f: _t.Real,
        V: _t.Real,
        start_time: _t.Real = 0.0,
        phase: _t.Real = 0.0,
        offset: _t.Real = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a sinusoidal voltage.

        Parameters
        ----------
        f : Hz
            Frequency
        V : V
            Amplitude
        start_time : s
            Start of the signal
        phase : rad
            Phase at start_time
        offset : V
            Voltage before start_time; added to the signal
        v, i, wave
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
        V: _t.Each,
        start_time: _t.Each = 0.0,
        phase: _t.Each = 0.0,
        offset: _t.Each = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class StepCurrent(_StepCurrent):
    def __init__(
        self,
        *,
        I: _t.Real,
        start_time: _t.Real = 0.0,
        offset: _t.Real = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a current that jumps at a given time.

        Parameters
        ----------
        I : A
            Height of the step
        start_time : s
            Start of the signal
        offset : A
            Current before start_time; added to the signal
        v, i, wave
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        I: _t.Each,
        start_time: _t.Each = 0.0,
        offset: _t.Each = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class StepVoltage(_StepVoltage):
    def __init__(
        self,
        *,
        V: _t.Real,
        start_time: _t.Real = 0.0,
        offset: _t.Real = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a voltage that jumps at a given time.

        Parameters
        ----------
        V : V
            Height of the step
        start_time : s
            Start of the signal
        offset : V
            Voltage before start_time; added to the signal
        v, i, wave
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        V: _t.Each,
        start_time: _t.Each = 0.0,
        offset: _t.Each = 0.0,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Transformer(_Transformer):
    def __init__(
        self,
        *,
        L1: _t.Real,
        L2: _t.Real,
        M: _t.Real,
        v1: _t.Start = ...,
        v2: _t.Start = ...,
        i1: _t.Start = ...,
        i2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Two coupled inductances.

        Parameters
        ----------
        L1 : H
            Inductance of the left winding
        L2 : H
            Inductance of the right winding
        M : H
            Mutual inductance
        v1, v2, i1, i2
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        L1: _t.Each,
        L2: _t.Each,
        M: _t.Each,
        v1: _t.Start = ...,
        v2: _t.Start = ...,
        i1: _t.Start = ...,
        i2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class TranslationalEMF(_TranslationalEMF):
    def __init__(
        self,
        *,
        k: _t.Real,
        use_support: _t.Boolean = False,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        vel: _t.Start = ...,
        f: _t.Start = ...,
        f_electrical: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal linear machine: a force proportional to the current, a voltage to the speed.

        Parameters
        ----------
        k : N/A
            Force over current, and voltage over speed (in V.s/m)
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        s_support, s, v, i, vel, f, f_electrical
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
        use_support: _t.Boolean = False,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        vel: _t.Start = ...,
        f: _t.Start = ...,
        f_electrical: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class TrapezoidCurrent(_TrapezoidCurrent):
    def __init__(
        self,
        *,
        period: _t.Real,
        I: _t.Real,
        start_time: _t.Real = 0.0,
        rising: _t.Real = 0.0,
        width: _t.Real = 0.5,
        falling: _t.Real = 0.0,
        nperiod: _t.Real = -1,
        offset: _t.Real = 0.0,
        count: _t.Start = ...,
        t_start: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a current that repeats a trapezoid.

        Parameters
        ----------
        period : s
            Duration of one period, > 0
        I : A
            Height of a trapezoid
        start_time : s
            Start of the signal
        rising : s
            Duration of the rising flank
        width : s
            Duration of the top
        falling : s
            Duration of the falling flank
        nperiod : number
            Number of periods; a negative number repeats indefinitely
        offset : A
            Current before start_time; added to the signal
        count, t_start, v, i, wave
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
        I: _t.Each,
        start_time: _t.Each = 0.0,
        rising: _t.Each = 0.0,
        width: _t.Each = 0.5,
        falling: _t.Each = 0.0,
        nperiod: _t.Each = -1,
        offset: _t.Each = 0.0,
        t_start: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class TrapezoidVoltage(_TrapezoidVoltage):
    def __init__(
        self,
        *,
        period: _t.Real,
        V: _t.Real,
        start_time: _t.Real = 0.0,
        rising: _t.Real = 0.0,
        width: _t.Real = 0.5,
        falling: _t.Real = 0.0,
        nperiod: _t.Real = -1,
        offset: _t.Real = 0.0,
        count: _t.Start = ...,
        t_start: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a voltage that repeats a trapezoid.

        Parameters
        ----------
        period : s
            Duration of one period, > 0
        V : V
            Height of a trapezoid
        start_time : s
            Start of the signal
        rising : s
            Duration of the rising flank
        width : s
            Duration of the top
        falling : s
            Duration of the falling flank
        nperiod : number
            Number of periods; a negative number repeats indefinitely
        offset : V
            Voltage before start_time; added to the signal
        count, t_start, v, i, wave
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
        V: _t.Each,
        start_time: _t.Each = 0.0,
        rising: _t.Each = 0.0,
        width: _t.Each = 0.5,
        falling: _t.Each = 0.0,
        nperiod: _t.Each = -1,
        offset: _t.Each = 0.0,
        t_start: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        wave: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class VCC(_VCC):
    def __init__(
        self,
        *,
        trans_conductance: _t.Real,
        v1: _t.Start = ...,
        v2: _t.Start = ...,
        i1: _t.Start = ...,
        i2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a current at the right port, proportional to the voltage of the left one.

        Parameters
        ----------
        trans_conductance : S
            Right current over left voltage
        v1, v2, i1, i2
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        trans_conductance: _t.Each,
        v1: _t.Start = ...,
        v2: _t.Start = ...,
        i1: _t.Start = ...,
        i2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class VCV(_VCV):
    def __init__(
        self,
        *,
        gain: _t.Real,
        v1: _t.Start = ...,
        v2: _t.Start = ...,
        i1: _t.Start = ...,
        i2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source of a voltage at the right port, proportional to the voltage of the left one.

        Parameters
        ----------
        gain : number
            Right voltage over left voltage
        v1, v2, i1, i2
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        gain: _t.Each,
        v1: _t.Start = ...,
        v2: _t.Start = ...,
        i1: _t.Start = ...,
        i2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class VariableConductor(_VariableConductor):
    def __init__(
        self,
        *,
        use_heat_port: _t.Boolean = False,
        T_ref: _t.Real = 300.15,
        alpha: _t.Real = 0.0,
        T: _t.Real = ...,
        G: _t.Input = ...,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        T_heat_port: _t.Start = ...,
        G_actual: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Conductance given by a signal, which may depend on the temperature as that of `Conductor`.

        Parameters
        ----------
        use_heat_port : bool
            True if the losses go to `heat_port`
        T_ref : K
            Temperature to which the value refers
        alpha : 1/K
            Temperature coefficient of the resistance
        T : K
            Temperature of the component without heat port
        G : S
            Conductance at T_ref
        loss_power, v, i, T_heat_port, G_actual
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_heat_port: _t.Boolean = False,
        T_ref: _t.Each = 300.15,
        alpha: _t.Each = 0.0,
        T: _t.Each = ...,
        G: _t.EachInput = ...,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        T_heat_port: _t.Start = ...,
        G_actual: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class VariableResistor(_VariableResistor):
    def __init__(
        self,
        *,
        use_heat_port: _t.Boolean = False,
        T_ref: _t.Real = 300.15,
        alpha: _t.Real = 0.0,
        T: _t.Real = ...,
        R: _t.Input = ...,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        T_heat_port: _t.Start = ...,
        R_actual: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Resistance given by a signal, which may depend on the temperature as that of `Resistor`.

        Parameters
        ----------
        use_heat_port : bool
            True if the losses go to `heat_port`
        T_ref : K
            Temperature to which the value refers
        alpha : 1/K
            Temperature coefficient of the resistance
        T : K
            Temperature of the component without heat port
        R : Ohm
            Resistance at T_ref
        loss_power, v, i, T_heat_port, R_actual
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_heat_port: _t.Boolean = False,
        T_ref: _t.Each = 300.15,
        alpha: _t.Each = 0.0,
        T: _t.Each = ...,
        R: _t.EachInput = ...,
        loss_power: _t.Start = ...,
        v: _t.Start = ...,
        i: _t.Start = ...,
        T_heat_port: _t.Start = ...,
        R_actual: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class VoltageSensor(_VoltageSensor):
    def __init__(
        self,
        *,
        v: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the voltage between two pins; draws no current.

        Parameters
        ----------
        v
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        v: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...
