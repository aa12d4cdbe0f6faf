"""Functions as values, and whether what they are given varies."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import FoundClass, FoundComponent, LibraryMember
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modeling.members import Declaration, Parameter

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["called", "function_type", "is_computed", "name_varies", "varies"]


def function_type(e: nodes.Reference, expressions: ExpressionTranslator) -> StoredClass | None:
    """Return the type of an input that is a function itself; ``None`` for any other name."""
    text, context = str(e), expressions.context
    member = context.members.by_name.get(text)
    if member is None or not context.is_function or text not in expressions.locals:
        return None
    if not context.lookup.has(member.component.type.parts[0].name, member.owner):
        return None
    kind = context.lookup.class_of(member.component.type, member.owner)
    is_function = isinstance(kind, StoredClass) and "function" in kind.definition.kind
    return kind if is_function else None  # type: ignore[return-value]


def called(e: nodes.Call, expressions: ExpressionTranslator) -> FoundClass | None:
    """Return the function, or the record, that a call names; ``None`` for those of the language."""
    given = function_type(e.function, expressions)
    if given is not None:
        return given
    lookup, first = expressions.context.lookup, e.function.parts[0].name
    if first != "Modelica" and not lookup.has(first, expressions.scope):
        return None
    return lookup.class_of(e.function, expressions.scope)


def is_computed(made: ast.expr) -> bool:
    """Return whether a piece of Python is a value that is computed before there are equations."""
    function = made.func if isinstance(made, ast.Call) else None
    return isinstance(function, ast.Attribute) and function.attr == "computed"


def varies(e: Any, expressions: ExpressionTranslator) -> bool:
    """Return whether an expression may change during a run, as far as its text tells."""
    if isinstance(e, nodes.Reference):
        return bool(name_varies(e, expressions))
    if isinstance(e, (list, tuple)):
        return any(varies(one, expressions) for one in e)
    if isinstance(e, nodes.Call) and str(e.function) in ("size", "ndims"):
        return varies(e.arguments[1:], expressions)  # how large something is stays the same
    if isinstance(e, nodes.Call):
        return varies([e.arguments, [one.value for one in e.named]], expressions)
    fields = getattr(type(e), "__slots__", ())
    return any(varies(getattr(e, key), expressions) for key in fields if key != "position")


def name_varies(e: nodes.Reference, expressions: ExpressionTranslator) -> bool | None:
    """Return whether a name is that of a variable; ``None`` where its text alone does not tell."""
    first = e.parts[0].name
    if first in expressions.iterators:
        return False
    if str(e) == "time" or first in expressions.locals:
        return True
    if not expressions.context.lookup.has(first, expressions.scope):
        return None
    found = expressions.context.lookup.meaning(e, expressions.scope)
    if isinstance(found, LibraryMember):
        of = library.find_class(found.base, expressions.context.version)
        declared = of.load().declarations().get(of.members.get(found.name, "")) if of else None
        return not isinstance(declared, Parameter) if isinstance(declared, Declaration) else None
    if isinstance(found, FoundComponent) and len(e.parts) == 1:
        return found.component.variability not in ("parameter", "constant")
    return None
