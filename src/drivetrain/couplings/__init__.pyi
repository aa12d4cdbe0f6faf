"""Signatures of the components, for editors; made by `python -m tools.stubs`."""

from typing import Any as _Any, Literal as _Literal, Self as _Self
import drivetrain.modeling.argument_types as _t
from drivetrain.modeling.component_array import ComponentArray as _ComponentArray
from drivetrain.couplings.components.hard_stop import HardStop as _HardStop
from drivetrain.couplings.components.hunt_crossley_stop import HuntCrossleyStop as _HuntCrossleyStop
from drivetrain.couplings.interfaces.pawl import Pawl as Pawl
from drivetrain.couplings.components.ratchet import Ratchet as _Ratchet
from drivetrain.couplings.interfaces.rigid_contact import RigidContact as RigidContact
from drivetrain.couplings.components.rigid_ratchet import RigidRatchet as _RigidRatchet
from drivetrain.couplings.components.rigid_stop import RigidStop as _RigidStop
from drivetrain.couplings.interfaces.stop import Stop as Stop

__all__ = [
    "HardStop",
    "HuntCrossleyStop",
    "Pawl",
    "Ratchet",
    "RigidContact",
    "RigidRatchet",
    "RigidStop",
    "Stop",
]

class HardStop(_HardStop):
    def __init__(
        self,
        *,
        lower: _t.Real,
        upper: _t.Real,
        c: _t.Real,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Real = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        d: _t.Real = 0.0,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        contact: _t.Start = ...,
        depth: _t.Start = ...,
        rate: _t.Start = ...,
        tau_c: _t.Start = ...,
        push: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Stops at both ends of a range of the relative angle, each a spring with a damper.

        Parameters
        ----------
        lower : rad
            Relative angle at the lower stop
        upper : rad
            Relative angle at the upper stop
        c : N.m/rad
            Stiffness of a stop, > 0
        use_heat_port : bool
            True if the losses go to `heat_port`
        phi_nominal : rad
            Typical magnitude of phi_rel
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_rel and w_rel as states
        d : N.m.s/rad
            Damping constant of a stop
        loss_power, phi_rel, tau, w_rel, a_rel, contact, depth, rate, tau_c, push
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        lower: _t.Each,
        upper: _t.Each,
        c: _t.Each,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Each = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        d: _t.Each = 0.0,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        contact: _t.Start = ...,
        depth: _t.Start = ...,
        rate: _t.Start = ...,
        tau_c: _t.Start = ...,
        push: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class HuntCrossleyStop(_HuntCrossleyStop):
    def __init__(
        self,
        *,
        lower: _t.Real,
        upper: _t.Real,
        tau_ref: _t.Real,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Real = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        n: _t.Real = 1.5,
        phi_ref: _t.Real = 1.0,
        e: _t.Real = 0.7,
        w_nominal: _t.Real = 1.0,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        contact: _t.Start = ...,
        depth: _t.Start = ...,
        rate: _t.Start = ...,
        tau_c: _t.Start = ...,
        push: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Stops at both ends of a range of the relative angle, with a coefficient of restitution.

        Parameters
        ----------
        lower : rad
            Relative angle at the lower stop
        upper : rad
            Relative angle at the upper stop
        tau_ref : N.m
            Spring torque at phi_ref, > 0
        use_heat_port : bool
            True if the losses go to `heat_port`
        phi_nominal : rad
            Typical magnitude of phi_rel
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_rel and w_rel as states
        n : number
            Exponent of the spring torque; 1.5: contact of curved bodies
        phi_ref : rad
            Depth at tau_ref
        e : number
            Coefficient of restitution of an impact at w_nominal
        w_nominal : rad/s
            Relative speed before that impact
        loss_power, phi_rel, tau, w_rel, a_rel, contact, depth, rate, tau_c, push
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        lower: _t.Each,
        upper: _t.Each,
        tau_ref: _t.Each,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Each = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        n: _t.Each = 1.5,
        phi_ref: _t.Each = 1.0,
        e: _t.Real = 0.7,
        w_nominal: _t.Each = 1.0,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        contact: _t.Start = ...,
        depth: _t.Start = ...,
        rate: _t.Start = ...,
        tau_c: _t.Start = ...,
        push: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Ratchet(_Ratchet):
    def __init__(
        self,
        *,
        pitch: _t.Real,
        c: _t.Real,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Real = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        d: _t.Real = 0.0,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        tooth: _t.Start = ...,
        caught: _t.Start = ...,
        holds: _t.Start = ...,
        depth: _t.Start = ...,
        tau_c: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Toothed wheel with a pawl: flange_b advances freely against flange_a, and is caught back.

        Parameters
        ----------
        pitch : rad
            Angle from one tooth to the next, > 0
        c : N.m/rad
            Stiffness of the pawl, > 0
        use_heat_port : bool
            True if the losses go to `heat_port`
        phi_nominal : rad
            Typical magnitude of phi_rel
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_rel and w_rel as states
        d : N.m.s/rad
            Damping constant of the pawl
        loss_power, phi_rel, tau, w_rel, a_rel, tooth, caught, holds, depth, tau_c
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        pitch: _t.Each,
        c: _t.Each,
        use_heat_port: _t.Boolean = False,
        phi_nominal: _t.Each = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        d: _t.Each = 0.0,
        loss_power: _t.Start = ...,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        w_rel: _t.Start = ...,
        a_rel: _t.Start = ...,
        tooth: _t.Start = ...,
        caught: _t.Start = ...,
        holds: _t.Start = ...,
        depth: _t.Start = ...,
        tau_c: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RigidRatchet(_RigidRatchet):
    def __init__(
        self,
        *,
        pitch: _t.Real,
        phi_nominal: _t.Real = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        e: _t.Real = 0.0,
        w_rest: _t.Real = 0.001,
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
        tooth: _t.Start = ...,
        caught: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Toothed wheel with a rigid pawl: flange_b advances freely against flange_a, and is caught.

        Parameters
        ----------
        pitch : rad
            Angle from one tooth to the next, > 0
        phi_nominal : rad
            Typical magnitude of phi_rel
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_rel and w_rel as states
        e : number
            Coefficient of restitution
        w_rest : rad/s
            Speed below which a rebound is suppressed, > 0
        phi_rel, tau, w_rel, a_rel, is_above, is_below, touches_above, touches_below, resting, sa, tooth, caught
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        pitch: _t.Each,
        phi_nominal: _t.Each = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        e: _t.Each = 0.0,
        w_rest: _t.Each = 0.001,
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
        tooth: _t.Start = ...,
        caught: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RigidStop(_RigidStop):
    def __init__(
        self,
        *,
        lower: _t.Real,
        upper: _t.Real,
        phi_nominal: _t.Real = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        e: _t.Real = 0.5,
        w_rest: _t.Real = 0.001,
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
        enabled: _t.Boolean = True,
    ) -> None:
        """Rigid stops at both ends of a range of the relative angle, with a coefficient of restitution.

        Parameters
        ----------
        lower : rad
            Relative angle at the lower stop
        upper : rad
            Relative angle at the upper stop
        phi_nominal : rad
            Typical magnitude of phi_rel
        state_select : {'never', 'avoid', 'default', 'prefer', 'always'}
            Priority of phi_rel and w_rel as states
        e : number
            Coefficient of restitution
        w_rest : rad/s
            Speed below which a rebound is suppressed, > 0
        phi_rel, tau, w_rel, a_rel, is_above, is_below, touches_above, touches_below, resting, sa
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        lower: _t.Each,
        upper: _t.Each,
        phi_nominal: _t.Each = 0.0001,
        state_select: _Literal['never', 'avoid', 'default', 'prefer', 'always'] | _t.Structural = 'prefer',
        e: _t.Each = 0.5,
        w_rest: _t.Each = 0.001,
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
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...
