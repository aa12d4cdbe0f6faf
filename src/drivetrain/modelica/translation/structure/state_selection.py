"""Translate ``stateSelect = …``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from drivetrain.modelica.syntax import nodes

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext
    from drivetrain.modelica.translation.members.given import GivenValue

__all__ = ["selected"]


def selected(context: ClassContext, value: GivenValue) -> ast.expr:
    """Return how much a variable wants to be a state; a condition is settled before equations."""
    with context.changing_equations():
        if isinstance(value.expression, nodes.Conditional):
            return context.expressions.in_scope(value.scope).computed(value.expression)
        return context.value(value)
