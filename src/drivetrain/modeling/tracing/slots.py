"""Numbered slots of a traced class: its variables, parameters, tables, parts and statements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.modeling.component import Component, SourceLine
from drivetrain.modeling.connection import ConnectorLink, DroppedLink, SignalLink
from drivetrain.modeling.connector import Bus, Connector
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
    "OwnBus",
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
    "TracedForeign",
    "TracedHold",
    "TracedImpact",
    "TracedReinit",
]

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class OwnVariable:
    """A variable of the class itself (not of its parts)."""

    name: str
    slot: int
    declaration: Variable
    state_select: str
    is_signal: bool = False
    hidden: bool = False
    index: tuple[int, ...] | None = None
    settled: Expr | None = None

    @property
    def is_input(self) -> bool:
        """Whether it is a signal from outside."""
        return self.declaration.is_input

    @property
    def start(self) -> Any:
        """Start value in the declaration; for an element of a vector or matrix, its own.

        What structural parameters decide in it is settled.
        """
        if self.settled is not None:
            return self.settled
        start = self.declaration.start
        for k in self.index or ():
            if not isinstance(start, (list, tuple)):
                break
            start = start[k]
        return start


@dataclass(frozen=True, eq=False)
class OwnParameter:
    """A run-time parameter of the class itself."""

    name: str
    slot: int
    declaration: Parameter
    index: int | None = None
    like: ParameterRef | None = None
    settled: Expr | None = None

    @property
    def default(self) -> Any:
        """Default value; for an element of a vector, its own, or the element of another vector.

        One that is computed from parameters of parts refers to their slots; what structural
        parameters decide in it is settled.
        """
        if self.settled is not None:
            return self.settled
        default = self.declaration.default
        if self.index is None or default is REQUIRED:
            return default
        if self.like is not None:
            return self.like
        return default[self.index] if self.index < len(default) else REQUIRED

    @property
    def stated(self) -> Any:
        """Default value as it is stated, of all elements if it is a vector."""
        return self.declaration.default if self.settled is None else self.settled


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
class OwnBus:
    """A bus of the class itself.

    Attributes
    ----------
    members : dict
        Its members by their paths: what they are to the class, and their slots.
    joints : list
        Pairs of places, each a bus and a path in it, that the class connects with all behind them.
    """

    name: str
    declaration: Bus
    members: dict[Any, Any] = field(default_factory=dict)
    joints: list[Any] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Sub:
    """A sub-component (or array of `count`), and its first numbers."""

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
        """Return this part of element `index` of `outer`, in the outer numbering."""
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
    """An equation ``lhs == rhs`` over slots, with its source line.

    `assigns` marks the assignment of a discrete variable in `when`: it determines its left side.
    `when` is the condition as written, for equations generated by a `when` statement.
    `branches` are the equations, of which one holds, that this one was made from.
    """

    lhs: Expr
    rhs: Expr
    where: SourceLine
    assigns: bool = False
    when: Expr | None = None
    branches: tuple[tuple[Expr, Expr], ...] = ()

    def __str__(self) -> str:
        if self.when is None:
            return f"{self.lhs} == {self.rhs}"
        action = f"{self.lhs} == {self.rhs.args[1]}" if self.assigns else "…"
        return f"when({self.when}, {action})"


@dataclass(frozen=True, eq=False)
class TracedReinit:
    """A value to which variable `slot` is set in the event pass in which `fire` is true.

    `target` is the variable as written.
    """

    slot: int
    fire: Expr
    value: Expr
    where: SourceLine
    target: Expr


@dataclass(frozen=True, eq=False)
class TracedAssertion:
    """A condition with the message for its violation, or for the end of the run."""

    condition: Expr
    message: str
    where: SourceLine
    ends: bool = False


@dataclass(frozen=True, eq=False)
class TracedHold:
    """Slots of a speed and of the Boolean that locks it at zero, and the massless variant.

    `trial` is the Boolean that says whether the load of a contact is temporarily prescribed.
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
    """Slots needed for impulses in an element.

    Attributes
    ----------
    stops : str
        Motions that are stopped at any load: both, forward, or backward.
    push : int
        Discrete variable: trial acceleration of the element, in place of zero.
    load : int
        The load that stops them; -1: not given.
    on_trial : int
        Discrete variable: true while an impulse of the element is on trial; -1: without a load.
    """

    stops: str
    push: int
    load: int = -1
    on_trial: int = -1


