"""Parameters whose values initial equations say outright: ``k(fixed=false)``, ``k = 2*J``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.search import calls_in, references_in
from drivetrain.modelica.translation.members.found_at_start import says_not_fixed
from drivetrain.modelica.translation.members.given import Given, GivenValue

if TYPE_CHECKING:
    from drivetrain.modelica.translation.members.class_members import ClassMember

__all__ = ["determined", "without_determined"]

_OF_RUN = frozenset(("change", "der", "edge", "initial", "pre", "sample", "terminal"))
"""Functions that ask what happens at the start, or during a run."""
_OF_START = frozenset(("fixed", "start"))


def determined(stored: StoredClass, members: Mapping[str, ClassMember]) -> dict[str, Given]:
    """Return what is said of such parameters, with their values.

    Parameters
    ----------
    stored : StoredClass
        The class; only its own initial equations count.
    members : mapping of ClassMember
        Its components, inherited ones as well.
    """
    body = stored.definition.body
    if not isinstance(body, nodes.LongBody):
        return {}
    unknown = {
        name: one
        for name, one in members.items()
        if one.component.variability == "parameter" and says_not_fixed(one.given)
    }
    found: dict[str, Given] = {}
    initial = [s for s in body.sections if s.is_initial and s.kind == "equation"]
    for name, one in unknown.items():
        if one.owner is not stored or one.given.value is not None:
            continue
        statements = [each for s in initial for each in s.statements]
        said = list(_said_of(name, statements))
        if len(said) != 1 or said[0][1] != _count_of(name, statements):
            continue
        if _is_known(said[0][0], members, unknown):
            value = GivenValue(said[0][0], stored, one.given.position, is_final=True)
            left = {key: each for key, each in one.given.inside.items() if key not in _OF_START}
            found[name] = replace(one.given, value=value, inside=left)
    return found


def _said_of(name: str, statements: Iterable[Any]) -> Iterator[tuple[nodes.Expression, int]]:
    """Yield the values that equations give a parameter in every case; how many equations do it."""
    for one in statements:
        if isinstance(one, nodes.Equal) and _is(one.left, name):
            yield one.right, 1
        elif isinstance(one, nodes.If) and one.branches[-1][0] is None:
            values = [list(_said_of(name, body)) for _, body in one.branches]
            if all(len(each) == 1 for each in values):
                tests = [test for test, _ in one.branches]
                pairs = [(test, each[0][0]) for test, each in zip(tests, values, strict=True)]
                chosen = tuple((test, value) for test, value in pairs if test is not None)
                made = nodes.Conditional(chosen, pairs[-1][1], position=one.position)
                yield made, sum(each[0][1] for each in values)


def _count_of(name: str, statements: Iterable[Any]) -> int:
    """Return how many equations begin with a parameter."""
    count = 0
    for one in statements:
        if isinstance(one, nodes.If):
            count += sum(_count_of(name, body) for _, body in one.branches)
        elif isinstance(one, nodes.Equal):
            count += _is(one.left, name)
    return count


def _is(e: Any, name: str) -> bool:
    return isinstance(e, nodes.Reference) and str(e) == name


def _is_known(
    e: nodes.Expression, members: Mapping[str, ClassMember], unknown: Mapping[str, ClassMember]
) -> bool:
    """Return whether a value is known before a run: it follows from parameters and constants."""
    if any(str(one.function) in _OF_RUN for one in calls_in(e)):
        return False
    for one in references_in(e):
        member = members.get(one.parts[0].name)
        if str(one) == "time" or one.parts[0].name in unknown:
            return False
        if member is not None and member.component.variability not in ("parameter", "constant"):
            return False
    return True


def without_determined(statements: Iterable[Any], names: Iterable[str]) -> Iterator[Any]:
    """Yield initial equations without those that are values of parameters."""
    known = frozenset(names)
    for one in statements:
        if isinstance(one, nodes.Equal) and any(_is(one.left, name) for name in known):
            continue
        if isinstance(one, nodes.If):
            left = [(test, tuple(without_determined(body, known))) for test, body in one.branches]
            if not any(body for _, body in left):
                continue
            one = replace(one, branches=tuple(left))
        yield one
