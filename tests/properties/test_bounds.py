"""Every parameter of every component refuses what is no value for it, and says so.

A message names the parameter, the value and the bound, or what is wanted.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.flatten import flatten
from drivetrain.compiler.frontend.values import evaluate_values
from drivetrain.errors import DrivetrainError, ParameterError, TableError
from drivetrain.modeling import Component, Expr, Model
from drivetrain.modeling.expression import BOOLEAN, INTEGER
from drivetrain.modeling.members import REQUIRED, Parameter, TableParameter
from drivetrain.modeling.tracing.trace import trace
from tests.properties.classes import COMPLETE, connectors, given, label, parameters
from tests.properties.rig import lively

NOT_NUMBERS: tuple[Any, ...] = ("heavy", "3", None, 1j, {}, True, [1.0, 2.0])
NOT_TRUTHS = ("yes", 2, 1.0, None)


def evaluated(cls: type[Component], **values: Any) -> Any:
    """Evaluate the parameters of a component in a model, without regard to what is connected."""
    part = cls(**{**given(cls), **values})
    return evaluate_values(flatten(_Shelf.of(part)))


class _Shelf(Model):
    """A model whose equations need not be solvable."""

    @staticmethod
    def of(part: Component) -> Model:
        """Put a component on the shelf, its required connectors and inputs satisfied."""

        def equations(self: Any) -> Iterator[Any]:
            present = {c.name for c in trace(part).connectors}
            for name, connector in connectors(type(part)).items():
                if connector.required and name in present:
                    yield getattr(self, name) >> getattr(self.part, name)
            for own in trace(part).variables:
                if own.is_input:
                    yield from _satisfied(self.part, own.name)

        ports = {
            name: type(c)(doc="The same outside")
            for name, c in connectors(type(part)).items()
            if c.required
        }
        body = {"part": part, **ports, "equations": equations}
        model: Model = type("Shelf", (_Shelf,), body)()
        return model


def _satisfied(part: Any, name: str) -> Iterator[Any]:
    base, _, index = name.partition("[")
    member = getattr(part, base)
    one = member[int(index[:-1])] if index else member
    yield one == (False if one.kind == BOOLEAN else 0)


def bounds(cls: type[Component]) -> Iterator[tuple[str, str, float]]:
    """Yield name, side and value of the bounds of the parameters of a class."""
    for name, member in parameters(cls).items():
        if isinstance(member, Parameter) and not member.structural:
            for side, bound in (("minimum", member.minimum), ("maximum", member.maximum)):
                if bound is not None:
                    yield name, side, number(cls, bound)


def number(cls: type[Component], bound: Any) -> float:
    """Return a bound that may depend on other parameters."""
    if not isinstance(bound, Expr):
        return float(bound)
    values = {n: m.default for n, m in cls.declarations().items() if isinstance(m, Parameter)}
    values |= given(cls)
    leaf = {"decl": lambda declaration: number(cls, values[declaration.name])}
    return float(evaluate(bound, Environment(leaf)))


BOUNDED = [(cls, *bound) for cls in COMPLETE for bound in bounds(cls)]
SCALARS = [
    (cls, name, member)
    for cls in COMPLETE
    for name, member in parameters(cls).items()
    if isinstance(member, Parameter) and not member.structural
]
NONZERO = [(cls, name) for cls, name, member in SCALARS if member.nonzero]
SWITCHES = [
    (cls, name)
    for cls in COMPLETE
    for name, member in parameters(cls).items()
    if isinstance(member, Parameter) and member.structural and member.kind == BOOLEAN
]
CHOICES = [
    (cls, name, member.choices)
    for cls in COMPLETE
    for name, member in parameters(cls).items()
    if isinstance(member, Parameter) and member.choices
]
TABLES = [
    (cls, name, member)
    for cls in COMPLETE
    for name, member in parameters(cls).items()
    if isinstance(member, TableParameter)
]


def named(case: tuple[Any, ...]) -> str:
    return ".".join([label(case[0]), *(str(one) for one in case[1:3] if isinstance(one, str))])


@pytest.mark.parametrize("cls", COMPLETE, ids=label)
def test_the_values_of_these_tests_are_accepted(cls: type[Component]) -> None:
    evaluated(cls)
    evaluated(cls, **lively(cls))


@pytest.mark.parametrize("case", BOUNDED, ids=named)
def test_values_beyond_a_bound_are_refused(case: Any) -> None:
    cls, name, side, bound = case
    away = -1.0 if side == "minimum" else 1.0
    wrong = bound + away * max(0.5, abs(bound))
    value = [wrong] if cls.declarations()[name].vector else wrong
    with pytest.raises(ParameterError) as caught:
        evaluated(cls, **{name: value})
    message = str(caught.value)
    assert f"part.{name}" in message
    assert f" = {wrong:g} " in message
    positive = 0 < bound <= sys.float_info.min
    assert ("is not positive" if positive else f"{side} {bound:g}") in message


@pytest.mark.parametrize("case", NONZERO, ids=named)
def test_zero_is_refused_where_it_has_no_meaning(case: Any) -> None:
    cls, name = case
    with pytest.raises(ParameterError, match=rf"part\.{name} is zero, which has no meaning"):
        evaluated(cls, **{name: 0.0})
    evaluated(cls, **{name: -1.5})


@pytest.mark.parametrize("case", SCALARS, ids=named)
def test_what_is_no_number_is_refused(case: Any) -> None:
    cls, name, member = case
    for wrong in NOT_TRUTHS if member.kind == BOOLEAN else (math.nan, *NOT_NUMBERS):
        if member.vector and isinstance(wrong, (str, list, dict)):
            continue
        with pytest.raises(ParameterError, match=rf"part\.{name}\b"):
            evaluated(cls, **{name: [wrong] if member.vector else wrong})
    if member.kind == INTEGER:
        with pytest.raises(ParameterError, match=rf"part\.{name}=2.5: give a whole number"):
            evaluated(cls, **{name: 2.5})


@pytest.mark.parametrize("case", SWITCHES, ids=named)
def test_a_switch_is_true_or_false(case: Any) -> None:
    cls, name = case
    for wrong in NOT_TRUTHS:
        with pytest.raises(ParameterError, match=rf"{name}=.*: give True or False"):
            trace(cls(**{**given(cls), name: wrong}))
    trace(cls(**{**given(cls), name: np.True_}))


@pytest.mark.parametrize("case", CHOICES, ids=named)
def test_a_choice_is_one_of_those_offered(case: Any) -> None:
    cls, name, choices = case
    with pytest.raises(ParameterError, match=f"{name}='nonsense'") as caught:
        cls(**{**given(cls), name: "nonsense"})
    assert all(repr(choice) in str(caught.value) for choice in choices)


@pytest.mark.parametrize("case", TABLES, ids=named)
def test_what_is_no_table_is_refused(case: Any) -> None:
    cls, name, member = case
    row = [0.0] * member.columns
    later = [1.0, *row[1:]]
    wrong: list[Any] = [3.0, "steep", None, [], [[]], [[*row, 0.0]], [row[:-1]]]
    wrong += [[[math.nan, *row[1:]]], [[*row[:-1], math.nan]], [later, row], [row, row]]
    for value in wrong:
        with pytest.raises((TableError, ParameterError), match=name):
            evaluated(cls, **{name: value})


def test_a_missing_value_is_named() -> None:
    for cls in COMPLETE:
        for name in (n for n in given(cls) if parameters(cls)[n].default is REQUIRED):
            rest = {n: v for n, v in given(cls).items() if n != name}
            with pytest.raises(DrivetrainError, match=rf"\b{name}\b"):
                evaluate_values(flatten(_Shelf.of(cls(**rest))))
