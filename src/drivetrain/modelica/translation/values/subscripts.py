"""Indices and ranges: those of Modelica count from 1, those of Python from 0."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.python_code import call, constant, name, names_in

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["iterator_range", "less_one", "plus_one", "subscripted"]


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
    made: ast.expr, given: tuple[nodes.Expression, ...], expressions: ExpressionTranslator
) -> ast.expr:
    """Return elements of an array: one index after the other."""
    if not given:
        return made
    indices = [_index(one, expressions) for one in given]
    if any(isinstance(one, ast.Slice) for one in indices[:-1]):
        index: ast.expr = ast.Tuple(indices, ast.Load())
        return ast.Subscript(made, index, ast.Load())
    for one in indices:
        made = ast.Subscript(made, one, ast.Load())
    return made


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
    found = expressions.translate(e)
    expressions.context.structural |= _members(found, expressions)
    return less_one(found)


def _slice(e: nodes.Range, expressions: ExpressionTranslator) -> ast.expr:
    if e.step is not None:
        raise expressions.refusal(e.position, f"'{print_expression(e)}': a range with a step")
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
    if isinstance(over, nodes.Range):
        made = call(name("range"), _range(over, expressions))
    else:
        made = expressions.translate(over)
    expressions.context.structural |= _members(made, expressions)
    return made


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
