"""How many dimensions an expression has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from drivetrain.modelica.library import find_class, find_library_function
from drivetrain.modelica.lookup.found import FoundClass, FoundComponent, LibraryName
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.members.class_members import ClassMembers, members_of
from drivetrain.modelica.translation.values.function_values import called

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = [
    "ARRAY_FUNCTIONS",
    "dimensions_along",
    "dimensions_of_type",
    "is_several",
    "needs_arrays",
    "rank_of",
    "sizes_of_type",
]

_FIXED: Final = {
    "sum": 0, "product": 0, "min": 0, "max": 0, "scalar": 0, "ndims": 0, "linspace": 1, "vector": 1,
    "cross": 1, "array": 1, "identity": 2, "diagonal": 2, "transpose": 2, "outerProduct": 2,
    "skew": 2, "symmetric": 2,
}  # fmt: skip
ARRAY_FUNCTIONS: Final = frozenset((*_FIXED, "size", "fill", "zeros", "ones", "cat")) - {
    "min",
    "max",
}
"""Functions of arrays, or that make arrays."""
_PLACES: Final = (nodes.Range, nodes.All, nodes.ArrayConstructor)


def rank_of(e: nodes.Expression, expressions: ExpressionTranslator) -> int:
    """Return the number of dimensions of an expression, 0 for a single value."""
    if isinstance(e, nodes.Reference):
        return _of_reference(e, expressions)
    if isinstance(e, nodes.Unary):
        return rank_of(e.operand, expressions)
    if isinstance(e, nodes.Binary):
        return _of_operation(e, expressions)
    if isinstance(e, nodes.Conditional):
        return rank_of(e.otherwise, expressions)
    if isinstance(e, nodes.ArrayConstructor):
        if len(e.elements) == 1 and isinstance(e.elements[0], nodes.Comprehension):
            return rank_of(e.elements[0], expressions)
        return 1 + (rank_of(e.elements[0], expressions) if e.elements else 0)
    if isinstance(e, nodes.Matrix):
        return 2
    if isinstance(e, nodes.Range):
        return 1
    if isinstance(e, nodes.Comprehension):
        with _known(e.iterators, expressions):
            return len(e.iterators) + rank_of(e.expression, expressions)
    return _of_call(e, expressions) if isinstance(e, nodes.Call) else 0


@contextmanager
def _known(
    iterators: Iterable[nodes.Iterator], expressions: ExpressionTranslator
) -> Iterator[None]:
    """Take names for iterators in this block, also those that a member of the class has."""
    before = dict(expressions.iterators)
    expressions.iterators.update({one.name: None for one in iterators})
    try:
        yield
    finally:
        expressions.iterators = before


def _of_operation(e: nodes.Binary, expressions: ExpressionTranslator) -> int:
    left, right = rank_of(e.left, expressions), rank_of(e.right, expressions)
    if e.operator == "*" and left and right:
        return left + right - 2
    return max(left, right)


def _of_call(e: nodes.Call, expressions: ExpressionTranslator) -> int:
    text = str(e.function)
    if text == "size":
        return 1 if len(e.arguments) == 1 else 0
    if text in ("fill", "zeros", "ones"):
        return len(e.arguments) - (text == "fill")
    if text in _FIXED:
        return _FIXED[text]
    found = called(e, expressions)
    if isinstance(found, StoredClass):
        return _of_output(found, expressions) + _excess(found, e, expressions)
    function = find_library_function(found.full_name) if isinstance(found, LibraryName) else None
    if function is not None:
        return function.rank
    return max((rank_of(one, expressions) for one in e.arguments), default=0)


def _excess(function: StoredClass, e: nodes.Call, expressions: ExpressionTranslator) -> int:
    """Return the dimensions that arguments have more than inputs: it is called for each element."""
    members = ClassMembers(expressions.context.lookup, function).by_name.values()
    inputs = [one.component for one in members if one.component.causality == "input"]
    return max(
        (
            rank_of(value, expressions) - len(one.sizes) - len(one.type_sizes)
            for one, value in zip(inputs, e.arguments, strict=False)
        ),
        default=0,
    )


def _of_output(function: StoredClass, expressions: ExpressionTranslator) -> int:
    """Return the number of dimensions of the first output of a function."""
    if not isinstance(function.definition.body, nodes.LongBody):
        return 0
    for member in ClassMembers(expressions.context.lookup, function).by_name.values():
        if member.component.causality == "output":
            return len(member.component.sizes) + len(member.component.type_sizes)
    return 0


def _of_reference(e: nodes.Reference, expressions: ExpressionTranslator) -> int:
    first = e.parts[0]
    if first.name in expressions.iterators:
        return 0
    context = expressions.context
    if first.name in expressions.locals:
        member = context.members.by_name.get(first.name)
        if member is None:
            return 0
        return max(_declared(member.component) - _gone(first, expressions), 0)
    if not e.is_global and not context.lookup.has(first.name, expressions.scope):
        return 0
    declared = dimensions_along(e, expressions)
    return sum(
        max(count - _gone(part, expressions), 0)
        for part, count in zip(e.parts, declared, strict=False)
    )


def dimensions_along(e: nodes.Reference, expressions: ExpressionTranslator) -> list[int]:
    """Return the dimensions with which each part of a name is declared, as far as it is followed.

    Parameters
    ----------
    e : Reference
        A name of a component, or of something inside of one.
    expressions : ExpressionTranslator
        Where it stands.
    """
    lookup = expressions.context.lookup
    found = lookup.meaning(e, expressions.scope)
    if not isinstance(found, FoundComponent):
        return []
    place = lookup.place_of_component(e, expressions.scope)
    counts = [0] * place + [_declared(found.component)]
    kind = lookup.class_of(found.component.type, found.owner)
    for part in e.parts[place + 1 :]:
        inside = _inside(kind, part.name, expressions)
        if inside is None:
            count = _of_library(kind, part.name, expressions)
            return counts if count is None else [*counts, count]
        component, owner = inside
        counts.append(_declared(component))
        kind = lookup.class_of(component.type, owner)
    counts[-1] += dimensions_of_type(kind, expressions)
    return counts


def dimensions_of_type(kind: FoundClass, expressions: ExpressionTranslator) -> int:
    """Return the dimensions that a type has itself, with those of the types it is made of."""
    found = 0
    while isinstance(kind, StoredClass) and isinstance(kind.definition.body, nodes.ShortBody):
        found += len(sizes_of_type(kind))
        kind = expressions.context.lookup.bases(kind)[0]
    return found


def _declared(one: nodes.Component) -> int:
    return len(one.sizes) + len(one.type_sizes)


def _gone(part: nodes.NamePart, expressions: ExpressionTranslator) -> int:
    """Return how many dimensions indices take away: those that pick a single element."""
    return sum(not is_several(index, expressions) for index in part.subscripts)


def is_several(index: nodes.Expression, expressions: ExpressionTranslator) -> bool:
    """Return whether an index picks several elements: a range, a vector of integers."""
    return isinstance(index, _PLACES) or rank_of(index, expressions) > 0


def _inside(
    kind: FoundClass, part: str, expressions: ExpressionTranslator
) -> tuple[nodes.Component, StoredClass] | None:
    if not isinstance(kind, StoredClass):
        return None
    member = members_of(expressions.context.lookup, kind).by_name.get(part)
    return None if member is None else (member.component, member.owner)


def _of_library(kind: FoundClass, part: str, expressions: ExpressionTranslator) -> int | None:
    """Return the dimensions of a member that the library declares; None if there is none."""
    if not isinstance(kind, LibraryName):
        return None
    of = find_class(kind.full_name, expressions.context.version)
    declarations = getattr(of.load(), "declarations", None) if of else None
    declared = declarations().get(of.members.get(part)) if of and declarations else None
    if declared is None:
        return None
    is_vector = getattr(declared, "size", None) is not None or getattr(declared, "vector", False)
    return int(bool(is_vector))


def sizes_of_type(kind: FoundClass) -> tuple[nodes.Expression, ...]:
    """Return the sizes that a short type has itself: ``type Vector = Real[3]``."""
    body = kind.definition.body if isinstance(kind, StoredClass) else None
    return body.sizes if isinstance(body, nodes.ShortBody) else ()


def _is_of_vectors(e: nodes.Call, expressions: ExpressionTranslator) -> bool:
    """Return whether a function that is no part of the language is given arrays."""
    given = (*e.arguments, *(one.value for one in e.named))
    if not any(rank_of(one, expressions) for one in given):
        return False
    found = called(e, expressions)
    if isinstance(found, StoredClass):
        return "function" in found.definition.kind
    return isinstance(found, LibraryName) and find_library_function(found.full_name) is not None


def needs_arrays(e: object, expressions: ExpressionTranslator) -> bool:
    """Return whether a value has to be computed with arrays before there are equations."""
    if isinstance(e, (nodes.Comprehension, nodes.Range)):
        return True
    if isinstance(e, nodes.Call) and (
        str(e.function) in ARRAY_FUNCTIONS or _is_of_vectors(e, expressions)
    ):
        return True
    if isinstance(e, nodes.Matrix) and any(
        rank_of(one, expressions) for row in e.rows for one in row
    ):
        return True
    if isinstance(e, nodes.Call) and str(e.function) in ("min", "max") and len(e.arguments) == 1:
        return True
    if isinstance(e, nodes.Reference):
        return any(part.subscripts for part in e.parts)
    if isinstance(e, (nodes.Unary, nodes.Binary)) and rank_of(e, expressions):
        return True
    if isinstance(e, (list, tuple)):
        return any(needs_arrays(one, expressions) for one in e)
    fields = getattr(type(e), "__slots__", ())
    return any(needs_arrays(getattr(e, key), expressions) for key in fields if key != "function")
