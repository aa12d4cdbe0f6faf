"""Find what initial equations say of variables that change at events only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.behaviour.statements import assigned_in

__all__ = ["set_at_events", "start_of", "starts_of"]


def starts_of(sections: Iterable[nodes.Section]) -> dict[str, nodes.Expression]:
    """Return the values at the start of variables that ``when`` sets, as written."""
    every = list(sections)
    at_events = set(set_at_events([one for s in every for one in s.statements]))
    found = (start_of(one) for s in every if s.is_initial for one in s.statements)
    return {start[0]: start[1] for start in found if start and start[0] in at_events}


def start_of(one: Any) -> tuple[str, nodes.Expression] | None:
    """Return a variable and its value, if that is what an equation or a statement says."""
    if isinstance(one, nodes.Equal) and isinstance(one.left, nodes.Reference):
        return print_expression(one.left), one.right
    if isinstance(one, nodes.Assign) and isinstance(one.target, nodes.Reference):
        return print_expression(one.target), one.value
    return None


def set_at_events(statements: Iterable[Any], in_when: bool = False) -> Iterator[str]:
    """Yield the names of the variables that ``when`` sets."""
    for one in statements:
        if isinstance(one, nodes.When):
            yield from assigned_in([one])
        if isinstance(one, nodes.Equal) and in_when:
            left = one.left.elements if isinstance(one.left, nodes.OutputList) else (one.left,)
            yield from (print_expression(each) for each in left if each is not None)
        elif isinstance(one, (nodes.If, nodes.When)):
            inside = in_when or isinstance(one, nodes.When)
            for _, body in one.branches:
                yield from set_at_events(body, inside)
        elif isinstance(one, nodes.For):
            yield from set_at_events(one.body, in_when)
