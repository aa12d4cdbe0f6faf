"""User-defined components: the rotational chapter of "Modelica by Example" in this language.

They are simpler than those of `drivetrain.rotational`, and relative angles have the opposite sign
here: `phi_rel` is the angle of flange_a relative to flange_b and `tau` the torque into flange_a.
The examples are listed as ``book.SMD`` and so on.
"""

from drivetrain.book.components.backlash import Backlash
from drivetrain.book.components.configurable_gear import ConfigurableGear
from drivetrain.book.components.damper import Damper
from drivetrain.book.components.ground import Ground
from drivetrain.book.components.grounded_gear import GroundedGear
from drivetrain.book.components.inertia import Inertia
from drivetrain.book.components.spring import Spring
from drivetrain.book.components.ungrounded_gear import UngroundedGear
from drivetrain.book.interfaces import Compliant

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
