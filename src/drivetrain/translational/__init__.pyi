"""Signatures of the components, for editors; made by `python -m tools.stubs`."""

from typing import Any as _Any, Literal as _Literal, Self as _Self
import drivetrain.modeling.argument_types as _t
from drivetrain.modeling.component_array import ComponentArray as _ComponentArray
from drivetrain.translational.interfaces.sensors import AbsoluteSensor as AbsoluteSensor
from drivetrain.translational.sensors.acc_sensor import AccSensor as _AccSensor
from drivetrain.translational.sources.accelerate import Accelerate as _Accelerate
from drivetrain.translational.components.brake import Brake as _Brake
from drivetrain.translational.interfaces.compliant import Compliant as Compliant
from drivetrain.translational.interfaces.compliant import CompliantWithRelativeStates as CompliantWithRelativeStates
from drivetrain.translational.sources.constant_force import ConstantForce as _ConstantForce
from drivetrain.translational.sources.constant_speed import ConstantSpeed as _ConstantSpeed
from drivetrain.translational.components.damper import Damper as _Damper
from drivetrain.translational.sources.eddy_current_force import EddyCurrentForce as _EddyCurrentForce
from drivetrain.translational.components.elasto_gap import ElastoGap as _ElastoGap
from drivetrain.translational.components.fixed import Fixed as _Fixed
from drivetrain.mechanics.translational_flanges import Flange as Flange
from drivetrain.mechanics.translational_flanges import FlangeA as FlangeA
from drivetrain.mechanics.translational_flanges import FlangeB as FlangeB
from drivetrain.translational.sources.force import Force as _Force
from drivetrain.translational.sources.force2 import Force2 as _Force2
from drivetrain.translational.sensors.force_sensor import ForceSensor as _ForceSensor
from drivetrain.translational.sources.force_step import ForceStep as _ForceStep
from drivetrain.translational.interfaces.friction import Friction as Friction
from drivetrain.translational.components.general_force_to_position_adaptor import GeneralForceToPositionAdaptor as _GeneralForceToPositionAdaptor
from drivetrain.translational.components.general_position_to_force_adaptor import GeneralPositionToForceAdaptor as _GeneralPositionToForceAdaptor
from drivetrain.rotational.components.ideal_gear_r2t import IdealGearR2T as _IdealGearR2T
from drivetrain.rotational.components.ideal_rolling_wheel import IdealRollingWheel as _IdealRollingWheel
from drivetrain.translational.components.initialize_flange import InitializeFlange as _InitializeFlange
from drivetrain.translational.interfaces.support import InternalSupport as InternalSupport
from drivetrain.translational.sources.inverse_speed_dependent_force import InverseSpeedDependentForce as _InverseSpeedDependentForce
from drivetrain.translational.sources.linear_speed_dependent_force import LinearSpeedDependentForce as _LinearSpeedDependentForce
from drivetrain.translational.components.mass import Mass as _Mass
from drivetrain.translational.components.mass_with_stop_and_friction import MassWithStopAndFriction as _MassWithStopAndFriction
from drivetrain.translational.sources.move import Move as _Move
from drivetrain.translational.sensors.multi_sensor import MultiSensor as _MultiSensor
from drivetrain.translational.interfaces.support import OneFlangeAndHousing as OneFlangeAndHousing
from drivetrain.translational.interfaces.support import OneFlangeAndSupport as OneFlangeAndSupport
from drivetrain.translational.interfaces.sources import PartialForce as PartialForce
from drivetrain.translational.sources.position import Position as _Position
from drivetrain.translational.sensors.position_sensor import PositionSensor as _PositionSensor
from drivetrain.translational.sensors.power_sensor import PowerSensor as _PowerSensor
from drivetrain.translational.sources.quadratic_speed_dependent_force import QuadraticSpeedDependentForce as _QuadraticSpeedDependentForce
from drivetrain.translational.sensors.rel_acc_sensor import RelAccSensor as _RelAccSensor
from drivetrain.translational.sensors.rel_position_sensor import RelPositionSensor as _RelPositionSensor
from drivetrain.translational.sensors.rel_speed_sensor import RelSpeedSensor as _RelSpeedSensor
from drivetrain.translational.interfaces.sensors import RelativeSensor as RelativeSensor
from drivetrain.translational.components.relative_states import RelativeStates as _RelativeStates
from drivetrain.translational.interfaces.two_flanges import Rigid as Rigid
from drivetrain.translational.interfaces.sensors import RigidSensor as RigidSensor
from drivetrain.translational.components.rod import Rod as _Rod
from drivetrain.translational.interfaces.support import RodOnSupport as RodOnSupport
from drivetrain.translational.components.rolling_resistance import RollingResistance as _RollingResistance
from drivetrain.translational.sources.sign_force import SignForce as _SignForce
from drivetrain.translational.sources.speed import Speed as _Speed
from drivetrain.translational.sensors.speed_sensor import SpeedSensor as _SpeedSensor
from drivetrain.translational.components.spring import Spring as _Spring
from drivetrain.translational.components.spring_damper import SpringDamper as _SpringDamper
from drivetrain.mechanics.translational_flanges import Support as Support
from drivetrain.translational.components.support_friction import SupportFriction as _SupportFriction
from drivetrain.translational.interfaces.sources import TranslationalSource as TranslationalSource
from drivetrain.translational.interfaces.two_flanges import TwoFlanges as TwoFlanges
from drivetrain.translational.interfaces.support import TwoFlangesAndHousing as TwoFlangesAndHousing
from drivetrain.translational.interfaces.support import TwoFlangesAndSupport as TwoFlangesAndSupport
from drivetrain.translational.components.vehicle import Vehicle as _Vehicle

