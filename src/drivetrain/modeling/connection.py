"""What ``>>`` and ``connect`` build: links between connectors and between signals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import ModelError
from drivetrain.modeling.members import Disabled, Signal, VariableRef, VectorRef

if TYPE_CHECKING:
    from drivetrain.modeling.references import ConnectorRef

__all__ = ["Chain", "ConnectorLink", "SignalLink", "connect", "join"]

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

    source: VariableRef
    target: VariableRef


@dataclass(frozen=True, eq=False)
class Chain:
    """Several links in a row along the shaft line, with the two open ends."""

    links: tuple[ConnectorLink | SignalLink, ...]
    head: Any
    tail: Any
    members: tuple[Any, ...] = field(default=())

    def __rshift__(self, other: Any) -> Chain:
        return join(self, other)


def connect(a: Any, b: Any) -> Chain:
    """Connect two connectors, or a signal source and its target.

    Parameters
    ----------
    a, b : connector or signal of a component
        Two connectors of one family in any order; for signals the source first.

    Raises
    ------
    ModelError
        If the two do not fit together.
    """
    return Chain(_links(a, b), a, b)


def join(left: Any, right: Any) -> Chain:
    """Return the chain ``left >> right``.

    A component is entered at `flange_a` and left at `flange_b`; one with a single flange has it at
    both ends.
    """
    before = left if isinstance(left, Chain) else None
    after = right if isinstance(right, Chain) else None
    tail = before.tail if before else left
    head = after.head if after else right
    made = _links(_exit(tail), _entry(head))
    links = (*(before.links if before else ()), *made, *(after.links if after else ()))
    return Chain(links, before.head if before else left, after.tail if after else right)


def _exit(end: Any) -> Any:
    return end.right_end() if _is_component(end) else end


def _entry(end: Any) -> Any:
    return end.left_end() if _is_component(end) else end


def _is_component(end: Any) -> bool:
    return hasattr(type(end), "right_end")


def _is_connector(end: Any) -> bool:
    return "connector_ids" in getattr(end, "__dict__", {})


def _links(a: Any, b: Any) -> tuple[ConnectorLink | SignalLink, ...]:
    """Link two ends; vectors of signals element by element."""
    if not (isinstance(a, VectorRef) or isinstance(b, VectorRef)):
        return (_link(a, b),)
    if not (isinstance(a, VectorRef) and isinstance(b, VectorRef) and len(a) == len(b)):
        raise ModelError(
            f"{_shown(a)} ({_extent(a)}) cannot be connected to {_shown(b)} ({_extent(b)}): "
            "connect vectors of equal length, or single elements"
        )
    return tuple(_link(one, other) for one, other in zip(a, b, strict=True))


def _extent(end: Any) -> str:
    return f"{len(end)} elements" if isinstance(end, VectorRef) else "one element"


def _link(a: Any, b: Any) -> ConnectorLink | SignalLink:
    for end in (a, b):
        if isinstance(end, Disabled):
            raise end.refusal()
    if isinstance(a, VariableRef) and isinstance(b, VariableRef):
        return _signal_link(a, b)
    if _is_connector(a) and _is_connector(b):
        return _connector_link(a, b)
    raise ModelError(
        f"{_shown(a)} cannot be connected to {_shown(b)}: connect a flange with a flange, "
        "a heat port with a heat port, or a signal with a signal"
    )


def _shown(end: Any) -> str:
    return f"'{getattr(end, 'name', end)}'"


def _signal_link(a: VariableRef, b: VariableRef) -> SignalLink:
    for end in (a, b):
        if not isinstance(end.declaration, Signal):
            raise ModelError(
                f"'{end}' is a variable, not a signal: write an equation with == instead of >>"
            )
    if a.kind != b.kind:
        raise ModelError(f"'{a}' is {a.kind} and cannot drive '{b}', which is {b.kind}")
    if _drives(b) and not _drives(a):
        a, b = b, a
    if not _drives(a) or _drives(b):
        what = "inputs" if not _drives(a) else "outputs"
        raise ModelError(f"'{a}' >> '{b}': both are {what}; one signal has to drive the other")
    return SignalLink(a, b)


def _drives(end: VariableRef) -> bool:
    """Tell whether a signal is a source as seen from inside the class that connects it."""
    return end.declaration.is_input == end.inside


def _connector_link(a: ConnectorRef, b: ConnectorRef) -> ConnectorLink:
    if a.connector.family() is not b.connector.family():
        raise ModelError(
            f"'{a.name}' ({a.connector.__name__}) and '{b.name}' ({b.connector.__name__}) "
            "are connectors of different kinds"
        )
    left, right = np.atleast_1d(a.connector_ids), np.atleast_1d(b.connector_ids)
    if len(left) != len(right) and 1 not in (len(left), len(right)):
        raise ModelError(
            f"'{a.name}' has {len(left)} connectors and '{b.name}' has {len(right)}: "
            "take slices of equal length"
        )
    left, right = np.broadcast_arrays(left, right)
    return ConnectorLink(left, a.face, right, b.face)
