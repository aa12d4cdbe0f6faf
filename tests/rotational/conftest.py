"""Evaluate single equations of a component with given values: its law, without a simulation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.modeling import Component, Expr
from drivetrain.modeling.tracing.trace import trace


class Laws:
    """The explicit equations ``name == expression`` of a component as functions of its members."""

    def __init__(self, component: Component) -> None:
        self.trace = trace(component)
        self.right_sides = {str(e.lhs): e.rhs for e in self.trace.equations}
        self.names = {v.slot: v.name for v in self.trace.variables}
        self.tables = {
            own.slot: np.asarray(component._modifiers.get(own.name, own.declaration.default))
            for own in self.trace.tables
        }
        self.parameters: dict[str, Any] = {own.name: own.slot for own in self.trace.tables}
        for own in self.trace.parameters:
            given = component._modifiers.get(own.name, own.declaration.default)
            self.parameters[own.name] = self._number(given)

    def _number(self, given: Any) -> Any:
        if not isinstance(given, Expr):
            return given
        leaf = {"decl": lambda declaration: self.parameters[declaration.name]}
        return evaluate(given, Environment(leaf=leaf, table=self._table))

    def _table(self, number: int, x: Any, derivative: int) -> Any:
        rows = self.tables[number]
        if len(rows) == 1:
            return rows[0, 1]
        k = np.clip(np.searchsorted(rows[:, 0], x, side="right") - 1, 0, len(rows) - 2)
        (x0, y0), (x1, y1) = rows[k], rows[k + 1]
        return y0 + (y1 - y0) / (x1 - x0) * (x - x0)

    def evaluate(
        self, expression: Expr, values: dict[str, Any], initial: bool = False, time: float = 0.0
    ) -> Any:
        """Return the value of an expression of the trace; previous values are ``pre_<name>``."""
        own = {p.slot: self.parameters[p.name] for p in self.trace.parameters}
        leaf = {
            "var": lambda slot: values[self.names[slot[0]]],
            "pre": lambda slot: values["pre_" + self.names[slot]],
            "par": lambda slot: own[slot],
        }
        env = Environment(leaf=leaf, table=self._table, initial=initial, time=time)
        return evaluate(expression, env)

    def __call__(self, name: str, initial: bool = False, time: float = 0.0, **values: Any) -> Any:
        """Return what the equation of `name` makes of the values."""
        return self.evaluate(self.right_sides[name], values, initial, time)


@pytest.fixture
def laws() -> Callable[[Component], Laws]:
    return Laws
