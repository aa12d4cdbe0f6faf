"""Indices and ranges: those of Modelica count from 1, those of Python from 0."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.syntax.values import number_of
from drivetrain.modelica.translation.python_code import call, constant, name, names_in
from drivetrain.modelica.translation.values.enumerations import count_of, literals_of
from drivetrain.modelica.translation.values.function_values import varies

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = [
    "is_plain",
    "iterator_range",
    "less_one",
    "lowest_of",
    "places",
    "plus_one",
    "subscripted",
]

_SEVERAL: Final = (nodes.All, nodes.Range, nodes.ArrayConstructor)


def plus_one(e: ast.expr) -> ast.expr:
    """Return ``e + 1``."""
    return _moved(e, 1)


def less_one(e: ast.expr) -> ast.expr:
    """Return ``e - 1``."""
    return _moved(e, -1)


def _moved(e: ast.expr, by: int) -> ast.expr:
    """Return a number that is larger by an integer, computed where that can be done now."""
    if isinstance(e, ast.Constant) and isinstance(e.value, int):
        return constant(e.value + by)
    if isinstance(e, ast.BinOp) and isinstance(e.op, (ast.Add, ast.Sub)):
        right = e.right
        if isinstance(right, ast.Constant) and isinstance(right.value, int):
            total = (right.value if isinstance(e.op, ast.Add) else -right.value) + by
            return _sum(e.left, total)
    return _sum(e, by)


def _sum(e: ast.expr, number: int) -> ast.expr:
    if number == 0:
        return e
    operator = ast.Add() if number > 0 else ast.Sub()
    return ast.BinOp(e, operator, ast.Constant(abs(number)))


def subscripted(
    made: ast.expr,
    given: tuple[nodes.Expression, ...],
    expressions: ExpressionTranslator,
    declared: tuple[nodes.Expression, ...] = (),
) -> ast.expr:
    """Return elements of an array: as Python picks them, where that is sure to be the same.

    An index below 1 would count from the end in Python, and a range that is too long would end
    early: where the text does not rule that out, :func:`drivetrain.modelica.arrays.picked` has a
    look at it.

    Parameters
    ----------
    made : expr
        The array.
    given : tuple of Expression
        Its indices.
    expressions : ExpressionTranslator
        For what they say.
    declared : tuple of Expression
        Its sizes, if they are known.
    """
    if not given:
        return made
    if not is_plain(given, expressions, declared):
        picked = expressions.context.names.array_function("picked")
        return call(picked, [made, *places(made, given, expressions)])
    for one in given:
        made = ast.Subscript(made, _index(one, expressions), ast.Load())
    return made


def is_plain(
    given: tuple[nodes.Expression, ...],
    expressions: ExpressionTranslator,
    declared: tuple[nodes.Expression, ...] = (),
) -> bool:
    """Return whether Python picks the elements that Modelica picks, or none at all."""
    if len(given) > 1 and any(isinstance(one, _SEVERAL) for one in given):
        return False
    sizes = [*declared, *[None] * len(given)]
    return all(_is_safe(one, size, expressions) for one, size in zip(given, sizes, strict=False))


def places(
    of: ast.expr, given: tuple[nodes.Expression, ...], expressions: ExpressionTranslator
) -> list[ast.expr]:
    """Return indices that count from 1, several of them, or None for all."""
    return [_place(one, of, k, expressions) for k, one in enumerate(given)]


def lowest_of(e: nodes.Expression | None, expressions: ExpressionTranslator) -> int | None:
    """Return the least value that an integer can have, as far as its text tells."""
    if e is None or (literals_of(e, expressions) is not None and not varies(e, expressions)):
        return 1
    if isinstance(e, nodes.Number):
        return e.value if isinstance(e.value, int) else None
    if isinstance(e, nodes.Reference):
        return expressions.iterators.get(str(e), _declared_minimum(e, expressions))
    if isinstance(e, nodes.Binary) and e.operator in ("+", "-"):
        left, right = lowest_of(e.left, expressions), lowest_of(e.right, expressions)
        if e.operator == "-" and isinstance(e.right, nodes.Number):
            right = None if right is None else -right
        elif e.operator == "-":
            return None
        return None if left is None or right is None else left + right
    if isinstance(e, nodes.Range):
        is_falling = e.step is not None and not isinstance(e.step, nodes.Number)
        return lowest_of(e.stop if is_falling else e.start, expressions)
    if isinstance(e, nodes.ArrayConstructor):
        found = [lowest_of(one, expressions) for one in e.elements]
        known = [one for one in found if one is not None]
        return min(known) if len(known) == len(found) > 0 else None
    return None


def _declared_minimum(e: nodes.Reference, expressions: ExpressionTranslator) -> int | None:
    """Return the bound that an integer parameter is declared with."""
    member = expressions.context.members.by_name.get(str(e))
    if member is None or str(e) in expressions.locals or not member.component.variability:
        return None
    bound = member.given.attribute("min")
    value = getattr(bound.expression, "value", None) if bound else None
    return value if isinstance(value, int) else None


def _is_safe(
    e: nodes.Expression, size: nodes.Expression | None, expressions: ExpressionTranslator
) -> bool:
    """Return whether Python takes the same elements, or none at all."""
    if isinstance(e, nodes.All) or _from_end(e) is not None:
        return True
    _check_number(e, size, expressions)
    if isinstance(e, nodes.Range):
        lowest = lowest_of(e.start, expressions)
        ends = _from_end(e.stop) is not None or (size is not None and _is_within(e.stop, size))
        return e.step is None and lowest is not None and lowest >= 1 and ends
    if size is not None and print_expression(size) == print_expression(e):
        return True
    lowest = lowest_of(e, expressions)
    return lowest is not None and lowest >= 1


def _check_number(
    e: nodes.Expression, size: nodes.Expression | None, expressions: ExpressionTranslator
) -> None:
    """Refuse an index in numbers that no array has, or not one of this size."""
    index, count = number_of(e), number_of(size)
    if index is None or (index >= 1 and (count is None or index <= count)):
        return
    there = "indices count from 1" if count is None else f"there are {count:g} elements"
    raise expressions.refusal(e.position, f"the index {index:g}: {there}")


def _is_within(e: nodes.Expression, size: nodes.Expression) -> bool:
    """Return whether an index is a size, or a size less a number."""
    if isinstance(e, nodes.Number) and isinstance(size, nodes.Number):
        return bool(e.value <= size.value)
    if isinstance(e, nodes.Binary) and e.operator == "-" and isinstance(e.right, nodes.Number):
        e = e.left
    return print_expression(e) == print_expression(size)


def _place(
    e: nodes.Expression, of: ast.expr, dimension: int, expressions: ExpressionTranslator
) -> ast.expr:
    if isinstance(e, nodes.All):
        return constant(None)
    size = expressions.context.names.array_function("size")
    expressions.ends.append(call(size, [of, constant(dimension + 1)]))
    try:
        if isinstance(e, nodes.Range):
            found: ast.expr = call(name("range"), _range(e, expressions))
        else:
            found = _number(e, expressions)
    finally:
        expressions.ends.pop()
    expressions.context.structural |= _members(found, expressions)
    return found


def _index(e: nodes.Expression, expressions: ExpressionTranslator) -> ast.expr:
    if isinstance(e, nodes.All):
        return ast.Slice()
    if isinstance(e, nodes.Range):
        return _slice(e, expressions)
    from_end = _from_end(e)
    if from_end is not None:
        return constant(-1 - from_end)
    if isinstance(e, nodes.ArrayConstructor):
        every = [less_one(expressions.translate(one)) for one in e.elements]
        return ast.List(every, ast.Load())
    found = _number(e, expressions)
    expressions.context.structural |= _members(found, expressions)
    return less_one(found)


def _number(e: nodes.Expression, expressions: ExpressionTranslator) -> ast.expr:
    """Return an index; that of an array over an enumeration is the place of a literal."""
    with expressions.literals_as(numbers=True):
        return expressions.translate(e)


def _slice(e: nodes.Range, expressions: ExpressionTranslator) -> ast.expr:
    start = less_one(_bound(e.start, expressions))
    lower = None if isinstance(start, ast.Constant) and start.value == 0 else start
    from_end = _from_end(e.stop)
    if from_end is not None:
        return ast.Slice(lower, None if from_end == 0 else constant(-from_end))
    return ast.Slice(lower, _bound(e.stop, expressions))


def _bound(e: nodes.Expression, expressions: ExpressionTranslator) -> ast.expr:
    found = expressions.translate(e)
    expressions.context.structural |= _members(found, expressions)
    return found


def _from_end(e: nodes.Expression) -> int | None:
    """Return how far before the last index an index is: 0 for ``end``, 1 for ``end - 1``."""
    if isinstance(e, nodes.End):
        return 0
    if isinstance(e, nodes.Binary) and e.operator == "-" and isinstance(e.left, nodes.End):
        value = e.right.value if isinstance(e.right, nodes.Number) else None
        return value if isinstance(value, int) else None
    return None


def iterator_range(
    one: nodes.Iterator, expressions: ExpressionTranslator, body: object = ()
) -> ast.expr:
    """Return what an iterator runs over; parameters in it decide how many equations there are.

    Without a range, `body` tells of what it is an index.

    Raises
    ------
    ModelicaError
        If it is no range of integers, and no array.
    """
    over = one.range
    if over is None:
        return _implicit(one, expressions, body)
    literals = count_of(over, expressions)
    if literals is not None:
        expressions.enumerated[one.name] = literals
        return call(name("range"), [constant(1), constant(len(literals) + 1)])
    expressions.enumerated.pop(one.name, None)
    _refuse_varying(over, expressions)
    if isinstance(over, nodes.Range):
        made = call(name("range"), _range(over, expressions))
    else:
        made = expressions.translate(over)
    expressions.context.structural |= _members(made, expressions)
    return made


def _refuse_varying(over: nodes.Expression, expressions: ExpressionTranslator) -> None:
    """Refuse a loop in equations over what is known only during a run."""
    own = expressions.locals.keys()
    is_local = any(one.parts[0].name in own for one in references_below(over))
    if expressions.context.is_function or is_local or not isinstance(over, nodes.Range):
        return
    if varies(over, expressions):
        raise expressions.refusal(
            over.position,
            f"'{print_expression(over)}' may change during a run: how often a loop runs is decided "
            "before, by numbers and parameters",
        )


def _implicit(one: nodes.Iterator, expressions: ExpressionTranslator, body: object) -> ast.expr:
    """Return the range of all indices of an array that an iterator is an index of."""
    for reference in references_below(body):
        for k, part in enumerate(reference.parts):
            for place, index in enumerate(part.subscripts):
                if isinstance(index, nodes.Reference) and str(index) == one.name:
                    parts = (*reference.parts[:k], nodes.NamePart(part.name))
                    whole = nodes.Reference(parts, position=reference.position)
                    size = expressions.context.names.array_function("size")
                    made = call(size, [expressions.translate(whole), constant(place + 1)])
                    return call(name("range"), [constant(1), plus_one(made)])
    raise expressions.refusal(one.position, f"'for {one.name}' has no range, and is no index")


def references_below(e: object) -> Iterator[nodes.Reference]:
    """Yield all names in a piece of text."""
    if isinstance(e, nodes.Reference):
        yield e
    if isinstance(e, (list, tuple)):
        for one in e:
            yield from references_below(one)
    for key in getattr(type(e), "__slots__", ()):
        yield from references_below(getattr(e, key))


def _range(over: nodes.Range, expressions: ExpressionTranslator) -> list[ast.expr]:
    start, stop = expressions.translate(over.start), expressions.translate(over.stop)
    if over.step is None:
        return [start, plus_one(stop)]
    step = over.step
    sign = -1 if isinstance(step, nodes.Unary) and step.operator == "-" else 1
    size = step.operand if isinstance(step, nodes.Unary) else step
    if not isinstance(size, nodes.Number) or not isinstance(size.value, int):
        text = print_expression(over)
        raise expressions.refusal(over.position, f"'{text}': a step other than an integer")
    return [start, plus_one(stop) if sign > 0 else less_one(stop), constant(sign * size.value)]


def _members(e: ast.expr, expressions: ExpressionTranslator) -> set[str]:
    """Return the members of the class that an expression reads."""
    own = {one.attr for one in ast.walk(e) if isinstance(one, ast.Attribute) and _is_self(one)}
    return own | (names_in(e) & expressions.context.names.members)


def _is_self(e: ast.Attribute) -> bool:
    return isinstance(e.value, ast.Name) and e.value.id == "self"
