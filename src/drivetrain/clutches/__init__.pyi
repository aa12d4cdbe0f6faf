"""Signatures of the components, for editors; made by `python -m tools.stubs`."""

from typing import Any as _Any, Literal as _Literal, Self as _Self
import drivetrain.modeling.argument_types as _t
from drivetrain.modeling.component_array import ComponentArray as _ComponentArray
from drivetrain.clutches.components.band_brake import BandBrake as _BandBrake
from drivetrain.clutches.components.dog_clutch import DogClutch as _DogClutch
from drivetrain.clutches.interfaces.dog_teeth import DogTeeth as DogTeeth
from drivetrain.clutches.components.rigid_dog_clutch import RigidDogClutch as _RigidDogClutch

__all__ = [
    "BandBrake",
    "DogClutch",
    "DogTeeth",
    "RigidDogClutch",
]

class BandBrake(_BandBrake):
    def __init__(
        self,
        *,
        radius: _t.Real,
        theta: _t.Real,
        f_max: _t.Real,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Real = 10000000000.0,
        use_support: _t.Boolean = False,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        mu_pos: _t.Rows = ...,
        peak: _t.Real = 1.0,
        lever: _t.Real = 1.0,
        arm_taut: _t.Real = 0.0,
        arm_slack: _t.Real = ...,
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
        tau_forward: _t.Start = ...,
        tau_backward: _t.Start = ...,
        tau_middle: _t.Start = ...,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        f: _t.Start = ...,
        mu: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Band around a drum, tightened by a force on a lever.

        Parameters
        ----------
        radius : m
            Radius of the drum, R
        theta : rad
            Wrap angle of the band, θ
        f_max : N
            Force on the lever at f_normalized = 1
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
            Friction coefficient over speed, for both directions
        peak : number
            Friction coefficient at rest over sliding coefficient at zero speed
        lever : m
            Arm of the force, L
        arm_taut : m
            Arm of the end that is taut in forward motion; positive: assists
        arm_slack : m
            Arm of the end that is slack in forward motion; negative: assists
        f_normalized : number
            Force over f_max, 0 … 1; the brake is free up to 0
        loss_power, free, grip, sa, start_forward, start_backward, locked, mode, w_relfric, a_relfric, tau0, tau0_max, tau, tau_forward, tau_backward, tau_middle, phi_support, phi, w, a, f, mu
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
        theta: _t.Each,
        f_max: _t.Each,
        use_heat_port: _t.Boolean = False,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Each = 10000000000.0,
        use_support: _t.Boolean = False,
        smoothness: _Literal['linear_segments', 'continuous_derivative', 'constant_segments', 'monotone_continuous_derivative1', 'monotone_continuous_derivative2', 'modified_continuous_derivative'] | _t.Structural = 'linear_segments',
        mu_pos: _t.Rows = ...,
        peak: _t.Each = 1.0,
        lever: _t.Each = 1.0,
        arm_taut: _t.Each = 0.0,
        arm_slack: _t.Each = ...,
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
        tau_forward: _t.Start = ...,
        tau_backward: _t.Start = ...,
        tau_middle: _t.Start = ...,
        phi_support: _t.Start = ...,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        a: _t.Start = ...,
        f: _t.Start = ...,
        mu: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class DogClutch(_DogClutch):
    def __init__(
        self,
        *,
        teeth: _t.Real,
        b: _t.Real,
        c_tip: _t.Real,
        c: _t.Real,
        radius: _t.Real,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Real = 10000000000.0,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Real = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        use_support: _t.Boolean = False,
        s_tips: _t.Real = 0.0,
        d_tip: _t.Real = 0.0,
        T_ring: _t.Real = 0.001,
        d: _t.Real = 0.0,
        undercut: _t.Real = 0.0,
        mu_tip: _t.Real = 0.1,
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
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        beyond: _t.Start = ...,
        gap: _t.Start = ...,
        inside: _t.Start = ...,
        facing: _t.Start = ...,
        engagement: _t.Start = ...,
        number: _t.Start = ...,
        delta: _t.Start = ...,
        overlap: _t.Start = ...,
        v_sleeve: _t.Start = ...,
        s_support: _t.Start = ...,
        f_c: _t.Start = ...,
        f_tip: _t.Start = ...,
        ringing: _t.Start = ...,
        half: _t.Start = ...,
        depth: _t.Start = ...,
        rate: _t.Start = ...,
        tau_c: _t.Start = ...,
        push: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Teeth of a sliding sleeve that engage with those of a wheel.

        Parameters
        ----------
        teeth : number
            Number of teeth
        b : rad
            Total clearance of a tooth in its gap
        c_tip : N/m
            Axial stiffness of tips that face each other
        c : N.m/rad
            Stiffness of the flanks, > 0
        radius : m
            Mean radius of the teeth, > 0
        law : {'acceleration', 'velocity', 'prescribed'}
            Abscissa of the friction curve; velocity without inertia on one side, prescribed where a source gives the speed
        w_small : rad/s
            Speed near zero; use a small value only if speeds jump by reinitialisation
        use_heat_port : bool
            True if the losses go to `heat_port`
        phi_nominal : rad
            Typical magnitude of phi_rel
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_rel and w_rel as states
        use_support : bool
            True if the sleeve slides on the flange `support`, else fixed
        s_tips : m
            Position of the sleeve at which the tips meet
        d_tip : N.s/m
            Axial damping constant of the tips
        T_ring : s
            Time constant with which the energy of a suddenly ended contact turns into heat
        d : N.m.s/rad
            Damping constant of the flanks
        undercut : rad
            Angle by which the flanks recede outwards
        mu_tip : number
            Friction coefficient of the tips
        free, grip, sa, start_forward, start_backward, locked, mode, w_relfric, a_relfric, tau0, tau0_max, tau, loss_power, phi_rel, w_rel, a_rel, beyond, gap, inside, facing, engagement, number, delta, overlap, v_sleeve, s_support, f_c, f_tip, ringing, half, depth, rate, tau_c, push
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        teeth: _t.Each,
        b: _t.Each,
        c_tip: _t.Each,
        c: _t.Each,
        radius: _t.Each,
        law: _Literal['acceleration', 'velocity', 'prescribed'] | _t.Structural = 'acceleration',
        w_small: _t.Each = 10000000000.0,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Each = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        use_support: _t.Boolean = False,
        s_tips: _t.Each = 0.0,
        d_tip: _t.Each = 0.0,
        T_ring: _t.Each = 0.001,
        d: _t.Each = 0.0,
        undercut: _t.Each = 0.0,
        mu_tip: _t.Each = 0.1,
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
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        beyond: _t.Start = ...,
        gap: _t.Start = ...,
        inside: _t.Start = ...,
        facing: _t.Start = ...,
        engagement: _t.Start = ...,
        number: _t.Start = ...,
        delta: _t.Start = ...,
        overlap: _t.Start = ...,
        v_sleeve: _t.Start = ...,
        s_support: _t.Start = ...,
        f_c: _t.Start = ...,
        f_tip: _t.Start = ...,
        ringing: _t.Start = ...,
        half: _t.Start = ...,
        depth: _t.Start = ...,
        rate: _t.Start = ...,
        tau_c: _t.Start = ...,
        push: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RigidDogClutch(_RigidDogClutch):
    def __init__(
        self,
        *,
        teeth: _t.Real,
        b: _t.Real,
        c_tip: _t.Real,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Real = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        e: _t.Real = 0.5,
        w_rest: _t.Real = 0.001,
        use_support: _t.Boolean = False,
        s_tips: _t.Real = 0.0,
        d_tip: _t.Real = 0.0,
        T_ring: _t.Real = 0.001,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        is_above: _t.Start = ...,
        is_below: _t.Start = ...,
        touches_above: _t.Start = ...,
        touches_below: _t.Start = ...,
        resting: _t.Start = ...,
        sa: _t.Start = ...,
        beyond: _t.Start = ...,
        gap: _t.Start = ...,
        inside: _t.Start = ...,
        facing: _t.Start = ...,
        engagement: _t.Start = ...,
        number: _t.Start = ...,
        delta: _t.Start = ...,
        overlap: _t.Start = ...,
        v_sleeve: _t.Start = ...,
        s_support: _t.Start = ...,
        f_c: _t.Start = ...,
        f_tip: _t.Start = ...,
        ringing: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Teeth of a sliding sleeve that engage with those of a wheel, with rigid flanks.

        Parameters
        ----------
        teeth : number
            Number of teeth
        b : rad
            Total clearance of a tooth in its gap
        c_tip : N/m
            Axial stiffness of tips that face each other
        use_heat_port : bool
            True if the losses go to `heat_port`
        phi_nominal : rad
            Typical magnitude of phi_rel
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_rel and w_rel as states
        e : number
            Coefficient of restitution
        w_rest : rad/s
            Speed below which a rebound is suppressed, > 0
        use_support : bool
            True if the sleeve slides on the flange `support`, else fixed
        s_tips : m
            Position of the sleeve at which the tips meet
        d_tip : N.s/m
            Axial damping constant of the tips
        T_ring : s
            Time constant with which the energy of a suddenly ended contact turns into heat
        loss_power, phi_rel, tau, w_rel, a_rel, is_above, is_below, touches_above, touches_below, resting, sa, beyond, gap, inside, facing, engagement, number, delta, overlap, v_sleeve, s_support, f_c, f_tip, ringing
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        teeth: _t.Each,
        b: _t.Each,
        c_tip: _t.Each,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Each = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        e: _t.Each = 0.5,
        w_rest: _t.Each = 0.001,
        use_support: _t.Boolean = False,
        s_tips: _t.Each = 0.0,
        d_tip: _t.Each = 0.0,
        T_ring: _t.Each = 0.001,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        is_above: _t.Start = ...,
        is_below: _t.Start = ...,
        touches_above: _t.Start = ...,
        touches_below: _t.Start = ...,
        resting: _t.Start = ...,
        sa: _t.Start = ...,
        beyond: _t.Start = ...,
        gap: _t.Start = ...,
        inside: _t.Start = ...,
        facing: _t.Start = ...,
        engagement: _t.Start = ...,
        number: _t.Start = ...,
        delta: _t.Start = ...,
        overlap: _t.Start = ...,
        v_sleeve: _t.Start = ...,
        s_support: _t.Start = ...,
        f_c: _t.Start = ...,
        f_tip: _t.Start = ...,
        ringing: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...
