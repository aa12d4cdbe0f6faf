"""Keep temperatures that are counted from 0 degC apart from those that are counted from 0 K.

Both have the same dimension, so that units alone do not tell them apart. Every expression here has
*points*: how often a temperature in degC, and one in kelvin, is contained in it. A difference of
two temperatures in degC has none, their mean has one, and a sum of one in degC with one in kelvin
is refused. What is multiplied with anything but a number is a formula, which may be of any scale.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from drivetrain.errors import UnitError
from drivetrain.modeling.expression import ORDERINGS, Expr, Quantity
from drivetrain.modeling.members import (
    Declaration,
    ParameterRef,
    PreviousRef,
    Variable,
    VariableRef,
)
from drivetrain.modeling.quantities.exact import is_difference
from drivetrain.modeling.tracing.slots import OwnParameter, OwnVariable, Trace, TracedEquation
from drivetrain.modeling.tracing.units.unit_check import attributes_of

__all__ = ["celsius_found", "check_celsius"]

_ZERO_OF_CELSIUS: Final = frozenset((273.0, 273.15, 273.16))
_LEAST_ABSOLUTE: Final = 100.0
"""From here on, a value in kelvin is taken for a temperature, not for a difference, in K."""
_TEMPERATURE: Final = re.compile(r"(?:.*[.\]])?T(?:\d*|_?(?:a|amb|ambient|env|ref|heat_port))")
_SAME: Final = frozenset(("min", "max", "mod", "eq", "ne", *ORDERINGS))
_ROUNDING: Final = 1e-9


@dataclass(frozen=True)
class Scale:
    """What an expression is on the scales of temperatures.

    Attributes
    ----------
    celsius, kelvin : float
        How often temperatures counted from 0 degC, and from 0 K, are contained.
    is_loose : bool
        Whether nothing is known, so that it fits everything.
    shift : float
        1 for a number such as 273.15, which takes a temperature from degC to K when it is added,
        and -1 for its negative.
    """

    celsius: float = 0.0
    kelvin: float = 0.0
    is_loose: bool = False
    shift: float = 0.0

    def plus(self, other: Scale, factor: float) -> Scale:
        """Return the scale of a sum with a multiple of another expression."""
        celsius = _rounded(self.celsius + factor * other.celsius)
        kelvin = _rounded(self.kelvin + factor * other.kelvin)
        is_number = self.is_loose and other.is_loose
        is_open = (self.is_loose or other.is_loose) and not (celsius or kelvin)
        return Scale(celsius, kelvin, is_number or is_open)

    def times(self, factor: float) -> Scale:
        """Return the scale of a multiple."""
        return Scale(_rounded(factor * self.celsius), _rounded(factor * self.kelvin), self.is_loose)


_FORMULA: Final = Scale(is_loose=True)
_DIFFERENCE: Final = Scale()
_CELSIUS: Final = Scale(celsius=1.0)
_KELVIN: Final = Scale(kelvin=1.0)


def _rounded(count: float) -> float:
    return 0.0 if abs(count) < _ROUNDING else count


def check_celsius(traced: Trace) -> None:
    """Refuse to add, compare or equate a temperature in degrees Celsius and one in kelvin.

    Raises
    ------
    UnitError
        If an equation or a value does.
    """
    if not _has_celsius(traced):
        return
    scales = _Scales(traced)
    scales.find()
    scales.check()


def celsius_found(traced: Trace) -> set[int]:
    """Return the slots of variables without a unit that are temperatures in degC.

    Parameters
    ----------
    traced : Trace
        A class.
    """
    if not _has_celsius(traced):
        return set()
    scales = _Scales(traced)
    scales.find()
    return {slot for slot, scale in scales.found.items() if scale == _CELSIUS}


def _has_celsius(traced: Trace) -> bool:
    """Return whether a class, or a part of it, has a temperature in degrees Celsius."""
    left, seen = [traced], {id(traced)}
    while left:
        one = left.pop()
        own: list[OwnVariable | OwnParameter] = [*one.variables, *one.parameters]
        if any(each.declaration.unit == "degC" for each in own):
            return True
        new = [sub.trace for sub in one.subs if id(sub.trace) not in seen]
        seen.update(map(id, new))
        left += new
    return False


class _Scales:
    """The scales of the expressions of one class.

    Attributes
    ----------
    found : dict
        Slots of variables without a unit → the scales that equations tell of them.
    """

    def __init__(self, traced: Trace) -> None:
        self._traced = traced
        self.found: dict[int, Scale] = {}
        self._known: dict[int, Scale] = {}
        self._kept: list[Expr] = []

    def find(self) -> None:
        """Find the scales of variables that have no unit, from equations such as ``x == t``."""
        before = -1
        while before != len(self.found):
            before = len(self.found)
            for _, lhs, rhs in self._equal():
                self._take(lhs, rhs)
                self._take(rhs, lhs)

    def _take(self, of: Expr, e: Expr) -> None:
        if not isinstance(of, VariableRef) or of.order or of.slot in self.found:
            return
        if of.declaration.unit != "1" or not (of.declaration.is_open or of.declaration.is_signal):
            return
        self._known = {}
        try:
            scale = self._scale(e)
        except UnitError:
            return  # told when all is known
        if scale in (_CELSIUS, _KELVIN):
            self.found[of.slot] = scale

    def check(self) -> None:
        """Check every statement."""
        traced = self._traced
        self._known = {}
        for place, lhs, rhs in self._equal():
            self._told(place, lhs, rhs)
        for assertion in traced.assertions:
            self._told(f"{traced.title}, {assertion.where}", assertion.condition)
        for binding in traced.bindings:
            self._value(f"{binding.where}", binding.name, binding.unit, binding.value)
        for start in traced.start_bindings:
            self._value(f"{start.where}", f"start of {start.name}", start.unit, start.start.value)
        for name, value, declaration in attributes_of(traced):
            self._value(traced.title, name, declaration.unit, value)
        for own in traced.parameters:
            self._value(traced.title, own.name, own.declaration.unit, own.stated)

    def _equal(self) -> Iterator[tuple[str, Expr, Expr]]:
        """Yield what is equal, and where that is said."""
        traced = self._traced
        for equation in [*traced.equations, *traced.initial_equations]:
            for lhs, rhs in equation.branches or ((equation.lhs, equation.rhs),):
                yield self._place(equation), lhs, rhs
        for link, where in traced.signal_links:
            text = f"{traced.title}, {where}: {link.source} >> {link.target}"
            yield text, link.source, link.target
        for reinit in traced.reinits:
            yield f"{traced.title}, {reinit.where}", reinit.target, reinit.value

    def _place(self, equation: TracedEquation) -> str:
        return f"{self._traced.title}, {equation.where}: {equation}"

    def _told(self, place: str, e: Expr, other: Expr | None = None) -> None:
        try:
            if other is None:
                self._scale(e)
            else:
                self._same([e, other])
        except UnitError as error:
            raise UnitError(f"{place}\n  {error}") from None

    def _value(self, place: str, title: str, unit: str | None, value: Any) -> None:
        """Check what a member is given, in the unit that it is declared with."""
        if not isinstance(value, Expr) or unit not in ("degC", "K"):
            return
        scale = self._scale(value)
        wanted = _CELSIUS if unit == "degC" else _DIFFERENCE
        if not scale.is_loose and bool(scale.celsius) != bool(wanted.celsius):
            raise UnitError(f"{place}\n  " + _clash(title, wanted, str(value), scale))

    # -- expressions -------------------------------------------------------------------------------

    def _scale(self, e: Expr) -> Scale:
        if id(e) not in self._known:
            self._kept.append(e)
            self._known[id(e)] = self._of(e) if e.args else self._leaf(e)
        return self._known[id(e)]

    def _of(self, e: Expr) -> Scale:
        op, args = e.op, e.args
        if op in ("add", "sub"):
            return self._sum(e, 1.0 if op == "add" else -1.0)
        if op == "where":
            self._scale(args[0])
            return self._same(args[1:])
        if op in _SAME:
            same = self._same(args)
            return same if op in ("min", "max") else _FORMULA
        scales = [self._scale(arg) for arg in args]
        if op in ("mul", "div"):
            return self._product(e, scales)
        if op == "neg":
            return Scale(-scales[0].celsius, -scales[0].kelvin, scales[0].is_loose,
                         -scales[0].shift)  # fmt: skip
        return scales[0] if op == "delay" else _FORMULA

    def _sum(self, e: Expr, factor: float) -> Scale:
        left, right = (self._scale(arg) for arg in e.args)
        if all(arg.op == "pow" for arg in e.args):  # as in a law of radiation
            left, right = (self._scale(arg.args[0]) for arg in e.args)
        for one, shift in ((left, factor * right.shift), (right, left.shift)):
            if shift and one in (_CELSIUS, _KELVIN):
                return _shifted(e, one, shift)
        found = left.plus(right, factor)
        is_mixed = (left.celsius and right.kelvin) or (left.kelvin and right.celsius)
        is_reversed = factor < 0 and right == _CELSIUS and left == _DIFFERENCE
        if is_mixed or is_reversed:
            celsius, other = e.args if left.celsius else reversed(e.args)
            raise UnitError(
                f"in '{e}', '{celsius}' is a temperature in degC but '{other}' is one in K: 0 degC "
                "is 273.15 K; add the difference to the first one, or declare both in K"
            )
        return found

    def _product(self, e: Expr, scales: list[Scale]) -> Scale:
        for k, arg in enumerate(e.args):
            is_number = arg.op == "const" and not isinstance(arg, Quantity)
            if is_number and (e.op == "mul" or k == 1) and arg.value:
                factor = float(arg.value)
                return scales[1 - k].times(factor if e.op == "mul" else 1.0 / factor)
        return _FORMULA

    def _same(self, parts: Any) -> Scale:
        """Return the scale of several expressions that are the same, or compared."""
        first: tuple[Expr, Scale] | None = None
        for part in parts:
            scale = self._scale(part)
            if scale.is_loose:
                continue
            if first is not None and bool(scale.celsius) != bool(first[1].celsius):
                raise UnitError(_clash(str(first[0]), first[1], str(part), scale))
            first = first or (part, scale)
        return first[1] if first else _FORMULA

    # -- leaves ------------------------------------------------------------------------------------

    def _leaf(self, e: Expr) -> Scale:
        if e.op == "const":
            return _of_number(e)
        if isinstance(e, PreviousRef):
            return self._leaf(e.variable)
        if isinstance(e, VariableRef):
            if e.order:
                return _FORMULA
            return self.found.get(e.slot) or _of_declaration(e.declaration, str(e))
        if isinstance(e, ParameterRef):
            return _of_declaration(e.declaration, str(e))
        return _of_declaration(e, e.name) if isinstance(e, Declaration) else _FORMULA


def _of_number(e: Expr) -> Scale:
    """Return the scale of a number: one like 273.15 takes from one scale to the other."""
    unit = e.unit if isinstance(e, Quantity) else ""
    is_number = not isinstance(e.value, (bool, str))
    shift = _shift(float(e.value)) if is_number and unit in ("", "K", "degC") else 0.0
    if shift or unit not in ("degC", "K"):
        return Scale(is_loose=True, shift=shift)
    return _CELSIUS if unit == "degC" else _DIFFERENCE


def _of_declaration(declaration: Declaration, name: str) -> Scale:
    default = getattr(declaration, "default", None)
    is_number = isinstance(default, (int, float)) and not isinstance(default, bool)
    shift = _shift(float(default)) if is_number else 0.0  # type: ignore[arg-type]
    if shift and declaration.unit in ("1", "K", "degC"):
        return Scale(is_loose=True, shift=shift)
    if declaration.unit == "degC":
        return _CELSIUS
    if declaration.unit != "K":
        return _FORMULA
    return _KELVIN if _is_absolute(declaration, name) else _DIFFERENCE


def _is_absolute(declaration: Declaration, name: str) -> bool:
    """Return whether a member in kelvin is a temperature, so that it is no difference of two."""
    if is_difference(name):
        return False
    if _TEMPERATURE.fullmatch(name) or getattr(declaration, "is_potential", False):
        return True
    told = [getattr(declaration, key, None) for key in ("default", "start", "nominal")]
    numbers = [one for one in told if isinstance(one, (int, float)) and not isinstance(one, bool)]
    if any(one >= _LEAST_ABSOLUTE for one in numbers):
        return True
    is_bounded = getattr(declaration, "minimum", None) == 0
    return is_bounded and not numbers and not isinstance(declaration, Variable)


def _shift(value: float) -> float:
    if abs(value) not in _ZERO_OF_CELSIUS:
        return 0.0
    return 1.0 if value > 0 else -1.0


def _shifted(e: Expr, one: Scale, shift: float) -> Scale:
    """Return the scale of a temperature with the zero of the other scale added or subtracted."""
    if one == _CELSIUS and shift > 0:
        return _KELVIN
    if one == _KELVIN and shift < 0:
        return _FORMULA  # a temperature in degC, or how far it is above 0 degC
    unit = "degC" if one == _CELSIUS else "K"
    wrong = "subtracts 273.15 from" if shift < 0 else "adds 273.15 to"
    raise UnitError(f"'{e}' {wrong} a temperature that is in {unit} already: leave that out")


def _clash(one: str, of_one: Scale, other: str, of_other: Scale) -> str:
    """Return that two temperatures are on different scales."""
    units = ["degC" if scale.celsius else "K" for scale in (of_one, of_other)]
    return (
        f"'{one}' has unit {units[0]} but '{other}' has unit {units[1]}: 0 degC is 273.15 K, so "
        "one is not the other; add the difference, or declare both in K"
    )
