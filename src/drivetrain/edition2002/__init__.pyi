"""Signatures of the components, for editors; made by `python -m tools.stubs`."""

from typing import Any as _Any, Literal as _Literal, Self as _Self
import drivetrain.modeling.argument_types as _t
from drivetrain.modeling.component_array import ComponentArray as _ComponentArray
from drivetrain.edition2002.interfaces import AbsoluteSensor as AbsoluteSensor
from drivetrain.edition2002.sensors.acc_sensor import AccSensor as _AccSensor
from drivetrain.edition2002.sources.accelerate import Accelerate as _Accelerate
from drivetrain.edition2002.sensors.angle_sensor import AngleSensor as _AngleSensor
from drivetrain.edition2002.components.bearing_friction import BearingFriction as _BearingFriction
from drivetrain.edition2002.components.brake import Brake as _Brake
from drivetrain.edition2002.blocks.clock import Clock as _Clock
from drivetrain.edition2002.components.clutch import Clutch as _Clutch
from drivetrain.rotational.interfaces.compliant import Compliant as Compliant
from drivetrain.edition2002.interfaces import CompliantWithSpeed as CompliantWithSpeed
from drivetrain.edition2002.blocks.constant import Constant as _Constant
from drivetrain.edition2002.components.damper import Damper as _Damper
from drivetrain.edition2002.components.elasto_backlash import ElastoBacklash as _ElastoBacklash
from drivetrain.edition2002.blocks.exp_sine import ExpSine as _ExpSine
from drivetrain.edition2002.blocks.exponentials import Exponentials as _Exponentials
from drivetrain.edition2002.components.fixed import Fixed as _Fixed
from drivetrain.rotational.interfaces.connectors import FlangeA as FlangeA
from drivetrain.rotational.interfaces.connectors import FlangeB as FlangeB
from drivetrain.edition2002.interfaces import FrictionBase as FrictionBase
from drivetrain.edition2002.interfaces import FrictionDisc as FrictionDisc
from drivetrain.edition2002.interfaces import FrictionOnShaft as FrictionOnShaft
from drivetrain.edition2002.interfaces import FrictionPlates as FrictionPlates
from drivetrain.edition2002.components.gear import Gear as _Gear
from drivetrain.edition2002.components.gear2 import Gear2 as _Gear2
from drivetrain.edition2002.components.gear_efficiency import GearEfficiency as _GearEfficiency
from drivetrain.edition2002.interfaces import Housed as Housed
from drivetrain.edition2002.components.ideal_gear import IdealGear as _IdealGear
from drivetrain.edition2002.components.ideal_gear_r2t import IdealGearR2T as _IdealGearR2T
from drivetrain.edition2002.components.ideal_planetary import IdealPlanetary as _IdealPlanetary
from drivetrain.edition2002.components.inertia import Inertia as _Inertia
from drivetrain.edition2002.blocks.kinematic_ptp import KinematicPTP as _KinematicPTP
from drivetrain.edition2002.components.lossy_gear import LossyGear as _LossyGear
from drivetrain.edition2002.sources.move import Move as _Move
from drivetrain.edition2002.components.one_way_clutch import OneWayClutch as _OneWayClutch
from drivetrain.edition2002.sources.position import Position as _Position
from drivetrain.edition2002.blocks.pulse import Pulse as _Pulse
from drivetrain.edition2002.blocks.ramp import Ramp as _Ramp
from drivetrain.edition2002.sensors.rel_acc_sensor import RelAccSensor as _RelAccSensor
from drivetrain.edition2002.sensors.rel_angle_sensor import RelAngleSensor as _RelAngleSensor
from drivetrain.edition2002.sensors.rel_speed_sensor import RelSpeedSensor as _RelSpeedSensor
from drivetrain.edition2002.interfaces import RelativeSensor as RelativeSensor
from drivetrain.edition2002.components.relative_states import RelativeStates as _RelativeStates
from drivetrain.rotational.interfaces.two_flanges import Rigid as Rigid
from drivetrain.edition2002.blocks.saw_tooth import SawTooth as _SawTooth
from drivetrain.edition2002.blocks.interfaces import SignalSource as SignalSource
from drivetrain.edition2002.blocks.sine import Sine as _Sine
from drivetrain.edition2002.interfaces import Source as Source
from drivetrain.edition2002.sensors.speed_sensor import SpeedSensor as _SpeedSensor
from drivetrain.rotational.components.spring import Spring as _Spring
from drivetrain.edition2002.components.spring_damper import SpringDamper as _SpringDamper
from drivetrain.edition2002.blocks.step import Step as _Step
from drivetrain.edition2002.blocks.time_table import TimeTable as _TimeTable
from drivetrain.edition2002.sources.torque import Torque as _Torque
from drivetrain.edition2002.sensors.torque_sensor import TorqueSensor as _TorqueSensor
from drivetrain.edition2002.blocks.trapezoid import Trapezoid as _Trapezoid
from drivetrain.rotational.interfaces.two_flanges import TwoFlanges as TwoFlanges
from drivetrain.edition2002.blocks.interfaces import VectorSource as VectorSource

