"""Connections between connectors and between signals, as built by ``>>`` and ``connect``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.errors import ModelError, UnitError
from drivetrain.modeling.units import dimension
from drivetrain.modeling.unused_statements import note

__all__ = ["Chain", "ConnectorLink", "SignalLink", "connect", "connections", "join"]

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ConnectorLink:
    """Connectors joined pairwise; `face` 0 is seen from outside the component, 1 from inside."""

    left: Ints
    left_face: int
    right: Ints
    right_face: int


@dataclass(frozen=True, eq=False)
class SignalLink:
    """Signals joined pairwise: variable slots of the sources and of the targets."""

    source: Any
    target: Any


@dataclass(frozen=True, eq=False)
class Chain:
    """Several links in series along the shaft line, with the two open ends."""

    links: tuple[ConnectorLink | SignalLink, ...]
    head: Any
    tail: Any
    members: tuple[Any, ...] = field(default=())

    def __post_init__(self) -> None:
        note(self)

    def __str__(self) -> str:
        return f"{_name(self.head)} >> {_name(self.tail)}"

    def __rshift__(self, other: Any) -> Chain:
        return join(self, other)


@explained
def connect(a: Any, b: Any) -> Chain:
    """Connect two connectors, or a signal source and its target.

    Parameters
    ----------
    a, b : connector or signal of a component
        Two connectors of one family in any order; for signals, the source first.

    Raises
    ------
    ModelError
        If the two do not match.
    """
    return Chain(_links(a, b), a, b)


def connections(ends: Sequence[Any]) -> Sequence[Any]:
    """Return the connections stated by the arguments of `Model.connect`: chains, or two ends.

    Raises
    ------
    ModelError
        If they are neither.
    """
    chains = sum(isinstance(end, Chain) for end in ends)
    if ends and chains == len(ends):
        return ends
    if len(ends) == 1 and not (
        _kind_of(ends[0]) == "component" or _kind_of(ends[0]) == "connector"
    ):
        return ends
    if len(ends) == 2 and not chains:
        return [connect(*ends)]
    raise ModelError(
        f"m.connect({', '.join(map(_name, ends))}): give it the two ends of one connection, "
        "m.connect(m.a.flange_b, m.b.flange_a), or chains, m.connect(m.a >> m.b >> m.c)"
    )


def join(left: Any, right: Any) -> Chain:
    """Return the chain ``left >> right``.

    A component is entered at `flange_a` and left at `flange_b`; between rotation and translation
    at `flange_r` and `flange_t`, a heat conductor at `port_a` and `port_b`, a block at `u` and `y`.
    A component with a single connector has it at both ends.
    """
    before = left if isinstance(left, Chain) else None
    after = right if isinstance(right, Chain) else None
    tail = before.tail if before else left
    head = after.head if after else right
    made = _links(_exit(tail), _entry(head))
    links = (*(before.links if before else ()), *made, *(after.links if after else ()))
    return Chain(links, before.head if before else left, after.tail if after else right)


def _exit(end: Any) -> Any:
    return end.right_end() if _kind_of(end) == "component" else end


def _entry(end: Any) -> Any:
    return end.left_end() if _kind_of(end) == "component" else end


def _kind_of(end: Any) -> str:
    """Return the kind of an end, as its class states it; empty for what cannot be connected."""
    return str(getattr(type(end), "connects_as", ""))


def _is_signal(end: Any) -> bool:
    return _kind_of(end) == "variable" and end.declaration.is_signal


def _links(a: Any, b: Any) -> tuple[ConnectorLink | SignalLink, ...]:
    """Link two ends; vectors of signals element by element."""
    kinds = _kind_of(a), _kind_of(b)
    if "vector" not in kinds:
        return (_link(a, b),)
    if kinds != ("vector", "vector") or len(a) != len(b):
        raise ModelError(
            f"{_shown(a)} ({_extent(a)}) cannot be connected to {_shown(b)} ({_extent(b)}): "
            "connect vectors of equal length, or single elements"
        )
    return tuple(_link(one, other) for one, other in zip(a, b, strict=True))


def _extent(end: Any) -> str:
    return f"{len(end)} elements" if _kind_of(end) == "vector" else "one element"


def _link(a: Any, b: Any) -> ConnectorLink | SignalLink:
    for end in (a, b):
        if _kind_of(end) == "absent":
            raise end.refusal()
    kinds = _kind_of(a), _kind_of(b)
    if kinds == ("variable", "variable"):
        return _signal_link(a, b)
    if kinds == ("connector", "connector"):
        return _connector_link(a, b)
    for end in (a, b):
        _refuse_class(end)
        _refuse_loose_part(end)
    raise ModelError(
        f"{_shown(a)} cannot be connected to {_shown(b)}: connect a flange with a flange, "
        "a heat port with a heat port, or a signal with a signal"
    )


def _refuse_class(end: Any) -> None:
    """Refuse the class of a component given in place of a part."""
    if isinstance(end, type) and hasattr(end, "declarations"):
        raise ModelError(
            f"{end.__name__} is a class, which cannot be connected: make a part of it, "
            f"part = {end.__name__}(…)"
        )


def _refuse_loose_part(end: Any) -> None:
    """Refuse a component that is connected but is not a part of the model."""
    made = getattr(end, "__dict__", {}).get("_created")
    if made is not None:
        kind = type(end).__name__
        raise ModelError(
            f"{kind}(…) [made at {made}] is no part of this model, so nothing can be connected to "
            f"it: declare it in the class body (part = {kind}(…)) and connect self.part, or add it "
            f"(m.add(part={kind}(…))) and connect m.part"
        )


def _shown(end: Any) -> str:
    """Return an end with its name and kind."""
    if _is_signal(end):
        return f"'{end}' (a {end.kind} signal)"
    return f"'{_name(end)}' ({_kind(end)})" if _kind_of(end) == "connector" else f"'{_name(end)}'"


def _name(end: Any) -> str:
    return str(getattr(end, "name", end))


def _kind(end: Any) -> str:
    """Return the class of a connector and the quantities that it carries."""
    carried = ", ".join(f"{v.name} in {v.unit}" for v in end.connector.variables())
    return f"{end.connector.__name__} with {carried}"


def _signal_link(a: Any, b: Any) -> SignalLink:
    for end in (a, b):
        if not _is_signal(end):
            raise ModelError(
                f"'{end}' is a variable, not a signal: write an equation with == instead of >>"
            )
    if a.kind != b.kind:
        raise ModelError(f"'{a}' is {a.kind} and cannot drive '{b}', which is {b.kind}")
    _check_same_unit(a, b)
    if _drives(b) and not _drives(a):
        a, b = b, a
    if not _drives(a) or _drives(b):
        what = "inputs" if not _drives(a) else "outputs"
        raise ModelError(f"'{a}' >> '{b}': both are {what}; one signal has to drive the other")
    return SignalLink(a, b)


def _check_same_unit(a: Any, b: Any) -> None:
    """Refuse signals in units of different kinds; blocks carry plain numbers of any kind."""
    one, other = a.declaration.unit, b.declaration.unit
    if "1" not in (one, other) and one != other and dimension(one) != dimension(other):
        raise UnitError(f"'{a}' is in {one!r} and cannot drive '{b}', which is in {other!r}")


def _drives(end: Any) -> bool:
    """Return whether a signal is a source as seen from inside the class that connects it."""
    return bool(end.declaration.is_input == end.inside)


def _connector_link(a: Any, b: Any) -> ConnectorLink:
    if a.connector.family() is not b.connector.family():
        raise ModelError(
            f"{_shown(a)} and {_shown(b)} are connectors of different kinds: connect like with "
            "like, or put a part between them that has one of each"
        )
    if a.owner is not b.owner:
        raise ModelError(
            f"'{a.name}' is part of the model '{a.owner.title}' and '{b.name}' of the model "
            f"'{b.owner.title}': connect parts of one model only; add the missing part to it"
        )
    left, right = np.atleast_1d(a.connector_ids), np.atleast_1d(b.connector_ids)
    if len(left) != len(right):
        _check_sizes(a, len(left), b, len(right))
    left, right = np.broadcast_arrays(left, right)
    return ConnectorLink(left, a.face, right, b.face)


def _check_sizes(a: Any, left: int, b: Any, right: int) -> None:
    """Refuse arrays of different lengths, unless one side is a single connector."""
    if 1 not in (left, right):
        raise ModelError(
            f"'{a.name}' has {left} connectors and '{b.name}' has {right}: "
            "take slices of equal length"
        )
    if a.none_left or b.none_left:
        empty = (a if a.none_left else b).name.rpartition(".")[0]
        raise ModelError(
            f"'{a.name}' >> '{b.name}' connects nothing: the slice '{empty}' is empty; its first "
            "component has the number 0, and its end is not part of it"
        )