__all__ = [
    "AbsoluteSensor",
    "AccSensor",
    "Accelerate",
    "Brake",
    "Compliant",
    "CompliantWithRelativeStates",
    "ConstantForce",
    "ConstantSpeed",
    "Damper",
    "EddyCurrentForce",
    "ElastoGap",
    "Fixed",
    "Flange",
    "FlangeA",
    "FlangeB",
    "Force",
    "Force2",
    "ForceSensor",
    "ForceStep",
    "Friction",
    "GeneralForceToPositionAdaptor",
    "GeneralPositionToForceAdaptor",
    "IdealGearR2T",
    "IdealRollingWheel",
    "InitializeFlange",
    "InternalSupport",
    "InverseSpeedDependentForce",
    "LinearSpeedDependentForce",
    "Mass",
    "MassWithStopAndFriction",
    "Move",
    "MultiSensor",
    "OneFlangeAndHousing",
    "OneFlangeAndSupport",
    "PartialForce",
    "Position",
    "PositionSensor",
    "PowerSensor",
    "QuadraticSpeedDependentForce",
    "RelAccSensor",
    "RelPositionSensor",
    "RelSpeedSensor",
    "RelativeSensor",
    "RelativeStates",
    "Rigid",
    "RigidSensor",
    "Rod",
    "RodOnSupport",
    "RollingResistance",
    "SignForce",
    "Speed",
    "SpeedSensor",
    "Spring",
    "SpringDamper",
    "Support",
    "SupportFriction",
    "TranslationalSource",
    "TwoFlanges",
    "TwoFlangesAndHousing",
    "TwoFlangesAndSupport",
    "Vehicle",
]

