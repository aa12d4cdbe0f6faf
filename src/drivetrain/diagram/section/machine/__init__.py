"""Find the gearbox in a model: what has a column of its own, what turns, what is attached."""

from drivetrain.diagram.section.machine.chains import Chain, Link
from drivetrain.diagram.section.machine.scheme import Scheme, Shaft
from drivetrain.diagram.section.machine.scheme_of import coaxial_sets, scheme_of
from drivetrain.diagram.section.machine.visible import HOUSING, SET_PORTS, Shown, is_set

__all__ = [
    "HOUSING",
    "SET_PORTS",
    "Chain",
    "Link",
    "Scheme",
    "Shaft",
    "Shown",
    "coaxial_sets",
    "is_set",
    "scheme_of",
]
