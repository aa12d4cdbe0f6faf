"""Translate expressions."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from drivetrain.errors import ModelicaError, nearest
from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import (
    FoundComponent,
    FoundLiteral,
    LibraryMember,
    LibraryName,
)
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.syntax.search import references_in
from drivetrain.modelica.syntax.values import number_of
from drivetrain.modelica.translation.members.member_kinds import number_type
from drivetrain.modelica.translation.python_code import (
    as_plain,
    attribute,
    call,
    constant,
    name,
    python_name,
    sequence,
)
from drivetrain.modelica.translation.values.array_operations import is_whole, matrix_power, span
from drivetrain.modelica.translation.values.built_in import BOTH, BUILT_IN, ONLY_IN_EQUATIONS
from drivetrain.modelica.translation.values.constants import constant_outside
from drivetrain.modelica.translation.values.enumerations import (
    Literals,
    count_of,
    is_text,
    literals_of,
    literals_of_class,
    numbered,
    numbered_member,
)
from drivetrain.modelica.translation.values.files import LOAD_RESOURCE, file_meant, resource
from drivetrain.modelica.translation.values.library_calls import library_call
from drivetrain.modelica.translation.values.ranks import needs_arrays, rank_of
from drivetrain.modelica.translation.values.record_values import (
    constructor_of,
    record_call,
    record_copy,
    record_of,
)
from drivetrain.modelica.translation.values.spread_names import (
    check_indices,
    indices_together,
    without_indices,
)
from drivetrain.modelica.translation.values.subscripts import (
    iterator_range,
    lowest_of,
    plus_one,
    subscripted,
)
from drivetrain.modelica.translation.values.texts import hangs_on_text, refuse_texts_of_a_run
from drivetrain.modeling.expression import REAL
from drivetrain.modeling.members import Variable

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext

__all__ = ["ExpressionTranslator"]

Reader = Callable[["FoundComponent | LibraryMember", nodes.Reference, "StoredClass"], ast.expr]

_OPERATORS: Final[Mapping[str, ast.operator]] = {
    "+": ast.Add(), "-": ast.Sub(), "*": ast.Mult(), "/": ast.Div(), "^": ast.Pow(),
    ".+": ast.Add(), ".-": ast.Sub(), ".*": ast.Mult(), "./": ast.Div(), ".^": ast.Pow(),
    "and": ast.BitAnd(), "or": ast.BitOr(),
}  # fmt: skip
_ORDERINGS: Final = frozenset(("<", "<=", ">", ">="))
_RELATIONS: Final[Mapping[str, ast.cmpop]] = {
    "<": ast.Lt(), "<=": ast.LtE(), ">": ast.Gt(), ">=": ast.GtE(), "==": ast.Eq(),
    "<>": ast.NotEq(),
}  # fmt: skip


class ExpressionTranslator:
    """Translates expressions.

    Parameters
    ----------
    context : ClassContext
        The class in which they stand.
    read : callable
        What a component is in Python; it refuses those that have no value there.
    scope : StoredClass, optional
        Where names are looked up, if that is another class: the one whose text gives a value.
    in_equations : bool
        Whether they stand in a method, not in the body of the class.

    Attributes
    ----------
    scope : StoredClass
        Where names are looked up.
    may_be_plain : bool
        Whether what looks like a quantity may be a plain number, as in a function.
    is_computed : bool
        Whether Python computes the value with plain numbers, before there are equations.
    iterators : dict
        Iterators among the locals, with the least value that they can have, if that is known.
    ends : list of expr
        What ``end`` means in the indices that are being translated, the innermost one last.
    enumerated : dict
        Iterator → literals of the enumeration through which it runs.
    literals_are_numbers : bool
        Whether values of enumerations of one's own are the places of their literals, not texts.
    in_when : bool
        Whether they say what happens at an event.
    locals : dict
        Modelica name → Python name of what only a part of the text knows, such as an iterator.
    """

    def __init__(
        self,
        context: ClassContext,
        read: Reader,
        scope: StoredClass | None = None,
        in_equations: bool = False,
    ) -> None:
        self.context, self._read, self.scope = context, read, scope or context.stored
        self.may_be_plain = False
        self.is_computed = False
        self.in_equations = in_equations
        self.locals: dict[str, str] = {}
        self.iterators: dict[str, int | None] = {}
        self.enumerated: dict[str, Literals] = {}
        self.literals_are_numbers = in_equations
        self.ends: list[ast.expr] = []
        self._are_plain = False
        self.in_when = False

    def in_scope(self, scope: StoredClass) -> ExpressionTranslator:
        """Return a translator for expressions that stand in the text of another class."""
        if scope is self.scope:
            return self
        made = ExpressionTranslator(self.context, self._read, scope, self.in_equations)
        made.may_be_plain, made.is_computed = self.may_be_plain, self.is_computed
        made.literals_are_numbers = self.literals_are_numbers
        return made

    def function(self, text: str) -> ast.expr:
        """Return a function of the modeling language; where numbers may be plain, one for both."""
        if self.may_be_plain and text in BOTH:
            return self.context.names.modelica_function(text)
        return self.context.names.function(text)

    def value(self, e: nodes.Expression) -> ast.expr:
        """Return the value of a parameter, or a size.

        Raises
        ------
        ModelicaError
            If it is not supported.
        """
        if self.in_equations or not (needs_arrays(e, self) or hangs_on_text(e, self)):
            return self.translate(e)
        return self.computed(e)

    def computed(self, e: nodes.Expression) -> ast.expr:
        """Return a value that Python computes before there are equations, from parameters.

        Raises
        ------
        ModelicaError
            If it is not supported.
        """
        reads: dict[str, ast.expr] = {}

        def read(
            found: FoundComponent | LibraryMember, one: nodes.Reference, scope: StoredClass
        ) -> ast.expr:
            check_indices(one, inner)
            indices = indices_together(one, inner)
            made = self._read(found, without_indices(one), scope)
            if not isinstance(made, (ast.Name, ast.Attribute)):
                return inner.subscript(made, indices)
            key = made.id if isinstance(made, ast.Name) else made.attr
            while key in reads and ast.dump(reads[key]) != ast.dump(made):  # a.J beside b.J
                key += "_"
            reads[key] = made
            return inner.subscript(name(key), indices)

        inner = ExpressionTranslator(self.context, read, self.scope)
        inner.may_be_plain = inner.is_computed = True
        value = inner.translate(e)
        if rank_of(e, self):
            value = call(self.context.names.array_function("values"), [value])
        if not reads:
            return value
        own = set(filter(None, map(self._own_member, reads.values())))
        if len(own) == len(reads):  # parameters of parts are known with the equations only
            self.context.is_computed = True
            self.context.structural |= own
        arguments = ast.arguments([], [ast.arg(key) for key in reads], None, [], [], None, [])
        function = ast.Lambda(arguments, value)
        return call(self.function("computed"), [function, *reads.values()])

    def _own_member(self, made: ast.expr) -> str | None:
        """Return the name of a member of the class itself, or of a base; None inside a part."""
        if isinstance(made, ast.Name):
            return made.id
        of = made.value if isinstance(made, ast.Attribute) else None
        is_inside = isinstance(of, ast.Name) and of.id in self.context.names.members
        return made.attr if isinstance(of, ast.Name) and not is_inside else None  # type: ignore[attr-defined]

    @contextmanager
    def literals_as(self, numbers: bool) -> Iterator[None]:
        """Take values of enumerations of one's own for numbers, or for texts, in this block."""
        before, self.literals_are_numbers = self.literals_are_numbers, numbers
        try:
            yield
        finally:
            self.literals_are_numbers = before

    def size(self, e: nodes.Expression) -> ast.expr:
        """Return a size: a number, or that of the literals of an enumeration."""
        literals = count_of(e, self)
        return self.value(e) if literals is None else constant(len(literals))

    @contextmanager
    def without_locals(self) -> Iterator[None]:
        """Read variables of the class in this block, not what statements made of them."""
        before = self.locals
        self.locals = {key: value for key, value in before.items() if key in self.iterators}
        try:
            yield
        finally:
            self.locals = before

    def translate(self, e: nodes.Expression) -> ast.expr:
        """Return the Python for an expression.

        Raises
        ------
        ModelicaError
            If it is of a kind that is not supported here, or a name has no meaning.
        """
        made = self._made(e)
        made.lineno = made.end_lineno = self.scope.source.line(e.position)
        made.col_offset = made.end_col_offset = 0
        return made

    def refusal(self, position: int, message: str) -> ModelicaError:
        """Return an error at a place of the text."""
        return self.scope.source.mistake(position, message)

    def _made(self, e: nodes.Expression) -> ast.expr:
        if isinstance(e, (nodes.Number, nodes.Boolean)):
            return constant(e.value)
        if isinstance(e, nodes.String):
            return constant(file_meant(self.context.lookup, e.value, self.scope))
        rules: dict[type, Callable[[Any], ast.expr]] = {
            nodes.Reference: self._reference, nodes.Unary: self._unary, nodes.Binary: self._binary,
            nodes.Conditional: self._conditional, nodes.Call: self._call,
            nodes.ArrayConstructor: self._array, nodes.Matrix: self._matrix,
            nodes.Range: self._range, nodes.Comprehension: self._comprehension,
            nodes.End: self._end,
        }  # fmt: skip
        rule = rules.get(type(e))
        if rule is None:
            raise self.refusal(e.position, f"'{print_expression(e)}' is not supported here yet")
        return rule(e)

    # -- operators ---------------------------------------------------------------------------------

    def _unary(self, e: nodes.Unary) -> ast.expr:
        operand = self.translate(e.operand)
        if rank_of(e.operand, self):
            operand = self._as_array(operand)
        is_known = not references_in(e.operand) or self._reads_locals(e.operand)
        if e.operator == "not" and (self.may_be_plain or is_known):
            return call(self.context.names.modelica_function("negated"), [operand])
        if e.operator == "not":
            return ast.UnaryOp(ast.Invert(), operand)
        return operand if e.operator in ("+", ".+") else ast.UnaryOp(ast.USub(), operand)

    def _reads_locals(self, e: nodes.Expression) -> bool:
        """Return whether a value hangs on what statements made, which may be plain."""
        own = self.locals.keys() - self.iterators.keys()
        return any(one.parts[0].name in own for one in references_in(e))

    def _binary(self, e: nodes.Binary) -> ast.expr:
        self.context.numbers_fit = True
        literals = self._common_literals(e)
        if literals is not None:
            return self._compared(e)
        left, right = self.translate(e.left), self.translate(e.right)
        ranks = rank_of(e.left, self), rank_of(e.right, self)
        if any(ranks):
            return self._array_operation(e, left, right, ranks)
        if e.operator in _ORDERINGS:
            for side in (e.left, e.right):
                self._refuse_order(side)
        self._refuse_equal_reals(e)
        if e.operator in _RELATIONS:
            refuse_texts_of_a_run(e, self)
            return ast.Compare(left, [_RELATIONS[e.operator]], [right])
        return ast.BinOp(left, _OPERATORS[e.operator], right)

    def _common_literals(self, e: nodes.Binary) -> Literals | None:
        """Return the literals of the enumeration of which both sides are."""
        left, right = literals_of(e.left, self), literals_of(e.right, self)
        if left is None and right is None:
            return None
        if left != right or e.operator not in _RELATIONS:
            raise self.refusal(
                e.position,
                f"'{print_expression(e)}': values of an enumeration are compared with others of "
                "it; Integer(…) is the number of one",
            )
        return left

    def _compared(self, e: nodes.Binary) -> ast.expr:
        """Return a comparison of values of an enumeration: of texts, where both are chosen."""
        chosen = is_text(e.left, self) and is_text(e.right, self) and e.operator not in _ORDERINGS
        with self.literals_as(numbers=self.context.is_function or not chosen):
            left, right = self.translate(e.left), self.translate(e.right)
        return ast.Compare(left, [_RELATIONS[e.operator]], [right])

    def _refuse_order(self, side: nodes.Expression) -> None:
        """Refuse to ask which of two texts comes first; literals of enumerations are texts here."""
        if isinstance(side, nodes.String):
            raise self.refusal(side.position, "of a String only == and <> are supported, no order")
        if self.kind_of(side) in ("enumeration", "String"):
            raise self.refusal(
                side.position,
                f"'{print_expression(side)}' is of an enumeration or a String, of which only == "
                "and <> are supported",
            )

    def _refuse_equal_reals(self, e: nodes.Binary) -> None:
        """Refuse to ask in a model whether real numbers that vary are equal: no event finds it."""
        if self.context.is_function or e.operator not in ("==", "<>"):
            return
        for side in (e.left, e.right):
            every = references_in(side, _ROUNDING)
            if "Real" in (self.kind_of(one) for one in every):
                raise self.refusal(
                    e.position,
                    f"'{print_expression(e)}' compares real numbers that vary, which Modelica "
                    "allows in functions only: use >= or <=, or a small distance",
                )

    def is_continuous(self, e: nodes.Expression) -> bool:
        """Return whether a name means a variable of the class itself that no event sets."""
        if self.in_when or self.kind_of(e) != "Real" or not isinstance(e, nodes.Reference):
            return False
        if str(e) == "time":
            return True
        found = self.context.lookup.meaning(e, self.scope)
        is_own = isinstance(found, FoundComponent) and found.owner is self.context.stored
        return is_own and len(e.parts) == 1 and e.parts[0].name not in self.context.set_at_events

    def kind_of(self, side: nodes.Expression) -> str:
        """Return the type of a name that is followed through parts; ``Real`` only if it varies."""
        if not isinstance(side, nodes.Reference) or side.parts[0].name in self.locals:
            return ""
        if str(side) == "time":
            return "Real"
        lookup, found = self.context.lookup, self.context.lookup.meaning(side, self.scope)
        if not isinstance(found, FoundComponent):
            return "enumeration" if isinstance(found, FoundLiteral) else ""
        place = lookup.place_of_component(side, self.scope)
        for part in side.parts[place + 1 :]:
            kind = lookup.class_of(found.component.type, found.owner)
            if isinstance(kind, LibraryName):
                return _kind_of_library(library.find_class(kind.full_name), part.name)
            inside = lookup.member(kind, part.name) if isinstance(kind, StoredClass) else None
            if not isinstance(inside, FoundComponent):
                return ""
            found = inside
        number = number_type(lookup, lookup.class_of(found.component.type, found.owner))
        if number is None or (number.kind == "Real" and found.component.variability):
            return ""
        return number.kind

    def _array_operation(
        self, e: nodes.Binary, left: ast.expr, right: ast.expr, ranks: tuple[int, int]
    ) -> ast.expr:
        """Return an operation with arrays: of matrices, or of each element."""
        if e.operator == "^":
            return matrix_power(e, left, right, ranks, self)
        if (
            e.operator not in _OPERATORS
            or e.operator in ("and", "or")
            or (e.operator == "/" and ranks[1])
        ):
            raise self.refusal(
                e.position, f"'{print_expression(e)}': '{e.operator}' of arrays is not supported"
            )
        operator = _OPERATORS[e.operator]
        if e.operator == "*" and all(ranks):
            operator = ast.MatMult()
        return ast.BinOp(self._as_array(left), operator, self._as_array(right))

    def _as_array(self, made: ast.expr) -> ast.expr:
        """Return something that operators of arrays can compute with."""
        if isinstance(made, ast.Constant) or (
            isinstance(made, ast.BinOp) and any(map(self._is_array, (made.left, made.right)))
        ):
            return made
        return call(self.context.names.array_function("array"), [made])

    def _is_array(self, made: ast.expr) -> bool:
        is_made = isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute)
        if is_made and made.func.attr == "array":  # type: ignore[attr-defined]
            return True
        return isinstance(made, ast.BinOp) and any(map(self._is_array, (made.left, made.right)))

    def _conditional(self, e: nodes.Conditional) -> ast.expr:
        self.context.numbers_fit = True
        made = record_copy(self.translate(e.otherwise), e.otherwise, self)
        is_record = record_of(e, self) is not None
        chooser = self.chooser(of_arrays=is_record or rank_of(e, self) > 0)
        for condition, value in reversed(e.branches):
            test, chosen = self.translate(condition), self.translate(value)
            chosen = record_copy(chosen, value, self)
            if self.context.is_plain or self.is_known(condition):
                made = ast.IfExp(as_plain(test) if self.context.is_plain else test, chosen, made)
            else:
                made = call(chooser, [test, chosen, made])
        return made

    def chooser(self, of_arrays: bool = False) -> ast.expr:
        """Return the function that selects one of two values."""
        if self.may_be_plain or of_arrays:
            return self.context.names.modelica_function("choose")
        return self.function("where")

    def is_known(self, condition: nodes.Expression) -> bool:
        """Return whether a condition is known while equations are made: it asks for an index."""
        names = {str(one) for one in references_in(condition)}
        known = self.iterators.keys() | self._integers(names)
        return bool(names & self.iterators.keys()) and names <= known

    def _integers(self, names: set[str]) -> set[str]:
        """Return those of some names that are integer parameters of the class itself."""
        every = self.context.members.by_name
        of_names = (every[one].component for one in names if one in every)
        return {one.name for one in of_names if one.variability and str(one.type) == "Integer"}

    # -- arrays ------------------------------------------------------------------------------------

    def _array(self, e: nodes.ArrayConstructor) -> ast.expr:
        if len(e.elements) == 1 and isinstance(e.elements[0], nodes.Comprehension):
            return self.translate(e.elements[0])
        with self._plain_numbers():
            return sequence([self.translate(one) for one in e.elements])

    @contextmanager
    def _plain_numbers(self) -> Iterator[None]:
        """Give numbers in this block without a unit: an array has one for all of them."""
        before, self._are_plain = self._are_plain, not self.in_equations
        try:
            yield
        finally:
            self._are_plain = before

    def _matrix(self, e: nodes.Matrix) -> ast.expr:
        if any(rank_of(one, self) for row in e.rows for one in row):
            parts = [sequence([self.translate(one) for one in row]) for row in e.rows]
            return call(self.context.names.array_function("rows"), parts)
        if len({len(row) for row in e.rows}) > 1:
            raise self.refusal(e.position, "the rows of this matrix have different lengths")
        with self._plain_numbers():
            return sequence([sequence([self.translate(one) for one in row]) for row in e.rows])

    def _range(self, e: nodes.Range) -> ast.expr:
        if e.step is not None or not (is_whole(e.start, self) and is_whole(e.stop, self)):
            return span(e, self)
        start, stop = self.translate(e.start), self.translate(e.stop)
        return call(name("list"), [call(name("range"), [start, plus_one(stop)])])

    def _end(self, e: nodes.End) -> ast.expr:
        if not self.ends:
            raise self.refusal(e.position, "'end' is the last index, and stands in one")
        return self.ends[-1]

    def _comprehension(self, e: nodes.Comprehension) -> ast.expr:
        # The first iterator runs fastest (Modelica 3.6, 10.4.1).
        with self.loops(tuple(reversed(e.iterators)), e.expression) as loops:
            made = self.translate(e.expression)
        for target, over in reversed(loops):
            made = ast.ListComp(made, [ast.comprehension(target, over, [], 0)])
        return made

    @contextmanager
    def loops(
        self, iterators: Sequence[nodes.Iterator], body: object
    ) -> Iterator[list[tuple[ast.Name, ast.expr]]]:
        """Know iterators in this block; give the Python name of each with what it runs over."""
        before = dict(self.iterators), dict(self.enumerated)
        hidden = {one.name: self.locals.get(one.name) for one in iterators}
        found = []
        try:
            for one in iterators:
                over = iterator_range(one, self, body)
                found.append((self._iterator(one), over))
            yield found
        finally:
            self.iterators, self.enumerated = before
            for text, local in hidden.items():
                self.locals.pop(text, None)
                if local is not None:
                    self.locals[text] = local

    def _iterator(self, one: nodes.Iterator) -> ast.Name:
        """Return the Python name of an iterator, known from now on."""
        lowest = lowest_of(one.range, self)
        self.iterators[one.name] = lowest
        return ast.Name(self.local(one.name), ast.Store())

    def local(self, text: str) -> str:
        """Return the Python name of something local, known from now on."""
        self.locals[text] = self.context.names.local(text)
        return self.locals[text]

    def subscript(
        self,
        made: ast.expr,
        given: tuple[nodes.Expression, ...],
        declared: tuple[nodes.Expression, ...] = (),
    ) -> ast.expr:
        """Return elements of an array, of which the sizes may be known."""
        return subscripted(made, given, self, declared)

    # -- calls -------------------------------------------------------------------------------------

    def _call(self, e: nodes.Call) -> ast.expr:
        self.context.numbers_fit = True
        record = constructor_of(e, self)
        if record is not None:
            return record_call(e, record, self)
        own = self._own_function(e)
        if own is not None:
            return own
        full = str(e.function)
        if full not in BUILT_IN:
            full = self.context.lookup.class_of(e.function, self.scope).full_name
        if not self.in_equations and full in ONLY_IN_EQUATIONS:
            raise self.refusal(e.position, f"{full} stands in an equation, not in a value")
        if full in LOAD_RESOURCE:
            return self._resource(e)
        special = BUILT_IN.get(full)
        if special is not None:
            return special(self, e)
        return self._of_library(e, full)

    def _of_library(self, e: nodes.Call, full: str) -> ast.expr:
        conversion = library.find_conversion(full)
        if conversion is not None:
            return self._converted(e, conversion)
        return library_call(e, full, self)

    def positional(self, e: nodes.Call, most: int | None = None) -> list[ast.expr]:
        """Return the arguments of a call that has no named ones.

        Raises
        ------
        ModelicaError
            If there are named ones, or too many.
        """
        if e.named:
            raise self.refusal(e.position, f"{e.function}: arguments by name are not supported")
        if most is not None and len(e.arguments) > most:
            count = f"{most} argument{'' if most == 1 else 's'}"
            raise self.refusal(e.position, f"{e.function} takes {count}")
        return [self.translate(one) for one in e.arguments]

    def _own_function(self, e: nodes.Call) -> ast.expr | None:
        """Return the call of a function that stands in a Modelica file."""
        if str(e.function) in BUILT_IN and not self.context.lookup.has(str(e.function), self.scope):
            return None
        return self.context.own_functions.value(e, self)

    def _resource(self, e: nodes.Call) -> ast.expr:
        """Return the path of a file that has to be there."""
        (argument,) = self.positional(e, 1)
        if not isinstance(text := e.arguments[0], nodes.String):
            return argument
        return constant(resource(self.context.lookup, text.value, self.scope, text.position))

    def _converted(self, e: nodes.Call, conversion: library.Conversion) -> ast.expr:
        """Return a number that is given in another unit, in its SI unit."""
        (argument,) = self.positional(e, 1)
        number = number_of(e.arguments[0])
        if number is not None and conversion.unit in _COHERENT:
            value = constant(number * conversion.factor + conversion.offset)
            if self._are_plain:
                return value
            return call(self.function("constant"), [value, constant(conversion.unit)])
        made: ast.expr = ast.BinOp(argument, ast.Mult(), constant(conversion.factor))
        if conversion.offset:
            made = ast.BinOp(made, ast.Add(), constant(conversion.offset))
        return made

    # -- names -------------------------------------------------------------------------------------

    def _reference(self, e: nodes.Reference) -> ast.expr:
        first = e.parts[0]
        if first.name in self.locals and not e.is_global:
            made = self.subscript(name(self.locals[first.name]), first.subscripts)
            for part in e.parts[1:]:
                made = self.subscript(attribute(made, python_name(part.name)), part.subscripts)
            return numbered_member(made, e, self)
        if str(e) == "time":
            self.context.numbers_fit = True
            return self.function("time")
        found = self.context.lookup.meaning(e, self.scope)
        if isinstance(found, LibraryMember):
            return self.read(found, e)
        if isinstance(found, FoundComponent):
            is_own = found.owner in self.context.members.ancestors
            made = self.read(found, e) if is_own else constant_outside(found, e, self)
            return numbered(made, e, found, self) if self.literals_are_numbers else made
        if isinstance(found, LibraryName):
            return self._value_of_library(found, e)
        if isinstance(found, FoundLiteral):
            return self._literal(found)
        raise self.refusal(e.position, f"'{e}' is a class; a value is expected here")

    def read(self, found: FoundComponent | LibraryMember, e: nodes.Reference) -> ast.expr:
        """Return what a component is in Python."""
        return self._read(found, e, self.scope)

    def _literal(self, found: FoundLiteral) -> ast.expr:
        text = library.snake_case(found.name).lower()
        literals = literals_of_class(found.owner, self) if self.literals_are_numbers else None
        return constant(text if literals is None else literals.index(text) + 1)

    def _value_of_library(self, found: LibraryName, e: nodes.Reference) -> ast.expr:
        literal: Any = library.find_enumeration_literal(found.full_name)
        if literal is not None:
            return constant(literal)
        facts = library.constant_facts(found.full_name)
        if facts is None:
            of, _, text = found.full_name.rpartition(".")
            hint = nearest(text, library.find_enumeration(of) or ())
            raise self.refusal(e.position, f"no value of '{found.full_name}' is known here{hint}")
        is_plain = self._are_plain or facts.unit in ("", "1", "rad")
        if is_plain or not math.isfinite(facts.value):
            return constant(facts.value)
        return call(self.function("constant"), [constant(facts.value), constant(facts.unit)])


_ROUNDING: Final = ("integer", "floor", "ceil", "div", "sign", "size")
_COHERENT: Final = frozenset(("rad", "rad/s", "K", "m/s", "s", "m3", "C", "J", "Pa", "kg/s"))


def _kind_of_library(of: library.LibraryClass | None, member: str) -> str:
    """Return the type of a member of a class of the library: a text that chooses, or a variable."""
    ours = of.members.get(member) if of else None
    declared = of.load().declarations().get(ours) if of and ours else None
    if isinstance(declared, Variable):
        return "Real" if declared.kind == REAL else ""
    return "enumeration" if isinstance(getattr(declared, "default", None), str) else ""
