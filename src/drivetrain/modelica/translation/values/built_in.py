"""Functions of the language itself that need more than another name."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from drivetrain.modelica import library
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.python_code import call, members_read, name, sequence
from drivetrain.modelica.translation.values.derivatives import derivative
from drivetrain.modelica.translation.values.end_of_run import terminal
from drivetrain.modelica.translation.values.enumerations import literals_of
from drivetrain.modelica.translation.values.function_values import varies
from drivetrain.modelica.translation.values.ranks import ARRAY_FUNCTIONS, rank_of
from drivetrain.modelica.translation.values.texts import text_of

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["BOTH", "BUILT_IN", "ONLY_IN_EQUATIONS"]

Rule: TypeAlias = "Callable[[ExpressionTranslator, nodes.Call], ast.expr]"

_OURS: Final[Mapping[str, str]] = {
    **{one: one for one in ("floor", "ceil", "integer", "mod", "rem", "div")},
    "semiLinear": "semi_linear",
}  # fmt: skip
"""Function → function of `drivetrain.modelica.functions`."""

ONLY_IN_EQUATIONS: Final = frozenset(
    ("der", "pre", "edge", "change", "initial", "terminal", "sample", "delay", "noEvent",
     "smooth", "reinit")
)  # fmt: skip
_OF_DISCRETE: Final = frozenset(("pre", "edge", "change"))
_ALONE: Final = {
    "assert": "is a statement, not a value",
    "terminate": "is a statement, not a value",
    "reinit": "stands inside when, and is no value",
    **{
        one: f"is not supported: {library.unsupported_function(one)}"
        for one in (
            "cardinality",
            "spatialDistribution",
            "inStream",
            "actualStream",
            "hold",
            "sample",
            "previous",
            "subSample",
            "superSample",
            "shiftSample",
            "backSample",
            "noClock",
        )
        if library.unsupported_function(one)
    },
}


def _of_language(text: str, ours: str, most: int) -> Rule:
    def rule(expressions: ExpressionTranslator, e: nodes.Call) -> ast.expr:
        function = expressions.function(ours)
        if text == "pre" and e.arguments and expressions.is_continuous(e.arguments[0]):
            raise expressions.refusal(
                e.position,
                f"pre(…) outside 'when': '{print_expression(e.arguments[0])}' varies all the time, "
                "and has another value before only at an event",
            )
        if text in _OF_DISCRETE:  # what a variable was is no matter of statements before
            with expressions.without_locals():
                rank = rank_of(e.arguments[0], expressions) if len(e.arguments) == 1 else 0
                given = expressions.positional(e, most)
                if rank:
                    return _of_each(function, given[0], expressions, rank)
                return call(function, given)
        rank = rank_of(e.arguments[0], expressions) if most == 1 and len(e.arguments) == 1 else 0
        if rank:
            return _of_each(function, expressions.positional(e, 1)[0], expressions, rank)
        given = expressions.positional(e, most)
        if text == "sample" and len(given) == 1:
            why = library.unsupported_function("hold")
            raise expressions.refusal(e.position, f"sample(…) of a value is not supported: {why}")
        if len(given) < most:
            raise expressions.refusal(e.position, f"{text} takes {most} argument{'s' * (most > 1)}")
        if text == "sample" and varies(e.arguments, expressions):
            raise expressions.refusal(
                e.position,
                f"'{print_expression(e)}': the first instant and the interval are known before a "
                "run: numbers and parameters",
            )
        if text == "smooth":
            expressions.context.structural |= members_read(given[0])
        return call(function, given)

    return rule


def _of_each(
    function: ast.expr, vector: ast.expr, expressions: ExpressionTranslator, rank: int = 1
) -> ast.expr:
    """Return a function of each element of an array."""
    if rank > 1:
        return call(expressions.context.names.array_function("each"), [function, vector])
    key = expressions.context.names.local("one")
    each = ast.comprehension(ast.Name(key, ast.Store()), vector, [], 0)
    return ast.ListComp(call(function, [name(key)]), [each])


def _of_modelica(text: str) -> Rule:
    def rule(expressions: ExpressionTranslator, e: nodes.Call) -> ast.expr:
        arguments = expressions.positional(e)
        return call(expressions.context.names.modelica_function(_OURS[text]), arguments)

    return rule


def _of_arrays(text: str) -> Rule:
    def rule(expressions: ExpressionTranslator, e: nodes.Call) -> ast.expr:
        declared = _declared_size(e, expressions) if text == "size" else None
        if declared is not None:
            return declared
        arguments = expressions.positional(e)
        if text == "array":
            is_loop = len(arguments) == 1 and isinstance(e.arguments[0], nodes.Comprehension)
            return arguments[0] if is_loop else sequence(arguments)
        ours = "outer_product" if text == "outerProduct" else text
        return call(expressions.context.names.array_function(ours), arguments)

    return rule


def _declared_size(e: nodes.Call, expressions: ExpressionTranslator) -> ast.expr | None:
    """Return the size that a member of the class is declared with, for ``size(x, 1)``."""
    if len(e.arguments) != 2 or not isinstance(e.arguments[0], nodes.Reference):
        return None
    text = str(e.arguments[0])
    if any(part.subscripts for part in e.arguments[0].parts):  # a slice has a size of its own
        return None
    member = expressions.context.members.by_name.get(text)
    if member is None or text in expressions.locals or not isinstance(e.arguments[1], nodes.Number):
        return None
    sizes = (*member.component.sizes, *member.component.type_sizes)
    place = int(e.arguments[1].value) - 1
    if expressions.in_equations and place == 0:  # of what is there; no rows tell of no columns
        return None
    size = sizes[place] if 0 <= place < len(sizes) else None
    if size is None or isinstance(size, nodes.All):
        return None
    with expressions.context.changing_equations():
        return expressions.in_scope(member.owner).size(size)


def _refused(text: str, why: str) -> Rule:
    def rule(expressions: ExpressionTranslator, e: nodes.Call) -> ast.expr:
        raise expressions.refusal(e.position, f"{text}(…) {why}")

    return rule


def _absolute(expressions: ExpressionTranslator, e: nodes.Call) -> ast.expr:
    rank = rank_of(e.arguments[0], expressions) if len(e.arguments) == 1 else 0
    if rank:
        return _of_each(name("abs"), expressions.positional(e, 1)[0], expressions, rank)
    return call(name("abs"), expressions.positional(e, 1))


def _homotopy(expressions: ExpressionTranslator, e: nodes.Call) -> ast.expr:
    """Return the actual value: no start needs the simplified one."""
    given = [*e.arguments, *(one.value for one in e.named if one.name == "actual")]
    if not given:
        raise expressions.refusal(e.position, "homotopy(…) is given no actual value")
    return expressions.translate(given[0])


def _delay(expressions: ExpressionTranslator, e: nodes.Call) -> ast.expr:
    arguments = expressions.positional(e, 3)
    longest = {"longest": arguments[2]} if len(arguments) == 3 else {}
    return call(expressions.function("delay"), arguments[:2], longest)


def _extreme(ours: str) -> Rule:
    def rule(expressions: ExpressionTranslator, e: nodes.Call) -> ast.expr:
        arguments = expressions.positional(e, 2)
        if len(arguments) == 1:
            return call(expressions.context.names.array_function(f"{ours}_of"), arguments)
        return call(expressions.function(ours), arguments)

    return rule


def _integer(expressions: ExpressionTranslator, e: nodes.Call) -> ast.expr:
    """Return the number of a value of an enumeration: literals count from 1."""
    if len(e.arguments) != 1 or literals_of(e.arguments[0], expressions) is None:
        raise expressions.refusal(
            e.position, "Integer(…) takes one value of an enumeration that stands in a file here"
        )
    with expressions.literals_as(numbers=True):
        return expressions.translate(e.arguments[0])


_RATE: Final = _of_language("der", "der", 1)


def _rate(expressions: ExpressionTranslator, e: nodes.Call) -> ast.expr:
    """Return the derivative of a name, or of an expression by the rules for it."""
    if len(e.arguments) != 1 or _is_name_or_rate(e.arguments[0]):
        return _RATE(expressions, e)
    return expressions.translate(derivative(e.arguments[0], expressions))


def _is_name_or_rate(e: nodes.Expression) -> bool:
    return isinstance(e, nodes.Reference) or (
        isinstance(e, nodes.Call) and str(e.function) == "der"
    )


_SAME: Final = (
    "pre edge change initial sample smooth sqrt sin cos tan asin acos atan atan2 sinh cosh tanh "
    "exp log log10 sign"
)
BOTH: Final = frozenset(
    ("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log",
     "log10", "sign", "atan2", "minimum", "maximum")
)  # fmt: skip
"""Functions that `drivetrain.modelica.functions` has for plain numbers, too."""
_MOST: Final = {"initial": 0, "sample": 2, "smooth": 2, "atan2": 2}

BUILT_IN: Final[Mapping[str, Rule]] = {
    **{one: _of_language(one, one, _MOST.get(one, 1)) for one in _SAME.split()},
    "noEvent": _of_language("noEvent", "no_event", 1),
    **{one: _of_arrays(one) for one in ARRAY_FUNCTIONS},
    **{one: _of_modelica(one) for one in _OURS},
    **{one: _refused(one, why) for one, why in _ALONE.items()},
    "abs": _absolute,
    "der": _rate,
    "homotopy": _homotopy,
    "terminal": terminal,
    "delay": _delay,
    "min": _extreme("minimum"),
    "max": _extreme("maximum"),
    "String": text_of,
    "Integer": _integer,
}
"""Function of the language → how a call of it is translated."""
