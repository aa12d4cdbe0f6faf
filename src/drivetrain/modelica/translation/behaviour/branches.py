"""Rewrite branches of equations, so that loops stand around them and branches in none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.class_context import ClassContext

__all__ = ["Target", "kept", "values_of_branch", "with_loops_outside"]

Target: TypeAlias = "tuple[str, str]"
"""What an action sets: whether by ``reinit``, and its text."""


def with_loops_outside(one: nodes.If) -> list[Any]:
    """Return an ``if`` without loops in its branches, behind loops that have an ``if`` inside.

    Loops over the same belong together, the first of each branch, the second, and so on.
    """
    loops: dict[tuple[str, int], list[tuple[int, nodes.For]]] = {}
    left: list[tuple[nodes.Expression | None, tuple[Any, ...]]] = []
    for k, (condition, body) in enumerate(one.branches):
        counts: dict[str, int] = {}
        for each in body:
            if isinstance(each, nodes.For):
                text = _text(each.iterators)
                counts[text] = counts.get(text, 0) + 1
                loops.setdefault((text, counts[text]), []).append((k, each))
        left.append((condition, tuple(e for e in body if not isinstance(e, nodes.For))))
    if not loops:
        return [one]
    made: list[Any] = []
    for every in loops.values():
        inside = dict(every)
        branches = tuple(
            (condition, inside[k].body if k in inside else ())
            for k, (condition, _) in enumerate(one.branches)
        )
        made.append(replace(every[0][1], body=(replace(one, branches=branches),)))
    if any(body for _, body in left):
        made.append(replace(one, branches=tuple(left)))
    return made


def _text(iterators: Sequence[nodes.Iterator]) -> str:
    """Return what loops run over, as a text."""
    ranges = [(one.name, print_expression(one.range) if one.range else "") for one in iterators]
    return str(ranges)


def values_of_branch(
    equations: Iterable[Any], context: ClassContext
) -> dict[Target, tuple[nodes.Expression, nodes.Expression]]:
    """Return what the equations of a branch inside ``when`` set: target → its text, and the value.

    Branches inside of it are choices of values; what one of them does not set stays as it is.

    Raises
    ------
    ModelicaError
        If there is something else, or one target is set twice.
    """
    found: dict[Target, tuple[nodes.Expression, nodes.Expression]] = {}
    for one in equations:
        values = (
            _of_if(one, context) if isinstance(one, nodes.If) else dict([_of_one(one, context)])
        )
        for key, value in values.items():
            if key in found:
                raise context.mistake(one.position, f"'{key[1]}' is given twice in this branch")
            found[key] = value
    return found


def _of_if(
    one: nodes.If, context: ClassContext
) -> dict[Target, tuple[nodes.Expression, nodes.Expression]]:
    branches = [(c, values_of_branch(body, context)) for c, body in one.branches]
    if branches[-1][0] is not None:
        branches.append((None, {}))
    targets = {key: target for _, values in branches for key, (target, _) in values.items()}
    found: dict[Target, tuple[nodes.Expression, nodes.Expression]] = {}
    for key, target in targets.items():
        every = [(c, values[key][1] if key in values else kept(target)) for c, values in branches]
        cases = tuple((c, value) for c, value in every if c is not None)
        chosen = nodes.Conditional(cases, every[-1][1], position=one.position)
        found[key] = (target, chosen)
    return found


def _of_one(
    one: Any, context: ClassContext
) -> tuple[Target, tuple[nodes.Expression, nodes.Expression]]:
    if isinstance(one, nodes.Equal) and isinstance(one.left, nodes.Reference):
        return ("", print_expression(one.left)), (one.left, one.right)
    is_reinit = isinstance(one, nodes.CallEquation) and str(one.call.function) == "reinit"
    if is_reinit and len(one.call.arguments) == 2:
        target, value = one.call.arguments
        return ("reinit", print_expression(target)), (target, value)
    raise context.mistake(one.position, "this is not supported in an 'if' inside 'when'")


def kept(target: nodes.Expression) -> nodes.Expression:
    """Return the value that a variable had before."""
    pre = nodes.Reference((nodes.NamePart("pre"),), position=target.position)
    return nodes.Call(pre, (target,), position=target.position)
