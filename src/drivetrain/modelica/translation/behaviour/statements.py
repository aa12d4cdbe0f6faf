"""What statements set and read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.search import references_in

__all__ = [
    "assigned_in",
    "contains",
    "is_element",
    "is_in_loop_or_element",
    "is_surely_set",
    "members_set_in",
    "references_in_statements",
    "sets",
    "sets_elements",
    "targets_of",
]


def targets_of(one: nodes.Assign) -> list[nodes.Reference]:
    """Return what an assignment gives values to."""
    every = one.target.elements if isinstance(one.target, nodes.OutputList) else (one.target,)
    return [each for each in every if isinstance(each, nodes.Reference)]


def assigned_in(statements: Iterable[Any]) -> Iterator[str]:
    """Yield the names of the variables that statements set, in their order."""
    for one in statements:
        if isinstance(one, nodes.Assign):
            yield from (each.parts[0].name for each in targets_of(one))
        elif isinstance(one, (nodes.If, nodes.When)):
            for _, body in one.branches:
                yield from assigned_in(body)
        elif isinstance(one, (nodes.For, nodes.While)):
            yield from assigned_in(one.body)


_BEFORE: Final = ("pre", "edge", "change")


def references_in_statements(statements: Any) -> Iterator[nodes.Reference]:
    """Yield what statements read; what variables were before does not count."""
    for one in statements:
        if isinstance(one, nodes.Assign):
            yield from references_in(one.value, _BEFORE)
            for target in targets_of(one):
                yield from references_in([list(part.subscripts) for part in target.parts])
        elif isinstance(one, (nodes.If, nodes.When)):
            for condition, body in one.branches:
                yield from references_in(condition, _BEFORE)
                yield from references_in_statements(body)
        elif isinstance(one, nodes.CallStatement):
            yield from references_in(one.call, _BEFORE)
        elif isinstance(one, nodes.While):
            yield from references_in(one.condition, _BEFORE)
            yield from references_in_statements(one.body)
        elif isinstance(one, nodes.For):
            yield from references_in_statements(one.body)


def is_element(text: str, statements: Iterable[Any]) -> bool:
    """Return whether statements set elements of a variable."""
    for one in statements:
        if isinstance(one, nodes.Assign):
            parts = [each.parts[0] for each in targets_of(one)]
            if any(part.name == text and part.subscripts for part in parts):
                return True
        elif isinstance(one, (nodes.If, nodes.When)):
            if any(is_element(text, body) for _, body in one.branches):
                return True
        elif isinstance(one, (nodes.For, nodes.While)) and is_element(text, one.body):
            return True
    return False


def members_set_in(statements: Iterable[Any]) -> Iterator[str]:
    """Yield the names of the records of which statements set members."""
    for one in statements:
        if isinstance(one, nodes.Assign):
            yield from (each.parts[0].name for each in targets_of(one) if len(each.parts) > 1)
        elif isinstance(one, (nodes.If, nodes.When)):
            for _, body in one.branches:
                yield from members_set_in(body)
        elif isinstance(one, (nodes.For, nodes.While)):
            yield from members_set_in(one.body)


def sets(text: str, path: tuple[str, ...], statements: Iterable[Any]) -> bool:
    """Return whether statements set a member of a record, or the whole of it."""
    for one in statements:
        if isinstance(one, nodes.Assign):
            whole = [text, *path]
            for target in targets_of(one):
                names = [part.name for part in target.parts]
                if whole[: len(names)] == names or names[: len(whole)] == whole:
                    return True
        elif isinstance(one, (nodes.If, nodes.When)):
            if any(sets(text, path, body) for _, body in one.branches):
                return True
        elif isinstance(one, (nodes.For, nodes.While)) and sets(text, path, one.body):
            return True
    return False


def sets_elements(statements: Iterable[Any]) -> bool:
    """Return whether statements set elements of arrays."""
    every = list(statements)
    return any(is_element(text, every) for text in set(assigned_in(every)))


def contains(statements: Iterable[Any], kinds: tuple[type, ...]) -> bool:
    """Return whether statements of some kinds are among others, or inside them."""
    for one in statements:
        if isinstance(one, kinds):
            return True
        if isinstance(one, (nodes.If, nodes.When)):
            if any(contains(body, kinds) for _, body in one.branches):
                return True
        elif isinstance(one, (nodes.For, nodes.While)) and contains(one.body, kinds):
            return True
    return False


def is_surely_set(text: str, statements: Iterable[Any]) -> bool:
    """Return whether statements give a variable a value before any of them may leave that out."""
    for one in statements:
        if text not in set(assigned_in([one])):
            continue
        if isinstance(one, nodes.If):
            bodies = [body for _, body in one.branches]
            if all(_ends_with_value(text, body) for body in bodies if text in assigned_in(body)):
                continue
            return one.branches[-1][0] is None and all(
                text in assigned_in(body) and is_surely_set(text, body) for body in bodies
            )
        return isinstance(one, nodes.Assign)
    return True


def _ends_with_value(text: str, body: Sequence[Any]) -> bool:
    """Return whether a branch gives a variable a value, and ends the function."""
    return isinstance(body[-1], nodes.Return) and is_surely_set(text, body)


def is_in_loop_or_element(text: str, statements: Iterable[Any]) -> bool:
    """Return whether statements set a variable in a loop, or elements of it."""
    inside = [each for one in statements if isinstance(one, nodes.For) for each in one.body]
    return text in set(assigned_in(inside)) or is_element(text, statements)
