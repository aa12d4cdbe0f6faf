"""Connectors and base classes of translational components.

Each base class declares the common part of its subclasses, so a component adds only its law.
"""

from drivetrain.translational.interfaces.compliant import Compliant, CompliantWithRelativeStates
from drivetrain.translational.interfaces.connectors import Flange, FlangeA, FlangeB, Support
from drivetrain.translational.interfaces.friction import Friction
from drivetrain.translational.interfaces.sensors import AbsoluteSensor, RelativeSensor, RigidSensor
from drivetrain.translational.interfaces.sources import PartialForce, TranslationalSource
from drivetrain.translational.interfaces.support import (
    InternalSupport,
    OneFlangeAndHousing,
    OneFlangeAndSupport,
    RodOnSupport,
    TwoFlangesAndHousing,
    TwoFlangesAndSupport,
)
from drivetrain.translational.interfaces.two_flanges import Rigid, TwoFlanges

__all__ = [
    "AbsoluteSensor",
    "Compliant",
    "CompliantWithRelativeStates",
    "Flange",
    "FlangeA",
    "FlangeB",
    "Friction",
    "InternalSupport",
    "OneFlangeAndHousing",
    "OneFlangeAndSupport",
    "PartialForce",
    "RelativeSensor",
    "Rigid",
    "RigidSensor",
    "RodOnSupport",
    "Support",
    "TranslationalSource",
    "TwoFlanges",
    "TwoFlangesAndHousing",
    "TwoFlangesAndSupport",
]
