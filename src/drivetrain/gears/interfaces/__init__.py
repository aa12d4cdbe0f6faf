"""Base classes of gears with crossed or branching shafts.

Each base class declares the common part of its subclasses, so a component adds only its law.
"""

from drivetrain.gears.interfaces.three_shafts import ThreeShafts
from drivetrain.gears.interfaces.tooth_friction import ToothFriction
from drivetrain.gears.interfaces.two_housings import TwoHousings

__all__ = ["ThreeShafts", "ToothFriction", "TwoHousings"]
