"""Statements other than equations that `equations` may yield."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from drivetrain.errors import ExpressionError, shown
from drivetrain.modeling.expression import BOOLEAN, Expr, ExprLike, as_expr
from drivetrain.modeling.unused_statements import note

__all__ = [
    "NEVER",
    "Assertion",
    "Contact",
    "Exchange",
    "Foreign",
    "Hold",
    "Impact",
    "Reinit",
    "Statement",
    "When",
    "checked_condition",
    "when_branch",
]


@dataclass(frozen=True, eq=False)
class Statement:
    """Base class of statements; one that is made but not yielded is detected."""

    def __post_init__(self) -> None:
        note(self)


@dataclass(frozen=True, eq=False)
class When(Statement):
    """Actions at the instant when a condition becomes true.

    Attributes
    ----------
    conditions : tuple of Expr
        It is enough that one of them becomes true.
    actions : tuple
        Equations, values for continuous variables, checks, the end of the run.
    before : When, optional
        What has to be silent at this instant; see :meth:`elsewhen`.
    """

    conditions: tuple[Expr, ...]
    actions: tuple[Any, ...]
    before: When | None = None

    def __str__(self) -> str:
        return f"when({', '.join(map(str, self.conditions))}, …)"

    def elsewhen(self, condition: Any, *actions: Any) -> When:
        """Add actions for the instant when another condition becomes true, and none before it does.

        Parameters
        ----------
        condition, *actions
            As those of :func:`when`.

        Examples
        --------
        ``yield when(c, n == 1).elsewhen(d, n == 2)``
        """
        return when_branch(condition, actions, self)

    def branches(self) -> list[When]:
        """Return all branches, the first one first."""
        return [*(self.before.branches() if self.before else ()), self]


@dataclass(frozen=True, eq=False)
class Reinit(Statement):
    """A new value from which a continuous variable continues."""

    variable: Expr
    value: Expr

    def __str__(self) -> str:
        return f"reinit({self.variable}, {self.value})"


@dataclass(frozen=True, eq=False)
class Assertion(Statement):
    """A condition that must hold at every accepted point.

    Attributes
    ----------
    ends : bool
        Whether a violation ends the run successfully; otherwise the run has failed.
    only_warns : bool
        Whether a violation is a warning, and the run goes on.
    """

    condition: Expr
    message: str
    ends: bool = False
    only_warns: bool = False

    def __str__(self) -> str:
        return f"ensure({self.condition}, {self.message!r})"


@dataclass(frozen=True, eq=False)
class Hold(Statement):
    """A speed that is exactly zero while a Boolean variable is true.

    Attributes
    ----------
    massless : mapping
        Structural parameters to be used instead if there is no inertia behind the speed.
    prescribed : mapping
        The same if a source prescribes the speed.
    stops : {"both", "forward", "backward", "neither"}
        Motions that are stopped at any load, by an impulse if necessary.
    load : Expr, optional
        The load that stops them.
    slides : (Expr, value, value), optional
        Discrete variable for the sliding direction, and its values for backward and forward.
    """

    speed: Expr
    condition: Expr
    massless: Mapping[str, Any]
    prescribed: Mapping[str, Any]
    stops: str = "both"
    load: Expr | None = None
    slides: tuple[Expr, float, float] | None = None

    def __str__(self) -> str:
        return f"hold({self.speed}, while_={self.condition})"


@dataclass(frozen=True, eq=False)
class Contact(Statement):
    """A set-valued force law on a slip quantity; see `drivetrain.modeling.contact`.

    Attributes
    ----------
    slip, acceleration : Expr
        Speed and acceleration of the slip, as variables.
    load : Expr
        The unknown that is limited while the contact is at rest.
    at_rest, sliding : (Expr, Expr)
        Lower and upper limit of the load at rest, and its values immediately after slip begins.
    law : Expr
        The load while the contact slides, or is free.
    free : Expr
        Condition under which there is no contact.
    small : Expr
        Slip up to which a contact that was at rest remains so when states are reinitialised.
    locked, forward, backward : Expr
        Boolean variables that represent the decision.
    level : str
        Quantity on which the load acts: "acceleration" or "velocity" of the slip, or, where that is
        "prescribed", none.
    stops : str
        As for a hold.
    jams : bool
        Whether the limits depend on a load that the contact changes.
    massless, prescribed : mapping
        As for a hold.
    """

    slip: Expr
    acceleration: Expr
    load: Expr
    at_rest: tuple[Expr, Expr]
    sliding: tuple[Expr, Expr]
    law: Expr
    free: Expr
    small: Expr
    locked: Expr
    forward: Expr
    backward: Expr | None
    level: str
    stops: str
    jams: bool
    massless: Mapping[str, Any]
    prescribed: Mapping[str, Any]

    def __str__(self) -> str:
        return f"contact({self.slip}, load={self.load})"


@dataclass(frozen=True, eq=False)
class Foreign(Statement):
    """A block that another program computes, at ticks of a clock of its own.

    At a tick the program advances to it, its outputs change, and its inputs are given to it, which
    it keeps until the next tick.

    Attributes
    ----------
    program : object
        Has a method ``open(parameters, start_time, part)``, which begins a run.
    interval : Expr
        Time between ticks, s; they are multiples of it. None: it takes part in every event.
    inputs : sequence of Expr
        What the program is given.
    outputs : sequence of Expr
        Variables that the program determines.
    parameters : sequence of Expr
        Parameters whose values it is given when a run begins.
    """

    program: Any
    interval: Expr | None
    inputs: Sequence[Expr]
    outputs: Sequence[Expr]
    parameters: Sequence[Expr] = ()

    def __str__(self) -> str:
        return f"{type(self.program).__name__}(…)"


NEVER = 1e99
"""Instant of an event that is not to come, s."""


@dataclass(frozen=True, eq=False)
class Exchange(Statement):
    """Equations that another program computes, with its own states, between its own events.

    Its functions are numbered: the derivatives of the states, then the continuous outputs, then the
    event indicators, whose changes of sign are events.

    Attributes
    ----------
    program : object
        Has a method ``open(parameters, start_time, part, number)``, which begins a run.
    title : str
        What it is, for messages.
    states, outputs, discrete_outputs : sequence of Expr
        Variables that the program determines.
    inputs, discrete_inputs : sequence of Expr
        What the program reads, always or at events only.
    indicators : int
        Number of event indicators.
    reads : sequence of sequence of int
        For each function the states and inputs (counted behind the states) that it depends on.
    parameters : sequence of Expr
        Parameters whose values it is given when a run begins.
    """

    program: Any
    title: str
    states: Sequence[Expr]
    inputs: Sequence[Expr]
    outputs: Sequence[Expr]
    discrete_inputs: Sequence[Expr]
    discrete_outputs: Sequence[Expr]
    indicators: int
    reads: Sequence[Sequence[int]]
    parameters: Sequence[Expr] = ()

    def __str__(self) -> str:
        return f"{type(self.program).__name__}(…)"


@dataclass(frozen=True, eq=False)
class Impact(Statement):
    """A speed that is reversed at the instant when a condition becomes true."""

    speed: Expr
    load: Expr
    restitution: Expr
    condition: Expr

    def __str__(self) -> str:
        return f"impact({self.speed}, load={self.load}, when={self.condition})"


def when_branch(condition: Any, actions: tuple[Any, ...], before: When | None = None) -> When:
    """Return a branch of `when`.

    Raises
    ------
    ExpressionError
        If a condition is not Boolean, or nothing is said to happen.
    """
    several = condition if isinstance(condition, (list, tuple)) else (condition,)
    made = tuple(checked_condition(one, "when") for one in several)
    if not actions or not made:
        told = ", ".join(map(str, made))
        raise ExpressionError(f"when({told}): say what to do then, such as n == pre(n) + 1")
    return When(made, actions, before)


def checked_condition(value: ExprLike, function: str) -> Expr:
    """Return a condition.

    Raises
    ------
    ExpressionError
        If it is anything that is not Boolean.
    """
    if isinstance(value, str):
        raise ExpressionError(f"{function}({shown(value)}, …): the condition comes first")
    made = as_expr(value)
    if made.kind != BOOLEAN:
        raise ExpressionError(
            f"{function}({made}, …): '{made}' is {made.kind}, not a condition: compare it with "
            "something, such as x > 0"
        )
    return made
