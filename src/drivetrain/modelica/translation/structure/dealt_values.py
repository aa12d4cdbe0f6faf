"""Values for arrays of parts: one for each of them, or the same for all of an array."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.members.given import GivenValue
from drivetrain.modelica.translation.values.ranks import rank_of

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext

__all__ = ["Level", "dealt_value"]


_ONE: Final = "'one of them'"


class Level(NamedTuple):
    """An array of parts around a value; a single part has no sizes.

    Attributes
    ----------
    sizes : tuple of Expression or None
        How many there are in each dimension, None if that is not known here.
    scope : StoredClass
        Where the names in the sizes are looked up.
    """

    sizes: tuple[nodes.Expression | None, ...]
    scope: StoredClass


def dealt_value(
    value: GivenValue,
    rank: int,
    levels: tuple[Level, ...],
    text: str,
    context: ClassContext,
    *,
    is_equation: bool = False,
) -> GivenValue:
    """Return a value as one for each part, if it is that of all parts of some of the arrays.

    Parameters
    ----------
    value : GivenValue
        What is given.
    rank : int
        Dimensions of what it is given to, in a single part.
    levels : tuple of Level
        The parts around, outer ones first.
    text : str
        Name of what it is given to, for messages.
    context : ClassContext
        The class in which the parts are declared.
    is_equation : bool
        Whether the value stands in an equation: a single one is repeated there.

    Raises
    ------
    ModelicaError
        If the value has not the dimensions of the arrays.
    """
    sizes = [size for level in levels for size in level.sizes]
    found = rank_of(value.expression, context.expressions.in_scope(value.scope))
    if not sizes:
        return value
    if not found and not rank:
        return _for_all(value, levels, text) if is_equation else value
    flags = (*(False,) * len(levels), *value.each)[-len(levels) :]
    is_same = [flag for flag, level in zip(flags, levels, strict=True) for _ in level.sizes]
    wanted = rank + is_same.count(False)
    if found == wanted:
        if is_equation and wanted == rank:
            return _for_all(value, levels, text)
        return _repeated(value, levels, flags, rank, text)
    if found == rank and not rank:
        return value
    have = f"{_dimensions(found)}, and '{text}' of all these parts has {wanted}"
    remedy = "say 'each' for a value that all of them have" if found == rank else "give as many"
    raise value.scope.source.mistake(
        value.position, f"'{print_expression(value.expression)}' has {have}: {remedy}"
    )


def _dimensions(count: int) -> str:
    return f"{count} dimension{'s' * (count != 1)}" if count else "no dimensions"


def _repeated(
    value: GivenValue, levels: tuple[Level, ...], flags: tuple[bool, ...], rank: int, text: str
) -> GivenValue:
    """Return one value for each part, where it says 'each' for some of the arrays around."""
    around = [pair for pair in zip(levels, flags, strict=True) if pair[0].sizes]
    if all(is_same for _, is_same in around):
        return value  # what has no more dimensions than one part needs goes to all
    while around and not around[-1][1]:
        around.pop()  # the innermost arrays have a value for each part already
    first = [level for level, is_same in around if not is_same]
    same = [level for level, is_same in around if is_same]
    sizes = [_size(value, size, level, text) for level in same for size in level.sizes]
    if not first:
        return value if not same else replace(value, expression=_filled(value.expression, sizes))
    if rank or len(first) > 1 or len(first[0].sizes) > 1 or around[0][1]:
        raise _refusal(value, text)
    place = value.position
    loop = nodes.Iterator(_ONE, value.expression, position=place)
    one = nodes.Reference((nodes.NamePart(_ONE),), position=place)
    every = nodes.Comprehension(_filled(one, sizes), (loop,), position=place)
    return replace(value, expression=nodes.ArrayConstructor((every,), position=place))


def _for_all(value: GivenValue, levels: tuple[Level, ...], text: str) -> GivenValue:
    """Return the value of a single part as an array of all of them."""
    sizes = [_size(value, size, level, text) for level in levels for size in level.sizes]
    return replace(value, expression=_filled(value.expression, sizes))


def _filled(value: nodes.Expression, sizes: list[nodes.Expression]) -> nodes.Expression:
    """Return ``fill(value, …)``."""
    fill = nodes.Reference((nodes.NamePart("fill"),), position=value.position)
    return nodes.Call(fill, (value, *sizes), position=value.position)


def _size(
    value: GivenValue, size: nodes.Expression | None, level: Level, text: str
) -> nodes.Expression:
    is_seen = isinstance(size, nodes.Number) or level.scope is value.scope
    if size is None or not is_seen:
        raise _refusal(value, text)
    return size


def _refusal(value: GivenValue, text: str) -> Exception:
    return value.scope.source.mistake(
        value.position,
        f"this 'each' for '{text}' inside arrays of parts is not supported: give an array of all "
        "values",
    )
