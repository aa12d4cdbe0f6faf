"""Base classes of gears with crossed or branching shafts.

A base class declares what its subclasses have in common, so that each component adds its law only.
"""

from drivetrain.gears.interfaces.three_shafts import ThreeShafts
from drivetrain.gears.interfaces.tooth_friction import ToothFriction
from drivetrain.gears.interfaces.two_housings import TwoHousings

__all__ = ["ThreeShafts", "ToothFriction", "TwoHousings"]
