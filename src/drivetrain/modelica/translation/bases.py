"""Translate the bases of a class."""

from __future__ import annotations

import ast

from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import FoundClass, LibraryName
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.class_context import ClassContext

__all__ = ["bases_of"]


def bases_of(context: ClassContext) -> list[ast.expr]:
    """Return the classes from which a component class is derived."""
    found = []
    for base in context.lookup.bases(context.stored):
        with context.refusals.noted():
            made = _base(context, base)
            if made is not None:
                found.append(made)
    return found or [context.names.function("Model")]


def _base(context: ClassContext, base: FoundClass) -> ast.expr | None:
    one = _extends_of(context, base)
    if isinstance(base, LibraryName) and library.is_icon(base.full_name):
        return None
    if one.arguments:
        raise context.mistake(one.position, "modifiers of 'extends' are not supported yet")
    if isinstance(base, StoredClass):
        return context.names.of(base.name, context.translate(base))
    of = context.library_class(base.full_name, one.position)
    return context.names.of(of.name, of.load())


def _extends_of(context: ClassContext, base: FoundClass) -> nodes.Extends:
    every = [one for one in context.body.elements if isinstance(one, nodes.Extends)]
    return every[context.lookup.bases(context.stored).index(base)]
