"""Equations of contacts, generated from the statement `contact`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.expression import BOOLEAN, REAL, Expr, as_expr
from drivetrain.modeling.members import ParameterRef, Variable, VariableRef
from drivetrain.modeling.statements import Contact
from drivetrain.modeling.tracing.slots import (
    ContactQuantities,
    TracedContact,
    TracedEquation,
    TracedHold,
)

__all__ = ["UNLIMITED", "ContactEquations"]

_LESS: float = -1.0
"""A value that is not positive, and far from becoming so."""
UNLIMITED: Final = 1e100
"""A limit that is never reached, in SI units; finite, because differences of it are computed."""


class ContactEquations:
    """The equations of one contact.

    The kernel decides which way a contact slides, from the loads and limits of all contacts at rest
    together. These equations state the consequences, and the function of the motion whose sign ends
    the decision: at rest the excess of the load over a limit, in motion the slip.

    Parameters
    ----------
    stated : Contact
        The statement.
    declare : callable
        Declares a hidden variable.
    where : SourceLine
        Source line of the statement.

    Attributes
    ----------
    equations : list of TracedEquation
        The resulting equations.
    kept : list of VariableRef
        Discrete variables that only the kernel sets.
    contact : TracedContact or None
        Data for the kernel; None where the slip is prescribed.
    hold : TracedHold or None
        The lock constraint on the speed while the contact locks, if its states are to be corrected.
    """

    def __init__(
        self, stated: Contact, declare: Callable[[str, Variable], VariableRef], where: SourceLine
    ) -> None:
        self._declare, self._where = declare, where
        self.equations: list[TracedEquation] = []
        self.contact: TracedContact | None = None
        self.hold: TracedHold | None = None
        self._trial = declare("trial", Variable(BOOLEAN, "1", start=False))
        self._given = declare("given", Variable(REAL, "1", start=0.0))
        self.kept = [self._given]
        self._equate(self._trial, self._trial.previous())
        self._equate(self._given, self._given.previous(), assigns=True)
        at_rest = stated.acceleration if stated.level == "acceleration" else stated.slip
        contact = self._traced(stated, at_rest)  # declares the same variables at all levels
        if stated.level == "prescribed":
            self._follow(stated)
        else:
            self.contact = contact
            self._decide(stated, at_rest)
        if stated.level == "acceleration":
            self.hold = TracedHold(
                _plain(stated.slip).value[0],
                stated.locked.value[0],
                stated.massless,
                stated.prescribed,
                slides=(stated.forward.value[0], 0.0, 1.0) if stated.stops == "neither" else None,
                trial=self._trial.slot,
            )

    def _follow(self, stated: Contact) -> None:
        """Let a prescribed slip decide what slides; the load at rest, indeterminate, is 0."""
        self._directions_of_slip(stated)
        self._equate(stated.load, _where(stated.locked, 0.0, stated.law))

    def _decide(self, stated: Contact, at_rest: Expr) -> None:
        """Let the kernel decide what slides; on trial it prescribes the load at rest."""
        self._directions(stated)
        held = _where(self._trial.previous(), stated.load - self._given.previous(), at_rest)
        self._equate(_where(stated.locked, held, stated.load - stated.law), as_expr(0.0))

    def _directions_of_slip(self, stated: Contact) -> None:
        """Derive the directions from a prescribed slip, which nothing can lock."""
        none = stated.free
        for direction, ahead in ((stated.forward, stated.slip), (stated.backward, -stated.slip)):
            if direction is not None:
                self._equate(direction, ~stated.free & (ahead > 0))
                none = none | direction
        self._equate(stated.locked, ~none)

    def _directions(self, stated: Contact) -> None:
        free, slip, load, (low, high) = stated.free, stated.slip, stated.load, stated.at_rest
        none = free
        ways = (
            (stated.forward, slip, _excess(load, high)),
            (stated.backward, -slip, _excess(-load, -low)),
        )
        for direction, ahead, excess in ways:
            if direction is None:
                continue
            lead = _where(stated.locked, excess, _where(direction, ahead, _LESS))
            kept = _where(direction, -_LESS, _LESS)
            self._equate(direction, _where(free, kept, lead) > 0)
            none = none | direction
        self._equate(stated.locked, ~none)

    def _traced(self, stated: Contact, at_rest: Expr) -> TracedContact:
        limits = (*stated.at_rest, *stated.sliding)
        values = (stated.slip, at_rest, stated.load, *limits, stated.small)
        return TracedContact(
            ContactQuantities(*map(self._quantity, values)),
            stated.forward.value[0],
            -1 if stated.backward is None else stated.backward.value[0],
            stated.locked.value[0],
            self._boolean(stated.free),
            self._trial.slot,
            self._given.slot,
            stated.level == "velocity",
            stated.jams,
        )

    def _quantity(self, e: Expr) -> tuple[int, float]:
        """Return slot and sign of a variable; slot -1 and the value of a constant.

        A parameter has the slots from -2 downwards.
        """
        plain, sign = _plain(e), 1.0
        while plain.op == "neg":
            plain, sign = _plain(plain.args[0]), -sign
        if plain.op == "const":
            return -1, sign * float(plain.value)
        if isinstance(plain, ParameterRef):
            return -2 - plain.value, sign
        if not isinstance(plain, VariableRef) or plain.order:
            variable = self._declare("limit", Variable(REAL, "1"))
            self._equate(variable, e)
            return variable.slot, 1.0
        return plain.value[0], sign

    def _boolean(self, e: Expr) -> int:
        """Return the slot of a condition; -1 for one that is never true."""
        if e.op == "const":
            return -1
        if not isinstance(e, VariableRef):
            variable = self._declare("none", Variable(BOOLEAN, "1"))
            self._equate(variable, e)
            e = variable
        return int(e.value[0])

    def _equate(self, lhs: Expr, rhs: Expr, assigns: bool = False) -> None:
        self.equations.append(TracedEquation(lhs, rhs, self._where, assigns=assigns))


def _excess(load: Expr, limit: Expr) -> Expr:
    """Return the excess of a load over its limit; far below zero if there is no limit."""
    is_unlimited = limit.op == "const" and limit.value >= UNLIMITED
    return as_expr(_LESS) if is_unlimited else load - limit


def _where(condition: Expr, a: Expr | float, b: Expr | float) -> Expr:
    return Expr("where", (condition, as_expr(a), as_expr(b)), None, as_expr(a).kind)


def _plain(e: Expr) -> Expr:
    """Return a quantity without the division by its unit."""
    return e.args[0] if e.op == "div" and _is_unit(e.args[1]) else e


def _is_unit(e: Expr) -> bool:
    if e.op == "mul":
        return all(map(_is_unit, e.args))
    return e.op == "const" and e.value == 1.0
