"""Translate the bases of a class."""

from __future__ import annotations

import ast

from drivetrain import modeling
from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import FoundClass, LibraryName
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.translation.class_context import ClassContext

__all__ = ["bases_of"]


def bases_of(context: ClassContext) -> list[ast.expr]:
    """Return the classes from which a component class is derived."""
    found = []
    for base in dict.fromkeys(context.lookup.bases(context.stored)):
        with context.refusals.noted():
            made = _base(context, base)
            if made is not None:
                found.append(made)
    return found or [context.names.function("Model")]


def _base(context: ClassContext, base: FoundClass) -> ast.expr | None:
    if isinstance(base, LibraryName) and library.is_icon(base.full_name):
        return None
    if isinstance(base, StoredClass):
        return context.names.of(base.title, context.translate(base))
    position = context.stored.definition.position
    of = context.library_class(base.full_name, position)
    if not issubclass(of.load(), modeling.Component):
        raise context.mistake(position, f"{base.full_name} cannot be a base of a model")
    return context.names.of(of.name, of.load())
