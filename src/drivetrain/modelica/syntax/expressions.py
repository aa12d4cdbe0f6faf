"""Parse expressions."""

from __future__ import annotations

from collections.abc import Iterable

from drivetrain.modelica.syntax.nodes import (
    All,
    ArrayConstructor,
    Binary,
    Boolean,
    Call,
    Comprehension,
    Conditional,
    End,
    Expression,
    Indexed,
    Iterator,
    Matrix,
    NamedArgument,
    NamePart,
    Number,
    OutputList,
    PartialFunction,
    Range,
    Reference,
    String,
    Unary,
)
from drivetrain.modelica.syntax.precedence import (
    BINARY,
    FACTOR,
    NOT,
    RELATION,
    SIGN,
    SIGNS,
    SINGLE,
)
from drivetrain.modelica.syntax.reader import TokenReader
from drivetrain.modelica.syntax.tokens import NAME, NUMBER, STRING

__all__ = ["ExpressionParser"]

_FUNCTIONS = frozenset(("der", "initial"))
"""Keywords that are called like functions."""
_LOWEST = 1


class ExpressionParser(TokenReader):
    """Reads expressions (Modelica 3.6, appendix A.2.7)."""

    def expression(self) -> Expression:
        """Read any expression."""
        if self.kinds[self.at] == "if":
            return self._conditional()
        return self.simple_expression()

    def _conditional(self) -> Conditional:
        position = self.starts[self.at]
        branches: list[tuple[Expression, Expression]] = []
        while self.accept("elseif" if branches else "if"):
            condition = self.expression()
            if not self.accept("then"):
                raise self.unexpected("'then'")
            branches.append((condition, self.expression()))
        if not self.accept("else"):
            raise self.unexpected("'else' of this if-expression")
        return Conditional(tuple(branches), self.expression(), position=position)

    def simple_expression(self) -> Expression:
        """Read an expression without ``if``: an operation, or a range of them."""
        position = self.starts[self.at]
        first = self._operation(_LOWEST)
        if self.kinds[self.at] != ":":
            return first
        self.at += 1
        second = self._operation(_LOWEST)
        if not self.accept(":"):
            return Range(first, None, second, position=position)
        return Range(first, second, self._operation(_LOWEST), position=position)

    def _operation(self, lowest: int) -> Expression:
        """Read operands and operators that bind at least so strongly."""
        position = self.starts[self.at]
        left = self._operand(lowest)
        while True:
            operator = self.kinds[self.at]
            level = BINARY.get(operator, 0)
            if level < lowest or not level:
                return left
            self.at += 1
            right = self._operation(level + 1)
            left = Binary(operator, left, right, position=position)
            if level in SINGLE and BINARY.get(self.kinds[self.at]) == level:
                raise self.mistake(f"put one of '{operator}' and {self.shown()} in brackets")

    def _operand(self, lowest: int) -> Expression:
        position, kind = self.starts[self.at], self.kinds[self.at]
        if kind == NAME or kind == ".":
            return self.reference_or_call()
        if kind == "not":
            if lowest > NOT:
                raise self.mistake(f"put what 'not' begins in parentheses behind {self._last()}")
            self.at += 1
            return Unary("not", self._operation(RELATION), position=position)
        if kind in SIGNS:
            if lowest > SIGN:
                raise self._sign_inside()
            self.at += 1
            return Unary(kind, self._operation(FACTOR), position=position)
        return self._primary(position, kind)

    def _sign_inside(self) -> Exception:
        """Return that a sign stands where only a sum may begin with one."""
        begin, sign = self.at, self.kinds[self.at]
        last = self._last()
        self.at += 1
        what = self.shown() if self.kinds[self.at] in (NAME, NUMBER) else "what it begins"
        number = "the negative number" if sign == "-" and what != "what it begins" else what
        return self.mistake(f"'{sign}' follows {last}: put {number} in parentheses", begin)

    def _last(self) -> str:
        return self.shown(self.at - 1)

    def _primary(self, position: int, kind: str) -> Expression:
        if kind == NUMBER:
            self.at += 1
            return Number(self.texts[self.at - 1], position=position)
        if kind == STRING:
            return String(self.string(), position=position)
        if kind == "true" or kind == "false":
            self.at += 1
            return Boolean(kind == "true", position=position)
        if kind == "{":
            return self._array(position)
        if kind == "(":
            return self._bracketed(position)
        if kind == "[":
            return self._matrix(position)
        if kind in _FUNCTIONS:
            return self._keyword_call(position, kind)
        if kind == "end":
            return self._last_index(position)
        if kind == "function":
            return self._partial_function(position)
        if kind == "if":
            raise self.mistake("put this if-expression in brackets")
        raise self.unexpected("an expression")

    # -- names and calls ---------------------------------------------------------------------------

    def reference_or_call(self) -> Expression:
        """Read a name, and its arguments if it is called."""
        function = self.reference()
        if self.kinds[self.at] != "(":
            return function
        return self.call(function)

    def reference(self) -> Reference:
        """Read a name with points and subscripts."""
        position = self.starts[self.at]
        is_global = self.accept(".")
        parts = [self._name_part()]
        while self.kinds[self.at] == ".":
            self.at += 1
            parts.append(self._name_part())
        return Reference(tuple(parts), is_global, position=position)

    def _name_part(self) -> NamePart:
        name = self.name()
        if self.kinds[self.at] != "[":
            return NamePart(name)
        return NamePart(name, self.subscripts())

    def subscripts(self) -> tuple[Expression, ...]:
        """Read subscripts in their brackets."""
        opening = self.at
        self.at += 1
        if self.kinds[self.at] == "]":
            raise self.unexpected("a subscript, or ':',")
        found = self.listed(self._subscript, "]")
        self.close(opening)
        return found

    def _subscript(self) -> Expression:
        if self.kinds[self.at] == ":":
            self.at += 1
            return All(position=self.starts[self.at - 1])
        return self.expression()

    def call(self, function: Reference) -> Call:
        """Read the arguments of a call in their brackets."""
        opening = self.at
        self.at += 1
        arguments, named = self._arguments()
        self.close(opening)
        return Call(function, arguments, named, position=function.position)

    def _arguments(self) -> tuple[tuple[Expression, ...], tuple[NamedArgument, ...]]:
        arguments: list[Expression] = []
        named: list[NamedArgument] = []
        while self.kinds[self.at] != ")":
            if self.kinds[self.at] == NAME and self.kinds[self.at + 1] == "=":
                self._check_new(named)
                named.append(self._named())
            elif named:
                raise self.mistake("an argument without a name follows one with a name")
            else:
                arguments.append(self._argument())
            if not self.accept(","):
                break
            if self.kinds[self.at] == ")":
                raise self.unexpected("an argument")
        return tuple(arguments), tuple(named)

    def _check_new(self, named: Iterable[NamedArgument]) -> None:
        name = self.texts[self.at]
        if any(one.name == name for one in named):
            raise self.mistake(f"the argument '{name}' is given twice")

    def _argument(self) -> Expression:
        position = self.starts[self.at]
        value = self.expression()
        if self.kinds[self.at] != "for":
            return value
        return Comprehension(value, self._for_indices(), position=position)

    def _named(self) -> NamedArgument:
        position = self.starts[self.at]
        self.at += 2
        return NamedArgument(self.texts[self.at - 2], self.expression(), position=position)

    def _keyword_call(self, position: int, kind: str) -> Call:
        self.at += 1
        if self.kinds[self.at] != "(":
            raise self.unexpected(f"'(' after '{kind}'")
        return self.call(Reference((NamePart(kind),), position=position))

    def _partial_function(self, position: int) -> PartialFunction:
        self.at += 1
        function = self.reference()
        if self.kinds[self.at] != "(":
            raise self.unexpected("'(' with the arguments of this function")
        found = self.call(function)
        return PartialFunction(function, found.named, position=position)

    # -- brackets ----------------------------------------------------------------------------------

    def _for_indices(self) -> tuple[Iterator, ...]:
        self.at += 1
        return self.iterators()

    def iterators(self) -> tuple[Iterator, ...]:
        """Read ``i in range, j in range``."""
        found = [self._iterator()]
        while self.accept(","):
            found.append(self._iterator())
        return tuple(found)

    def _iterator(self) -> Iterator:
        position = self.starts[self.at]
        name = self.name()
        if self.kinds[self.at] == "=":
            raise self.unexpected("'in'")
        over = self.expression() if self.accept("in") else None
        return Iterator(name, over, position=position)

    def _array(self, position: int) -> Expression:
        opening = self.at
        self.at += 1
        found = self.listed(self.expression, "}")
        if len(found) == 1 and self.kinds[self.at] == "for":
            made = Comprehension(found[0], self._for_indices(), position=position)
            self.close(opening)
            return ArrayConstructor((made,), position=position)
        self.close(opening)
        return ArrayConstructor(found, position=position)

    def _matrix(self, position: int) -> Matrix:
        opening = self.at
        self.at += 1
        if self.kinds[self.at] == "]":
            raise self.unexpected("an expression")
        rows = [self.listed(self.expression, "]")]
        while self.accept(";"):
            rows.append(self.listed(self.expression, "]"))
        self.close(opening)
        return Matrix(tuple(rows), position=position)

    def _bracketed(self, position: int) -> Expression:
        """Read an expression in brackets, or several outputs: ``(a, , b)``."""
        opening = self.at
        self.at += 1
        found: list[Expression | None] = [self._output()]
        while self.accept(","):
            found.append(self._output())
        self.close(opening)
        if len(found) > 1 or found[0] is None:
            return OutputList(tuple(found), position=position)
        if self.kinds[self.at] == "[":
            return Indexed(found[0], self.subscripts(), position=position)
        return found[0]

    def _output(self) -> Expression | None:
        return None if self.kinds[self.at] in (",", ")") else self.expression()

    def _last_index(self, position: int) -> End:
        """Read ``end`` as a subscript."""
        if not self._is_in_subscript():
            raise self.unexpected("an expression")
        self.at += 1
        return End(position=position)

    def _is_in_subscript(self) -> bool:
        """Return whether the bracket around the next token is square."""
        depth = 0
        for k in range(self.at - 1, -1, -1):
            kind = self.kinds[k]
            if kind in (")", "]", "}"):
                depth += 1
            elif kind in ("(", "[", "{"):
                if depth == 0 and kind == "[":
                    return True
                depth -= depth > 0
            elif kind == ";" and depth == 0:
                return False
        return False
