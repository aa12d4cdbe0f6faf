"""What is known of the Modelica Standard Library: names, members, units, constants.

Facts only, in tables of this package; nothing is read from the library itself.
"""

from drivetrain.modelica.library.constants import ConstantFacts, constant_facts, find_constant
from drivetrain.modelica.library.conversions import Conversion, find_conversion
from drivetrain.modelica.library.enumerations import (
    find_enumeration,
    find_enumeration_literal,
    known_enumerations,
)
from drivetrain.modelica.library.find import (
    LibraryClass,
    class_that_stands_for,
    find_class,
    is_package,
    known_classes,
    why_missing,
)
from drivetrain.modelica.library.functions import (
    FIRST_ARGUMENT,
    WITHOUT_EVENTS,
    find_function,
    known_functions,
    unsupported_function,
)
from drivetrain.modelica.library.icons import is_icon
from drivetrain.modelica.library.mathematics import (
    LibraryFunction,
    find_library_function,
    is_of_mathematics,
)
from drivetrain.modelica.library.naming import snake_case
from drivetrain.modelica.library.types import TypeFacts, find_type, known_types
from drivetrain.modelica.library.versions import note_on_versions

__all__ = [
    "FIRST_ARGUMENT",
    "WITHOUT_EVENTS",
    "ConstantFacts",
    "Conversion",
    "LibraryClass",
    "LibraryFunction",
    "TypeFacts",
    "class_that_stands_for",
    "constant_facts",
    "find_class",
    "find_constant",
    "find_conversion",
    "find_enumeration",
    "find_enumeration_literal",
    "find_function",
    "find_library_function",
    "find_type",
    "is_icon",
    "is_of_mathematics",
    "is_package",
    "known_classes",
    "known_enumerations",
    "known_functions",
    "known_types",
    "note_on_versions",
    "snake_case",
    "unsupported_function",
    "why_missing",
]
