"""Write connections that follow each other as chains ``a >> b >> c``."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from drivetrain.modelica.conversion.to_python.layout import WIDTH, one_line
from drivetrain.modeling import Component, Connector
from drivetrain.modeling.members import Variable
from drivetrain.modeling.tracing.references import ENTRIES, EXITS

__all__ = ["with_chains"]

_MARGIN = len("        yield ")


def with_chains(
    statements: Sequence[ast.stmt],
    parts: Mapping[str, Any],
    is_connect: Callable[[ast.expr], bool],
    room: int = WIDTH - _MARGIN,
) -> list[ast.stmt]:
    """Return statements of `equations` in which ``>>`` stands for `connect`.

    The connections and their order stay as they are, so that the compiled model does, too.

    Parameters
    ----------
    statements : sequence of ast.stmt
        What `equations` does.
    parts : mapping
        Members of the class.
    is_connect : callable
        Whether an expression is the function `connect`.
    room : int
        Most letters of a chain.
    """
    made: list[ast.stmt] = []
    run: list[tuple[_End, _End]] = []
    for one in statements:
        ends = _ends(one, parts, is_connect)
        if ends is not None:
            run.append(ends)
            continue
        made += _chains(run, room)
        run = []
        if isinstance(one, ast.If):
            one.body = with_chains(one.body, parts, is_connect, room - 4)
            one.orelse = with_chains(one.orelse, parts, is_connect, room - 4)
        made.append(one)
    return [*made, *_chains(run, room)]


@dataclass(frozen=True)
class _End:
    """One end of a connection.

    Parameters
    ----------
    connector : ast.expr
        The connector or signal.
    part : ast.expr or None
        The part that it belongs to, if that is declared in the class.
    is_entry, is_exit : bool
        Whether a chain enters or leaves the part there.
    is_signal : bool
        Whether it is a signal.
    is_source : bool
        Whether a signal comes from it.
    """

    connector: ast.expr
    part: ast.expr | None = None
    is_entry: bool = False
    is_exit: bool = False
    is_signal: bool = False
    is_source: bool = False


def _ends(
    one: ast.stmt, parts: Mapping[str, Any], is_connect: Callable[[ast.expr], bool]
) -> tuple[_End, _End] | None:
    """Return the ends of a connection; ``None`` if the statement is none."""
    if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Yield)):
        return None
    made = one.value.value
    if not (isinstance(made, ast.Call) and is_connect(made.func) and len(made.args) == 2):
        return None
    first, second = (_end(e, parts) for e in made.args)
    if first.is_signal and second.is_source and not first.is_source:
        return second, first
    return first, second


def _end(e: ast.expr, parts: Mapping[str, Any]) -> _End:
    if not (isinstance(e, ast.Attribute) and isinstance(e.value, ast.Attribute)):
        return _End(e, is_signal=_is_signal(parts.get(getattr(e, "attr", ""))))
    part = parts.get(e.value.attr) if isinstance(e.value.value, ast.Name) else None
    if not isinstance(part, Component):
        return _End(e)
    declared = type(part).declarations()
    one = declared.get(e.attr)
    is_output = _is_signal(one) and not one.is_input
    if part._count is not None or getattr(one, "enabled", True) is not True:
        return _End(e, is_signal=_is_signal(one), is_source=is_output)
    return _End(
        e, e.value, _usual(declared, ENTRIES) == e.attr, _usual(declared, EXITS) == e.attr,
        _is_signal(one), is_output,
    )  # fmt: skip


def _usual(declared: Mapping[str, Any], usual: Sequence[str]) -> str:
    """Return the connector at which a chain enters or leaves a part."""
    connectors = [key for key, one in declared.items() if isinstance(one, Connector)]
    ends = connectors or [key for key, one in declared.items() if _is_signal(one)]
    return next((key for key in usual if key in ends), "")


def _is_signal(one: Any) -> TypeGuard[Variable]:
    return isinstance(one, Variable) and one.is_signal


def _chains(run: Sequence[tuple[_End, _End]], room: int) -> Iterator[ast.stmt]:
    """Yield the chains that say what some connections do."""
    at = 0
    while at < len(run):
        count = _length(run[at:], room)
        yield ast.Expr(ast.Yield(_chain(run[at : at + count])))
        at += count


def _length(run: Sequence[tuple[_End, _End]], room: int) -> int:
    """Return how many connections the next chain takes."""
    count = 1
    while (
        count < len(run)
        and _goes_on(run[count - 1][1], run[count][0])
        and len(one_line(_chain(run[: count + 1]))) <= room
    ):
        count += 1
    return count


def _goes_on(end: _End, start: _End) -> bool:
    """Return whether a chain that has come to one end goes on from the other."""
    if one_line(end.connector) == one_line(start.connector):
        return not end.is_signal
    same = end.part is not None and start.part is not None
    return (
        same and one_line(_of(end)) == one_line(_of(start)) and end.is_entry and start.is_exit
    )  # fmt: skip


def _of(end: _End) -> ast.expr:
    assert end.part is not None
    return end.part


def _chain(run: Sequence[tuple[_End, _End]]) -> ast.expr:
    """Return one chain of connections that go on from each other."""
    first, last = run[0][0], run[-1][1]
    made = _of(first) if first.is_exit and not first.is_signal else first.connector
    for (_, end), (start, _) in itertools.pairwise(run):
        passes = one_line(end.connector) != one_line(start.connector)
        is_whole = passes or (end.is_entry and end.is_exit)
        made = ast.BinOp(made, ast.RShift(), _of(end) if is_whole else end.connector)
    is_whole = last.is_entry and not last.is_signal
    return ast.BinOp(made, ast.RShift(), _of(last) if is_whole else last.connector)
