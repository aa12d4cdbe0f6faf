"""Names that lead through arrays of parts: ``disc[:].x[1]``, ``train.wheel[2].w``.

Modelica picks from the array that all of them make together: the indices of each part of a name
belong to the dimensions that this part adds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.values.ranks import dimensions_along, is_several

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["check_indices", "indices_together", "is_spread", "without_indices"]


def is_spread(e: nodes.Reference, expressions: ExpressionTranslator) -> bool:
    """Return whether a name picks elements inside of several parts."""
    counts = dimensions_along(e, expressions)
    has_several = False
    for part, count in zip(e.parts, counts, strict=False):
        if has_several and part.subscripts:
            return True
        single = [one for one in part.subscripts if not is_several(one, expressions)]
        has_several = has_several or count > len(single)
    return False


def without_indices(e: nodes.Reference) -> nodes.Reference:
    """Return a name of whole arrays."""
    parts = tuple(nodes.NamePart(part.name) for part in e.parts)
    return nodes.Reference(parts, e.is_global, position=e.position)


def indices_together(
    e: nodes.Reference, expressions: ExpressionTranslator
) -> tuple[nodes.Expression, ...]:
    """Return an index for each dimension of the whole array, as far as there are some."""
    found: list[nodes.Expression] = []
    counts = dimensions_along(e, expressions)
    counts += [len(part.subscripts) for part in e.parts[len(counts) :]]
    for part, count in zip(e.parts, counts, strict=True):
        found += part.subscripts
        found += [nodes.All(position=e.position)] * (count - len(part.subscripts))
    while found and isinstance(found[-1], nodes.All):
        found.pop()
    return tuple(found)


def check_indices(e: nodes.Reference, expressions: ExpressionTranslator) -> None:
    """Refuse a name with more indices than what it names has dimensions.

    Raises
    ------
    ModelicaError
        If there are more.
    """
    if not any(part.subscripts for part in e.parts):
        return
    counts = dimensions_along(e, expressions)
    for k, (part, count) in enumerate(zip(e.parts, counts, strict=False)):
        if len(part.subscripts) > count:
            parts = (*e.parts[:k], nodes.NamePart(part.name))
            told = "no array" if count == 0 else f"an array of {count} dimension{'s' * (count > 1)}"
            raise expressions.refusal(
                e.position,
                f"'{print_expression(e)}': '{print_expression(nodes.Reference(parts))}' is {told}",
            )
