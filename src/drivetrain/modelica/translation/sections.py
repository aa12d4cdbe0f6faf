"""Translate the sections of a class into its methods."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.connections import ConnectionTranslator

__all__ = ["methods_of"]


def methods_of(context: ClassContext, connections: ConnectionTranslator) -> list[ast.stmt]:
    """Return the methods of a class: its connections and equations."""
    _check(context)
    statements = list(_statements(context, connections))
    return [_method(context, "equations", statements)] if statements else []


def _check(context: ClassContext) -> None:
    for section in context.body.sections:
        if section.kind == "algorithm" or section.is_initial:
            word = f"{'initial ' * section.is_initial}{section.kind}"
            context.refuse(section.position, f"an {word} section is not supported yet")
    if context.body.external is not None:
        context.refuse(context.body.external.position, "external functions are not supported")


def _statements(context: ClassContext, connections: ConnectionTranslator) -> Iterator[ast.stmt]:
    for section in context.body.sections:
        for one in section.statements:
            if isinstance(one, nodes.Connect):
                with context.refusals.noted():
                    yield connections.translate(one)
            else:
                context.refuse(one.position, "equations other than connect are not supported yet")


def _method(context: ClassContext, key: str, statements: list[ast.stmt]) -> ast.stmt:
    arguments = ast.arguments([], [ast.arg("self")], None, [], [], None, [])
    made = ast.FunctionDef(key, arguments, statements, [], None)
    return context.at(context.stored.definition.position, made)
