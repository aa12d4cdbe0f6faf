"""Slots: what a traced class consists of, by number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.modeling.component import Component, SourceLine
from drivetrain.modeling.connection import ConnectorLink, SignalLink
from drivetrain.modeling.connector import Connector
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.members import (
    REQUIRED,
    Parameter,
    ParameterRef,
    StartValue,
    TableParameter,
    TableRef,
    Variable,
)

__all__ = [
    "Binding",
    "ContactQuantities",
    "OwnConnector",
    "OwnParameter",
    "OwnTable",
    "OwnVariable",
    "OwnVector",
    "StartBinding",
    "Sub",
    "Trace",
    "TracedAssertion",
    "TracedBlow",
    "TracedContact",
    "TracedEquation",
    "TracedHold",
    "TracedImpact",
    "TracedReinit",
]

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class OwnVariable:
    """A variable of the class itself (its parts' variables are theirs)."""

    name: str
    slot: int
    declaration: Variable
    state_select: str
    is_signal: bool = False
    hidden: bool = False
    index: int | None = None

    @property
    def is_input(self) -> bool:
        """Whether it is a signal that comes from outside."""
        return self.declaration.is_input

    @property
    def start(self) -> Any:
        """Start value that the declaration gives; of a vector's element its own."""
        start = self.declaration.start
        if self.index is not None and isinstance(start, (list, tuple)):
            return start[self.index]
        return start


@dataclass(frozen=True, eq=False)
class OwnParameter:
    """A run-time parameter of the class itself."""

    name: str
    slot: int
    declaration: Parameter
    index: int | None = None
    like: ParameterRef | None = None

    @property
    def default(self) -> Any:
        """Default value; of a vector's element its own, or the element of another vector."""
        default = self.declaration.default
        if self.index is None or default is REQUIRED:
            return default
        if self.like is not None:
            return self.like
        return default[self.index] if self.index < len(default) else REQUIRED


@dataclass(frozen=True, eq=False)
class OwnVector:
    """A vector of variables or parameters of the class itself."""

    name: str
    elements: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class OwnTable:
    """A table of the class itself; takes one slot per data column."""

    name: str
    slot: int
    declaration: TableParameter
    smoothness: str
    extrapolation: str


@dataclass(frozen=True, eq=False)
class OwnConnector:
    """A connector of the class itself; its variables start at `slot`."""

    name: str
    index: int
    slot: int
    declaration: Connector


@dataclass(frozen=True, eq=False)
class Sub:
    """A sub-component (or array of `count`), and where its numbers start."""

    name: str
    trace: Trace
    count: int | None
    variable_start: int
    parameter_start: int
    table_start: int
    connector_start: int
    where: SourceLine | None = None

    def indices(self) -> Any:
        """Return 0 for a single component, else 0 … count - 1."""
        return 0 if self.count is None else np.arange(self.count)

    def shifted(self, outer: Sub, index: int) -> Sub:
        """Return this part of element `index` of `outer` with starts in the outer numbering."""
        return replace(
            self,
            variable_start=self.variable_start
            + outer.variable_start + index * outer.trace.n_variables,
            parameter_start=self.parameter_start
            + outer.parameter_start + index * outer.trace.n_parameters,
            table_start=self.table_start + outer.table_start + index * outer.trace.n_tables,
            connector_start=self.connector_start
            + outer.connector_start + index * outer.trace.n_connectors,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class TracedEquation:
    """``lhs == rhs`` over slots, and where it was written.

    `assigns` marks the assignment of a discrete variable in `when`: it determines its left side.
    `when` is the condition as it was written, in equations that a `when` statement makes.
    """

    lhs: Expr
    rhs: Expr
    where: SourceLine
    assigns: bool = False
    when: Expr | None = None

    def __str__(self) -> str:
        if self.when is None:
            return f"{self.lhs} == {self.rhs}"
        action = f"{self.lhs} == {self.rhs.args[1]}" if self.assigns else "…"
        return f"when({self.when}, {action})"


@dataclass(frozen=True, eq=False)
class TracedReinit:
    """In the event pass in which `fire` is true, variable `slot` is set to `value`.

    `target` is the variable as it was written.
    """

    slot: int
    fire: Expr
    value: Expr
    where: SourceLine
    target: Expr


@dataclass(frozen=True, eq=False)
class TracedAssertion:
    """A condition with the message for when it fails, or for when the run has come to its end."""

    condition: Expr
    message: str
    where: SourceLine
    ends: bool = False


@dataclass(frozen=True, eq=False)
class TracedHold:
    """Slots of a speed and of the Boolean that holds it at zero, and the massless variant.

    `trial` is the Boolean that tells whether the load of a contact is prescribed for a moment.
    """

    speed: int
    condition: int
    massless: Mapping[str, Any]
    prescribed: Mapping[str, Any]
    blow: TracedBlow | None = None
    slides: tuple[int, float, float] | None = None
    trial: int = -1


@dataclass(frozen=True, eq=False)
class TracedBlow:
    """Slots of what impulses in an element need.

    Attributes
    ----------
    stops : str
        Motions that are stopped whatever it takes: both, forward, or backward.
    push : int
        Discrete variable: the acceleration that the element is given on trial, in place of zero.
    load : int
        What stops them; -1: not told.
    on_trial : int
        Discrete variable: true while an impulse of the element is tried out; -1: without a load.
    """

    stops: str
    push: int
    load: int = -1
    on_trial: int = -1


@dataclass(frozen=True, eq=False)
class TracedImpact:
    """As soon as `condition` is true, the speed of the hold of this number turns round, once."""

    hold: int
    condition: Expr
    restitution: Expr
    where: SourceLine


class ContactQuantities(NamedTuple):
    """Slots and signs of quantities, in the order of the kernel.

    A parameter has -2 - its slot; a constant has -1, and its value in place of the sign.

    Attributes
    ----------
    slip, at_rest : (int, float)
        The slip, and what the load acts on: the acceleration of the slip, or the slip itself.
    load, low, high : (int, float)
        The load, and its limits at rest.
    begin_low, begin_high : (int, float)
        Loads at which the slip begins, backward and forward.
    small : (int, float)
        Slip that counts as none after a jump.
    """

    slip: tuple[int, float]
    at_rest: tuple[int, float]
    load: tuple[int, float]
    low: tuple[int, float]
    high: tuple[int, float]
    begin_low: tuple[int, float]
    begin_high: tuple[int, float]
    small: tuple[int, float]


@dataclass(frozen=True, eq=False)
class TracedContact:
    """Slots of what decides whether a contact holds.

    Attributes
    ----------
    quantities : ContactQuantities
        Motion, load and limits.
    forward, backward, locked, free : int
        Booleans: which way it slides, whether it holds, and whether there is no contact; -1: never.
    trial, given : int
        Whether the load is prescribed for a moment, and the load.
    is_massless : bool
        Whether the load acts on the slip itself, not on its acceleration.
    jams : bool
        Whether the limits follow a load that the contact changes.
    """

    quantities: ContactQuantities
    forward: int
    backward: int
    locked: int
    free: int
    trial: int
    given: int
    is_massless: bool
    jams: bool


@dataclass(frozen=True, eq=False)
class Binding:
    """A value given to parameter (or table) slots from outside the component."""

    slots: Any
    value: Any
    where: SourceLine
    name: str
    unit: str | None = None


@dataclass(frozen=True, eq=False)
class StartBinding:
    """A start value given to variable slots from outside the component."""

    slots: Any
    start: StartValue
    where: SourceLine
    name: str
    unit: str | None = None


@dataclass(eq=False)
class Trace:
    """Everything the compiler needs to know of a component class."""

    cls: type[Component]
    title: str
    structural: Mapping[str, Any]
    members: dict[str, Any] = field(default_factory=dict)
    variables: list[OwnVariable] = field(default_factory=list)
    parameters: list[OwnParameter] = field(default_factory=list)
    tables: list[OwnTable] = field(default_factory=list)
    connectors: list[OwnConnector] = field(default_factory=list)
    subs: list[Sub] = field(default_factory=list)
    equations: list[TracedEquation] = field(default_factory=list)
    initial_equations: list[TracedEquation] = field(default_factory=list)
    reinits: list[TracedReinit] = field(default_factory=list)
    assertions: list[TracedAssertion] = field(default_factory=list)
    holds: list[TracedHold] = field(default_factory=list)
    contacts: list[TracedContact] = field(default_factory=list)
    impacts: list[TracedImpact] = field(default_factory=list)
    connector_links: list[tuple[ConnectorLink, SourceLine]] = field(default_factory=list)
    signal_links: list[tuple[SignalLink, SourceLine]] = field(default_factory=list)
    bindings: list[Binding] = field(default_factory=list)
    table_bindings: list[Binding] = field(default_factory=list)
    start_bindings: list[StartBinding] = field(default_factory=list)
    discrete: set[int] = field(default_factory=set)
    literals: dict[Any, TableRef] = field(default_factory=dict)
    is_lasting: bool = True
    monitors: dict[str, Expr] = field(default_factory=dict)
    n_variables: int = 0
    n_parameters: int = 0
    n_tables: int = 0
    n_connectors: int = 0

    def parts_first(self) -> list[Trace]:
        """Return this and the traces of all parts, each once, parts before what contains them.

        Hierarchies may be deeper than Python calls functions within functions.
        """
        order: list[Trace] = []
        seen = {id(self)}
        pending = [(self, iter(self.subs))]
        while pending:
            klass, subs = pending[-1]
            fresh = next((sub.trace for sub in subs if id(sub.trace) not in seen), None)
            if fresh is None:
                order.append(klass)
                pending.pop()
            else:
                seen.add(id(fresh))
                pending.append((fresh, iter(fresh.subs)))
        return order

    def sharing(self) -> Trace:
        """Return a trace of the same content, which is one with this until either goes on."""
        made = object.__new__(Trace)
        vars(made).update(vars(self))
        return made

    def share_no_longer(self) -> None:
        """Give this a content of its own, before it goes on."""
        shared = {k: v for k, v in vars(self).items() if isinstance(v, (list, dict, set))}
        vars(self).update({name: content.copy() for name, content in shared.items()})
