"""Make connections, signal lines and functions from a trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from drivetrain.model_structure.function import Function
from drivetrain.model_structure.lines import Connection, End, SignalLine
from drivetrain.model_structure.parts_of import inner_prefix
from drivetrain.model_structure.places import Places, connector_places, variable_places
from drivetrain.model_structure.port import connector_domain
from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.connection import ConnectorLink
from drivetrain.modeling.expression import Expr, walk
from drivetrain.modeling.tracing.trace import Trace, TracedEquation

__all__ = ["lines_of"]


def lines_of(
    root: Trace,
) -> tuple[tuple[Connection, ...], tuple[SignalLine, ...], tuple[Function, ...]]:
    """Return what connects the parts of a model, at every level of it."""
    connections: list[Connection] = []
    signals: list[SignalLine] = []
    functions: list[Function] = []
    for path, prefix, trace in _levels(root):
        connectors, variables = connector_places(trace, prefix), variable_places(trace, prefix)
        for link, where in trace.connector_links:
            connections += _connections(path, connectors, link, where)
        for signal, where in trace.signal_links:
            source, target = (variables.end(end.slot) for end in (signal.source, signal.target))
            kind = signal.source.kind
            signals.append(SignalLine(path, source, target, kind, where, signal.joins))
        functions += _functions(path, trace, variables)
    return tuple(connections), tuple(signals), tuple(functions)


def _levels(root: Trace) -> Iterator[tuple[str, str, Trace]]:
    """Yield each part that has parts: its path, how paths inside it begin, and its trace."""
    pending: list[tuple[str, int | None, Trace]] = [("", None, root)]
    while pending:
        path, count, trace = pending.pop()
        prefix = inner_prefix(path, count)
        if trace.subs:
            yield path, prefix, trace
        pending += [(f"{prefix}{sub.name}", sub.count, sub.trace) for sub in reversed(trace.subs)]


def _connections(
    path: str, places: Places, link: ConnectorLink, where: SourceLine
) -> Iterator[Connection]:
    left, right = places.ends(link.left.tolist()), places.ends(link.right.tolist())
    if not len(link.left):
        return
    domain = connector_domain(places.connector(int(link.left[0])))
    if len(left) != len(right):  # one side is an array, the other one a list of single ends
        left = [one for end in left for one in _elements(end)]
        right = [one for end in right for one in _elements(end)]
    for one, other in zip(left, right, strict=True):
        yield Connection(path, one, other, domain, where)


def _elements(end: End) -> list[End]:
    if end.elements is None:
        return [end]
    return [replace(end, elements=(k,)) for k in end.elements]


def _functions(path: str, trace: Trace, places: Places) -> Iterator[Function]:
    """Yield the equations about quantities of parts."""
    own = {one.slot for one in trace.variables}
    for equation in trace.equations:
        slots = _slots(equation)
        if any(slot not in own for slot in slots):
            sets = _target(equation, trace, own, places)
            ends = dict.fromkeys(places.end(slot) for slot in slots)
            reads = tuple(end for end in ends if end != sets)
            yield Function(path, str(equation), reads, sets, equation.where)


def _slots(equation: TracedEquation) -> list[int]:
    nodes = (node for side in (equation.lhs, equation.rhs) for node in walk(side))
    found = (
        node.value[0] if node.op == "var" else node.value
        for node in nodes
        if node.op in ("var", "pre")
    )
    return list(dict.fromkeys(found))


def _target(equation: TracedEquation, trace: Trace, own: set[int], places: Places) -> End | None:
    """Return the signal that an equation determines: an input of a part, or an own output."""
    for side in (equation.lhs, equation.rhs):
        if side.op == "var" and _is_driven(side, own):
            return places.end(side.value[0])
    return None


def _is_driven(side: Expr, own: set[int]) -> bool:
    declared = side.declaration  # type: ignore[attr-defined]
    return bool(declared.is_signal and declared.is_input != (side.value[0] in own))
