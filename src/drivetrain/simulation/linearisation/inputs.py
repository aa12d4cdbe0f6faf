"""Inputs of a linear model, resolved from names: parameters, signals, torques at flanges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from drivetrain.compiler.frontend.openings import can_be_opened
from drivetrain.compiler.frontend.qualified_names import (
    find_parameter,
    find_variable,
    own_variable,
    parameter_names,
    part_paths,
)
from drivetrain.compiler.frontend.values import parameter_declaration
from drivetrain.compiler.translation import Translation
from drivetrain.errors import AnalysisError, NameLookupError, nearest
from drivetrain.modeling.connector import Connector
from drivetrain.modeling.tracing.slots import OwnConnector, Sub
from drivetrain.modeling.tracing.trace import Trace
from drivetrain.patterns import is_pattern, wildcard
from drivetrain.simulation.results.row_layout import Layout

__all__ = ["DelayInput", "End", "FlangeInput", "Input", "ParameterInput", "SignalInput", "resolved"]

_ENTRIES = ("flange_a", "flange", "port_a", "port", "flange_b", "port_b")
"""Connectors on which an input acts if a part is named, in this order."""


@dataclass(frozen=True)
class Input:
    """An input by name.

    Attributes
    ----------
    name : str
        Full name.
    unit : str
        Its unit.
    """

    name: str
    unit: str


@dataclass(frozen=True)
class ParameterInput(Input):
    """A parameter, whose value varies around that of the operating point."""


@dataclass(frozen=True)
class SignalInput(Input):
    """A signal, opened: something is added to it."""


@dataclass(frozen=True)
class DelayInput(Input):
    """The value of a delayed expression, opened: it does not follow from the argument any more.

    Attributes
    ----------
    place : int
        Its place among the delayed expressions of the model.
    """

    place: int


class End(NamedTuple):
    """A connector of a model: its path from the top, and its class."""

    path: tuple[tuple[str, int | None], ...]
    kind: type[Connector]


@dataclass(frozen=True)
class FlangeInput(Input):
    """A torque, force or heat flow that acts on a connector in addition."""

    end: End


def resolved(names: Iterable[str], t: Translation, layout: Layout) -> tuple[Input, ...]:
    """Return the inputs that names or patterns stand for, without repetition.

    A name is that of a parameter, of a signal or another variable that a single equation
    determines, or of a part or connector on which something acts. Patterns are tried in the order:
    variables, parts, parameters.

    Raises
    ------
    NameLookupError
        If there is nothing of that name; the nearest one is suggested.
    AnalysisError
        If nothing can act there.
    """
    found: dict[str, Input] = {}
    for name in names:
        some = _matching(name, t, layout) if is_pattern(name) else [_named(name, t)]
        found.update((one.name, one) for one in some)
    return tuple(found.values())


def _named(name: str, t: Translation) -> Input:
    root = t.flat.root
    parameter = find_parameter(root, name)
    if parameter is not None:
        return ParameterInput(name, parameter_declaration(t.flat, parameter).unit)
    variable = find_variable(root, name)
    if variable is not None:
        return _signal(name, variable, t)
    return _at_end(name, root)


def _signal(name: str, variable: int, t: Translation) -> SignalInput:
    declaration = own_variable(t.flat.root, variable).declaration
    if declaration.kind != "real":
        raise AnalysisError(
            f"{name} is {declaration.kind}, so it cannot change by a little; give a real signal, a "
            "parameter, or a part with a flange as input"
        )
    if not can_be_opened(t.flat, variable):
        raise AnalysisError(
            f"{name} cannot be an input: neither a connection nor a single equation '{name} == …' "
            "determines it; name a signal, a torque or force given by an equation, a part or "
            "flange on which a torque is to act, or a parameter"
        )
    return SignalInput(name, declaration.unit)


def _matching(pattern: str, t: Translation, layout: Layout) -> list[Input]:
    fits = wildcard(pattern).fullmatch
    named = [name for name in _variables(pattern, layout) if _is_open(name, t, layout)]
    if named:
        return [SignalInput(name, layout.units[layout.position(name)]) for name in named]
    parts = [path for path in part_paths(t.flat.root) if fits(path)]
    flanges = [_at_end(path, t.flat.root) for path in parts if _acts_on(path, t.flat.root)]
    if flanges:
        return list(flanges)
    parameters = [name for name in parameter_names(t.flat.root) if fits(name)]
    if not parameters:
        raise NameLookupError(
            f"nothing that can be an input fits {pattern!r}: neither a signal, nor a part with a "
            "flange, nor a parameter"
        )
    return [_named(name, t) for name in parameters]


def _variables(pattern: str, layout: Layout) -> list[str]:
    try:
        return layout.match(pattern)
    except NameLookupError:
        return []


def _is_open(name: str, t: Translation, layout: Layout) -> bool:
    number = find_variable(t.flat.root, name)
    real = layout.kinds[layout.position(name)] == "real"
    return real and number is not None and can_be_opened(t.flat, number)


def _acts_on(path: str, root: Trace) -> bool:
    try:
        _at_end(path, root)
    except (AnalysisError, NameLookupError):
        return False
    return True


def _at_end(name: str, root: Trace) -> FlangeInput:
    """Return the input at the connector that a name stands for."""
    here, path, rest = root, [], name
    while rest:
        step, _, rest = rest.partition(".")
        stem, bracket, index = step.partition("[")
        member = here.members.get(stem)
        number = int(index.removesuffix("]")) if index.removesuffix("]").isdecimal() else None
        if not isinstance(member, (Sub, OwnConnector)) or bool(bracket) == (number is None):
            raise _unknown(name, step, here)
        if not _has_element(member, number):
            raise _unknown(name, step, here)
        path.append((stem, number))
        if isinstance(member, OwnConnector):
            if rest:
                raise _unknown(name, rest, here)
            return _input(name, End(tuple(path), type(member.declaration)))
        here = member.trace
    return _input(name, _first_flange(here, name, path))


def _has_element(member: Sub | OwnConnector, number: int | None) -> bool:
    if isinstance(member, OwnConnector) or member.count is None:
        return number is None
    return number is not None and number < member.count


def _unknown(name: str, wrong: str, here: Trace) -> NameLookupError:
    known = [m for m, found in here.members.items() if isinstance(found, (Sub, OwnConnector))]
    return NameLookupError(
        f"there is no signal, parameter, part or flange {name!r} that could be an input"
        f"{nearest(wrong, [*known, *_quantities(here)])}; "
        f"{here.title} has the parts {', '.join(known) or 'none'}"
    )


def _quantities(here: Trace) -> Iterator[str]:
    yield from (own.name for own in here.variables if not own.hidden)
    yield from (own.name for own in here.parameters)


def _first_flange(klass: Trace, name: str, path: list[tuple[str, int | None]]) -> End:
    for entry in _ENTRIES:
        member = klass.members.get(entry)
        if isinstance(member, OwnConnector):
            return End((*path, (entry, None)), type(member.declaration))
    raise AnalysisError(
        f"{name!r} ({klass.title}) has no flange on which a torque or force could act: name a part "
        "with a flange, or one of its connectors"
    )


def _input(name: str, end: End) -> FlangeInput:
    flows = [variable for variable in end.kind.variables() if variable.is_flow]
    if len(flows) != 1:
        raise AnalysisError(
            f"{name!r}: a connector of class {end.kind.__name__} has {len(flows)} flows, so it is "
            "not clear what acts there; name a signal or a parameter as input"
        )
    return FlangeInput(name, flows[0].unit, end)
