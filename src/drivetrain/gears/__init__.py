"""Worm gears, self-locking gears and differentials.

Angles, speeds, torques and heat ports are those of :mod:`drivetrain.rotational`. The axes of these
gears cross or branch, so each has two housings: ``use_support_a=True`` makes the housing about the
axis of `flange_a` the flange `support_a`, ``use_support_b=True`` the one about the other axis
`support_b`; otherwise they are fixed.
"""

from drivetrain.gears.components.differential import Differential
from drivetrain.gears.components.limited_slip_differential import LimitedSlipDifferential
from drivetrain.gears.components.self_locking_gear import SelfLockingGear
from drivetrain.gears.components.worm_gear import WormGear
from drivetrain.gears.interfaces import ThreeShafts, ToothFriction, TwoHousings

__all__ = [
    "Differential",
    "LimitedSlipDifferential",
    "SelfLockingGear",
    "ThreeShafts",
    "ToothFriction",
    "TwoHousings",
    "WormGear",
]
