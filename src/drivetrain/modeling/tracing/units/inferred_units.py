"""Check units where some are not stated, and find out what equations say about these."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import replace
from typing import Any, Final

from drivetrain.errors import ModelWarning, UnitError
from drivetrain.modeling.expression import BOOLEAN, REAL, Expr, Quantity
from drivetrain.modeling.members import (
    Declaration,
    Parameter,
    ParameterRef,
    PreviousRef,
    TableRef,
    Variable,
    VariableRef,
)
from drivetrain.modeling.tracing.slots import (
    OwnBus,
    OwnParameter,
    OwnVariable,
    OwnVector,
    Trace,
    TracedEquation,
)
from drivetrain.modeling.tracing.units.open_units import (
    PER_DERIVATIVE,
    SCALE,
    OpenUnit,
    Unknowns,
    stated,
    stated_in,
)
from drivetrain.modeling.tracing.units.temperature_scales import celsius_found, check_celsius
from drivetrain.modeling.tracing.units.unit_check import (
    KEEPS,
    SAME,
    SECOND,
    UNITLESS,
    attributes_of,
    check_units,
)
from drivetrain.modeling.units import DIMENSIONLESS, describe, dimension, spelled

__all__ = ["with_checked_units"]

_BOOLEAN_RESULT: Final = frozenset(("and", "or", "not", "sign", "initial"))


def with_checked_units(traced: Trace) -> Trace:
    """Check the units of a class; return it with those that equations determine of open ones.

    Raises
    ------
    UnitError
        If units that were stated contradict each other; the message names class and source line.

    Warns
    -----
    ModelWarning
        If units contradict each other that were not stated. Where numbers have none, that counts
        only if stated ones take part: ``der(x) == y - x`` alone is no mistake.
    """
    check_celsius(traced)
    if not _has_open_units(traced):
        check_units(traced)
        return traced
    check = _Check(traced)
    check.all()
    return _with_units(traced, check)


def _has_open_units(traced: Trace) -> bool:
    """Return whether units of a class, or those that its parts show, are not all stated."""
    if traced.cls.numbers_fit_any_unit:
        return True
    return _shows_open(traced) or any(_shows_open(sub.trace) for sub in traced.subs)


def _shows_open(traced: Trace) -> bool:
    own: list[OwnVariable | OwnParameter] = [*traced.variables, *traced.parameters]
    return any(one.declaration.is_open for one in own)


class _Check:
    """The units of one class."""

    def __init__(self, traced: Trace) -> None:
        self._traced = traced
        self._numbers_fit = traced.cls.numbers_fit_any_unit
        self.unknowns = Unknowns()
        self.is_doubtful = False
        self.aliases: list[tuple[VariableRef, VariableRef]] = []
        self._place = ""
        self._known: dict[int, OpenUnit] = {}
        self._arguments: list[OpenUnit] = []

    def all(self) -> None:
        """Check every statement."""
        traced = self._traced
        for own in traced.parameters:
            default = own.stated
            if isinstance(default, Expr):
                with_name = f"{traced.title}.{own.name}"
                self._value(with_name, default, self._declared(own.declaration, ("par", own.slot)))
        for equation in [*traced.equations, *traced.initial_equations]:
            self._equation(equation)
        for link, where in traced.signal_links:
            text = f"{traced.title}, {where}: {link.source} >> {link.target}"
            self._alike(text, link.source, link.target)
        for reinit in traced.reinits:
            self._alike(f"{traced.title}, {reinit.where}", reinit.target, reinit.value)
        for assertion in traced.assertions:
            self._start(f"{traced.title}, {assertion.where}")
            self._unit(assertion.condition)
        for binding in traced.bindings:
            if binding.unit is not None and binding.unit != "1":
                place = f"{binding.where}: {binding.name}"
                self._value(place, binding.value, stated(dimension(binding.unit)))
        for start in traced.start_bindings:
            if start.unit is not None and start.unit != "1":
                place = f"{start.where}: start of {start.name}"
                self._value(place, start.start.value, stated(dimension(start.unit)))
        for name, value, declaration in attributes_of(traced):
            if declaration.unit != "1":
                self._value(name, value, stated(dimension(declaration.unit)))
        for argument in self._arguments:
            self.is_doubtful |= not self.unknowns.equate(argument, stated(DIMENSIONLESS))

    # -- statements --------------------------------------------------------------------------------

    def _start(self, place: str) -> None:
        self._place, self._known = place, {}

    def _equation(self, equation: TracedEquation) -> None:
        self._start(f"{self._traced.title}, {equation.where}: {equation}")
        for lhs, rhs in equation.branches or ((equation.lhs, equation.rhs),):
            self._equal(lhs, rhs)

    def _alike(self, place: str, a: Expr, b: Expr) -> None:
        self._start(place)
        self._equal(a, b)

    def _equal(self, a: Expr, b: Expr) -> None:
        if isinstance(a, VariableRef) and isinstance(b, VariableRef) and a.order == b.order:
            self.aliases.append((a, b))
        self._unit(Expr("eq", (a, b), None, BOOLEAN))

    def _value(self, place: str, value: Any, wanted: OpenUnit) -> None:
        if isinstance(value, Expr):
            self._start(place)
            self._same(value, self._unit(value), value, wanted, "the unit that is declared")

    # -- expressions -------------------------------------------------------------------------------

    def _unit(self, e: Expr) -> OpenUnit:
        if id(e) not in self._known:
            args = [self._unit(arg) for arg in e.args]
            self._known[id(e)] = self._of(e, args) if e.args else self._leaf(e)
        return self._known[id(e)]

    def _of(self, e: Expr, args: list[OpenUnit]) -> OpenUnit:
        op = e.op
        if op in SAME or op == "atan2":
            same = self._all_same(e.args, args)
            return stated(DIMENSIONLESS) if e.kind == BOOLEAN or op == "atan2" else same
        if op in KEEPS:
            return args[0]
        if op == "where":
            return self._all_same(e.args[1:], args[1:])
        if op in ("mul", "div"):
            return args[0].plus(args[1], 1.0 if op == "mul" else -1.0)
        if op == "sqrt":
            return args[0].power(0.5)
        rule: dict[str, Callable[[Expr, list[OpenUnit]], OpenUnit]] = {
            "pow": self._power, "lookup": self._table, "motion": self._motion,
            "delay": self._delay, "sample": self._sample,
        }  # fmt: skip
        if op in rule:
            return rule[op](e, args)
        if op == "external":
            return stated(dimension(e.value.unit))
        if op in UNITLESS:
            return self.unknowns.number()
        if op in _BOOLEAN_RESULT:
            return stated(DIMENSIONLESS)
        if self._numbers_fit:
            self._arguments.append(args[0])
            return self.unknowns.number()
        self._expect(e.args[0], args[0], stated(DIMENSIONLESS))
        return stated(DIMENSIONLESS)

    def _power(self, e: Expr, args: list[OpenUnit]) -> OpenUnit:
        base = self.unknowns.reduced(args[0])
        if e.args[1].op == "const":
            return base.power(float(e.args[1].value))
        self._expect(e.args[1], args[1], stated(DIMENSIONLESS))
        is_plain = not base.multiples and base.known == DIMENSIONLESS
        return base if is_plain else self.unknowns.number()

    def _table(self, e: Expr, args: list[OpenUnit]) -> OpenUnit:
        leaf = e.args[0]
        if not isinstance(leaf, TableRef):
            return self.unknowns.number()
        given, found = leaf.declaration.units[0], leaf.declaration.units[e.value - 1]
        if given != "1":
            self._expect(e.args[1], args[1], stated(dimension(given)))
        return self.unknowns.number() if found == "1" else stated(dimension(found))

    def _motion(self, e: Expr, args: list[OpenUnit]) -> OpenUnit:
        for order, (arg, unit) in enumerate(zip(e.args[1:], args[1:], strict=True), start=1):
            self._same(e, args[0].plus(PER_DERIVATIVE, -float(order)), arg, unit)
        return args[0]

    def _delay(self, e: Expr, args: list[OpenUnit]) -> OpenUnit:
        for arg, unit in zip(e.args[1:], args[1:], strict=True):
            self._expect(arg, unit, stated(SECOND))
        return args[0]

    def _sample(self, e: Expr, args: list[OpenUnit]) -> OpenUnit:
        for arg, unit in zip(e.args, args, strict=True):
            self._expect(arg, unit, stated(SECOND))
        return stated(DIMENSIONLESS)

    # -- leaves ------------------------------------------------------------------------------------

    def _leaf(self, e: Expr) -> OpenUnit:
        if isinstance(e, Quantity):
            return stated(dimension(e.unit))
        if isinstance(e, PreviousRef):
            return self._leaf(e.variable)
        if isinstance(e, VariableRef):
            own = self._declared(e.declaration, ("var", e.slot))
            return own.plus(PER_DERIVATIVE, -float(e.order)) if e.order else own
        if isinstance(e, ParameterRef):
            return self._declared(e.declaration, ("par", e.value))
        if isinstance(e, Declaration):
            member = self._traced.members.get(e.name)
            kind = "par" if isinstance(e, Parameter) else "var"
            return self._declared(e, (kind, getattr(member, "slot", e.name)))
        if e.op == "time":
            return self.unknowns.number() if self._numbers_fit else stated(SECOND)
        return self._number(e)

    def _number(self, e: Expr) -> OpenUnit:
        if e.kind == BOOLEAN:
            return stated(DIMENSIONLESS)
        if isinstance(e.value, str):
            return self.unknowns.number()
        fits_any = e.op == "const" and (e.value == 0 or math.isinf(e.value))
        return self.unknowns.number() if fits_any or self._numbers_fit else stated(DIMENSIONLESS)

    def _declared(self, declaration: Declaration, symbol: tuple[str, Any]) -> OpenUnit:
        """Return the unit of a member; a signal without one takes that of what it is joined to."""
        if declaration.kind == BOOLEAN:
            return stated(DIMENSIONLESS)
        if declaration.kind != REAL and self._numbers_fit:
            return self.unknowns.number()
        if declaration.other_unit:
            return stated_in(declaration.other_unit)
        is_signal = isinstance(declaration, Variable) and declaration.is_signal
        if declaration.unit == "1" and (declaration.is_open or is_signal):
            return self.unknowns.symbol(symbol)
        return OpenUnit(dimension(declaration.unit), {}, declaration.is_open)

    # -- demands -----------------------------------------------------------------------------------

    def _all_same(self, parts: Iterable[Expr], units: list[OpenUnit]) -> OpenUnit:
        first, *others = zip(parts, units, strict=True)
        found = first[1]
        for part, unit in others:
            self._same(first[0], found, part, unit)
            found = self.unknowns.reduced(found)
        return found

    def _expect(self, arg: Expr, unit: OpenUnit, wanted: OpenUnit) -> None:
        self._same(arg, unit, arg, wanted, "the unit that is expected")

    def _same(self, a: Expr, of_a: OpenUnit, b: Expr, of_b: OpenUnit, other: str = "") -> None:
        if self.unknowns.equate(of_a, of_b, self._place):
            return
        units = [self.unknowns.reduced(one) for one in (of_a, of_b)]
        told = [_told(a, units[0]), _told(None if other else b, units[1])]
        right = other or f"'{b}'"
        clash = f"{self._place}\n  '{a}' has unit {told[0]} but {right} is {told[1]}"
        if not other:
            clash = f"{self._place}\n  '{a}' has unit {told[0]} but {right} has unit {told[1]}"
        if not (of_a.is_open or of_b.is_open):
            raise UnitError(clash)
        self.is_doubtful = True
        apart = self.unknowns.reduced(of_a.plus(of_b, -1.0))
        if apart.is_stated_apart or not self._numbers_fit:
            warnings.warn(clash + _reasons(apart), ModelWarning, stacklevel=2)


def _told(e: Expr | None, unit: OpenUnit) -> str:
    """Return how a unit is written in a message."""
    declaration = getattr(e, "declaration", None)
    if declaration is not None and declaration.other_unit:
        return str(declaration.other_unit)
    if not unit.multiples:
        return describe(unit.known)
    if set(unit.multiples) == {SCALE}:
        return f"{math.exp(unit.multiples[SCALE]):g} times {describe(unit.known)}"
    return "another unit"


def _reasons(apart: OpenUnit) -> str:
    """Return which statements tell the units that contradict each other."""
    if not apart.because:
        return ""
    told = "\n    ".join(one.replace("\n", " ") for one in apart.because)
    return (
        f"\n  because of\n    {told}\n  If all of this is meant, a factor with a unit is missing."
    )


# -- what was found --------------------------------------------------------------------------------


def _with_units(traced: Trace, check: _Check) -> Trace:
    """Return a class whose open variables and parameters show the units that were found."""
    spellings = _spellings(check.aliases)
    spellings |= {("var", slot): "degC" for slot in celsius_found(traced)}
    made: dict[int, Any] = {}
    kinds: tuple[tuple[str, list[Any]], ...] = (
        ("var", traced.variables), ("par", traced.parameters),
    )  # fmt: skip
    for kind, every in kinds:
        for own in every:
            key = kind, own.slot
            dim = check.unknowns.determined(key) if own.declaration.is_open else None
            if check.is_doubtful and key not in spellings:
                dim = None
            unit = "" if dim is None else spellings.get(key) or spelled(dim, angle=False)
            if unit and unit != "1" and own.declaration.kind == REAL:
                declared = copy(own.declaration)
                declared.value, declared.unit = declared, unit
                made[id(own)] = replace(own, declaration=declared)
    if not made:
        return traced
    members = {name: _member(one, made) for name, one in traced.members.items()}
    variables: list[OwnVariable] = [made.get(id(own), own) for own in traced.variables]
    parameters: list[OwnParameter] = [made.get(id(own), own) for own in traced.parameters]
    buses = [members[one.name] for one in traced.buses]
    return replace(traced, members=members, variables=variables, parameters=parameters, buses=buses)


def _member(one: Any, made: dict[int, Any]) -> Any:
    if isinstance(one, OwnBus):
        members = {
            path: replace(each, own=made.get(id(each.own), each.own))
            for path, each in one.members.items()
        }
        return replace(one, members=members)
    if isinstance(one, OwnVector):
        return OwnVector(one.name, tuple(_member(own, made) for own in one.elements))
    return made.get(id(one), one)


def _spellings(aliases: list[tuple[VariableRef, VariableRef]]) -> dict[tuple[str, int], str]:
    """Return how units are written in what variables are equal to: 1/s as rad/s or as Hz."""
    found: dict[tuple[str, int], str] = {}
    before = -1
    while before != len(found):
        before = len(found)
        for pair in aliases:
            for one, other in (pair, pair[::-1]):
                unit = other.declaration.unit
                unit = unit if unit != "1" else found.get(("var", other.slot), "1")
                if unit != "1" and ("var", one.slot) not in found:
                    found["var", one.slot] = unit
    return found
