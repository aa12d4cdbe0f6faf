"""Parameters that nobody gives a value: as in other tools, their start values are taken."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from drivetrain.errors import ModelWarning
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.members.class_members import ClassMember, ClassMembers
from drivetrain.modelica.translation.members.found_at_start import says_not_fixed

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.lookup import Lookup
    from drivetrain.modelica.packages.stored_class import StoredClass

__all__ = ["warn_of_part", "warn_of_start", "warn_of_starts"]


def warn_of_starts(lookup: Lookup, stored: StoredClass) -> None:
    """Warn of the parameters of a model that take their start values."""
    for member, start in _assumed(lookup, stored, ()):
        warn_of_start(member.owner.where(member.component.position), f"'{member.name}'", start)


def warn_of_part(lookup: Lookup, part: ClassMember, stored: StoredClass) -> None:
    """Warn of the parameters of a part that take their start values."""
    given = [name for name, one in part.given.inside.items() if one.value is not None]
    for member, start in _assumed(lookup, stored, given):
        place = part.owner.where(part.component.position)
        warn_of_start(place, f"'{member.name}' of '{part.name}'", start)


def _assumed(
    lookup: Lookup, stored: StoredClass, given: Collection[str]
) -> Iterator[tuple[ClassMember, str]]:
    for name, member in ClassMembers(lookup, stored).by_name.items():
        said, start = member.given, member.given.attribute("start")
        is_open = said.value is None and name not in given and not says_not_fixed(said)
        if is_open and start is not None and member.component.variability == "parameter":
            yield member, print_expression(start.expression)


def warn_of_start(place: str, what: str, start: str) -> None:
    """Warn that a parameter without a value takes its start value."""
    warnings.warn(
        f"{place}: {what} has no value: its start, {start}, is taken", ModelWarning, stacklevel=3
    )
