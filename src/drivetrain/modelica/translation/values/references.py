"""Translate names of components in equations."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from drivetrain.modelica.lookup.found import FoundComponent, LibraryMember
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.members.paths import PathTranslator
from drivetrain.modelica.translation.python_code import attribute, name, python_name
from drivetrain.modelica.translation.values.spread_names import (
    check_indices,
    indices_together,
    is_spread,
    without_indices,
)

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["EquationReader"]


class EquationReader:
    """What components are in equations: ``self.shaft.flange_a.tau``.

    Parameters
    ----------
    context : ClassContext
        The class.
    """

    def __init__(self, context: ClassContext) -> None:
        self._context = context
        self._paths = PathTranslator(context)
        self.expressions: ExpressionTranslator

    def read(
        self, found: FoundComponent | LibraryMember, e: nodes.Reference, scope: StoredClass
    ) -> ast.expr:
        """Return a variable, a parameter or something inside a part.

        Raises
        ------
        ModelicaError
            If there is no such thing.
        """
        context, subscript = self._context, self.expressions.subscript
        if isinstance(found, LibraryMember):
            base = context.library_class(found.base, e.position)
            return self._paths.followed(name("self"), base, list(e.parts), e, subscript)
        if found.owner not in context.members.ancestors:
            return context.expressions.in_scope(scope).translate(e)
        check_indices(e, self.expressions.in_scope(scope))
        if is_spread(e, self.expressions.in_scope(scope)):
            return self._spread(found, e, scope)
        first, *rest = e.parts
        made = attribute(name("self"), python_name(first.name))
        member = context.members.by_name[first.name]
        sizes = (*member.component.sizes, *member.component.type_sizes)
        made = self.expressions.subscript(made, first.subscripts, sizes)
        if not rest:
            return made
        kind = member.kind(context.lookup)
        return self._paths.followed(made, self._paths.kind_of(kind), rest, e, subscript)

    def _spread(self, found: FoundComponent, e: nodes.Reference, scope: StoredClass) -> ast.expr:
        """Return elements inside of several parts: ``disc[:].x[1]``."""
        whole = self.read(found, without_indices(e), scope)
        indices = indices_together(e, self.expressions.in_scope(scope))
        return self.expressions.subscript(whole, indices)
