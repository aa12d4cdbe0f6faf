"""Make the tree of parts from a trace."""

from __future__ import annotations

from drivetrain.model_structure.part import Part
from drivetrain.model_structure.port import declared_ports, ports_of
from drivetrain.modeling.component import Component, SourceLine
from drivetrain.modeling.expression import walk
from drivetrain.modeling.members.scopes import is_outer
from drivetrain.modeling.tracing.trace import Sub, Trace

__all__ = ["bare_part", "inner_prefix", "parts_of", "stores"]

_SPEEDS = ("rad/s", "m/s")


def parts_of(root: Trace, cls: type[Component]) -> Part:
    """Return a model and all its parts.

    Parts whose declaration has a fault come without what is inside them.
    """
    # Nesting may be deeper than Python's recursion limit: containing parts first, then back.
    order: list[tuple[str, Trace, Sub | None, int]] = [("", root, None, -1)]
    k = 0
    while k < len(order):
        path, trace, sub, _ = order[k]
        prefix = inner_prefix(path, None if sub is None else sub.count)
        order += [(f"{prefix}{one.name}", one.trace, one, k) for one in trace.subs]
        k += 1
    children: list[list[Part]] = [[] for _ in order]
    made = bare_part(cls, "")
    for k in reversed(range(len(order))):
        path, trace, sub, above = order[k]
        inside = [*reversed(children[k]), *_missing(trace, path, sub)]
        made = _part(path, trace, sub, tuple(inside))
        if above >= 0:
            children[above].append(made)
    return made


def inner_prefix(path: str, count: int | None) -> str:
    """Return how the paths of what is inside a part begin."""
    if not path:
        return ""
    return f"{path}." if count is None else f"{path}[:]."


def bare_part(cls: type[Component], path: str, where: SourceLine | None = None) -> Part:
    """Return a part of which only the declarations are known, with those inside it."""
    prefix = inner_prefix(path, None)
    inside = [
        Part(f"{prefix}{name}", type(one), type(one).__name__, _sizes(one), one._created,
             declared_ports(type(one)))
        for name, one in cls.declarations().items()
        if isinstance(one, Component) and not is_outer(one)
    ]  # fmt: skip
    return Part(path, cls, cls.__name__, None, where, declared_ports(cls), tuple(inside))


def _part(path: str, trace: Trace, sub: Sub | None, inside: tuple[Part, ...]) -> Part:
    sizes, where = (None, None) if sub is None else (sub.sizes, sub.where)
    ports = ports_of(trace.cls, trace.members)
    has_mode = bool(trace.contacts or trace.holds)
    return Part(path, trace.cls, trace.title, sizes, where, ports, inside, stores(trace), has_mode)


def _missing(trace: Trace, path: str, sub: Sub | None) -> list[Part]:
    """Return the parts that could not be traced."""
    prefix = inner_prefix(path, None if sub is None else sub.count)
    return [
        Part(f"{prefix}{name}", type(one), type(one).__name__, _sizes(one), one._created,
             declared_ports(type(one)))
        for name, one in trace.cls.declarations().items()
        if isinstance(one, Component) and not is_outer(one) and name not in trace.members
    ]  # fmt: skip


def _sizes(one: Component) -> tuple[int, ...] | None:
    """Return the sizes of an array of parts, if they are known before it is traced."""
    found = one._count if isinstance(one._count, tuple) else (one._count,)
    return found if all(isinstance(size, int) for size in found) else None


def stores(trace: Trace) -> str:
    """Return the kind of energy that a class stores itself."""
    if "stored_heat" in trace.monitors:
        return "heat"
    energy = trace.monitors.get("stored_energy")
    if energy is None:
        return ""
    leaves = [node for node in walk(energy) if node.op == "var"]
    fast = any(node.value[1] or node.declaration.unit in _SPEEDS for node in leaves)  # type: ignore[attr-defined]
    return "kinetic" if fast else "elastic" if leaves else ""