__all__ = [
    "AbsoluteSensor",
    "AccSensor",
    "Accelerate",
    "AngleSensor",
    "BearingFriction",
    "Brake",
    "Clock",
    "Clutch",
    "Compliant",
    "CompliantWithSpeed",
    "Constant",
    "Damper",
    "ElastoBacklash",
    "ExpSine",
    "Exponentials",
    "Fixed",
    "FlangeA",
    "FlangeB",
    "FrictionBase",
    "FrictionDisc",
    "FrictionOnShaft",
    "FrictionPlates",
    "Gear",
    "Gear2",
    "GearEfficiency",
    "Housed",
    "IdealGear",
    "IdealGearR2T",
    "IdealPlanetary",
    "Inertia",
    "KinematicPTP",
    "LossyGear",
    "Move",
    "OneWayClutch",
    "Position",
    "Pulse",
    "Ramp",
    "RelAccSensor",
    "RelAngleSensor",
    "RelSpeedSensor",
    "RelativeSensor",
    "RelativeStates",
    "Rigid",
    "SawTooth",
    "SignalSource",
    "Sine",
    "Source",
    "SpeedSensor",
    "Spring",
    "SpringDamper",
    "Step",
    "TimeTable",
    "Torque",
    "TorqueSensor",
    "Trapezoid",
    "TwoFlanges",
    "VectorSource",
]

