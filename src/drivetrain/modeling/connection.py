"""Connections between connectors and between signals, as built by ``>>`` and ``connect``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.errors import ModelError
from drivetrain.modeling.unused_statements import note

__all__ = [
    "BusLink",
    "Chain",
    "ConnectorLink",
    "DroppedLink",
    "Link",
    "SignalLink",
    "connect",
    "connections",
    "join",
]

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
    """A signal and its target; or, if it `joins` them, two targets of one source."""

    source: Any
    target: Any
    joins: bool = False


@dataclass(frozen=True, eq=False)
class DroppedLink:
    """A connection that is left out, since the connector `absent` is switched off, and why."""

    text: str
    absent: str
    why: str


@dataclass(frozen=True, eq=False)
class BusLink:
    """A bus or something in it, joined to another one, to a signal or to a connector."""

    a: Any
    b: Any


Link = ConnectorLink | SignalLink | DroppedLink | BusLink


@dataclass(frozen=True, eq=False)
class Chain:
    """Several links in series along the shaft line, with the two open ends."""

    links: tuple[Link, ...]
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
    if len(ends) == 2 and not chains and "component" not in map(_kind_of, ends):
        return [connect(*ends)]
    raise ModelError(
        f"m.connect({', '.join(map(_name, ends))}): give it the two ends of one connection, "
        f"m.connect(m.a.flange_b, m.b.flange_a), or chains, m.connect(m.a >> m.b >> m.c)"
        f"{_offered(ends)}"
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
    made = _links(_exit(tail), _entry(head), (tail, head))
    links = (*(before.links if before else ()), *made, *(after.links if after else ()))
    return Chain(links, before.head if before else left, after.tail if after else right)


def _exit(end: Any) -> Any:
    return end.right_end() if _kind_of(end) == "component" else end


def _entry(end: Any) -> Any:
    return end.left_end() if _kind_of(end) == "component" else end


def _kind_of(end: Any) -> str:
    """Return the kind of an end, as its class states it; empty for what cannot be connected."""
    kind = str(getattr(type(end), "connects_as", ""))
    return "bus" if kind == "variable" and end.place is not None else kind


def _is_signal(end: Any) -> bool:
    return _kind_of(end) == "variable" and end.declaration.is_signal


def _links(a: Any, b: Any, parts: tuple[Any, ...] = ()) -> tuple[Link, ...]:
    """Link two ends, of parts in a chain; vectors of signals element by element."""
    if "bus" in (_kind_of(a), _kind_of(b)):
        return _bus_links(a, b, parts or (a, b))
    if "vector" not in (_kind_of(a), _kind_of(b)):
        return (_link(a, b, parts or (a, b)),)
    return tuple(link for one, other in _pairs(a, b) for link in _links(one, other, parts))


def _bus_links(a: Any, b: Any, parts: tuple[Any, ...]) -> tuple[Link, ...]:
    """Link a bus or something in it; a vector of signals element by element."""
    for one, other in ((a, b), (b, a)):
        if _kind_of(one) == "vector" and _kind_of(other) == "bus":
            return tuple(link for k, end in enumerate(one) for link in _links(end, other[k], parts))
    for end in (a, b):
        kind = _kind_of(end)
        if kind == "absent" and end.connector is not None:
            return (DroppedLink(f"'{a}' >> '{b}'", end.name, end.why()),)
        if kind == "absent":
            raise end.refusal()
        _refuse_class(end)
        _refuse_loose_part(end)
        if kind == "variable" and not _is_signal(end):
            raise ModelError(
                f"'{end}' is a variable, not a signal: write an equation with == instead of >>"
            )
        if kind not in ("bus", "connector", "variable"):
            raise ModelError(
                f"{_shown(a)} cannot be connected to {_shown(b)}: connect a signal, a flange or a "
                f"bus with a bus{_offered(parts)}"
            )
    return (BusLink(a, b),)


def _pairs(a: Any, b: Any) -> Sequence[tuple[Any, Any]]:
    """Return the pairs to be linked; one end opposite an array of parts goes to each of them."""
    left, right = _extent(a), _extent(b)
    if left[:1] == right[:1]:
        return list(zip(a, b, strict=True))
    if left == right[1:] and len(b) and b.of_parts:
        return [(a, one) for one in b]
    if right == left[1:] and len(a) and a.of_parts:
        return [(one, b) for one in a]
    raise ModelError(
        f"{_shown(a)} ({_counted(left)}) cannot be connected to {_shown(b)} ({_counted(right)}): "
        "connect vectors of equal length, or single elements"
    )


def _extent(end: Any) -> tuple[int, ...]:
    """Return the shape of an end: empty for a single signal."""
    if _kind_of(end) != "vector":
        return ()
    return (len(end), *(_extent(end[0]) if len(end) else ()))


def _counted(extent: tuple[int, ...]) -> str:
    if not extent:
        return "one element"
    return " × ".join(map(str, extent)) + " element" + "s" * (extent != (1,))


def _link(a: Any, b: Any, parts: tuple[Any, ...]) -> Link:
    kinds = _kind_of(a), _kind_of(b)
    if "absent" in kinds:
        return _dropped_link(a, b)
    if kinds == ("variable", "variable"):
        return _signal_link(a, b)
    if kinds == ("connector", "connector"):
        return _connector_link(a, b)
    for end in (a, b):
        _refuse_class(end)
        _refuse_loose_part(end)
    raise ModelError(
        f"{_shown(a)} cannot be connected to {_shown(b)}: connect a flange with a flange, "
        f"a heat port with a heat port, or a signal with a signal{_offered(parts)}"
    )


def _offered(parts: Sequence[Any]) -> str:
    """Return what the parts in a connection have to be connected by."""
    told = [part.offered() for part in parts if _kind_of(part) == "component"]
    return "".join(f"; {one}" for one in dict.fromkeys(told))


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
    has_kind = _kind_of(end) in ("absent", "connector")
    return f"'{_name(end)}' ({_kind(end)})" if has_kind else f"'{_name(end)}'"


def _name(end: Any) -> str:
    if _kind_of(end) == "bus":
        return str(end)
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
    if _drives(b) and not _drives(a):
        a, b = b, a
    if _drives(b) or a.slot == b.slot:
        what = "outputs" if _drives(b) else "inputs"
        raise ModelError(f"'{a}' >> '{b}': both are {what}; one signal has to drive the other")
    return SignalLink(a, b, joins=not _drives(a))


def _drives(end: Any) -> bool:
    """Return whether a signal is a source as seen from inside the class that connects it."""
    return bool(end.declaration.is_input == end.inside)


def _dropped_link(a: Any, b: Any) -> DroppedLink:
    """Leave out a connection with a connector that is switched off; refuse any other absent end."""
    absent = [end for end in (a, b) if _kind_of(end) == "absent"]
    for end in absent:
        if end.connector is None:
            raise end.refusal()
    for end in (a, b):
        _refuse_class(end)
        _refuse_loose_part(end)
        if _kind_of(end) not in ("absent", "connector"):
            raise ModelError(
                f"{_shown(end)} cannot be connected to {_shown(absent[0])}: connect a flange with "
                "a flange, or a heat port with a heat port"
            )
    _check_family(a, b)
    return DroppedLink(f"'{a.name}' >> '{b.name}'", absent[0].name, absent[0].why())


def _check_family(a: Any, b: Any) -> None:
    if a.connector.family() is not b.connector.family():
        raise ModelError(
            f"{_shown(a)} and {_shown(b)} are connectors of different kinds: connect like with "
            "like, or put a part between them that has one of each"
        )


def _connector_link(a: Any, b: Any) -> ConnectorLink:
    _check_family(a, b)
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
