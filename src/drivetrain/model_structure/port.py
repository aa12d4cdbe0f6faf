"""Ports of parts: what domain they belong to, and on which side they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from drivetrain.modeling.component import Component
from drivetrain.modeling.connector import Connector
from drivetrain.modeling.members import Disabled, Signal
from drivetrain.modeling.members.scopes import is_outer
from drivetrain.modeling.tracing.trace import OwnConnector, OwnVariable, OwnVector

__all__ = ["DOMAINS", "SIDES", "Port", "connector_domain", "declared_ports", "ports_of"]

DOMAINS = ("rotation", "translation", "heat", "electric", "real", "integer", "boolean", "other")
"""What a port can carry: motion, heat, a current, a signal, or what a user's connector defines."""
SIDES = ("driving", "driven", "housing", "heat", "input", "output")
"""Where a port is: towards the engine, towards the load, at the housing; inputs and outputs."""

_BY_UNIT = {"rad": "rotation", "m": "translation", "K": "heat", "V": "electric"}
_NEGATIVE = ("n", "p2", "n2", "nc", "nv")
"""Pins towards which a current flows, and those of the right port."""
_HOUSING = ("support", "bearing", "housing")


@dataclass(frozen=True)
class Port:
    """A connector or a signal of a part.

    Attributes
    ----------
    name : str
        As in ``part.flange_a``.
    domain : str
        One of :data:`DOMAINS`.
    side : str
        One of :data:`SIDES`.
    kind : str
        Class of the connector, or kind of the signal.
    size : int or None
        Number of elements of a vector of signals; None if it is a single one.
    is_conditional : bool
        Whether a structural parameter switches it on or off.
    is_on : bool
        Whether it exists.
    is_required : bool
        Whether it has to be connected.
    unit : str
        Unit of a signal.
    doc : str
        Short description.
    """

    name: str
    domain: str
    side: str
    kind: str
    size: int | None = None
    is_conditional: bool = False
    is_on: bool = True
    is_required: bool = False
    unit: str = ""
    doc: str = ""

    @property
    def is_signal(self) -> bool:
        """Whether it is a signal, not a connector."""
        return self.side in ("input", "output")

    def __str__(self) -> str:
        return self.name


def declared_ports(cls: type[Component]) -> tuple[Port, ...]:
    """Return the ports that a class declares; all that are conditional count as present."""
    return tuple(_ports(cls, {}))


def ports_of(cls: type[Component], members: dict[str, Any]) -> tuple[Port, ...]:
    """Return the ports of a class that is traced; `members` tells which of them exist."""
    return tuple(_ports(cls, members))


def _ports(cls: type[Component], members: dict[str, Any]) -> Iterator[Port]:
    declared = cls.declarations() if not members else {**cls.declarations(), **_stepped(members)}
    takes = any(isinstance(m, Signal) and m.is_input for m in declared.values())
    for name, member in declared.items():
        if is_outer(member):
            continue
        if isinstance(member, Connector):
            yield _connector(name, member, takes, _is_on(members, name))
        elif isinstance(member, Signal):
            own = members.get(name)
            elements = own.elements if isinstance(own, OwnVector) else None
            yield _signal(name, member, None if elements is None else len(elements),
                          _is_on(members, name))  # fmt: skip


def _stepped(members: dict[str, Any]) -> dict[str, Any]:
    """Return the ports of a model that was built step by step."""
    owned = {k: own for k, own in members.items() if isinstance(own, (OwnConnector, OwnVariable))}
    found = {name: own.declaration for name, own in owned.items()}
    return {name: d for name, d in found.items() if isinstance(d, (Connector, Signal))}


def _is_on(members: dict[str, Any], name: str) -> bool:
    return not isinstance(members.get(name), Disabled)


def _connector(name: str, declared: Connector, takes: bool, is_on: bool) -> Port:
    cls = type(declared)
    domain = connector_domain(cls)
    return Port(
        name, domain, _side(name, domain, takes), cls.__name__, None,
        declared.enabled is not True, is_on, declared.required, "", declared.doc,
    )  # fmt: skip


def _signal(name: str, declared: Signal, size: int | None, is_on: bool) -> Port:
    side = "input" if declared.is_input else "output"
    return Port(
        name, declared.kind, side, declared.kind, size,
        declared.enabled is not True, is_on, declared.is_input, declared.unit, declared.doc,
    )  # fmt: skip


def connector_domain(cls: type[Connector]) -> str:
    """Return the domain by the unit of the potential variable."""
    potentials = [v for v in cls.variables() if v.is_potential]
    return _BY_UNIT.get(potentials[0].unit, "other") if len(potentials) == 1 else "other"


def _side(name: str, domain: str, takes: bool) -> str:
    """Return the side of a connector; `takes` if the part has inputs, such as a source of torque.

    A lone flange of such a part drives what is connected to it.
    """
    if domain == "heat":
        return "driven" if name.endswith("_b") else "driving" if name.endswith("_a") else "heat"
    if domain == "electric":
        return "driven" if name in _NEGATIVE else "driving"
    if name.startswith(_HOUSING):
        return "housing"
    if name.endswith(("_a", "_r")):
        return "driving"
    return "driven" if takes or name.endswith(("_b", "_t")) else "driving"