class AccSensor(_AccSensor):
    def __init__(
        self,
        *,
        w: _t.Start = ...,
        a: _t.Start = ...,
        out_port: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the absolute acceleration of a flange.

        Parameters
        ----------
        w, a, out_port
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        w: _t.Start = ...,
        a: _t.Start = ...,
        out_port: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Accelerate(_Accelerate):
    def __init__(
        self,
        *,
        phi_start: _t.Real = 0.0,
        w_start: _t.Real = 0.0,
        in_port: _t.Input = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Acceleration of the flange given by a signal, regardless of the torque required.

        Parameters
        ----------
        phi_start : rad
            Angle at the start
        w_start : rad/s
            Speed at the start
        in_port : rad/s2
            Reference acceleration of the flange
        phi, w, a
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        phi_start: _t.Each = 0.0,
        w_start: _t.Each = 0.0,
        in_port: _t.EachInput = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class AngleSensor(_AngleSensor):
    def __init__(
        self,
        *,
        phi: _t.Start = ...,
        out_port: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the absolute angle of a flange.

        Parameters
        ----------
        phi, out_port
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
        out_port: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class BearingFriction(_BearingFriction):
    def __init__(
        self,
        *,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Real = 1.0,
        tau_pos: _t.Rows = ...,
        peak: _t.Real = 1.0,
        free: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        start_backward: _t.Start = ...,
        locked: _t.Start = ...,
        mode: _t.Start = ...,
        w_relfric: _t.Start = ...,
        a_relfric: _t.Start = ...,
        tau0: _t.Start = ...,
        tau0_max: _t.Start = ...,
        tau: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Dry friction between a shaft and the ground.

        Parameters
        ----------
        law : {'acceleration', 'velocity', 'prescribed'}
            Abscissa of the friction curve; velocity without inertia on one side, prescribed where a source gives the speed
        w_small : rad/s
            Speed against the direction of sliding that counts as a jump
        tau_pos : rows in rad/s, N.m
            Friction torque over positive speed
        peak : number
            Largest torque at rest over sliding torque at zero speed
        free, grip, sa, start_forward, start_backward, locked, mode, w_relfric, a_relfric, tau0, tau0_max, tau, phi, w, a
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Each = 1.0,
        tau_pos: _t.Rows = ...,
        peak: _t.Each = 1.0,
        free: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        start_backward: _t.Start = ...,
        locked: _t.Start = ...,
        mode: _t.Start = ...,
        w_relfric: _t.Start = ...,
        a_relfric: _t.Start = ...,
        tau0: _t.Start = ...,
        tau0_max: _t.Start = ...,
        tau: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Brake(_Brake):
    def __init__(
        self,
        *,
        mue_pos: _t.Rows = ...,
        peak: _t.Real = 1.0,
        cgeo: _t.Real = 1.0,
        fn_max: _t.Real = 1.0,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Real = 1.0,
        in_port: _t.Input = ...,
        mue: _t.Start = ...,
        fn: _t.Start = ...,
        free: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        start_backward: _t.Start = ...,
        locked: _t.Start = ...,
        mode: _t.Start = ...,
        w_relfric: _t.Start = ...,
        a_relfric: _t.Start = ...,
        tau0: _t.Start = ...,
        tau0_max: _t.Start = ...,
        tau: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Dry friction between a shaft and the ground under a controlled normal force.

        Parameters
        ----------
        mue_pos : rows in rad/s, 1
            Friction coefficient over positive relative speed
        peak : number
            Largest torque at rest over sliding torque at zero speed
        cgeo : m
            Geometry: friction torque over friction force
        fn_max : N
            Normal force if the signal is 1
        law : {'acceleration', 'velocity', 'prescribed'}
            Abscissa of the friction curve; velocity without inertia on one side, prescribed where a source gives the speed
        w_small : rad/s
            Speed against the direction of sliding that counts as a jump
        in_port : number
            Normal force over fn_max, 0 … 1; the element is free up to 0
        mue, fn, free, grip, sa, start_forward, start_backward, locked, mode, w_relfric, a_relfric, tau0, tau0_max, tau, phi, w, a
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        mue_pos: _t.Rows = ...,
        peak: _t.Each = 1.0,
        cgeo: _t.Each = 1.0,
        fn_max: _t.Each = 1.0,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Each = 1.0,
        in_port: _t.EachInput = ...,
        mue: _t.Start = ...,
        fn: _t.Start = ...,
        free: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        start_backward: _t.Start = ...,
        locked: _t.Start = ...,
        mode: _t.Start = ...,
        w_relfric: _t.Start = ...,
        a_relfric: _t.Start = ...,
        tau0: _t.Start = ...,
        tau0_max: _t.Start = ...,
        tau: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Clock(_Clock):
    def __init__(
        self,
        *,
        offset: _t.Vector = ...,
        start_time: _t.Vector = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Time since `start_time`.

        Parameters
        ----------
        offset : number
            Outputs before start_time; added to the signals
        start_time : s
            Start times of the signals
        out_port
            Start values, fixed(…) or guess(…).
        source
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        offset: _t.Each = ...,
        start_time: _t.Each = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Clutch(_Clutch):
    def __init__(
        self,
        *,
        mue_pos: _t.Rows = ...,
        peak: _t.Real = 1.0,
        cgeo: _t.Real = 1.0,
        fn_max: _t.Real = 1.0,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Real = 1.0,
        in_port: _t.Input = ...,
        mue: _t.Start = ...,
        fn: _t.Start = ...,
        free: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        start_backward: _t.Start = ...,
        locked: _t.Start = ...,
        mode: _t.Start = ...,
        w_relfric: _t.Start = ...,
        a_relfric: _t.Start = ...,
        tau0: _t.Start = ...,
        tau0_max: _t.Start = ...,
        tau: _t.Start = ...,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Dry friction between two shafts under a controlled normal force.

        Parameters
        ----------
        mue_pos : rows in rad/s, 1
            Friction coefficient over positive relative speed
        peak : number
            Largest torque at rest over sliding torque at zero speed
        cgeo : m
            Geometry: friction torque over friction force
        fn_max : N
            Normal force if the signal is 1
        law : {'acceleration', 'velocity', 'prescribed'}
            Abscissa of the friction curve; velocity without inertia on one side, prescribed where a source gives the speed
        w_small : rad/s
            Speed against the direction of sliding that counts as a jump
        in_port : number
            Normal force over fn_max, 0 … 1; the element is free up to 0
        mue, fn, free, grip, sa, start_forward, start_backward, locked, mode, w_relfric, a_relfric, tau0, tau0_max, tau, phi_rel, w_rel, a_rel
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        mue_pos: _t.Rows = ...,
        peak: _t.Each = 1.0,
        cgeo: _t.Each = 1.0,
        fn_max: _t.Each = 1.0,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Each = 1.0,
        in_port: _t.EachInput = ...,
        mue: _t.Start = ...,
        fn: _t.Start = ...,
        free: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        start_backward: _t.Start = ...,
        locked: _t.Start = ...,
        mode: _t.Start = ...,
        w_relfric: _t.Start = ...,
        a_relfric: _t.Start = ...,
        tau0: _t.Start = ...,
        tau0_max: _t.Start = ...,
        tau: _t.Start = ...,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Constant(_Constant):
    def __init__(
        self,
        *,
        k: _t.Vector = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Constant signals.

        Parameters
        ----------
        k : number
            Outputs
        out_port
            Start values, fixed(…) or guess(…).
        source
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        k: _t.Each = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Damper(_Damper):
    def __init__(
        self,
        *,
        d: _t.Real = 0.0,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Linear damper whose torque is proportional to the relative speed.

        Parameters
        ----------
        d : N.m.s/rad
            Damping constant
        phi_rel, tau, w_rel
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        d: _t.Each = 0.0,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ElastoBacklash(_ElastoBacklash):
    def __init__(
        self,
        *,
        b: _t.Real = 0.0,
        c: _t.Real = 100000.0,
        phi_rel0: _t.Real = 0.0,
        d: _t.Real = 0.0,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Backlash in series with a spring-damper that damps fully and may pull.

        Parameters
        ----------
        b : rad
            Total backlash
        c : N.m/rad
            Stiffness in contact, > 0
        phi_rel0 : rad
            Relative angle of the relaxed spring
        d : N.m.s/rad
            Damping constant in contact
        phi_rel, tau, w_rel
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        b: _t.Each = 0.0,
        c: _t.Each = 100000.0,
        phi_rel0: _t.Each = 0.0,
        d: _t.Each = 0.0,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ExpSine(_ExpSine):
    def __init__(
        self,
        *,
        offset: _t.Vector = ...,
        start_time: _t.Vector = ...,
        amplitude: _t.Vector = ...,
        freq_hz: _t.Vector = ...,
        phase: _t.Vector = ...,
        damping: _t.Vector = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Sine waves that decay.

        Parameters
        ----------
        offset : number
            Outputs before start_time; added to the signals
        start_time : s
            Start times of the signals
        amplitude : number
            Amplitudes
        freq_hz : Hz
            Frequencies
        phase : rad
            Phases at start_time
        damping : 1/s
            Damping coefficients
        out_port
            Start values, fixed(…) or guess(…).
        source
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        offset: _t.Each = ...,
        start_time: _t.Each = ...,
        amplitude: _t.Each = ...,
        freq_hz: _t.Each = ...,
        phase: _t.Each = ...,
        damping: _t.Each = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Exponentials(_Exponentials):
    def __init__(
        self,
        *,
        offset: _t.Vector = ...,
        start_time: _t.Vector = ...,
        out_max: _t.Vector = ...,
        rise_time: _t.Vector = ...,
        rise_time_const: _t.Vector = ...,
        fall_time_const: _t.Vector = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Signals that rise towards a value and fall back exponentially.

        Parameters
        ----------
        offset : number
            Outputs before start_time; added to the signals
        start_time : s
            Start times of the signals
        out_max : number
            Asymptotic values of the rises
        rise_time : s
            Durations of the rises
        rise_time_const : s
            Time constants of the rises
        fall_time_const : s
            Time constants of the falls
        out_port
            Start values, fixed(…) or guess(…).
        source
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        offset: _t.Each = ...,
        start_time: _t.Each = ...,
        out_max: _t.Each = ...,
        rise_time: _t.Each = ...,
        rise_time_const: _t.Each = ...,
        fall_time_const: _t.Each = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Fixed(_Fixed):
    def __init__(
        self,
        *,
        phi0: _t.Real = 0.0,
        enabled: _t.Boolean = True,
    ) -> None:
        """Flange fixed to the housing at a given angle.

        Parameters
        ----------
        phi0 : rad
            Angle at which the flange is fixed
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        phi0: _t.Each = 0.0,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Gear(_Gear):
    def __init__(
        self,
        *,
        ratio: _t.Real = 1.0,
        eta: _t.Real = 1.0,
        friction_pos: _t.Rows = ...,
        peak: _t.Real = 1.0,
        c: _t.Real = 100000.0,
        d: _t.Real = 0.0,
        b: _t.Real = 0.0,
        gear_ratio: _t.Inside = ...,
        gear_efficiency: _t.Inside = ...,
        bearing_friction: _t.Inside = ...,
        elasto_backlash: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Grounded gear with losses, bearing friction, elasticity and backlash.

        Parameters
        ----------
        ratio : number
            Transmission ratio: speed of flange_a over speed of flange_b
        eta : number
            Efficiency
        friction_pos : rows in rad/s, N.m
            Bearing friction torque over positive speed
        peak : number
            Largest bearing friction at rest over sliding friction at zero speed
        c : N.m/rad
            Stiffness of the teeth, > 0
        d : N.m.s/rad
            Damping of the teeth
        b : rad
            Total backlash
        gear_ratio, gear_efficiency, bearing_friction, elasto_backlash
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        ratio: _t.Each = 1.0,
        eta: _t.Each = 1.0,
        friction_pos: _t.Rows = ...,
        peak: _t.Each = 1.0,
        c: _t.Each = 100000.0,
        d: _t.Each = 0.0,
        b: _t.Each = 0.0,
        gear_ratio: _t.Inside = ...,
        gear_efficiency: _t.Inside = ...,
        bearing_friction: _t.Inside = ...,
        elasto_backlash: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Gear2(_Gear2):
    def __init__(
        self,
        *,
        i: _t.Real = 1.0,
        loss_table: _t.Rows = ...,
        c: _t.Real = 100000.0,
        d: _t.Real = 0.0,
        b: _t.Real = 0.0,
        lossy_gear: _t.Inside = ...,
        elasto_backlash: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Grounded gear with losses in teeth and bearings, elasticity and backlash.

        Parameters
        ----------
        i : number
            Transmission ratio: speed of flange_a over speed of flange_b
        loss_table : rows in rad/s, 1, 1, N.m, N.m
            Efficiencies eta1, eta2 and bearing torques tau_bf1, tau_bf2 over speed
        c : N.m/rad
            Stiffness of the teeth, > 0
        d : N.m.s/rad
            Damping of the teeth
        b : rad
            Total backlash
        lossy_gear, elasto_backlash
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        i: _t.Each = 1.0,
        loss_table: _t.Rows = ...,
        c: _t.Each = 100000.0,
        d: _t.Each = 0.0,
        b: _t.Each = 0.0,
        lossy_gear: _t.Inside = ...,
        elasto_backlash: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class GearEfficiency(_GearEfficiency):
    def __init__(
        self,
        *,
        eta: _t.Real = 1.0,
        phi: _t.Start = ...,
        P: _t.Start = ...,
        driving_a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Rigid shaft that transmits the fraction `eta` of the power.

        Parameters
        ----------
        eta : number
            Efficiency
        phi, P, driving_a
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        eta: _t.Each = 1.0,
        phi: _t.Start = ...,
        P: _t.Start = ...,
        driving_a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IdealGear(_IdealGear):
    def __init__(
        self,
        *,
        ratio: _t.Real = 1.0,
        enabled: _t.Boolean = True,
    ) -> None:
        """Grounded gear without inertia, elasticity, backlash or losses.

        Parameters
        ----------
        ratio : number
            Transmission ratio: flange_a.phi over flange_b.phi
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        ratio: _t.Each = 1.0,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IdealGearR2T(_IdealGearR2T):
    def __init__(
        self,
        *,
        ratio: _t.Real = 1.0,
        enabled: _t.Boolean = True,
    ) -> None:
        """Grounded gear between a shaft and a rod, without inertia, elasticity or losses.

        Parameters
        ----------
        ratio : rad/m
            Shaft angle over travel of the rod
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        ratio: _t.Each = 1.0,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IdealPlanetary(_IdealPlanetary):
    def __init__(
        self,
        *,
        ratio: _t.Real = 2.0,
        enabled: _t.Boolean = True,
    ) -> None:
        """Planetary gear set of sun, carrier and ring without inertia or losses.

        Parameters
        ----------
        ratio : number
            Number of ring teeth over number of sun teeth
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        ratio: _t.Each = 2.0,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Inertia(_Inertia):
    def __init__(
        self,
        *,
        J: _t.Real = 1.0,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Shaft with inertia and two rigidly connected flanges.

        Parameters
        ----------
        J : kg.m2
            Moment of inertia
        phi, w, a
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        J: _t.Each = 1.0,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
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
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Acceleration of the fastest rest-to-rest motion within limits of speed and acceleration.

        Parameters
        ----------
        deltaq : number
            Distances
        qd_max : 1/s
            Highest speeds
        qdd_max : 1/s2
            Highest accelerations
        start_time : s
            Start of the motion
        out_port
            Start values, fixed(…) or guess(…).
        source
            Values of what is inside these parts, dict(…).
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
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class LossyGear(_LossyGear):
    def __init__(
        self,
        *,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        loss_table: _t.Rows = ...,
        i: _t.Real = 1.0,
        w_a: _t.Start = ...,
        a_a: _t.Start = ...,
        eta_mf1: _t.Start = ...,
        eta_mf2: _t.Start = ...,
        tau_bf1: _t.Start = ...,
        tau_bf2: _t.Start = ...,
        quadrant1: _t.Start = ...,
        quadrant2: _t.Start = ...,
        quadrant3: _t.Start = ...,
        quadrant4: _t.Start = ...,
        tau_loss: _t.Start = ...,
        tau_loss_max: _t.Start = ...,
        tau_loss_min: _t.Start = ...,
        tau_a_pos: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        start_backward: _t.Start = ...,
        locked: _t.Start = ...,
        mode: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Grounded gear whose teeth and bearings lose power and can stick.

        Parameters
        ----------
        law : {'acceleration', 'velocity', 'prescribed'}
            Abscissa of the loss curve; velocity without inertia on both sides, prescribed where a source gives the speed
        loss_table : rows in rad/s, 1, 1, N.m, N.m
            Efficiencies eta1, eta2 and bearing torques tau_bf1, tau_bf2 over |w_a|
        i : number
            Transmission ratio: speed of flange_a over speed of flange_b
        w_a, a_a, eta_mf1, eta_mf2, tau_bf1, tau_bf2, quadrant1, quadrant2, quadrant3, quadrant4, tau_loss, tau_loss_max, tau_loss_min, tau_a_pos, grip, sa, start_forward, start_backward, locked, mode
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        loss_table: _t.Rows = ...,
        i: _t.Each = 1.0,
        w_a: _t.Start = ...,
        a_a: _t.Start = ...,
        eta_mf1: _t.Start = ...,
        eta_mf2: _t.Start = ...,
        tau_bf1: _t.Start = ...,
        tau_bf2: _t.Start = ...,
        quadrant1: _t.Start = ...,
        quadrant2: _t.Start = ...,
        quadrant3: _t.Start = ...,
        quadrant4: _t.Start = ...,
        tau_loss: _t.Start = ...,
        tau_loss_max: _t.Start = ...,
        tau_loss_min: _t.Start = ...,
        tau_a_pos: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        start_backward: _t.Start = ...,
        locked: _t.Start = ...,
        mode: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Move(_Move):
    def __init__(
        self,
        *,
        in_port: _t.EachInput = ...,
        phi: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Motion of the flange given by signals, regardless of the torque required.

        Parameters
        ----------
        in_port : number
            Reference angle, speed and acceleration of the flange
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
        in_port: _t.EachInput = ...,
        phi: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class OneWayClutch(_OneWayClutch):
    def __init__(
        self,
        *,
        mue_pos: _t.Rows = ...,
        peak: _t.Real = 1.0,
        cgeo: _t.Real = 1.0,
        fn_max: _t.Real = 1.0,
        law: _Literal['acceleration', 'velocity'] | _t.Structural = 'acceleration',
        w_small: _t.Real = 1.0,
        in_port: _t.Input = ...,
        mue: _t.Start = ...,
        fn: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        locked: _t.Start = ...,
        a_rel: _t.Start = ...,
        tau0: _t.Start = ...,
        tau0_max: _t.Start = ...,
        free: _t.Start = ...,
        stuck: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Clutch and freewheel in parallel: flange_b can be faster than flange_a, never slower.

        Parameters
        ----------
        mue_pos : rows in rad/s, 1
            Friction coefficient over positive relative speed
        peak : number
            Largest torque at rest over sliding torque at zero speed
        cgeo : m
            Geometry: friction torque over friction force
        fn_max : N
            Normal force if the signal is 1
        law : {'acceleration', 'velocity'}
            Abscissa of the friction curve; velocity without inertia on one side
        w_small : rad/s
            Relative speed of a stuck clutch that counts as a jump
        in_port : number
            Normal force over fn_max, 0 … 1; the element is free up to 0
        mue, fn, phi_rel, tau, w_rel, grip, sa, start_forward, locked, a_rel, tau0, tau0_max, free, stuck
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        mue_pos: _t.Rows = ...,
        peak: _t.Each = 1.0,
        cgeo: _t.Each = 1.0,
        fn_max: _t.Each = 1.0,
        law: _Literal['acceleration', 'velocity'] | _t.Structural = 'acceleration',
        w_small: _t.Each = 1.0,
        in_port: _t.EachInput = ...,
        mue: _t.Start = ...,
        fn: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        locked: _t.Start = ...,
        a_rel: _t.Start = ...,
        tau0: _t.Start = ...,
        tau0_max: _t.Start = ...,
        free: _t.Start = ...,
        stuck: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Position(_Position):
    def __init__(
        self,
        *,
        exact: _t.Boolean = False,
        f_crit: _t.Real = 50.0,
        in_port: _t.Input = ...,
        phi_ref: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Angle of the flange given by a signal, regardless of the torque required.

        Parameters
        ----------
        exact : bool
            True if the flange follows without filter
        f_crit : Hz
            Critical frequency of the filter
        in_port : rad
            Reference angle of the flange
        phi_ref, phi, w, a
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        exact: _t.Boolean = False,
        f_crit: _t.Each = 50.0,
        in_port: _t.EachInput = ...,
        phi_ref: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Pulse(_Pulse):
    def __init__(
        self,
        *,
        offset: _t.Vector = ...,
        start_time: _t.Vector = ...,
        amplitude: _t.Vector = ...,
        width: _t.Vector = ...,
        period: _t.Vector = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Rectangular pulses.

        Parameters
        ----------
        offset : number
            Outputs before start_time; added to the signals
        start_time : s
            Start times of the signals
        amplitude : number
            Amplitudes
        width : number
            Widths of the pulses in percent of the period, > 0
        period : s
            Durations of one period, > 0
        out_port
            Start values, fixed(…) or guess(…).
        source
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        offset: _t.Each = ...,
        start_time: _t.Each = ...,
        amplitude: _t.Each = ...,
        width: _t.Each = ...,
        period: _t.Each = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Ramp(_Ramp):
    def __init__(
        self,
        *,
        offset: _t.Vector = ...,
        start_time: _t.Vector = ...,
        height: _t.Vector = ...,
        duration: _t.Vector = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Signals that rise linearly to final values.

        Parameters
        ----------
        offset : number
            Outputs before start_time; added to the signals
        start_time : s
            Start times of the signals
        height : number
            Total rises
        duration : s
            Durations of the rises, > 0
        out_port
            Start values, fixed(…) or guess(…).
        source
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        offset: _t.Each = ...,
        start_time: _t.Each = ...,
        height: _t.Each = ...,
        duration: _t.Each = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RelAccSensor(_RelAccSensor):
    def __init__(
        self,
        *,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        out_port: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the acceleration of flange_b relative to flange_a.

        Parameters
        ----------
        phi_rel, w_rel, a_rel, out_port
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        out_port: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RelAngleSensor(_RelAngleSensor):
    def __init__(
        self,
        *,
        phi_rel: _t.Start = ...,
        out_port: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the angle of flange_b relative to flange_a.

        Parameters
        ----------
        phi_rel, out_port
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        phi_rel: _t.Start = ...,
        out_port: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RelSpeedSensor(_RelSpeedSensor):
    def __init__(
        self,
        *,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        out_port: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the speed of flange_b relative to flange_a.

        Parameters
        ----------
        phi_rel, w_rel, out_port
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        out_port: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RelativeStates(_RelativeStates):
    def __init__(
        self,
        *,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Offers the relative angle and speed of two flanges as states; transmits no torque.

        Parameters
        ----------
        phi_rel, w_rel, a_rel
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SawTooth(_SawTooth):
    def __init__(
        self,
        *,
        offset: _t.Vector = ...,
        start_time: _t.Vector = ...,
        amplitude: _t.Vector = ...,
        period: _t.Vector = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Saw teeth.

        Parameters
        ----------
        offset : number
            Outputs before start_time; added to the signals
        start_time : s
            Start times of the signals
        amplitude : number
            Amplitudes
        period : s
            Durations of one period, > 0
        out_port
            Start values, fixed(…) or guess(…).
        source
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        offset: _t.Each = ...,
        start_time: _t.Each = ...,
        amplitude: _t.Each = ...,
        period: _t.Each = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Sine(_Sine):
    def __init__(
        self,
        *,
        offset: _t.Vector = ...,
        start_time: _t.Vector = ...,
        amplitude: _t.Vector = ...,
        freq_hz: _t.Vector = ...,
        phase: _t.Vector = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Sine waves.

        Parameters
        ----------
        offset : number
            Outputs before start_time; added to the signals
        start_time : s
            Start times of the signals
        amplitude : number
            Amplitudes
        freq_hz : Hz
            Frequencies
        phase : rad
            Phases at start_time
        out_port
            Start values, fixed(…) or guess(…).
        source
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        offset: _t.Each = ...,
        start_time: _t.Each = ...,
        amplitude: _t.Each = ...,
        freq_hz: _t.Each = ...,
        phase: _t.Each = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SpeedSensor(_SpeedSensor):
    def __init__(
        self,
        *,
        w: _t.Start = ...,
        out_port: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the absolute speed of a flange.

        Parameters
        ----------
        w, out_port
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        w: _t.Start = ...,
        out_port: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Spring(_Spring):
    def __init__(
        self,
        *,
        c: _t.Real,
        phi_rel0: _t.Real = 0.0,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Linear torsion spring without mass.

        Parameters
        ----------
        c : N.m/rad
            Spring stiffness
        phi_rel0 : rad
            Relative angle of the relaxed spring
        phi_rel, tau
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        c: _t.Each,
        phi_rel0: _t.Each = 0.0,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SpringDamper(_SpringDamper):
    def __init__(
        self,
        *,
        c: _t.Real,
        phi_rel0: _t.Real = 0.0,
        d: _t.Real = 0.0,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Linear torsion spring and linear damper in parallel.

        Parameters
        ----------
        c : N.m/rad
            Spring stiffness
        phi_rel0 : rad
            Relative angle of the relaxed spring
        d : N.m.s/rad
            Damping constant
        phi_rel, tau, w_rel
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        c: _t.Each,
        phi_rel0: _t.Each = 0.0,
        d: _t.Each = 0.0,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Step(_Step):
    def __init__(
        self,
        *,
        offset: _t.Vector = ...,
        start_time: _t.Vector = ...,
        height: _t.Vector = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Signals that jump at given times.

        Parameters
        ----------
        offset : number
            Outputs before start_time; added to the signals
        start_time : s
            Start times of the signals
        height : number
            Heights of the steps
        out_port
            Start values, fixed(…) or guess(…).
        source
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        offset: _t.Each = ...,
        start_time: _t.Each = ...,
        height: _t.Each = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class TimeTable(_TimeTable):
    def __init__(
        self,
        *,
        table: _Any = ...,
        offset: _t.Real = 0.0,
        start_time: _t.Real = 0.0,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Linear interpolation in a table; two rows with the same time make a jump.

        Parameters
        ----------
        table : number
            Rows of time and value, the first time is 0
        offset : number
            Output before start_time; added to the signal
        start_time : s
            Start of the signal
        out_port
            Start values, fixed(…) or guess(…).
        source
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        table: _Any = ...,
        offset: _t.Each = 0.0,
        start_time: _t.Each = 0.0,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Torque(_Torque):
    def __init__(
        self,
        *,
        in_port: _t.Input = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Torque given by a signal; a positive one accelerates what is connected to the flange.

        Parameters
        ----------
        in_port : N.m
            Accelerating torque at the flange
        tau
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        in_port: _t.EachInput = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class TorqueSensor(_TorqueSensor):
    def __init__(
        self,
        *,
        tau: _t.Start = ...,
        out_port: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the cut torque in a shaft.

        Parameters
        ----------
        tau, out_port
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        tau: _t.Start = ...,
        out_port: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Trapezoid(_Trapezoid):
    def __init__(
        self,
        *,
        offset: _t.Vector = ...,
        start_time: _t.Vector = ...,
        amplitude: _t.Vector = ...,
        rising: _t.Vector = ...,
        width: _t.Vector = ...,
        falling: _t.Vector = ...,
        period: _t.Vector = ...,
        nperiod: _t.Vector = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Trapezoids.

        Parameters
        ----------
        offset : number
            Outputs before start_time; added to the signals
        start_time : s
            Start times of the signals
        amplitude : number
            Amplitudes
        rising : s
            Durations of the rises
        width : s
            Durations at full height
        falling : s
            Durations of the falls
        period : s
            Durations of one period, > 0
        nperiod : number
            Numbers of periods; a negative number repeats indefinitely
        out_port
            Start values, fixed(…) or guess(…).
        source
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        offset: _t.Each = ...,
        start_time: _t.Each = ...,
        amplitude: _t.Each = ...,
        rising: _t.Each = ...,
        width: _t.Each = ...,
        falling: _t.Each = ...,
        period: _t.Each = ...,
        nperiod: _t.Each = ...,
        out_port: _t.Start = ...,
        source: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...
