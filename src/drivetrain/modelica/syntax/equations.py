"""Parse equations and statements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from drivetrain.modelica.syntax.expressions import ExpressionParser
from drivetrain.modelica.syntax.nodes import (
    Annotation,
    Assign,
    Binary,
    Break,
    Call,
    CallEquation,
    CallStatement,
    Connect,
    Equal,
    Equation,
    Expression,
    For,
    If,
    OutputList,
    Reference,
    Return,
    Statement,
    When,
    While,
)
from drivetrain.modelica.syntax.tokens import NAME

__all__ = ["EquationParser"]

_Comment = tuple[str, Annotation | None]

_DECLARES: Final = frozenset(
    ("parameter", "constant", "discrete", "input", "output", "flow", "replaceable", "extends",
     "import", "model", "block", "record", "package", "type", "final", "inner", "outer")
)  # fmt: skip
_ENDS_BODY: Final = frozenset(
    ("end", "elseif", "else", "elsewhen", "equation", "algorithm", "public", "protected",
     "external", "annotation", "")
)  # fmt: skip


class EquationParser(ExpressionParser):
    """Reads equations and statements (Modelica 3.6, appendix A.2.6)."""

    def comment(self) -> _Comment:
        """Read a description and an annotation, either of which may be absent."""
        raise NotImplementedError

    # -- equations ---------------------------------------------------------------------------------

    def equation(self) -> Equation:
        """Read an equation without its semicolon."""
        kind = self.kinds[self.at]
        if kind in _DECLARES:
            raise self.mistake("a declaration belongs before the equations of its class")
        if kind == "if":
            return self._if(self.equation)
        if kind == "for":
            return self._for(self.equation)
        if kind == "when":
            return self._when(self.equation)
        if kind == "connect":
            return self._connect()
        return self._equal()

    def _equal(self) -> Equation:
        position = self.starts[self.at]
        left = self.simple_expression()
        if self.accept("="):
            right = self.expression()
            description, annotation = self.comment()
            return Equal(left, right, description, annotation, position=position)
        if self.kinds[self.at] == ":=":
            raise self.mistake("an equation is written with '='; ':=' belongs to an algorithm")
        if not isinstance(left, Call):
            raise self._no_equation(left)
        description, annotation = self.comment()
        return CallEquation(left, description, annotation, position=position)

    def _no_equation(self, left: Expression) -> Exception:
        if isinstance(left, Binary) and left.operator == "==":
            return self.source.mistake(
                left.position, "an equation is written with '='; '==' compares"
            )
        if isinstance(left, Reference) and self.kinds[self.at] == NAME:
            return self.source.mistake(
                left.position, "a declaration belongs before the equations of its class"
            )
        if self._is_line_done() and self.kinds[self.at] != "":
            return self.source.mistake(self._end_of_last(), "'=' is missing in this equation")
        return self.unexpected("'='")

    def _connect(self) -> Connect:
        position = self.starts[self.at]
        self.at += 1
        if self.kinds[self.at] != "(":
            raise self.unexpected("'(' after 'connect'")
        opening = self.at
        self.at += 1
        first = self._connector()
        if not self.accept(","):
            raise self.unexpected("',' between the two connectors")
        second = self._connector()
        self.close(opening)
        description, annotation = self.comment()
        return Connect(first, second, description, annotation, position=position)

    def _connector(self) -> Reference:
        begin = self.at
        found = self.expression()
        if not isinstance(found, Reference):
            raise self.mistake("connect joins two connectors by name; this is an expression", begin)
        return found

    # -- statements --------------------------------------------------------------------------------

    def statement(self) -> Statement:
        """Read a statement without its semicolon."""
        kind = self.kinds[self.at]
        if kind == "if":
            return self._if(self.statement)
        if kind == "for":
            return self._for(self.statement)
        if kind == "when":
            return self._when(self.statement)
        if kind == "while":
            return self._while()
        if kind == "return" or self._is_break():
            return self._jump()
        if kind == "connect":
            raise self.mistake("connect belongs to an equation section")
        return self._assign()

    def _is_break(self) -> bool:
        return self.word() == "break" and self.kinds[self.at + 1] not in (":=", ".", "[", "(")

    def _jump(self) -> Statement:
        position = self.starts[self.at]
        made = Return if self.kinds[self.at] == "return" else Break
        self.at += 1
        description, annotation = self.comment()
        return made(description, annotation, position=position)

    def _assign(self) -> Statement:
        position = self.starts[self.at]
        target = self.simple_expression()
        if self.accept(":="):
            self._check_target(target, position)
            value = self.expression()
            description, annotation = self.comment()
            return Assign(target, value, description, annotation, position=position)
        if self.kinds[self.at] == "=":
            raise self.mistake("a statement is written with ':='; '=' belongs to an equation")
        if not isinstance(target, Call):
            raise self._no_statement(target)
        description, annotation = self.comment()
        return CallStatement(target, description, annotation, position=position)

    def _no_statement(self, target: Expression) -> Exception:
        place = target.position
        if isinstance(target, Binary) and target.operator == "==":
            return self.source.mistake(place, "a statement is written with ':='; '==' compares")
        if isinstance(target, Reference) and self.kinds[self.at] == NAME:
            return self.source.mistake(
                place, "a declaration belongs before the algorithms of its class"
            )
        return self.unexpected("':='")

    def _check_target(self, target: Expression, position: int) -> None:
        if not isinstance(target, (Reference, OutputList)):
            raise self.source.mistake(position, "only a variable can be given a value with ':='")

    # -- what has branches or a body ---------------------------------------------------------------

    def body(self, one: Callable[[], Any]) -> tuple[Any, ...]:
        """Read equations or statements with their semicolons."""
        found = self.body_until_annotation(one)
        if self.kinds[self.at] == "annotation":
            raise self.mistake("an annotation belongs to a class or to what stands before its ';'")
        return tuple(found)

    def body_until_annotation(self, one: Callable[[], Any]) -> list[Any]:
        """Read equations or statements with their semicolons, up to an annotation if any."""
        found: list[Any] = []
        while self.kinds[self.at] not in _ENDS_BODY and not self.is_section():
            found.append(one())
            self.semicolon()
        return found

    def is_section(self) -> bool:
        """Return whether ``initial equation`` or ``initial algorithm`` is next."""
        is_initial = self.kinds[self.at] == "initial"
        return is_initial and self.kinds[self.at + 1] in ("equation", "algorithm")

    def _if(self, one: Callable[[], Any]) -> If:
        position = self.starts[self.at]
        self.at += 1
        self.open("if", "end if", position)
        branches: list[tuple[Expression | None, tuple[Any, ...]]] = [self._branch("then", one)]
        while self.accept("elseif"):
            branches.append(self._branch("then", one))
        if self.accept("else"):
            branches.append((None, self.body(one)))
        self.end_of("if")
        description, annotation = self.comment()
        return If(tuple(branches), description, annotation, position=position)

    def _branch(self, word: str, one: Callable[[], Any]) -> tuple[Expression, tuple[Any, ...]]:
        condition = self.expression()
        if not self.accept(word):
            raise self.unexpected(f"'{word}'")
        return condition, self.body(one)

    def _when(self, one: Callable[[], Any]) -> When:
        position = self.starts[self.at]
        self.at += 1
        self.open("when", "end when", position)
        branches = [self._branch("then", one)]
        while self.accept("elsewhen"):
            branches.append(self._branch("then", one))
        self.end_of("when")
        description, annotation = self.comment()
        return When(tuple(branches), description, annotation, position=position)

    def _for(self, one: Callable[[], Any]) -> For:
        position = self.starts[self.at]
        self.at += 1
        self.open("for", "end for", position)
        iterators = self.iterators()
        body = self._loop(one)
        self.end_of("for")
        description, annotation = self.comment()
        return For(iterators, body, description, annotation, position=position)

    def _while(self) -> While:
        position = self.starts[self.at]
        self.at += 1
        self.open("while", "end while", position)
        condition = self.expression()
        body = self._loop(self.statement)
        self.end_of("while")
        description, annotation = self.comment()
        return While(condition, body, description, annotation, position=position)

    def _loop(self, one: Callable[[], Any]) -> tuple[Any, ...]:
        if not self.accept("loop"):
            raise self.unexpected("'loop'")
        return self.body(one)
