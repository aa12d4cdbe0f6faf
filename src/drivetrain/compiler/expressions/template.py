"""Equation templates: expressions over numbered slots, with cached symbolic operations.

A template stands for all equations of one shape. Symbolic work (differentiating, solving for a
slot, merging slots of the same variable) is done once per template, never per instance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from drivetrain.compiler.expressions import algebra as symbolic
from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.expression import REAL, Expr

__all__ = ["Slots", "Solution", "Template", "template_of"]


@dataclass(frozen=True, eq=False)
class Slots:
    """Numbers of the traced class that fill the places of a template.

    Attributes
    ----------
    variables : tuple of (slot, order)
        Variables and derivative orders.
    previous, parameters, tables : tuple of int
        Slots of variables read as pre(…), of parameters, of tables.
    """

    variables: tuple[tuple[int, int], ...]
    previous: tuple[int, ...]
    parameters: tuple[int, ...]
    tables: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Solution:
    """A template solved for one slot: ``slot = expression``.

    Attributes
    ----------
    factor : Expr
        Factor of the slot in the equation; a constant or an expression of parameters.
    """

    expression: Expr
    factor: Expr


@dataclass(eq=False)
class Template:
    """One shape of equation, ``lhs == rhs``.

    Leaves are ``slot`` (value = place), ``pre``, ``par``, ``tab`` (value = place), ``time``,
    ``initial``, ``const``.
    """

    lhs: Expr
    rhs: Expr
    n_slots: int
    text: str
    where: SourceLine
    _cache: dict[Any, Any] = field(default_factory=dict, repr=False)

    @property
    def kind(self) -> str:
        """Type of the two sides."""
        return self.lhs.kind

    @cached_property
    def residual(self) -> Expr:
        """``lhs - rhs`` of a real equation."""
        return symbolic.sub(self.lhs, self.rhs)

    @cached_property
    def _reads_of(self) -> Callable[[Expr], frozenset[int]]:
        return symbolic.readers(self.residual)

    @cached_property
    def says_nothing(self) -> bool:
        """Whether a real equation contains no quantity, or all of them cancel."""
        if self.kind != REAL:
            return False
        if not self.n_slots:
            return True
        places = [node.value for node in _leaves(self.residual) if node.op == "slot"]
        if len(places) == len(set(places)):
            return False
        return all(symbolic.is_constant(self.sensitivity(k), 0) for k in range(self.n_slots))

    @cached_property
    def free_slots(self) -> frozenset[int]:
        """Places with an effect other than through relations that raise events."""
        return symbolic.slots(self.lhs) | symbolic.slots(self.rhs)

    @cached_property
    def lags(self) -> dict[int, int]:
        """Places whose rates the derivatives need, and after how many differentiations."""
        return symbolic.lags(self.residual if self.kind == REAL else self.rhs)

    def derivative(self) -> tuple[Template, tuple[tuple[int, int], ...]]:
        """Return the time derivative and, for each of its places, (place here, extra order)."""
        if "derivative" not in self._cache:
            self._cache["derivative"] = self._differentiate()
        result: tuple[Template, tuple[tuple[int, int], ...]] = self._cache["derivative"]
        return result

    def _differentiate(self) -> tuple[Template, tuple[tuple[int, int], ...]]:
        places: dict[tuple[int, int], int] = {(k, 0): k for k in range(self.n_slots)}

        def rate(place: int) -> Expr:
            number = places.setdefault((place, 1), len(places))
            return Expr("slot", (), number, REAL)

        lhs = symbolic.time_derivative(self.lhs, rate)
        rhs = symbolic.time_derivative(self.rhs, rate)
        made = Template(lhs, rhs, len(places), f"d/dt ({self.text})", self.where)
        return made, tuple(places)

    def merged(self, target: tuple[int, ...], sign: tuple[int, ...]) -> Template:
        """Return this template with slots replaced.

        Parameters
        ----------
        target : tuple of int
            New place of each slot, -1 for one that is always zero.
        sign : tuple of int
            Factor +1 or -1 of each slot.
        """
        key = ("merged", target, sign)
        if key not in self._cache:
            env = {
                place: symbolic.ZERO if new < 0 else _signed(new, factor)
                for place, (new, factor) in enumerate(zip(target, sign, strict=True))
            }
            lhs, rhs = symbolic.substitute(self.lhs, env), symbolic.substitute(self.rhs, env)
            count = max(target, default=-1) + 1
            self._cache[key] = Template(lhs, rhs, count, self.text, self.where)
        result: Template = self._cache[key]
        return result

    def solution(self, place: int) -> Solution | None:
        """Return the template solved for a slot, ``None`` if that needs an unsafe division."""
        key = ("solution", place)
        if key not in self._cache:
            self._cache[key] = self._solve(place)
        result: Solution | None = self._cache[key]
        return result

    def _solve(self, place: int) -> Solution | None:
        for one, other in ((self.lhs, self.rhs), (self.rhs, self.lhs)):
            if one.op == "slot" and one.value == place and place not in symbolic.reads(other):
                return Solution(other, symbolic.ONE)
        if self.kind != REAL:
            return None
        form = symbolic.linear_form(self.residual, place, self._reads_of)
        if form is None:
            return None
        factor, rest = form
        if not symbolic.safe_divisor(factor):
            return None
        return Solution(symbolic.neg(symbolic.div(rest, factor)), factor)

    def sensitivity(self, place: int) -> Expr:
        """Return the derivative of the residual with respect to a slot."""
        key = ("sensitivity", place)
        if key not in self._cache:
            self._cache[key] = symbolic.partial(self.residual, place, self._reads_of)
        result: Expr = self._cache[key]
        return result


def _leaves(e: Expr) -> Iterator[Expr]:
    """Yield the leaves of an expression, repetitions included."""
    stack = [e]
    while stack:
        node = stack.pop()
        if not node.args:
            yield node
        stack.extend(reversed(node.args))


def _signed(place: int, factor: int) -> Expr:
    leaf = Expr("slot", (), place, REAL)
    return leaf if factor > 0 else symbolic.neg(leaf)


def template_of(
    lhs: Expr, rhs: Expr, where: SourceLine, text: str | None = None
) -> tuple[Template, Slots]:
    """Return a traced equation as a template, and the slots that fill it."""
    collector = _Collector()
    left, right = collector.convert(lhs), collector.convert(rhs)
    slots = Slots(
        tuple(collector.variables),
        tuple(collector.previous),
        tuple(collector.parameters),
        tuple(collector.tables),
    )
    shown = text if text is not None else f"{lhs} == {rhs}"
    return Template(left, right, len(slots.variables), shown, where), slots


class _Collector:
    """Numbers the leaves of an expression in order of appearance."""

    def __init__(self) -> None:
        self.variables: dict[tuple[int, int], int] = {}
        self.previous: dict[int, int] = {}
        self.parameters: dict[int, int] = {}
        self.tables: dict[int, int] = {}
        self._done: dict[int, Expr] = {}

    def convert(self, e: Expr) -> Expr:
        if id(e) not in self._done:
            self._done[id(e)] = self._convert(e)
        return self._done[id(e)]

    def _convert(self, e: Expr) -> Expr:
        if e.op == "var":
            number = self.variables.setdefault(e.value, len(self.variables))
            return Expr("slot", (), number, e.kind)
        if e.op == "pre":
            return self._leaf(e, self.previous)
        if e.op == "par":
            return self._leaf(e, self.parameters)
        if e.op == "lookup":
            table, x = e.args
            slot = table.value + e.value - 2
            number = self.tables.setdefault(slot, len(self.tables))
            leaf = Expr("tab", (), number, REAL)
            return Expr("table", (leaf, self.convert(x)), 0, REAL)
        if not e.args:
            return e
        return Expr(e.op, tuple(self.convert(arg) for arg in e.args), e.value, e.kind)

    @staticmethod
    def _leaf(e: Expr, places: dict[int, int]) -> Expr:
        return Expr(e.op, (), places.setdefault(e.value, len(places)), e.kind)
