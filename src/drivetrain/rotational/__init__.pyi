"""Signatures of the components, for editors; made by `python -m tools.stubs`."""

from typing import Any as _Any, Literal as _Literal, Self as _Self
import drivetrain.modeling.argument_types as _t
from drivetrain.modeling.component_array import ComponentArray as _ComponentArray
from drivetrain.rotational.interfaces.sensors import AbsoluteSensor as AbsoluteSensor
from drivetrain.rotational.sensors.acc_sensor import AccSensor as _AccSensor
from drivetrain.rotational.sources.accelerate import Accelerate as _Accelerate
from drivetrain.rotational.sensors.angle_sensor import AngleSensor as _AngleSensor
from drivetrain.rotational.components.angle_to_torque_adaptor import AngleToTorqueAdaptor as _AngleToTorqueAdaptor
from drivetrain.rotational.interfaces.backlash import Backlash as Backlash
from drivetrain.rotational.components.bearing_friction import BearingFriction as _BearingFriction
from drivetrain.rotational.components.brake import Brake as _Brake
from drivetrain.rotational.components.clutch import Clutch as _Clutch
from drivetrain.rotational.interfaces.compliant import Compliant as Compliant
from drivetrain.rotational.interfaces.compliant import CompliantWithRelativeStates as CompliantWithRelativeStates
from drivetrain.rotational.sources.constant_speed import ConstantSpeed as _ConstantSpeed
from drivetrain.rotational.sources.constant_torque import ConstantTorque as _ConstantTorque
from drivetrain.rotational.components.damper import Damper as _Damper
from drivetrain.rotational.components.disc import Disc as _Disc
from drivetrain.rotational.sources.eddy_current_torque import EddyCurrentTorque as _EddyCurrentTorque
from drivetrain.rotational.components.elasto_backlash import ElastoBacklash as _ElastoBacklash
from drivetrain.rotational.components.elasto_backlash2 import ElastoBacklash2 as _ElastoBacklash2
from drivetrain.rotational.components.fixed import Fixed as _Fixed
from drivetrain.rotational.interfaces.connectors import Flange as Flange
from drivetrain.rotational.interfaces.connectors import FlangeA as FlangeA
from drivetrain.rotational.interfaces.connectors import FlangeB as FlangeB
from drivetrain.rotational.interfaces.friction import Friction as Friction
from drivetrain.rotational.interfaces.friction_with_two_limits import FrictionWithTwoLimits as FrictionWithTwoLimits
from drivetrain.rotational.interfaces.gear_losses import GearLosses as GearLosses
from drivetrain.rotational.components.gearbox import Gearbox as _Gearbox
from drivetrain.rotational.components.general_angle_to_torque_adaptor import GeneralAngleToTorqueAdaptor as _GeneralAngleToTorqueAdaptor
from drivetrain.rotational.components.general_torque_to_angle_adaptor import GeneralTorqueToAngleAdaptor as _GeneralTorqueToAngleAdaptor
from drivetrain.rotational.components.ideal_gear import IdealGear as _IdealGear
from drivetrain.rotational.components.ideal_gear_r2t import IdealGearR2T as _IdealGearR2T
from drivetrain.rotational.components.ideal_planetary import IdealPlanetary as _IdealPlanetary
from drivetrain.rotational.components.ideal_rolling_wheel import IdealRollingWheel as _IdealRollingWheel
from drivetrain.rotational.components.inertia import Inertia as _Inertia
from drivetrain.rotational.components.initialize_flange import InitializeFlange as _InitializeFlange
from drivetrain.rotational.interfaces.support import InternalSupport as InternalSupport
from drivetrain.rotational.sources.inverse_speed_dependent_torque import InverseSpeedDependentTorque as _InverseSpeedDependentTorque
from drivetrain.rotational.sources.linear_speed_dependent_torque import LinearSpeedDependentTorque as _LinearSpeedDependentTorque
from drivetrain.rotational.components.lossy_gear import LossyGear as _LossyGear
from drivetrain.rotational.sources.move import Move as _Move
from drivetrain.rotational.sensors.multi_sensor import MultiSensor as _MultiSensor
from drivetrain.rotational.interfaces.support import OneFlangeAndHousing as OneFlangeAndHousing
from drivetrain.rotational.interfaces.support import OneFlangeAndSupport as OneFlangeAndSupport
from drivetrain.rotational.components.one_way_clutch import OneWayClutch as _OneWayClutch
from drivetrain.rotational.interfaces.sources import PartialTorque as PartialTorque
from drivetrain.rotational.sources.position import Position as _Position
from drivetrain.rotational.sensors.power_sensor import PowerSensor as _PowerSensor
from drivetrain.rotational.sources.quadratic_speed_dependent_torque import QuadraticSpeedDependentTorque as _QuadraticSpeedDependentTorque
from drivetrain.rotational.sensors.rel_acc_sensor import RelAccSensor as _RelAccSensor
from drivetrain.rotational.sensors.rel_angle_sensor import RelAngleSensor as _RelAngleSensor
from drivetrain.rotational.sensors.rel_speed_sensor import RelSpeedSensor as _RelSpeedSensor
from drivetrain.rotational.interfaces.sensors import RelativeSensor as RelativeSensor
from drivetrain.rotational.components.relative_states import RelativeStates as _RelativeStates
from drivetrain.rotational.interfaces.two_flanges import Rigid as Rigid
from drivetrain.rotational.interfaces.sensors import RigidSensor as RigidSensor
from drivetrain.rotational.interfaces.sources import RotationalSource as RotationalSource
from drivetrain.rotational.interfaces.rotational_to_translational import RotationalToTranslational as RotationalToTranslational
from drivetrain.rotational.interfaces.support import ShaftOnSupport as ShaftOnSupport
from drivetrain.rotational.sources.sign_torque import SignTorque as _SignTorque
from drivetrain.rotational.sources.speed import Speed as _Speed
from drivetrain.rotational.sensors.speed_sensor import SpeedSensor as _SpeedSensor
from drivetrain.rotational.components.spring import Spring as _Spring
from drivetrain.rotational.components.spring_damper import SpringDamper as _SpringDamper
from drivetrain.rotational.interfaces.connectors import Support as Support
from drivetrain.rotational.sources.torque import Torque as _Torque
from drivetrain.rotational.sources.torque2 import Torque2 as _Torque2
from drivetrain.rotational.sensors.torque_sensor import TorqueSensor as _TorqueSensor
from drivetrain.rotational.sources.torque_step import TorqueStep as _TorqueStep
from drivetrain.rotational.components.torque_to_angle_adaptor import TorqueToAngleAdaptor as _TorqueToAngleAdaptor
from drivetrain.rotational.interfaces.two_flanges import TwoFlanges as TwoFlanges
from drivetrain.rotational.interfaces.support import TwoFlangesAndHousing as TwoFlangesAndHousing
from drivetrain.rotational.interfaces.support import TwoFlangesAndSupport as TwoFlangesAndSupport