@dataclass(frozen=True, eq=False)
class TracedImpact:
    """An impact that reverses the speed of the given lock, once, when `condition` becomes true."""

    hold: int
    condition: Expr
    restitution: Expr
    where: SourceLine


@dataclass(frozen=True, eq=False)
class TracedForeign:
    """Slots of a block that another program computes.

    Attributes
    ----------
    program : object
        What computes it.
    ticks : int
        The Boolean that is true when its clock ticks.
    inputs : tuple of int
        Discrete variables in which the inputs are latched.
    outputs : tuple of int
        Discrete variables that the program determines.
    parameters : tuple of int
        Parameters that it is given.
    """

    program: Any
    ticks: int
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    parameters: tuple[int, ...]


class ContactQuantities(NamedTuple):
    """Slots and signs of quantities, in the order of the kernel.

    A parameter has -2 - its slot; a constant has -1, and its value in place of the sign.

    Attributes
    ----------
    slip, at_rest : (int, float)
        The slip, and the quantity on which the load acts: its acceleration, or the slip itself.
    load, low, high : (int, float)
        The load, and its limits at rest.
    begin_low, begin_high : (int, float)
        Loads at which the slip begins, backward and forward.
    small : (int, float)
        Slip that counts as zero after a jump.
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
    """Slots from which it is decided whether a contact locks.

    Attributes
    ----------
    quantities : ContactQuantities
        Motion, load and limits.
    forward, backward, locked, free : int
        Booleans: sliding direction, whether it locks, and whether there is no contact; -1: never.
    trial, given : int
        Whether the load is temporarily prescribed, and the load.
    is_massless : bool
        Whether the load acts on the slip itself, not on its acceleration.
    jams : bool
        Whether the limits depend on a load that the contact changes.
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
    """A value for parameter (or table) slots, given from outside the component."""

    slots: Any
    value: Any
    where: SourceLine
    name: str
    unit: str | None = None


@dataclass(frozen=True, eq=False)
class StartBinding:
    """A start value for variable slots, given from outside the component."""

    slots: Any
    start: StartValue
    where: SourceLine
    name: str
    unit: str | None = None


@dataclass(eq=False)
class Trace:
    """Everything the compiler needs to know about a component class."""

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
    warnings: list[tuple[int, str]] = field(default_factory=list)
    holds: list[TracedHold] = field(default_factory=list)
    contacts: list[TracedContact] = field(default_factory=list)
    impacts: list[TracedImpact] = field(default_factory=list)
    foreign: list[TracedForeign] = field(default_factory=list)
    connector_links: list[tuple[ConnectorLink, SourceLine]] = field(default_factory=list)
    signal_links: list[tuple[SignalLink, SourceLine]] = field(default_factory=list)
    dropped_links: list[tuple[DroppedLink, SourceLine]] = field(default_factory=list)
    bindings: list[Binding] = field(default_factory=list)
    table_bindings: list[Binding] = field(default_factory=list)
    start_bindings: list[StartBinding] = field(default_factory=list)
    discrete: set[int] = field(default_factory=set)
    literals: dict[Any, TableRef] = field(default_factory=dict)
    is_lasting: bool = True
    monitors: dict[str, Expr] = field(default_factory=dict)
    needs: list[Any] = field(default_factory=list)
    outer: dict[str, Trace] = field(default_factory=dict)
    buses: list[OwnBus] = field(default_factory=list)
    outer_buses: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    n_variables: int = 0
    n_parameters: int = 0
    n_tables: int = 0
    n_connectors: int = 0

    def parts_first(self) -> list[Trace]:
        """Return this and the traces of all parts, each once, parts before their containers.

        Hierarchies may be deeper than Python's recursion limit.
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
        """Return a trace that shares its content with this one until either is extended."""
        made = object.__new__(Trace)
        vars(made).update(vars(self))
        return made

    def share_no_longer(self) -> None:
        """Copy the shared content before it is extended."""
        shared = {k: v for k, v in vars(self).items() if isinstance(v, (list, dict, set))}
        vars(self).update({name: content.copy() for name, content in shared.items()})
