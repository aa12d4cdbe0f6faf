"""The structure of a model as data: parts, ports, connections, what turns together, faults.

Everything that shows a model stands on it. It is made from the declarations and the statements of
the model alone, so that models which cannot be run have a structure too.
"""

from drivetrain.model_structure.faults import Fault
from drivetrain.model_structure.function import Function
from drivetrain.model_structure.lines import Connection, End, SignalLine
from drivetrain.model_structure.part import Part
from drivetrain.model_structure.port import Port
from drivetrain.model_structure.rigid_bodies import Bodies, Body
from drivetrain.model_structure.structure import Structure
from drivetrain.model_structure.tracing import structure

__all__ = [
    "Bodies",
    "Body",
    "Connection",
    "End",
    "Fault",
    "Function",
    "Part",
    "Port",
    "SignalLine",
    "Structure",
    "structure",
]