__all__ = [
    "AbsoluteSensor",
    "AccSensor",
    "Accelerate",
    "AngleSensor",
    "AngleToTorqueAdaptor",
    "Backlash",
    "BearingFriction",
    "Brake",
    "Clutch",
    "Compliant",
    "CompliantWithRelativeStates",
    "ConstantSpeed",
    "ConstantTorque",
    "Damper",
    "Disc",
    "EddyCurrentTorque",
    "ElastoBacklash",
    "ElastoBacklash2",
    "Fixed",
    "Flange",
    "FlangeA",
    "FlangeB",
    "Friction",
    "FrictionWithTwoLimits",
    "GearLosses",
    "Gearbox",
    "GeneralAngleToTorqueAdaptor",
    "GeneralTorqueToAngleAdaptor",
    "IdealGear",
    "IdealGearR2T",
    "IdealPlanetary",
    "IdealRollingWheel",
    "Inertia",
    "InitializeFlange",
    "InternalSupport",
    "InverseSpeedDependentTorque",
    "LinearSpeedDependentTorque",
    "LossyGear",
    "Move",
    "MultiSensor",
    "OneFlangeAndHousing",
    "OneFlangeAndSupport",
    "OneWayClutch",
    "PartialTorque",
    "Position",
    "PowerSensor",
    "QuadraticSpeedDependentTorque",
    "RelAccSensor",
    "RelAngleSensor",
    "RelSpeedSensor",
    "RelativeSensor",
    "RelativeStates",
    "Rigid",
    "RigidSensor",
    "RotationalSource",
    "RotationalToTranslational",
    "ShaftOnSupport",
    "SignTorque",
    "Speed",
    "SpeedSensor",
    "Spring",
    "SpringDamper",
    "Support",
    "Torque",
    "Torque2",
    "TorqueSensor",
    "TorqueStep",
    "TorqueToAngleAdaptor",
    "TwoFlanges",
    "TwoFlangesAndHousing",
    "TwoFlangesAndSupport",
]

