"""Find the parameters of a class whose values are found at the start: those with fixed=false."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.search import references_in

if TYPE_CHECKING:
    from drivetrain.modelica.translation.members.class_members import ClassMember, ClassMembers
    from drivetrain.modelica.translation.members.given import Given

__all__ = ["found_at_start", "says_not_fixed"]


def says_not_fixed(given: Given) -> bool:
    """Return whether modifiers say ``fixed=false``."""
    fixed = given.attribute("fixed")
    if fixed is None or not isinstance(fixed.expression, nodes.Boolean):
        return False
    return not fixed.expression.value


def found_at_start(members: ClassMembers) -> frozenset[str]:
    """Return the names of parameters that initial equations determine, or that follow from these.

    Parameters
    ----------
    members : ClassMembers
        The members of a class.
    """
    parameters = {
        name: member
        for name, member in members.by_name.items()
        if member.component.variability == "parameter"
    }
    found = {name for name, member in parameters.items() if says_not_fixed(member.given)}
    before = -1
    while found and before != len(found):
        before = len(found)
        found |= {name for name, member in parameters.items() if found & _read_by(member, members)}
    return frozenset(found)


def _read_by(member: ClassMember, members: ClassMembers) -> set[str]:
    """Return the members of the same class that the value of a parameter reads."""
    given = member.given.value
    if given is None or given.scope not in members.ancestors:
        return set()
    return {one.parts[0].name for one in references_in(given.expression)}
