"""Values of enumerations of one's own: texts that choose, and numbers with which models compute.

A parameter is a text, by which it is set and told: ``gear="second"``. A variable is an integer, the
place of its literal in the enumeration, and so is everything in functions, and what is an index.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeAlias

from drivetrain.modelica.lookup.found import FoundComponent, FoundLiteral
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.members.class_members import ClassMembers
from drivetrain.modelica.translation.members.member_kinds import number_type
from drivetrain.modelica.translation.members.varying_records import VaryingRecord
from drivetrain.modelica.translation.python_code import call, constant
from drivetrain.modelica.translation.values.function_values import called

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.found import FoundClass
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = [
    "Literals",
    "count_of",
    "is_text",
    "literals_of",
    "literals_of_class",
    "numbered",
    "numbered_member",
]

Literals: TypeAlias = tuple[str, ...]
"""The texts of the literals of an enumeration, in order."""


def literals_of_class(found: FoundClass, expressions: ExpressionTranslator) -> Literals | None:
    """Return the literals of an enumeration of one's own; None for other classes."""
    if not isinstance(found, StoredClass):
        return None
    kind = number_type(expressions.context.lookup, found)
    return tuple(kind.literals.values()) if kind is not None and kind.is_numbered else None


def literals_of(e: nodes.Expression, expressions: ExpressionTranslator) -> Literals | None:
    """Return the literals of the enumeration of which an expression is; None for others."""
    if isinstance(e, nodes.Conditional):
        return literals_of(e.otherwise, expressions)
    if isinstance(e, nodes.Call):
        return _of_call(e, expressions)
    return _of_reference(e, expressions) if isinstance(e, nodes.Reference) else None


def _of_call(e: nodes.Call, expressions: ExpressionTranslator) -> Literals | None:
    if str(e.function) in ("pre", "noEvent") and len(e.arguments) == 1:
        return literals_of(e.arguments[0], expressions)
    found = called(e, expressions)
    if not isinstance(found, StoredClass) or "function" not in found.definition.kind:
        return None
    lookup = expressions.context.lookup
    for member in ClassMembers(lookup, found).by_name.values():
        if member.component.causality == "output":
            kind = lookup.class_of(member.component.type, member.owner)
            return literals_of_class(kind, expressions)
    return None


def _of_reference(e: nodes.Reference, expressions: ExpressionTranslator) -> Literals | None:
    first, lookup = e.parts[0].name, expressions.context.lookup
    if first in expressions.enumerated:
        return expressions.enumerated[first]
    if first in expressions.iterators or str(e) == "time":
        return None
    if not e.is_global and not lookup.has(first, expressions.scope):
        return None
    found = lookup.meaning(e, expressions.scope)
    if isinstance(found, FoundLiteral):
        return literals_of_class(found.owner, expressions)
    end = _end_of(e, found, expressions) if isinstance(found, FoundComponent) else None
    return None if end is None else _of_component(end, expressions)


def _end_of(
    e: nodes.Reference, found: FoundComponent, expressions: ExpressionTranslator
) -> FoundComponent | None:
    """Return the component at the end of a name; None if the library declares it."""
    lookup, names = expressions.context.lookup, [part.name for part in e.parts]
    for part in names[names.index(found.component.name) + 1 :]:
        kind = lookup.class_of(found.component.type, found.owner)
        inside = lookup.member(kind, part) if isinstance(kind, StoredClass) else None
        if not isinstance(inside, FoundComponent):
            return None
        found = inside
    return found


def _of_component(found: FoundComponent, expressions: ExpressionTranslator) -> Literals | None:
    kind = expressions.context.lookup.class_of(found.component.type, found.owner)
    return literals_of_class(kind, expressions)


def is_text(e: nodes.Expression, expressions: ExpressionTranslator) -> bool:
    """Return whether a value of an enumeration is a text here: a literal, or a parameter."""
    if not isinstance(e, nodes.Reference) or e.parts[0].name in expressions.locals:
        return False
    found = expressions.context.lookup.meaning(e, expressions.scope)
    if isinstance(found, FoundLiteral):
        return True
    end = _end_of(e, found, expressions) if isinstance(found, FoundComponent) else None
    return end is not None and _is_chosen(e, end, expressions)


def _is_chosen(e: nodes.Reference, end: FoundComponent, expressions: ExpressionTranslator) -> bool:
    """Return whether a value is set before a run, as that of a parameter or of a record of them."""
    if end.component.variability in ("parameter", "constant"):
        return True
    return end.owner.definition.kind.endswith("record") and not _is_in_variables(e, expressions)


def _is_in_variables(e: nodes.Reference, expressions: ExpressionTranslator) -> bool:
    """Return whether a name leads into a record of variables."""
    lookup, members = expressions.context.lookup, expressions.context.members.by_name
    kind: FoundClass | None = None
    for part in e.parts[:-1]:
        member = members.get(part.name)
        if member is None:
            return False
        kind = member.kind(lookup)
        members = ClassMembers(lookup, kind).by_name if isinstance(kind, StoredClass) else {}
    return isinstance(kind, VaryingRecord)


def numbered_member(
    made: ast.expr, e: nodes.Reference, expressions: ExpressionTranslator
) -> ast.expr:
    """Return a member of a record in a function as the place of its literal; others as they are."""
    literals = literals_of(e, expressions) if len(e.parts) > 1 else None
    return made if literals is None else _place_of(made, literals, expressions)


def numbered(
    made: ast.expr, e: nodes.Reference, found: FoundComponent, expressions: ExpressionTranslator
) -> ast.expr:
    """Return a parameter as the place of its literal; other values as they are.

    `found` is the component that the name begins with.
    """
    end = _end_of(e, found, expressions)
    literals = None if end is None else _of_component(end, expressions)
    if end is None or literals is None or not _is_chosen(e, end, expressions):
        return made
    if isinstance(made, ast.Constant) and made.value in literals:
        return constant(literals.index(made.value) + 1)
    return _place_of(made, literals, expressions)


def _place_of(made: ast.expr, literals: Literals, expressions: ExpressionTranslator) -> ast.expr:
    every = ast.Tuple([constant(one) for one in literals], ast.Load())
    return call(expressions.context.names.modelica_function("place_of"), [made, every])


def count_of(e: nodes.Expression, expressions: ExpressionTranslator) -> Literals | None:
    """Return the literals of the enumeration that a size or a range names."""
    if not isinstance(e, nodes.Reference) or e.parts[0].name in expressions.locals:
        return None
    if not expressions.context.lookup.has(e.parts[0].name, expressions.scope):
        return None
    found = expressions.context.lookup.meaning(e, expressions.scope)
    return literals_of_class(found, expressions) if isinstance(found, StoredClass) else None
