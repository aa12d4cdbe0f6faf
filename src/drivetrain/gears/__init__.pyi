"""Signatures of the components, for editors; made by `python -m tools.stubs`."""

from typing import Any as _Any, Literal as _Literal, Self as _Self
import drivetrain.modeling.argument_types as _t
from drivetrain.modeling.component_array import ComponentArray as _ComponentArray
from drivetrain.gears.components.differential import Differential as _Differential
from drivetrain.gears.components.limited_slip_differential import LimitedSlipDifferential as _LimitedSlipDifferential
from drivetrain.gears.components.self_locking_gear import SelfLockingGear as _SelfLockingGear
from drivetrain.gears.interfaces.three_shafts import ThreeShafts as ThreeShafts
from drivetrain.gears.interfaces.tooth_friction import ToothFriction as ToothFriction
from drivetrain.gears.interfaces.two_housings import TwoHousings as TwoHousings
from drivetrain.gears.components.worm_gear import WormGear as _WormGear

__all__ = [
    "Differential",
    "LimitedSlipDifferential",
    "SelfLockingGear",
    "ThreeShafts",
    "ToothFriction",
    "TwoHousings",
    "WormGear",
]

class Differential(_Differential):
    def __init__(
        self,
        *,
        use_support_a: _t.Boolean = False,
        use_support_b: _t.Boolean = False,
        ratio: _t.Real = 1.0,
        phi_support_a: _t.Start = ...,
        phi_support_b: _t.Start = ...,
        tau_driven: _t.Start = ...,
        tau_cage: _t.Start = ...,
        tau_left: _t.Start = ...,
        tau_right: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Lossless final drive and differential that splits its torque equally between two shafts.

        Parameters
        ----------
        use_support_a : bool
            True if the housing about the axis of flange_a is the flange `support_a`, else fixed
        use_support_b : bool
            True if the housing about the other axis is the flange `support_b`, else fixed
        ratio : number
            Ratio of the final drive: speed of flange_a over mean speed of the two shafts
        phi_support_a, phi_support_b, tau_driven, tau_cage, tau_left, tau_right
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_support_a: _t.Boolean = False,
        use_support_b: _t.Boolean = False,
        ratio: _t.Each = 1.0,
        phi_support_a: _t.Start = ...,
        phi_support_b: _t.Start = ...,
        tau_driven: _t.Start = ...,
        tau_cage: _t.Start = ...,
        tau_left: _t.Start = ...,
        tau_right: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class LimitedSlipDifferential(_LimitedSlipDifferential):
    def __init__(
        self,
        *,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Real = 10000000000.0,
        use_support_a: _t.Boolean = False,
        use_support_b: _t.Boolean = False,
        ratio: _t.Real = 1.0,
        tau_preload: _t.Real = 50.0,
        k_drive: _t.Real = 0.3,
        k_coast: _t.Real = 0.15,
        peak: _t.Real = 1.0,
        d: _t.Real = 0.0,
        J_side: _t.Real = 0.003,
        use_lock_input: _t.Boolean = False,
        lock: _t.Input = ...,
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
        phi_support_a: _t.Start = ...,
        phi_support_b: _t.Start = ...,
        tau_driven: _t.Start = ...,
        tau_cage: _t.Start = ...,
        tau_left: _t.Start = ...,
        tau_right: _t.Start = ...,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        w_left: _t.Start = ...,
        w_right: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Final drive and differential with friction between the two shafts.

        Parameters
        ----------
        use_heat_port : bool
            True if the losses go to `heat_port`
        law : {'acceleration', 'velocity', 'prescribed'}
            Abscissa of the friction curve; velocity without inertia on one side, prescribed where a source gives the speed
        w_small : rad/s
            Speed near zero; use a small value only if speeds jump by reinitialisation
        use_support_a : bool
            True if the housing about the axis of flange_a is the flange `support_a`, else fixed
        use_support_b : bool
            True if the housing about the other axis is the flange `support_b`, else fixed
        ratio : number
            Ratio of the final drive: speed of flange_a over mean speed of the two shafts
        tau_preload : N.m
            Friction torque without load
        k_drive : number
            Friction torque over positive torque of the cage, < 1
        k_coast : number
            Friction torque over negative torque of the cage, < 1
        peak : number
            Largest torque at rest over sliding torque at zero speed
        d : N.m.s/rad
            Viscous share: torque over relative speed
        J_side : kg.m2
            Moment of inertia of each side gear
        use_lock_input : bool
            True if the signal `lock` adds a friction torque
        lock : N.m
            Additional friction torque; none up to 0
        loss_power, free, grip, sa, start_forward, start_backward, locked, mode, w_relfric, a_relfric, tau0, tau0_max, tau, phi_support_a, phi_support_b, tau_driven, tau_cage, tau_left, tau_right, phi_rel, w_rel, a_rel, w_left, w_right
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
        use_support_a: _t.Boolean = False,
        use_support_b: _t.Boolean = False,
        ratio: _t.Each = 1.0,
        tau_preload: _t.Each = 50.0,
        k_drive: _t.Each = 0.3,
        k_coast: _t.Each = 0.15,
        peak: _t.Each = 1.0,
        d: _t.Each = 0.0,
        J_side: _t.Each = 0.003,
        use_lock_input: _t.Boolean = False,
        lock: _t.EachInput = ...,
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
        phi_support_a: _t.Start = ...,
        phi_support_b: _t.Start = ...,
        tau_driven: _t.Start = ...,
        tau_cage: _t.Start = ...,
        tau_left: _t.Start = ...,
        tau_right: _t.Start = ...,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        w_left: _t.Start = ...,
        w_right: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class SelfLockingGear(_SelfLockingGear):
    def __init__(
        self,
        *,
        ratio: _t.Real,
        eta1_0: _t.Real,
        eta2_0: _t.Real,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Real = 10000000000.0,
        use_support_a: _t.Boolean = False,
        use_support_b: _t.Boolean = False,
        tau_bearing: _t.Real = 0.0,
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
        tau_forward: _t.Start = ...,
        tau_backward: _t.Start = ...,
        tau_middle: _t.Start = ...,
        phi_support_a: _t.Start = ...,
        phi_support_b: _t.Start = ...,
        tau_driven: _t.Start = ...,
        phi_a: _t.Start = ...,
        phi_b: _t.Start = ...,
        w_a: _t.Start = ...,
        a_a: _t.Start = ...,
        eta1: _t.Start = ...,
        eta2: _t.Start = ...,
        tau_ideal: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Gear defined by its efficiencies; the one from flange_b may be zero or negative.

        Parameters
        ----------
        ratio : number
            Transmission ratio: speed of flange_a over speed of flange_b
        eta1_0 : number
            Efficiency of the teeth while flange_a drives, > 0
        eta2_0 : number
            Efficiency of the teeth while flange_b drives; at 0 or below it cannot drive
        use_heat_port : bool
            True if the losses go to `heat_port`
        law : {'acceleration', 'velocity', 'prescribed'}
            Abscissa of the friction curve; velocity without inertia on one side, prescribed where a source gives the speed
        w_small : rad/s
            Speed near zero; use a small value only if speeds jump by reinitialisation
        use_support_a : bool
            True if the housing about the axis of flange_a is the flange `support_a`, else fixed
        use_support_b : bool
            True if the housing about the other axis is the flange `support_b`, else fixed
        tau_bearing : N.m
            Friction torque of the bearings, at flange_a
        loss_power, free, grip, sa, start_forward, start_backward, locked, mode, w_relfric, a_relfric, tau0, tau0_max, tau, tau_forward, tau_backward, tau_middle, phi_support_a, phi_support_b, tau_driven, phi_a, phi_b, w_a, a_a, eta1, eta2, tau_ideal
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
        eta1_0: _t.Each,
        eta2_0: _t.Each,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Each = 10000000000.0,
        use_support_a: _t.Boolean = False,
        use_support_b: _t.Boolean = False,
        tau_bearing: _t.Each = 0.0,
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
        tau_forward: _t.Start = ...,
        tau_backward: _t.Start = ...,
        tau_middle: _t.Start = ...,
        phi_support_a: _t.Start = ...,
        phi_support_b: _t.Start = ...,
        tau_driven: _t.Start = ...,
        phi_a: _t.Start = ...,
        phi_b: _t.Start = ...,
        w_a: _t.Start = ...,
        a_a: _t.Start = ...,
        eta1: _t.Start = ...,
        eta2: _t.Start = ...,
        tau_ideal: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class WormGear(_WormGear):
    def __init__(
        self,
        *,
        ratio: _t.Real,
        gamma: _t.Real,
        d1: _t.Real,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Real = 10000000000.0,
        use_support_a: _t.Boolean = False,
        use_support_b: _t.Boolean = False,
        tau_bearing: _t.Real = 0.0,
        alpha_n: _t.Real = 0.3490658503988659,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        mu_table: _t.Rows = ...,
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
        tau_forward: _t.Start = ...,
        tau_backward: _t.Start = ...,
        tau_middle: _t.Start = ...,
        phi_support_a: _t.Start = ...,
        phi_support_b: _t.Start = ...,
        tau_driven: _t.Start = ...,
        phi_a: _t.Start = ...,
        phi_b: _t.Start = ...,
        w_a: _t.Start = ...,
        a_a: _t.Start = ...,
        eta1: _t.Start = ...,
        eta2: _t.Start = ...,
        tau_ideal: _t.Start = ...,
        v_sliding: _t.Start = ...,
        mu: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Worm at flange_a and wheel at flange_b, with friction of the flanks; may be self-locking.

        Parameters
        ----------
        ratio : number
            Transmission ratio: speed of flange_a over speed of flange_b
        gamma : rad
            Lead angle at the reference circle of the worm, > 0
        d1 : m
            Reference diameter of the worm
        use_heat_port : bool
            True if the losses go to `heat_port`
        law : {'acceleration', 'velocity', 'prescribed'}
            Abscissa of the friction curve; velocity without inertia on one side, prescribed where a source gives the speed
        w_small : rad/s
            Speed near zero; use a small value only if speeds jump by reinitialisation
        use_support_a : bool
            True if the housing about the axis of flange_a is the flange `support_a`, else fixed
        use_support_b : bool
            True if the housing about the other axis is the flange `support_b`, else fixed
        tau_bearing : N.m
            Friction torque of the bearings, at flange_a
        alpha_n : rad
            Normal pressure angle
        smoothness : {'linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'}
            Interpolation of the friction coefficient between the points
        mu_table : rows in m/s, 1
            Friction coefficient of the flanks over their sliding speed
        loss_power, free, grip, sa, start_forward, start_backward, locked, mode, w_relfric, a_relfric, tau0, tau0_max, tau, tau_forward, tau_backward, tau_middle, phi_support_a, phi_support_b, tau_driven, phi_a, phi_b, w_a, a_a, eta1, eta2, tau_ideal, v_sliding, mu
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
        gamma: _t.Each,
        d1: _t.Each,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Each = 10000000000.0,
        use_support_a: _t.Boolean = False,
        use_support_b: _t.Boolean = False,
        tau_bearing: _t.Each = 0.0,
        alpha_n: _t.Each = 0.3490658503988659,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        mu_table: _t.Rows = ...,
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
        tau_forward: _t.Start = ...,
        tau_backward: _t.Start = ...,
        tau_middle: _t.Start = ...,
        phi_support_a: _t.Start = ...,
        phi_support_b: _t.Start = ...,
        tau_driven: _t.Start = ...,
        phi_a: _t.Start = ...,
        phi_b: _t.Start = ...,
        w_a: _t.Start = ...,
        a_a: _t.Start = ...,
        eta1: _t.Start = ...,
        eta2: _t.Start = ...,
        tau_ideal: _t.Start = ...,
        v_sliding: _t.Start = ...,
        mu: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...
