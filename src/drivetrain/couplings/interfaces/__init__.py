"""Base classes of couplings."""

from drivetrain.couplings.interfaces.pawl import Pawl
from drivetrain.couplings.interfaces.rigid_contact import RigidContact
from drivetrain.couplings.interfaces.stop import Stop

__all__ = ["Pawl", "RigidContact", "Stop"]