class AccSensor(_AccSensor):
    def __init__(
        self,
        *,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the absolute acceleration of a flange.

        Parameters
        ----------
        w, a
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
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Accelerate(_Accelerate):
    def __init__(
        self,
        *,
        use_support: _t.Boolean = False,
        a_ref: _t.Input = ...,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Acceleration of the flange given by a signal, regardless of the torque required.

        Parameters
        ----------
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        a_ref : rad/s2
            Reference acceleration of the flange relative to the support
        phi_support, phi, w, a
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_support: _t.Boolean = False,
        a_ref: _t.EachInput = ...,
        phi_support: _t.Start = ...,
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
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the absolute angle of a flange.

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


class AngleToTorqueAdaptor(_AngleToTorqueAdaptor):
    def __init__(
        self,
        *,
        use_w: _t.Boolean = True,
        use_a: _t.Boolean = True,
        phi: _t.Input = ...,
        w: _t.Input = ...,
        a: _t.Input = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Turns a flange as given by signals and outputs the required torque.

        Parameters
        ----------
        use_w : bool
            True if the speed is a signal
        use_a : bool
            True if speed and acceleration are signals
        phi : rad
            Angle of the flange
        w : rad/s
            Speed of the flange
        a : rad/s2
            Acceleration of the flange
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
        use_w: _t.Boolean = True,
        use_a: _t.Boolean = True,
        phi: _t.EachInput = ...,
        w: _t.EachInput = ...,
        a: _t.EachInput = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class BearingFriction(_BearingFriction):
    def __init__(
        self,
        *,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Real = 10000000000.0,
        use_support: _t.Boolean = False,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        tau_pos: _t.Rows = ...,
        peak: _t.Real = 1.0,
        loss_power: _t.Start = ...,
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
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Dry friction between a shaft and its housing.

        Parameters
        ----------
        use_heat_port : bool
            True if the losses go to `heat_port`
        law : {'acceleration', 'velocity', 'prescribed'}
            Abscissa of the friction curve; velocity without inertia on one side, prescribed where a source gives the speed
        w_small : rad/s
            Speed near zero; use a small value only if speeds jump by reinitialisation
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        smoothness : {'linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'}
            Interpolation of the friction torque between the points
        tau_pos : rows in rad/s, N.m
            Friction torque over positive speed
        peak : number
            Largest torque at rest over sliding torque at zero speed
        loss_power, free, grip, sa, start_forward, start_backward, locked, mode, w_relfric, a_relfric, tau0, tau0_max, tau, phi_support, phi, w, a
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
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Each = 10000000000.0,
        use_support: _t.Boolean = False,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        tau_pos: _t.Rows = ...,
        peak: _t.Each = 1.0,
        loss_power: _t.Start = ...,
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
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Brake(_Brake):
    def __init__(
        self,
        *,
        fn_max: _t.Real,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Real = 10000000000.0,
        use_support: _t.Boolean = False,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        mu_pos: _t.Rows = ...,
        peak: _t.Real = 1.0,
        cgeo: _t.Real = 1.0,
        f_normalized: _t.Input = ...,
        loss_power: _t.Start = ...,
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
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        fn: _t.Start = ...,
        mu: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Dry friction between a shaft and its housing under a controlled normal force.

        Parameters
        ----------
        fn_max : N
            Normal force at f_normalized = 1
        use_heat_port : bool
            True if the losses go to `heat_port`
        law : {'acceleration', 'velocity', 'prescribed'}
            Abscissa of the friction curve; velocity without inertia on one side, prescribed where a source gives the speed
        w_small : rad/s
            Speed near zero; use a small value only if speeds jump by reinitialisation
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        smoothness : {'linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'}
            Interpolation of the friction coefficient between the points
        mu_pos : rows in rad/s, 1
            Friction coefficient over positive speed
        peak : number
            Largest torque at rest over sliding torque at zero speed
        cgeo : m
            Geometry: friction torque over friction force
        f_normalized : number
            Normal force over fn_max, 0 … 1; the brake is free up to 0
        loss_power, free, grip, sa, start_forward, start_backward, locked, mode, w_relfric, a_relfric, tau0, tau0_max, tau, phi_support, phi, w, a, fn, mu
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        fn_max: _t.Each,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Each = 10000000000.0,
        use_support: _t.Boolean = False,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        mu_pos: _t.Rows = ...,
        peak: _t.Each = 1.0,
        cgeo: _t.Each = 1.0,
        f_normalized: _t.EachInput = ...,
        loss_power: _t.Start = ...,
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
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        fn: _t.Start = ...,
        mu: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Clutch(_Clutch):
    def __init__(
        self,
        *,
        fn_max: _t.Real,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Real = 10000000000.0,
        phi_nominal: _t.Real = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        mu_pos: _t.Rows = ...,
        peak: _t.Real = 1.0,
        cgeo: _t.Real = 1.0,
        f_normalized: _t.Input = ...,
        loss_power: _t.Start = ...,
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
        fn: _t.Start = ...,
        mu: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Dry friction between two shafts under a controlled normal force.

        Parameters
        ----------
        fn_max : N
            Normal force at f_normalized = 1
        use_heat_port : bool
            True if the losses go to `heat_port`
        law : {'acceleration', 'velocity', 'prescribed'}
            Abscissa of the friction curve; velocity without inertia on one side, prescribed where a source gives the speed
        w_small : rad/s
            Speed near zero; use a small value only if speeds jump by reinitialisation
        phi_nominal : rad
            Typical magnitude of phi_rel
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_rel and w_rel as states
        smoothness : {'linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'}
            Interpolation of the friction coefficient between the points
        mu_pos : rows in rad/s, 1
            Friction coefficient over positive relative speed
        peak : number
            Largest torque at rest over sliding torque at zero speed
        cgeo : m
            Geometry: friction torque over friction force
        f_normalized : number
            Normal force over fn_max, 0 … 1; the clutch is free up to 0
        loss_power, free, grip, sa, start_forward, start_backward, locked, mode, w_relfric, a_relfric, tau0, tau0_max, tau, phi_rel, w_rel, a_rel, fn, mu
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        fn_max: _t.Each,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Each = 10000000000.0,
        phi_nominal: _t.Each = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        mu_pos: _t.Rows = ...,
        peak: _t.Each = 1.0,
        cgeo: _t.Each = 1.0,
        f_normalized: _t.EachInput = ...,
        loss_power: _t.Start = ...,
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
        fn: _t.Start = ...,
        mu: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ConstantSpeed(_ConstantSpeed):
    def __init__(
        self,
        *,
        w_fixed: _t.Real,
        use_support: _t.Boolean = False,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Constant speed of the flange, regardless of the torque required.

        Parameters
        ----------
        w_fixed : rad/s
            Speed of the flange relative to the support
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        phi_support, phi, w
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        w_fixed: _t.Each,
        use_support: _t.Boolean = False,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ConstantTorque(_ConstantTorque):
    def __init__(
        self,
        *,
        tau_constant: _t.Real,
        use_support: _t.Boolean = False,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Constant torque; a positive one accelerates what is connected to the flange.

        Parameters
        ----------
        tau_constant : N.m
            Accelerating torque
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        phi_support, phi, w, tau
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        tau_constant: _t.Each,
        use_support: _t.Boolean = False,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Damper(_Damper):
    def __init__(
        self,
        *,
        d: _t.Real,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Real = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Linear damper whose torque is proportional to the relative speed.

        Parameters
        ----------
        d : N.m.s/rad
            Damping constant
        use_heat_port : bool
            True if the losses go to `heat_port`
        phi_nominal : rad
            Typical magnitude of phi_rel
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_rel and w_rel as states
        loss_power, phi_rel, tau, w_rel, a_rel
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        d: _t.Each,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Each = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Disc(_Disc):
    def __init__(
        self,
        *,
        delta_phi: _t.Real = 0.0,
        phi: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Rigid shaft without inertia whose flanges have a constant angular offset.

        Parameters
        ----------
        delta_phi : rad
            Constant twist of the shaft: flange_b.phi - flange_a.phi
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
        delta_phi: _t.Each = 0.0,
        phi: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class EddyCurrentTorque(_EddyCurrentTorque):
    def __init__(
        self,
        *,
        T_ref: _t.Real,
        alpha20: _t.Real,
        tau_nominal: _t.Real,
        w_nominal: _t.Real,
        use_heat_port: _t.Boolean = False,
        use_excitation_input: _t.Boolean = False,
        constant_excitation: _t.Real = 1.0,
        T: _t.Real = 293.15,
        use_support: _t.Boolean = False,
        excitation: _t.Input = ...,
        loss_power: _t.Start = ...,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        w_normalized: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Eddy-current brake between a shaft and its housing.

        Parameters
        ----------
        T_ref : K
            Temperature to which the nominal speed refers
        alpha20 : 1/K
            Temperature coefficient of the conductor at 20 °C
        tau_nominal : N.m
            Largest braking torque at excitation 1
        w_nominal : rad/s
            Speed of the largest torque, > 0
        use_heat_port : bool
            True if the losses go to `heat_port`
        use_excitation_input : bool
            True if the excitation is a signal, else it is constant
        constant_excitation : number
            Excitation if it is constant, over its nominal value
        T : K
            Temperature of the device without heat port
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        excitation : number
            Excitation over its nominal value
        loss_power, phi_support, phi, w, w_normalized, tau
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        T_ref: _t.Each,
        alpha20: _t.Each,
        tau_nominal: _t.Each,
        w_nominal: _t.Each,
        use_heat_port: _t.Boolean = False,
        use_excitation_input: _t.Boolean = False,
        constant_excitation: _t.Each = 1.0,
        T: _t.Each = 293.15,
        use_support: _t.Boolean = False,
        excitation: _t.EachInput = ...,
        loss_power: _t.Start = ...,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        w_normalized: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ElastoBacklash(_ElastoBacklash):
    def __init__(
        self,
        *,
        c: _t.Real,
        d: _t.Real,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Real = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        b: _t.Real = 0.0,
        phi_rel0: _t.Real = 0.0,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        phi_diff: _t.Start = ...,
        contact: _t.Start = ...,
        tau_c: _t.Start = ...,
        tau_d: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Backlash in series with a spring-damper whose damping torque is limited.

        Parameters
        ----------
        c : N.m/rad
            Spring stiffness in contact, > 0
        d : N.m.s/rad
            Damping constant in contact
        use_heat_port : bool
            True if the losses go to `heat_port`
        phi_nominal : rad
            Typical magnitude of phi_rel
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_rel and w_rel as states
        b : rad
            Total backlash
        phi_rel0 : rad
            Relative angle in the middle of the gap
        loss_power, phi_rel, tau, w_rel, a_rel, phi_diff, contact, tau_c, tau_d
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
        d: _t.Each,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Each = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        b: _t.Each = 0.0,
        phi_rel0: _t.Each = 0.0,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        phi_diff: _t.Start = ...,
        contact: _t.Start = ...,
        tau_c: _t.Start = ...,
        tau_d: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ElastoBacklash2(_ElastoBacklash2):
    def __init__(
        self,
        *,
        c: _t.Real,
        d: _t.Real,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Real = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        b: _t.Real = 0.0,
        phi_rel0: _t.Real = 0.0,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        phi_diff: _t.Start = ...,
        contact: _t.Start = ...,
        tau_c: _t.Start = ...,
        tau_d: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Backlash in series with a spring-damper that damps fully from the first contact.

        Parameters
        ----------
        c : N.m/rad
            Spring stiffness in contact, > 0
        d : N.m.s/rad
            Damping constant in contact
        use_heat_port : bool
            True if the losses go to `heat_port`
        phi_nominal : rad
            Typical magnitude of phi_rel
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_rel and w_rel as states
        b : rad
            Total backlash
        phi_rel0 : rad
            Relative angle in the middle of the gap
        loss_power, phi_rel, tau, w_rel, a_rel, phi_diff, contact, tau_c, tau_d
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
        d: _t.Each,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Each = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        b: _t.Each = 0.0,
        phi_rel0: _t.Each = 0.0,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        phi_diff: _t.Start = ...,
        contact: _t.Start = ...,
        tau_c: _t.Start = ...,
        tau_d: _t.Start = ...,
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


class Gearbox(_Gearbox):
    def __init__(
        self,
        *,
        ratio: _t.Real,
        c: _t.Real,
        d: _t.Real,
        loss_table: _t.Rows = ...,
        b: _t.Real = 0.0,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        use_support: _t.Boolean = False,
        use_heat_port: _t.Boolean = False,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        loss_power: _t.Start = ...,
        lossy_gear: _t.Inside = ...,
        elasto_backlash: _t.Inside = ...,
        fixed: _t.Inside = ...,
        fixed_temperature: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Lossy gear at flange_a in series with an elastic shaft with backlash at flange_b.

        Parameters
        ----------
        ratio : number
            Transmission ratio: speed of flange_a over speed of flange_b
        c : N.m/rad
            Stiffness of the shaft, > 0
        d : N.m.s/rad
            Damping of the shaft
        loss_table : rows in rad/s, 1, 1, N.m, N.m
            Efficiencies and bearing torques over speed, see LossyGear
        b : rad
            Total backlash at flange_b
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_rel and w_rel as states
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        use_heat_port : bool
            True if the losses go to `heat_port`
        phi_rel, w_rel, a_rel, loss_power
            Start values, fixed(…) or guess(…).
        lossy_gear, elasto_backlash, fixed, fixed_temperature
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        ratio: _t.Each,
        c: _t.Each,
        d: _t.Each,
        loss_table: _t.Rows = ...,
        b: _t.Each = 0.0,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        use_support: _t.Boolean = False,
        use_heat_port: _t.Boolean = False,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        loss_power: _t.Start = ...,
        lossy_gear: _t.Inside = ...,
        elasto_backlash: _t.Inside = ...,
        fixed: _t.Inside = ...,
        fixed_temperature: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class GeneralAngleToTorqueAdaptor(_GeneralAngleToTorqueAdaptor):
    def __init__(
        self,
        *,
        use_pder: _t.Boolean = True,
        use_pder2: _t.Boolean = True,
        p: _t.Input = ...,
        pder: _t.Input = ...,
        pder2: _t.Input = ...,
        f: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Moves a flange as given by signals and outputs the required torque.

        Parameters
        ----------
        use_pder : bool
            True if the first derivative is a signal
        use_pder2 : bool
            True if the second derivative is a signal
        p : rad
            Angle of the flange
        pder : rad/s
            Its first derivative
        pder2 : rad/s2
            Its second derivative
        f
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_pder: _t.Boolean = True,
        use_pder2: _t.Boolean = True,
        p: _t.EachInput = ...,
        pder: _t.EachInput = ...,
        pder2: _t.EachInput = ...,
        f: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class GeneralTorqueToAngleAdaptor(_GeneralTorqueToAngleAdaptor):
    def __init__(
        self,
        *,
        use_pder: _t.Boolean = True,
        use_pder2: _t.Boolean = True,
        f: _t.Input = ...,
        p: _t.Start = ...,
        pder: _t.Start = ...,
        pder2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Loads a flange with a torque given by a signal and outputs its motion.

        Parameters
        ----------
        use_pder : bool
            True if the first derivative is a signal
        use_pder2 : bool
            True if the second derivative is a signal
        f : N.m
            Torque into this component, a load for the flange
        p, pder, pder2
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_pder: _t.Boolean = True,
        use_pder2: _t.Boolean = True,
        f: _t.EachInput = ...,
        p: _t.Start = ...,
        pder: _t.Start = ...,
        pder2: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IdealGear(_IdealGear):
    def __init__(
        self,
        *,
        ratio: _t.Real,
        use_support: _t.Boolean = False,
        phi_support: _t.Start = ...,
        phi_a: _t.Start = ...,
        phi_b: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Gear without inertia, elasticity, backlash or losses.

        Parameters
        ----------
        ratio : number
            Transmission ratio: speed of flange_a over speed of flange_b
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        phi_support, phi_a, phi_b
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        ratio: _t.Each,
        use_support: _t.Boolean = False,
        phi_support: _t.Start = ...,
        phi_a: _t.Start = ...,
        phi_b: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IdealGearR2T(_IdealGearR2T):
    def __init__(
        self,
        *,
        ratio: _t.Real,
        use_support_r: _t.Boolean = False,
        use_support_t: _t.Boolean = False,
        phi_support: _t.Start = ...,
        s_support: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Gear between a shaft and a rod, without inertia, elasticity, backlash or losses.

        Parameters
        ----------
        ratio : rad/m
            Angle of the shaft over travel of the rod
        use_support_r : bool
            True if the housing of the shaft is the flange `support_r`, else it is fixed
        use_support_t : bool
            True if the housing of the rod is the flange `support_t`, else it is fixed
        phi_support, s_support
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        ratio: _t.Each,
        use_support_r: _t.Boolean = False,
        use_support_t: _t.Boolean = False,
        phi_support: _t.Start = ...,
        s_support: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IdealPlanetary(_IdealPlanetary):
    def __init__(
        self,
        *,
        ratio: _t.Real,
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
        ratio: _t.Each,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class IdealRollingWheel(_IdealRollingWheel):
    def __init__(
        self,
        *,
        radius: _t.Real,
        use_support_r: _t.Boolean = False,
        use_support_t: _t.Boolean = False,
        phi_support: _t.Start = ...,
        s_support: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Wheel that rolls without slip, without inertia or losses.

        Parameters
        ----------
        radius : m
            Radius of the wheel
        use_support_r : bool
            True if the housing of the shaft is the flange `support_r`, else it is fixed
        use_support_t : bool
            True if the housing of the rod is the flange `support_t`, else it is fixed
        phi_support, s_support
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        radius: _t.Each,
        use_support_r: _t.Boolean = False,
        use_support_t: _t.Boolean = False,
        phi_support: _t.Start = ...,
        s_support: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Inertia(_Inertia):
    def __init__(
        self,
        *,
        J: _t.Real,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'default',
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
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi and w as states
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
        J: _t.Each,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'default',
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class InitializeFlange(_InitializeFlange):
    def __init__(
        self,
        *,
        use_phi_start: _t.Boolean = True,
        use_w_start: _t.Boolean = True,
        use_a_start: _t.Boolean = True,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'default',
        phi_start: _t.Input = ...,
        w_start: _t.Input = ...,
        a_start: _t.Input = ...,
        phi_flange: _t.Start = ...,
        w_flange: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Starts a flange with prescribed angle, speed and acceleration; exerts no torque.

        Parameters
        ----------
        use_phi_start : bool
            True if the angle starts with phi_start
        use_w_start : bool
            True if the speed starts with w_start
        use_a_start : bool
            True if the acceleration starts with a_start
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_flange and w_flange as states
        phi_start : rad
            Angle at the start
        w_start : rad/s
            Speed at the start
        a_start : rad/s2
            Acceleration at the start
        phi_flange, w_flange
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_phi_start: _t.Boolean = True,
        use_w_start: _t.Boolean = True,
        use_a_start: _t.Boolean = True,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'default',
        phi_start: _t.EachInput = ...,
        w_start: _t.EachInput = ...,
        a_start: _t.EachInput = ...,
        phi_flange: _t.Start = ...,
        w_flange: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class InverseSpeedDependentTorque(_InverseSpeedDependentTorque):
    def __init__(
        self,
        *,
        tau_nominal: _t.Real,
        w_nominal: _t.Real,
        w0: _t.Real,
        use_support: _t.Boolean = False,
        torque_direction: _t.Boolean = True,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Torque of constant power above the speed `w0`.

        Parameters
        ----------
        tau_nominal : N.m
            Accelerating torque at the speed w_nominal
        w_nominal : rad/s
            Nominal speed, > 0
        w0 : rad/s
            Speed below which the torque is bounded
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        torque_direction : bool
            Same sign of the torque in both directions of rotation
        phi_support, phi, w, tau
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        tau_nominal: _t.Each,
        w_nominal: _t.Each,
        w0: _t.Each,
        use_support: _t.Boolean = False,
        torque_direction: _t.EachBoolean = True,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class LinearSpeedDependentTorque(_LinearSpeedDependentTorque):
    def __init__(
        self,
        *,
        tau_nominal: _t.Real,
        w_nominal: _t.Real,
        use_support: _t.Boolean = False,
        torque_direction: _t.Boolean = True,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Torque proportional to the speed.

        Parameters
        ----------
        tau_nominal : N.m
            Accelerating torque at the speed w_nominal
        w_nominal : rad/s
            Nominal speed, > 0
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        torque_direction : bool
            Same sign of the torque in both directions of rotation
        phi_support, phi, w, tau
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        tau_nominal: _t.Each,
        w_nominal: _t.Each,
        use_support: _t.Boolean = False,
        torque_direction: _t.EachBoolean = True,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class LossyGear(_LossyGear):
    def __init__(
        self,
        *,
        ratio: _t.Real,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        loss_table: _t.Rows = ...,
        use_support: _t.Boolean = False,
        loss_power: _t.Start = ...,
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
        phi_support: _t.Start = ...,
        phi_a: _t.Start = ...,
        phi_b: _t.Start = ...,
        tau_bf_a: _t.Start = ...,
        tau_eta: _t.Start = ...,
        tau_eta_p: _t.Start = ...,
        tau_eta_m: _t.Start = ...,
        quadrant1_p: _t.Start = ...,
        quadrant2_p: _t.Start = ...,
        quadrant3_m: _t.Start = ...,
        quadrant4_m: _t.Start = ...,
        tau_loss_max_p: _t.Start = ...,
        tau_loss_min_m: _t.Start = ...,
        tau_eta_pos: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Gear whose teeth and bearings lose power and can stick.

        Parameters
        ----------
        ratio : number
            Transmission ratio: speed of flange_a over speed of flange_b
        use_heat_port : bool
            True if the losses go to `heat_port`
        law : {'acceleration', 'velocity', 'prescribed'}
            Abscissa of the loss curve; velocity without inertia on both sides, prescribed where a source gives the speed
        smoothness : {'linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'}
            Interpolation of the losses between the points
        loss_table : rows in rad/s, 1, 1, N.m, N.m
            Efficiencies eta1, eta2 and bearing torques tau_bf1, tau_bf2 over |w_a|
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        loss_power, w_a, a_a, eta_mf1, eta_mf2, tau_bf1, tau_bf2, quadrant1, quadrant2, quadrant3, quadrant4, tau_loss, tau_loss_max, tau_loss_min, tau_a_pos, grip, sa, start_forward, start_backward, locked, mode, phi_support, phi_a, phi_b, tau_bf_a, tau_eta, tau_eta_p, tau_eta_m, quadrant1_p, quadrant2_p, quadrant3_m, quadrant4_m, tau_loss_max_p, tau_loss_min_m, tau_eta_pos
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        ratio: _t.Each,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        loss_table: _t.Rows = ...,
        use_support: _t.Boolean = False,
        loss_power: _t.Start = ...,
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
        phi_support: _t.Start = ...,
        phi_a: _t.Start = ...,
        phi_b: _t.Start = ...,
        tau_bf_a: _t.Start = ...,
        tau_eta: _t.Start = ...,
        tau_eta_p: _t.Start = ...,
        tau_eta_m: _t.Start = ...,
        quadrant1_p: _t.Start = ...,
        quadrant2_p: _t.Start = ...,
        quadrant3_m: _t.Start = ...,
        quadrant4_m: _t.Start = ...,
        tau_loss_max_p: _t.Start = ...,
        tau_loss_min_m: _t.Start = ...,
        tau_eta_pos: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Move(_Move):
    def __init__(
        self,
        *,
        use_support: _t.Boolean = False,
        u: _t.EachInput = ...,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Motion of the flange given by signals, regardless of the torque required.

        Parameters
        ----------
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        u : number
            Angle (rad), speed (rad/s), acceleration (rad/s²) relative to the support
        phi_support, phi
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_support: _t.Boolean = False,
        u: _t.EachInput = ...,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class MultiSensor(_MultiSensor):
    def __init__(
        self,
        *,
        power: _t.Start = ...,
        w: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of speed, torque and power of a shaft.

        Parameters
        ----------
        power, w, tau
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
        w: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class OneWayClutch(_OneWayClutch):
    def __init__(
        self,
        *,
        fn_max: _t.Real,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Real = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        law: _Literal['acceleration', 'velocity'] | _t.Structural = 'acceleration',
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        mu_pos: _t.Rows = ...,
        peak: _t.Real = 1.0,
        cgeo: _t.Real = 1.0,
        w_small: _t.Real = 10000000000.0,
        f_normalized: _t.Input = ...,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        locked: _t.Start = ...,
        u: _t.Start = ...,
        fn: _t.Start = ...,
        mu: _t.Start = ...,
        tau0: _t.Start = ...,
        tau0_max: _t.Start = ...,
        free: _t.Start = ...,
        stuck: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Clutch and freewheel in parallel: flange_b can be faster than flange_a, never slower.

        Parameters
        ----------
        fn_max : N
            Normal force at f_normalized = 1
        use_heat_port : bool
            True if the losses go to `heat_port`
        phi_nominal : rad
            Typical magnitude of phi_rel
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_rel and w_rel as states
        law : {'acceleration', 'velocity'}
            Abscissa of the friction curve; velocity without inertia on one side
        smoothness : {'linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'}
            Interpolation of the friction coefficient between the points
        mu_pos : rows in rad/s, 1
            Friction coefficient over positive relative speed
        peak : number
            Largest torque at rest over sliding torque at zero speed
        cgeo : m
            Geometry: friction torque over friction force
        w_small : rad/s
            Speed near zero; use a small value only if speeds jump by reinitialisation
        f_normalized : number
            Normal force over fn_max, 0 … 1; the clutch is free up to 0
        loss_power, phi_rel, tau, w_rel, a_rel, grip, sa, start_forward, locked, u, fn, mu, tau0, tau0_max, free, stuck
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        fn_max: _t.Each,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Each = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        law: _Literal['acceleration', 'velocity'] | _t.Structural = 'acceleration',
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        mu_pos: _t.Rows = ...,
        peak: _t.Each = 1.0,
        cgeo: _t.Each = 1.0,
        w_small: _t.Each = 10000000000.0,
        f_normalized: _t.EachInput = ...,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        locked: _t.Start = ...,
        u: _t.Start = ...,
        fn: _t.Start = ...,
        mu: _t.Start = ...,
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
        use_support: _t.Boolean = False,
        exact: _t.Boolean = False,
        f_crit: _t.Real = 50.0,
        phi_ref: _t.Input = ...,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Angle of the flange given by a signal, regardless of the torque required.

        Parameters
        ----------
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        exact : bool
            True if the flange follows without filter
        f_crit : Hz
            Critical frequency of the filter
        phi_ref : rad
            Reference angle of the flange relative to the support
        phi_support, phi, w, a
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_support: _t.Boolean = False,
        exact: _t.Boolean = False,
        f_crit: _t.Each = 50.0,
        phi_ref: _t.EachInput = ...,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class PowerSensor(_PowerSensor):
    def __init__(
        self,
        *,
        power: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the power that flows through a shaft from flange_a to flange_b.

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


class QuadraticSpeedDependentTorque(_QuadraticSpeedDependentTorque):
    def __init__(
        self,
        *,
        tau_nominal: _t.Real,
        w_nominal: _t.Real,
        use_support: _t.Boolean = False,
        torque_direction: _t.Boolean = True,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Torque proportional to the square of the speed, like that of a fan or of air drag.

        Parameters
        ----------
        tau_nominal : N.m
            Accelerating torque at the speed w_nominal
        w_nominal : rad/s
            Nominal speed, > 0
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        torque_direction : bool
            Same sign of the torque in both directions of rotation
        phi_support, phi, w, tau
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        tau_nominal: _t.Each,
        w_nominal: _t.Each,
        use_support: _t.Boolean = False,
        torque_direction: _t.EachBoolean = True,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RelAccSensor(_RelAccSensor):
    def __init__(
        self,
        *,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the acceleration of flange_b relative to flange_a.

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


class RelAngleSensor(_RelAngleSensor):
    def __init__(
        self,
        *,
        phi_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the angle of flange_b relative to flange_a.

        Parameters
        ----------
        phi_rel
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
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RelSpeedSensor(_RelSpeedSensor):
    def __init__(
        self,
        *,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the speed of flange_b relative to flange_a.

        Parameters
        ----------
        phi_rel, w_rel
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
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RelativeStates(_RelativeStates):
    def __init__(
        self,
        *,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        phi_nominal: _t.Real = 1.0,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Offers the relative angle and speed of two flanges as states; transmits no torque.

        Parameters
        ----------
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_rel and w_rel as states
        phi_nominal : rad
            Typical magnitude of phi_rel
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
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        phi_nominal: _t.Each = 1.0,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SignTorque(_SignTorque):
    def __init__(
        self,
        *,
        tau_nominal: _t.Real,
        w0: _t.Real,
        use_support: _t.Boolean = False,
        reg: _Literal['exp', 'sine', 'linear', 'cosine'] | _t.Structural = 'exp',
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Torque of constant magnitude with the sign of the speed, regularised around standstill.

        Parameters
        ----------
        tau_nominal : N.m
            Accelerating torque at positive speed
        w0 : rad/s
            Speed below which it is regularised
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        reg : {'exp', 'sine', 'linear', 'cosine'}
            Regularisation around zero
        phi_support, phi, w, tau
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        tau_nominal: _t.Each,
        w0: _t.Each,
        use_support: _t.Boolean = False,
        reg: _Literal['exp', 'sine', 'linear', 'cosine'] | _t.Structural = 'exp',
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Speed(_Speed):
    def __init__(
        self,
        *,
        use_support: _t.Boolean = False,
        exact: _t.Boolean = False,
        f_crit: _t.Real = 50.0,
        w_ref: _t.Input = ...,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Speed of the flange given by a signal, regardless of the torque required.

        Parameters
        ----------
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        exact : bool
            True if the flange follows without filter
        f_crit : Hz
            Critical frequency of the filter
        w_ref : rad/s
            Reference speed of the flange relative to the support
        phi_support, phi, w, a
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_support: _t.Boolean = False,
        exact: _t.Boolean = False,
        f_crit: _t.Each = 50.0,
        w_ref: _t.EachInput = ...,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SpeedSensor(_SpeedSensor):
    def __init__(
        self,
        *,
        w: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the absolute speed of a flange.

        Parameters
        ----------
        w
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
        d: _t.Real,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Real = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        phi_rel0: _t.Real = 0.0,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        tau_c: _t.Start = ...,
        tau_d: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Linear torsion spring and linear damper in parallel.

        Parameters
        ----------
        c : N.m/rad
            Spring stiffness
        d : N.m.s/rad
            Damping constant
        use_heat_port : bool
            True if the losses go to `heat_port`
        phi_nominal : rad
            Typical magnitude of phi_rel
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_rel and w_rel as states
        phi_rel0 : rad
            Relative angle of the relaxed spring
        loss_power, phi_rel, tau, w_rel, a_rel, tau_c, tau_d
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
        d: _t.Each,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Each = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        phi_rel0: _t.Each = 0.0,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        tau_c: _t.Start = ...,
        tau_d: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Torque(_Torque):
    def __init__(
        self,
        *,
        use_support: _t.Boolean = False,
        tau: _t.Input = ...,
        phi_support: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Torque given by a signal; a positive one accelerates what is connected to the flange.

        Parameters
        ----------
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        tau : N.m
            Accelerating torque at the flange
        phi_support
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_support: _t.Boolean = False,
        tau: _t.EachInput = ...,
        phi_support: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Torque2(_Torque2):
    def __init__(
        self,
        *,
        tau: _t.Input = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Torque given by a signal; a positive one drives flange_b forward and flange_a back.

        Parameters
        ----------
        tau : N.m
            Torque at flange_b on what is connected there
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        tau: _t.EachInput = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class TorqueSensor(_TorqueSensor):
    def __init__(
        self,
        *,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the cut torque in a shaft.

        Parameters
        ----------
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
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class TorqueStep(_TorqueStep):
    def __init__(
        self,
        *,
        step_torque: _t.Real,
        offset_torque: _t.Real,
        use_support: _t.Boolean = False,
        start_time: _t.Real = 0.0,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Torque that jumps at a given time.

        Parameters
        ----------
        step_torque : N.m
            Height of the step
        offset_torque : N.m
            Torque before the step
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        start_time : s
            Time of the step
        phi_support, phi, tau
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        step_torque: _t.Each,
        offset_torque: _t.Each,
        use_support: _t.Boolean = False,
        start_time: _t.Each = 0.0,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class TorqueToAngleAdaptor(_TorqueToAngleAdaptor):
    def __init__(
        self,
        *,
        use_w: _t.Boolean = True,
        use_a: _t.Boolean = True,
        tau: _t.Input = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Loads a flange with a torque given by a signal and outputs its motion.

        Parameters
        ----------
        use_w : bool
            True if the speed is a signal
        use_a : bool
            True if the acceleration is a signal
        tau : N.m
            Torque into this component, a load for the flange
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
        use_w: _t.Boolean = True,
        use_a: _t.Boolean = True,
        tau: _t.EachInput = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...
