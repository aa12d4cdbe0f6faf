"""Connectors and base classes of rotational components.

Each base class declares the common part of its subclasses, so a component adds only its law.
"""

from drivetrain.rotational.interfaces.backlash import Backlash
from drivetrain.rotational.interfaces.compliant import Compliant, CompliantWithRelativeStates
from drivetrain.rotational.interfaces.connectors import Flange, FlangeA, FlangeB, Support
from drivetrain.rotational.interfaces.friction import Friction
from drivetrain.rotational.interfaces.friction_with_two_limits import FrictionWithTwoLimits
from drivetrain.rotational.interfaces.gear_losses import GearLosses
from drivetrain.rotational.interfaces.rotational_to_translational import (
    RotationalToTranslational,
)
from drivetrain.rotational.interfaces.sensors import AbsoluteSensor, RelativeSensor, RigidSensor
from drivetrain.rotational.interfaces.sources import PartialTorque, RotationalSource
from drivetrain.rotational.interfaces.support import (
    InternalSupport,
    OneFlangeAndHousing,
    OneFlangeAndSupport,
    ShaftOnSupport,
    TwoFlangesAndHousing,
    TwoFlangesAndSupport,
)
from drivetrain.rotational.interfaces.two_flanges import Rigid, TwoFlanges

__all__ = [
    "AbsoluteSensor",
    "Backlash",
    "Compliant",
    "CompliantWithRelativeStates",
    "Flange",
    "FlangeA",
    "FlangeB",
    "Friction",
    "FrictionWithTwoLimits",
    "GearLosses",
    "InternalSupport",
    "OneFlangeAndHousing",
    "OneFlangeAndSupport",
    "PartialTorque",
    "RelativeSensor",
    "Rigid",
    "RigidSensor",
    "RotationalSource",
    "RotationalToTranslational",
    "ShaftOnSupport",
    "Support",
    "TwoFlanges",
    "TwoFlangesAndHousing",
    "TwoFlangesAndSupport",
]
