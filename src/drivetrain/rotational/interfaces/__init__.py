"""Connectors and base classes of rotational components.

A base class declares what its subclasses have in common, so that each component adds its law only.
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
    OneFlangeAndSupport,
    ShaftOnSupport,
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
    "TwoFlangesAndSupport",
]
