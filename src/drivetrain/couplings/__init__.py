"""Stops and ratchets, which limit the motion of one shaft relative to another.

They are connected like the components of :mod:`drivetrain.rotational`, with the same sign
conventions. For a shaft that is limited relative to its housing, connect `flange_a` to a
`rotational.Fixed`.
"""

from drivetrain.couplings.components.hard_stop import HardStop
from drivetrain.couplings.components.hunt_crossley_stop import HuntCrossleyStop
from drivetrain.couplings.components.ratchet import Ratchet
from drivetrain.couplings.components.rigid_ratchet import RigidRatchet
from drivetrain.couplings.components.rigid_stop import RigidStop
from drivetrain.couplings.interfaces import Pawl, RigidContact, Stop

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
