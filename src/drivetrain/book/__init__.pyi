"""Signatures of the components, for editors; made by `python -m tools.stubs`."""

from typing import Any as _Any, Literal as _Literal, Self as _Self
import drivetrain.modeling.argument_types as _t
from drivetrain.modeling.component_array import ComponentArray as _ComponentArray
from drivetrain.book.components.backlash import Backlash as _Backlash
from drivetrain.book.interfaces import Compliant as Compliant
from drivetrain.book.components.configurable_gear import ConfigurableGear as _ConfigurableGear
from drivetrain.book.components.damper import Damper as _Damper
from drivetrain.book.components.ground import Ground as _Ground
from drivetrain.book.components.grounded_gear import GroundedGear as _GroundedGear
from drivetrain.book.components.inertia import Inertia as _Inertia
from drivetrain.book.components.spring import Spring as _Spring
from drivetrain.book.components.ungrounded_gear import UngroundedGear as _UngroundedGear

__all__ = [
    "Backlash",
    "Compliant",
    "ConfigurableGear",
    "Damper",
    "Ground",
    "GroundedGear",
    "Inertia",
    "Spring",
    "UngroundedGear",
]

class Backlash(_Backlash):
    def __init__(
        self,
        *,
        c: _t.Real,
        b: _t.Real,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Spring that acts only outside a gap; each contact is an event.

        Parameters
        ----------
        c : N.m/rad
            Stiffness in contact
        b : rad
            Total backlash
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
        b: _t.Each,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ConfigurableGear(_ConfigurableGear):
    def __init__(
        self,
        *,
        ratio: _t.Real,
        grounded: _t.Boolean,
        phi_housing: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal gear whose housing is either fixed or a flange.

        Parameters
        ----------
        ratio : number
            Transmission ratio in the housing
        grounded : bool
            True if the housing is fixed, else it is `housing`
        phi_housing
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
        grounded: _t.Boolean,
        phi_housing: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Damper(_Damper):
    def __init__(
        self,
        *,
        d: _t.Real,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Linear damper.

        Parameters
        ----------
        d : N.m.s/rad
            Damping constant
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
        d: _t.Each,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Ground(_Ground):
    def __init__(
        self,
        *,
        enabled: _t.Boolean = True,
    ) -> None:
        """Flange that does not move; its torque is the reaction of the ground.

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


class GroundedGear(_GroundedGear):
    def __init__(
        self,
        *,
        ratio: _t.Real,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal gear whose housing is fixed, so the ground takes the reaction torque.

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
        ratio: _t.Each,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Inertia(_Inertia):
    def __init__(
        self,
        *,
        J: _t.Real,
        phi: _t.Start = ...,
        w: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Shaft with inertia and two rigidly connected flanges.

        Parameters
        ----------
        J : kg.m2
            Moment of inertia
        phi, w
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
        phi: _t.Start = ...,
        w: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Spring(_Spring):
    def __init__(
        self,
        *,
        c: _t.Real,
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Linear spring, relaxed at the relative angle 0.

        Parameters
        ----------
        c : N.m/rad
            Spring stiffness
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
        phi_rel: _t.Start = ...,
        tau: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class UngroundedGear(_UngroundedGear):
    def __init__(
        self,
        *,
        ratio: _t.Real,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal gear whose housing is a flange that takes the reaction torque.

        Parameters
        ----------
        ratio : number
            Transmission ratio in the housing
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
