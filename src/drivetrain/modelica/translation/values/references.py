"""Translate names of components in equations."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from drivetrain.modelica.lookup.found import FoundComponent, LibraryMember
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.members.paths import PathTranslator
from drivetrain.modelica.translation.python_code import attribute, name, python_name
from drivetrain.modelica.translation.values.ranks import rank_of

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
        self._refuse_elements_of_each(e)
        first, *rest = e.parts
        made = attribute(name("self"), python_name(first.name))
        member = context.members.by_name[first.name]
        sizes = (*member.component.sizes, *member.component.type_sizes)
        made = self.expressions.subscript(made, first.subscripts, sizes)
        if not rest:
            return made
        kind = member.kind(context.lookup)
        return self._paths.followed(made, self._paths.kind_of(kind), rest, e, subscript)

    def _refuse_elements_of_each(self, e: nodes.Reference) -> None:
        """Refuse ``disc[:].x[1]``: Python would take the index for one of the parts."""
        for k in range(1, len(e.parts)):
            whole = nodes.Reference(e.parts[:k], e.is_global, position=e.position)
            if e.parts[k].subscripts and rank_of(whole, self.expressions):
                text = print_expression(e)
                raise self.expressions.refusal(
                    e.position,
                    f"'{text}': elements inside each part of an array are not supported: "
                    "write {x[i].y[1] for i in …}",
                )