class AccSensor(_AccSensor):
    def __init__(
        self,
        *,
        v: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the absolute acceleration of a flange.

        Parameters
        ----------
        v, a
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
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Accelerate(_Accelerate):
    def __init__(
        self,
        *,
        use_support: _t.Boolean = False,
        a_ref: _t.Input = ...,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Acceleration of the flange given by a signal, regardless of the force required.

        Parameters
        ----------
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        a_ref : m/s2
            Reference acceleration of the flange relative to the support
        s_support, s, v, a
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
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
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
        v_small: _t.Real = 0.001,
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
        v_relfric: _t.Start = ...,
        a_relfric: _t.Start = ...,
        f0: _t.Start = ...,
        f0_max: _t.Start = ...,
        f: _t.Start = ...,
        s_support: _t.Start = ...,
        s_a: _t.Start = ...,
        s_b: _t.Start = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
        a: _t.Start = ...,
        fn: _t.Start = ...,
        mu: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Dry friction between a rod and its housing under a controlled normal force.

        Parameters
        ----------
        fn_max : N
            Normal force at f_normalized = 1
        use_heat_port : bool
            True if the losses go to `heat_port`
        law : {'acceleration', 'velocity', 'prescribed'}
            Abscissa of the friction curve; velocity without inertia on one side, prescribed where a source gives the speed
        v_small : m/s
            Speed against the direction of sliding that counts as a jump
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        smoothness : {'linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'}
            Interpolation of the friction coefficient between the points
        mu_pos : rows in m/s, 1
            Friction coefficient over positive speed
        peak : number
            Largest force at rest over sliding force at zero speed
        cgeo : number
            Geometry: friction force over that of a single surface
        f_normalized : number
            Normal force over fn_max, 0 … 1; the brake is free up to 0
        loss_power, free, grip, sa, start_forward, start_backward, locked, mode, v_relfric, a_relfric, f0, f0_max, f, s_support, s_a, s_b, s, v, a, fn, mu
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
        v_small: _t.Each = 0.001,
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
        v_relfric: _t.Start = ...,
        a_relfric: _t.Start = ...,
        f0: _t.Start = ...,
        f0_max: _t.Start = ...,
        f: _t.Start = ...,
        s_support: _t.Start = ...,
        s_a: _t.Start = ...,
        s_b: _t.Start = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
        a: _t.Start = ...,
        fn: _t.Start = ...,
        mu: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ConstantForce(_ConstantForce):
    def __init__(
        self,
        *,
        f_constant: _t.Real,
        use_support: _t.Boolean = False,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Constant force; a positive `f_constant` accelerates what is connected to the flange.

        Parameters
        ----------
        f_constant : N
            Accelerating force
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        s_support, s, f
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        f_constant: _t.Each,
        use_support: _t.Boolean = False,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ConstantSpeed(_ConstantSpeed):
    def __init__(
        self,
        *,
        v_fixed: _t.Real,
        use_support: _t.Boolean = False,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        v: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Constant speed of the flange, regardless of the force required.

        Parameters
        ----------
        v_fixed : m/s
            Speed of the flange relative to the support
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        s_support, s, f, v
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        v_fixed: _t.Each,
        use_support: _t.Boolean = False,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        v: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Damper(_Damper):
    def __init__(
        self,
        *,
        d: _t.Real,
        use_heat_port: _t.Boolean = False,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        s_nominal: _t.Real = 0.0001,
        loss_power: _t.Start = ...,
        s_rel: _t.Start = ...,
        f: _t.Start = ...,
        v_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Linear damper whose force is proportional to the relative speed.

        Parameters
        ----------
        d : N.s/m
            Damping constant
        use_heat_port : bool
            True if the losses go to `heat_port`
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of s_rel and v_rel as states
        s_nominal : m
            Typical magnitude of s_rel
        loss_power, s_rel, f, v_rel
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
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        s_nominal: _t.Each = 0.0001,
        loss_power: _t.Start = ...,
        s_rel: _t.Start = ...,
        f: _t.Start = ...,
        v_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class EddyCurrentForce(_EddyCurrentForce):
    def __init__(
        self,
        *,
        T_ref: _t.Real,
        alpha20: _t.Real,
        f_nominal: _t.Real,
        v_nominal: _t.Real,
        use_heat_port: _t.Boolean = False,
        use_excitation_input: _t.Boolean = False,
        constant_excitation: _t.Real = 1.0,
        T: _t.Real = 293.15,
        use_support: _t.Boolean = False,
        excitation: _t.Input = ...,
        loss_power: _t.Start = ...,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        v: _t.Start = ...,
        v_normalized: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Eddy-current brake between a rod and its housing.

        Parameters
        ----------
        T_ref : K
            Temperature to which the nominal speed refers
        alpha20 : 1/K
            Temperature coefficient of the conductor at 20 °C
        f_nominal : N
            Largest braking force at excitation 1
        v_nominal : m/s
            Speed of the largest force, > 0
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
        loss_power, s_support, s, f, v, v_normalized
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
        f_nominal: _t.Each,
        v_nominal: _t.Each,
        use_heat_port: _t.Boolean = False,
        use_excitation_input: _t.Boolean = False,
        constant_excitation: _t.Each = 1.0,
        T: _t.Each = 293.15,
        use_support: _t.Boolean = False,
        excitation: _t.EachInput = ...,
        loss_power: _t.Start = ...,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        v: _t.Start = ...,
        v_normalized: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ElastoGap(_ElastoGap):
    def __init__(
        self,
        *,
        c: _t.Real,
        d: _t.Real,
        use_heat_port: _t.Boolean = False,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        s_nominal: _t.Real = 0.0001,
        s_rel0: _t.Real = 0.0,
        s_ref: _t.Real = 1.0,
        f_ref: _t.Real = ...,
        n: _t.Real = 1.0,
        loss_power: _t.Start = ...,
        s_rel: _t.Start = ...,
        f: _t.Start = ...,
        v_rel: _t.Start = ...,
        contact: _t.Start = ...,
        f_c: _t.Start = ...,
        f_d2: _t.Start = ...,
        f_d: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Spring and damper that act only while the flanges are closer than `s_rel0`.

        Parameters
        ----------
        c : N/m
            Spring stiffness
        d : N.s/m
            Damping constant
        use_heat_port : bool
            True if the losses go to `heat_port`
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of s_rel and v_rel as states
        s_nominal : m
            Typical magnitude of s_rel
        s_rel0 : m
            Relative distance at which contact begins
        s_ref : m
            Penetration at f_ref
        f_ref : N
            Spring force at s_ref
        n : number
            Exponent of the spring force
        loss_power, s_rel, f, v_rel, contact, f_c, f_d2, f_d
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
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        s_nominal: _t.Each = 0.0001,
        s_rel0: _t.Each = 0.0,
        s_ref: _t.Each = 1.0,
        f_ref: _t.Each = ...,
        n: _t.Each = 1.0,
        loss_power: _t.Start = ...,
        s_rel: _t.Start = ...,
        f: _t.Start = ...,
        v_rel: _t.Start = ...,
        contact: _t.Start = ...,
        f_c: _t.Start = ...,
        f_d2: _t.Start = ...,
        f_d: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Fixed(_Fixed):
    def __init__(
        self,
        *,
        s0: _t.Real = 0.0,
        enabled: _t.Boolean = True,
    ) -> None:
        """Flange fixed to the housing at a given position.

        Parameters
        ----------
        s0 : m
            Position at which the flange is fixed
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        s0: _t.Each = 0.0,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Force(_Force):
    def __init__(
        self,
        *,
        use_support: _t.Boolean = False,
        f: _t.Input = ...,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Force given by a signal; a positive one accelerates what is connected to the flange.

        Parameters
        ----------
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        f : N
            Accelerating force at the flange
        s_support, s
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
        f: _t.EachInput = ...,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Force2(_Force2):
    def __init__(
        self,
        *,
        f: _t.Input = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Force given by a signal; a positive one drives flange_b forward and flange_a back.

        Parameters
        ----------
        f : N
            Force at flange_b on what is connected there
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        f: _t.EachInput = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ForceSensor(_ForceSensor):
    def __init__(
        self,
        *,
        f: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the cut force in a rod.

        Parameters
        ----------
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
        f: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ForceStep(_ForceStep):
    def __init__(
        self,
        *,
        step_force: _t.Real,
        offset_force: _t.Real,
        use_support: _t.Boolean = False,
        start_time: _t.Real = 0.0,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Force that jumps at a given time; a positive force accelerates.

        Parameters
        ----------
        step_force : N
            Height of the step
        offset_force : N
            Force before the step
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        start_time : s
            Time of the step
        s_support, s, f
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        step_force: _t.Each,
        offset_force: _t.Each,
        use_support: _t.Boolean = False,
        start_time: _t.Each = 0.0,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class GeneralForceToPositionAdaptor(_GeneralForceToPositionAdaptor):
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
        """Loads a flange with a force given by a signal and outputs its motion.

        Parameters
        ----------
        use_pder : bool
            True if the first derivative is a signal
        use_pder2 : bool
            True if the second derivative is a signal
        f : N
            Force into this component, a load for the flange
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


class GeneralPositionToForceAdaptor(_GeneralPositionToForceAdaptor):
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
        """Moves a flange as given by signals and outputs the required force.

        Parameters
        ----------
        use_pder : bool
            True if the first derivative is a signal
        use_pder2 : bool
            True if the second derivative is a signal
        p : m
            Position of the flange
        pder : m/s
            Its first derivative
        pder2 : m/s2
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


class InitializeFlange(_InitializeFlange):
    def __init__(
        self,
        *,
        use_s_start: _t.Boolean = True,
        use_v_start: _t.Boolean = True,
        use_a_start: _t.Boolean = True,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'default',
        s_start: _t.Input = ...,
        v_start: _t.Input = ...,
        a_start: _t.Input = ...,
        s_flange: _t.Start = ...,
        v_flange: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Starts a flange with prescribed position, speed and acceleration; exerts no force.

        Parameters
        ----------
        use_s_start : bool
            True if the position starts with s_start
        use_v_start : bool
            True if the speed starts with v_start
        use_a_start : bool
            True if the acceleration starts with a_start
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of s_flange and v_flange as states
        s_start : m
            Position at the start
        v_start : m/s
            Speed at the start
        a_start : m/s2
            Acceleration at the start
        s_flange, v_flange
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_s_start: _t.Boolean = True,
        use_v_start: _t.Boolean = True,
        use_a_start: _t.Boolean = True,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'default',
        s_start: _t.EachInput = ...,
        v_start: _t.EachInput = ...,
        a_start: _t.EachInput = ...,
        s_flange: _t.Start = ...,
        v_flange: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class InverseSpeedDependentForce(_InverseSpeedDependentForce):
    def __init__(
        self,
        *,
        f_nominal: _t.Real,
        v_nominal: _t.Real,
        v0: _t.Real,
        use_support: _t.Boolean = False,
        force_direction: _t.Boolean = True,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        v: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Force of constant power above the speed `v0`.

        Parameters
        ----------
        f_nominal : N
            Accelerating force at the speed v_nominal
        v_nominal : m/s
            Nominal speed, > 0
        v0 : m/s
            Speed below which the force is bounded
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        force_direction : bool
            Same sign of the force in both directions of motion
        s_support, s, f, v
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        f_nominal: _t.Each,
        v_nominal: _t.Each,
        v0: _t.Each,
        use_support: _t.Boolean = False,
        force_direction: _t.EachBoolean = True,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        v: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class LinearSpeedDependentForce(_LinearSpeedDependentForce):
    def __init__(
        self,
        *,
        f_nominal: _t.Real,
        v_nominal: _t.Real,
        use_support: _t.Boolean = False,
        force_direction: _t.Boolean = True,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        v: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Force proportional to the speed.

        Parameters
        ----------
        f_nominal : N
            Accelerating force at the speed v_nominal
        v_nominal : m/s
            Nominal speed, > 0
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        force_direction : bool
            Same sign of the force in both directions of motion
        s_support, s, f, v
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        f_nominal: _t.Each,
        v_nominal: _t.Each,
        use_support: _t.Boolean = False,
        force_direction: _t.EachBoolean = True,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        v: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Mass(_Mass):
    def __init__(
        self,
        *,
        m: _t.Real,
        L: _t.Real = 0.0,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'default',
        s: _t.Start = ...,
        v: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Rigid mass with two flanges that slides without friction.

        Parameters
        ----------
        m : kg
            Mass
        L : m
            Length: flange_b.s - flange_a.s
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of s and v as states
        s, v, a
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        m: _t.Each,
        L: _t.Each = 0.0,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'default',
        s: _t.Start = ...,
        v: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class MassWithStopAndFriction(_MassWithStopAndFriction):
    def __init__(
        self,
        *,
        L: _t.Real,
        m: _t.Real,
        smax: _t.Real,
        smin: _t.Real,
        F_prop: _t.Real,
        F_Coulomb: _t.Real,
        F_Stribeck: _t.Real,
        fexp: _t.Real,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        v_small: _t.Real = 0.001,
        loss_power: _t.Start = ...,
        free: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        start_backward: _t.Start = ...,
        locked: _t.Start = ...,
        mode: _t.Start = ...,
        v_relfric: _t.Start = ...,
        a_relfric: _t.Start = ...,
        f0: _t.Start = ...,
        f0_max: _t.Start = ...,
        f: _t.Start = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
        a: _t.Start = ...,
        stopped: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Mass that slides with friction between two hard stops.

        Parameters
        ----------
        L : m
            Length: flange_b.s - flange_a.s
        m : kg
            Mass
        smax : m
            Right stop, for the right end of the mass
        smin : m
            Left stop, for the left end of the mass
        F_prop : N.s/m
            Friction proportional to the speed
        F_Coulomb : N
            Constant friction: Coulomb force
        F_Stribeck : N
            Friction that vanishes with increasing speed: Stribeck effect
        fexp : s/m
            Decay of the Stribeck effect with speed
        use_heat_port : bool
            True if the losses go to `heat_port`
        law : {'acceleration', 'velocity', 'prescribed'}
            Abscissa of the friction curve; velocity without inertia on one side, prescribed where a source gives the speed
        v_small : m/s
            Speed against the direction of sliding that counts as a jump
        loss_power, free, grip, sa, start_forward, start_backward, locked, mode, v_relfric, a_relfric, f0, f0_max, f, s, v, a, stopped
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
        m: _t.Each,
        smax: _t.Each,
        smin: _t.Each,
        F_prop: _t.Each,
        F_Coulomb: _t.Each,
        F_Stribeck: _t.Each,
        fexp: _t.Each,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        v_small: _t.Each = 0.001,
        loss_power: _t.Start = ...,
        free: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        start_backward: _t.Start = ...,
        locked: _t.Start = ...,
        mode: _t.Start = ...,
        v_relfric: _t.Start = ...,
        a_relfric: _t.Start = ...,
        f0: _t.Start = ...,
        f0_max: _t.Start = ...,
        f: _t.Start = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
        a: _t.Start = ...,
        stopped: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Move(_Move):
    def __init__(
        self,
        *,
        use_support: _t.Boolean = False,
        u: _t.EachInput = ...,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Motion of the flange given by signals, regardless of the force required.

        Parameters
        ----------
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        u : number
            Position (m), speed (m/s), acceleration (m/s²) relative to the support
        s_support, s
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
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class MultiSensor(_MultiSensor):
    def __init__(
        self,
        *,
        power: _t.Start = ...,
        v: _t.Start = ...,
        f: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of speed, force and power of a rod.

        Parameters
        ----------
        power, v, f
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
        v: _t.Start = ...,
        f: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Position(_Position):
    def __init__(
        self,
        *,
        use_support: _t.Boolean = False,
        exact: _t.Boolean = False,
        f_crit: _t.Real = 50.0,
        s_ref: _t.Input = ...,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Position of the flange given by a signal, regardless of the force required.

        Parameters
        ----------
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        exact : bool
            True if the flange follows without filter
        f_crit : Hz
            Critical frequency of the filter
        s_ref : m
            Reference position of the flange relative to the support
        s_support, s, v, a
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
        s_ref: _t.EachInput = ...,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class PositionSensor(_PositionSensor):
    def __init__(
        self,
        *,
        s: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the absolute position of a flange.

        Parameters
        ----------
        s
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        s: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class PowerSensor(_PowerSensor):
    def __init__(
        self,
        *,
        power: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the power that flows through a rod from flange_a to flange_b.

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


class QuadraticSpeedDependentForce(_QuadraticSpeedDependentForce):
    def __init__(
        self,
        *,
        f_nominal: _t.Real,
        v_nominal: _t.Real,
        use_support: _t.Boolean = False,
        force_direction: _t.Boolean = True,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        v: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Force proportional to the square of the speed, like that of air drag.

        Parameters
        ----------
        f_nominal : N
            Accelerating force at the speed v_nominal
        v_nominal : m/s
            Nominal speed, > 0
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        force_direction : bool
            Same sign of the force in both directions of motion
        s_support, s, f, v
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        f_nominal: _t.Each,
        v_nominal: _t.Each,
        use_support: _t.Boolean = False,
        force_direction: _t.EachBoolean = True,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        v: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RelAccSensor(_RelAccSensor):
    def __init__(
        self,
        *,
        s_rel: _t.Start = ...,
        v_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the acceleration of flange_b relative to flange_a.

        Parameters
        ----------
        s_rel, v_rel, a_rel
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        s_rel: _t.Start = ...,
        v_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RelPositionSensor(_RelPositionSensor):
    def __init__(
        self,
        *,
        s_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the position of flange_b relative to flange_a.

        Parameters
        ----------
        s_rel
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        s_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RelSpeedSensor(_RelSpeedSensor):
    def __init__(
        self,
        *,
        s_rel: _t.Start = ...,
        v_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the speed of flange_b relative to flange_a.

        Parameters
        ----------
        s_rel, v_rel
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        s_rel: _t.Start = ...,
        v_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RelativeStates(_RelativeStates):
    def __init__(
        self,
        *,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        s_rel: _t.Start = ...,
        v_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Offers the relative distance and speed of two flanges as states; transmits no force.

        Parameters
        ----------
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            No effect
        s_rel, v_rel, a_rel
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
        s_rel: _t.Start = ...,
        v_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Rod(_Rod):
    def __init__(
        self,
        *,
        L: _t.Real,
        s: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Rigid rod without mass.

        Parameters
        ----------
        L : m
            Length: flange_b.s - flange_a.s
        s
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
        s: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RollingResistance(_RollingResistance):
    def __init__(
        self,
        *,
        f_weight: _t.Real,
        use_support: _t.Boolean = False,
        use_cr_input: _t.Boolean = False,
        cr_constant: _t.Real = 0.01,
        use_inclination_input: _t.Boolean = False,
        inclination_constant: _t.Real = 0.0,
        reg: _Literal['exp', 'sine', 'linear', 'cosine'] | _t.Structural = 'exp',
        v0: _t.Real = 0.1,
        cr: _t.Input = ...,
        inclination: _t.Input = ...,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        v: _t.Start = ...,
        f_nominal: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Resistance of a rolling wheel: proportional to the normal force, opposing the motion.

        Parameters
        ----------
        f_weight : N
            Weight carried by the wheel
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        use_cr_input : bool
            True if the coefficient is a signal, else it is constant
        cr_constant : number
            Coefficient of rolling resistance if it is constant
        use_inclination_input : bool
            True if the inclination is a signal, else it is constant
        inclination_constant : number
            Inclination (tangent of the slope) if constant
        reg : {'exp', 'sine', 'linear', 'cosine'}
            Regularisation around zero
        v0 : m/s
            Speed below which it is regularised
        cr : number
            Coefficient of rolling resistance
        inclination : number
            Inclination: tangent of the slope
        s_support, s, f, v, f_nominal
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        f_weight: _t.Each,
        use_support: _t.Boolean = False,
        use_cr_input: _t.Boolean = False,
        cr_constant: _t.Each = 0.01,
        use_inclination_input: _t.Boolean = False,
        inclination_constant: _t.Each = 0.0,
        reg: _Literal['exp', 'sine', 'linear', 'cosine'] | _t.Structural = 'exp',
        v0: _t.Each = 0.1,
        cr: _t.EachInput = ...,
        inclination: _t.EachInput = ...,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        v: _t.Start = ...,
        f_nominal: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SignForce(_SignForce):
    def __init__(
        self,
        *,
        f_nominal: _t.Real,
        v0: _t.Real,
        use_support: _t.Boolean = False,
        reg: _Literal['exp', 'sine', 'linear', 'cosine'] | _t.Structural = 'exp',
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        v: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Force of constant magnitude with the sign of the speed, regularised around standstill.

        Parameters
        ----------
        f_nominal : N
            Accelerating force at positive speed
        v0 : m/s
            Speed below which it is regularised
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        reg : {'exp', 'sine', 'linear', 'cosine'}
            Regularisation around zero
        s_support, s, f, v
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        f_nominal: _t.Each,
        v0: _t.Each,
        use_support: _t.Boolean = False,
        reg: _Literal['exp', 'sine', 'linear', 'cosine'] | _t.Structural = 'exp',
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        f: _t.Start = ...,
        v: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Speed(_Speed):
    def __init__(
        self,
        *,
        use_support: _t.Boolean = False,
        exact: _t.Boolean = False,
        f_crit: _t.Real = 50.0,
        v_ref: _t.Input = ...,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Speed of the flange given by a signal, regardless of the force required.

        Parameters
        ----------
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        exact : bool
            True if the flange follows without filter
        f_crit : Hz
            Critical frequency of the filter
        v_ref : m/s
            Reference speed of the flange relative to the support
        s_support, s, v, a
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
        v_ref: _t.EachInput = ...,
        s_support: _t.Start = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SpeedSensor(_SpeedSensor):
    def __init__(
        self,
        *,
        v: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the absolute speed of a flange.

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


class Spring(_Spring):
    def __init__(
        self,
        *,
        c: _t.Real,
        s_rel0: _t.Real = 0.0,
        s_rel: _t.Start = ...,
        f: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Linear spring without mass.

        Parameters
        ----------
        c : N/m
            Spring stiffness
        s_rel0 : m
            Relative distance of the relaxed spring
        s_rel, f
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
        s_rel0: _t.Each = 0.0,
        s_rel: _t.Start = ...,
        f: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SpringDamper(_SpringDamper):
    def __init__(
        self,
        *,
        c: _t.Real,
        d: _t.Real,
        use_heat_port: _t.Boolean = False,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        s_nominal: _t.Real = 0.0001,
        s_rel0: _t.Real = 0.0,
        loss_power: _t.Start = ...,
        s_rel: _t.Start = ...,
        f: _t.Start = ...,
        v_rel: _t.Start = ...,
        f_c: _t.Start = ...,
        f_d: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Linear spring and linear damper in parallel.

        Parameters
        ----------
        c : N/m
            Spring stiffness
        d : N.s/m
            Damping constant
        use_heat_port : bool
            True if the losses go to `heat_port`
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of s_rel and v_rel as states
        s_nominal : m
            Typical magnitude of s_rel
        s_rel0 : m
            Relative distance of the relaxed spring
        loss_power, s_rel, f, v_rel, f_c, f_d
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
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        s_nominal: _t.Each = 0.0001,
        s_rel0: _t.Each = 0.0,
        loss_power: _t.Start = ...,
        s_rel: _t.Start = ...,
        f: _t.Start = ...,
        v_rel: _t.Start = ...,
        f_c: _t.Start = ...,
        f_d: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SupportFriction(_SupportFriction):
    def __init__(
        self,
        *,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        v_small: _t.Real = 0.001,
        use_support: _t.Boolean = False,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        f_pos: _t.Rows = ...,
        peak: _t.Real = 1.0,
        loss_power: _t.Start = ...,
        free: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        start_backward: _t.Start = ...,
        locked: _t.Start = ...,
        mode: _t.Start = ...,
        v_relfric: _t.Start = ...,
        a_relfric: _t.Start = ...,
        f0: _t.Start = ...,
        f0_max: _t.Start = ...,
        f: _t.Start = ...,
        s_support: _t.Start = ...,
        s_a: _t.Start = ...,
        s_b: _t.Start = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Dry friction between a rod and its housing.

        Parameters
        ----------
        use_heat_port : bool
            True if the losses go to `heat_port`
        law : {'acceleration', 'velocity', 'prescribed'}
            Abscissa of the friction curve; velocity without inertia on one side, prescribed where a source gives the speed
        v_small : m/s
            Speed against the direction of sliding that counts as a jump
        use_support : bool
            True if the housing is the flange `support`, else it is fixed
        smoothness : {'linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'}
            Interpolation of the friction force between the points
        f_pos : rows in m/s, N
            Friction force over positive speed
        peak : number
            Largest force at rest over sliding force at zero speed
        loss_power, free, grip, sa, start_forward, start_backward, locked, mode, v_relfric, a_relfric, f0, f0_max, f, s_support, s_a, s_b, s, v, a
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
        v_small: _t.Each = 0.001,
        use_support: _t.Boolean = False,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        f_pos: _t.Rows = ...,
        peak: _t.Each = 1.0,
        loss_power: _t.Start = ...,
        free: _t.Start = ...,
        grip: _t.Start = ...,
        sa: _t.Start = ...,
        start_forward: _t.Start = ...,
        start_backward: _t.Start = ...,
        locked: _t.Start = ...,
        mode: _t.Start = ...,
        v_relfric: _t.Start = ...,
        a_relfric: _t.Start = ...,
        f0: _t.Start = ...,
        f0_max: _t.Start = ...,
        f: _t.Start = ...,
        s_support: _t.Start = ...,
        s_a: _t.Start = ...,
        s_b: _t.Start = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
        a: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Vehicle(_Vehicle):
    def __init__(
        self,
        *,
        m: _t.Real,
        J: _t.Real,
        R: _t.Real,
        A: _t.Real,
        Cd: _t.Real,
        g: _t.Real = 9.80665,
        rho: _t.Real = 1.2,
        use_wind_input: _t.Boolean = False,
        v_wind_constant: _t.Real = 0.0,
        use_cr_input: _t.Boolean = False,
        cr_constant: _t.Real = 0.015,
        v_reg: _t.Real = 0.001,
        use_inclination_input: _t.Boolean = False,
        inclination_constant: _t.Real = 0.0,
        v_wind: _t.Input = ...,
        cr: _t.Input = ...,
        inclination: _t.Input = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
        a: _t.Start = ...,
        inertia: _t.Inside = ...,
        ideal_rolling_wheel: _t.Inside = ...,
        mass: _t.Inside = ...,
        drag_force: _t.Inside = ...,
        wind_speed: _t.Inside = ...,
        rolling_resistance: _t.Inside = ...,
        inclination_force: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Vehicle with wheels, air drag, rolling resistance and the force of a slope.

        Parameters
        ----------
        m : kg
            Mass of the vehicle
        J : kg.m2
            Moment of inertia of all wheels
        R : m
            Radius of the wheels
        A : m2
            Cross section of the vehicle
        Cd : number
            Drag coefficient
        g : m/s2
            Acceleration of gravity
        rho : kg/m3
            Density of air
        use_wind_input : bool
            True if the wind is a signal, else it is constant
        v_wind_constant : m/s
            Wind speed along the road if constant
        use_cr_input : bool
            True if the rolling resistance is a signal, else constant
        cr_constant : number
            Coefficient of rolling resistance if constant
        v_reg : m/s
            Speed below which rolling resistance is regularised
        use_inclination_input : bool
            True if the inclination is a signal, else it is constant
        inclination_constant : number
            Inclination (tangent of the slope) if constant
        v_wind : m/s
            Wind speed along the road
        cr : number
            Coefficient of rolling resistance
        inclination : number
            Inclination: tangent of the slope
        s, v, a
            Start values, fixed(…) or guess(…).
        inertia, ideal_rolling_wheel, mass, drag_force, wind_speed, rolling_resistance, inclination_force
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        m: _t.Each,
        J: _t.Each,
        R: _t.Each,
        A: _t.Each,
        Cd: _t.Each,
        g: _t.Each = 9.80665,
        rho: _t.Each = 1.2,
        use_wind_input: _t.Boolean = False,
        v_wind_constant: _t.Each = 0.0,
        use_cr_input: _t.Boolean = False,
        cr_constant: _t.Each = 0.015,
        v_reg: _t.Each = 0.001,
        use_inclination_input: _t.Boolean = False,
        inclination_constant: _t.Each = 0.0,
        v_wind: _t.EachInput = ...,
        cr: _t.EachInput = ...,
        inclination: _t.EachInput = ...,
        s: _t.Start = ...,
        v: _t.Start = ...,
        a: _t.Start = ...,
        inertia: _t.Inside = ...,
        ideal_rolling_wheel: _t.Inside = ...,
        mass: _t.Inside = ...,
        drag_force: _t.Inside = ...,
        wind_speed: _t.Inside = ...,
        rolling_resistance: _t.Inside = ...,
        inclination_force: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...
