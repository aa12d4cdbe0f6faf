"""Finds the literal of a parameter in the class of a model, and replaces it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from drivetrain.errors import UsageError

__all__ = ["ClassEditor", "NotWrittenError"]


class NotWrittenError(UsageError):
    """A value cannot be written into the source; the text tells why."""


class ClassEditor(cst.CSTTransformer):
    """Puts the value of one parameter into a class.

    Parameters
    ----------
    cls : str
        Name of the class, at the top level of the module.
    parameter : str
        ``J1.J`` for an argument of a part, ``J1.w.start`` for a start value, ``f`` for a parameter
        of the class itself.
    value : bool, int, float or str
        What it shall be.
    """

    def __init__(self, cls: str, parameter: str, value: Any) -> None:
        super().__init__()
        self._cls, self._value = cls, value
        path = parameter.replace("[:]", "").split(".")
        self._is_start = path[-1] == "start" and len(path) > 1
        self._path = path[:-1] if self._is_start else path
        self._depth = 0
        self._has_class = self._is_done = False

    def check(self) -> None:
        """Raise if the value was not written."""
        if not self._has_class:
            raise NotWrittenError(f"the file defines no class {self._cls!r} at its top level")
        if not self._is_done:
            raise NotWrittenError(
                f"the class {self._cls!r} does not declare {self._path[0]!r} itself"
            )

    def visit_ClassDef(self, node: cst.ClassDef) -> bool:
        """Enter the class of the model only."""
        self._depth += 1
        is_it = self._depth == 1 and node.name.value == self._cls
        self._has_class |= is_it
        return is_it

    def leave_ClassDef(
        self, original_node: cst.ClassDef, updated_node: cst.ClassDef
    ) -> cst.ClassDef:
        """Leave a class."""
        self._depth -= 1
        return updated_node

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:
        """Skip methods: parts are declared in the body."""
        return False

    def leave_Assign(self, original_node: cst.Assign, updated_node: cst.Assign) -> cst.Assign:
        """Change the declaration that the parameter belongs to."""
        targets = [one.target for one in updated_node.targets]
        names = [target.value for target in targets if isinstance(target, cst.Name)]
        if self._depth != 1 or names != [self._path[0]]:
            return updated_node
        self._is_done = True
        return updated_node.with_changes(value=self._declared(updated_node.value))

    def _declared(self, value: cst.BaseExpression) -> cst.BaseExpression:
        """Return a declaration with the new value."""
        if not isinstance(value, cst.Call):
            raise NotWrittenError("it is not declared by a call")
        if len(self._path) == 1:
            return _with_first(value, self._value)
        if len(self._path) > 2:
            raise NotWrittenError("it lies inside a part, whose class decides about it")
        return self._with_argument(value, self._path[1])

    def _with_argument(self, call: cst.Call, name: str) -> cst.Call:
        """Return a call with a value for one of its arguments."""
        for k, argument in enumerate(call.args):
            if argument.keyword is not None and argument.keyword.value == name:
                changed = argument.with_changes(value=self._replaced(argument.value))
                return call.with_changes(args=[*call.args[:k], changed, *call.args[k + 1 :]])
        if any(argument.star for argument in call.args):
            raise NotWrittenError("the part gets some of its values from elsewhere")
        if self._is_start:
            raise NotWrittenError("the start value is not given where the part is made")
        return call.with_changes(args=_appended(call.args, name, _literal(self._value)))

    def _replaced(self, old: cst.BaseExpression) -> cst.BaseExpression:
        if not self._is_start:
            return _new_literal(old, self._value)
        named = isinstance(old, cst.Call) and _last_name(old.func) in ("fixed", "guess")
        if not named or not isinstance(old, cst.Call):
            raise NotWrittenError("the start value is computed")
        return _with_first(old, self._value)


def _with_first(call: cst.Call, value: Any) -> cst.Call:
    """Return a call whose first argument is a value."""
    if not call.args or call.args[0].keyword is not None:
        first = cst.Arg(_literal(value))
        if call.args:
            first = first.with_changes(comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")))
        return call.with_changes(args=[first, *call.args])
    first = call.args[0].with_changes(value=_new_literal(call.args[0].value, value))
    return call.with_changes(args=[first, *call.args[1:]])


def _new_literal(old: cst.BaseExpression, value: Any) -> cst.BaseExpression:
    """Return the literal of a value in place of another one; refuse if that is no literal."""
    plain = old.expression if isinstance(old, cst.UnaryOperation) else old
    is_flag = isinstance(plain, cst.Name) and plain.value in ("True", "False")
    if isinstance(plain, cst.SimpleString):
        raise NotWrittenError("it is given as a text, with a unit of its own")
    if not is_flag and not isinstance(plain, cst.Integer | cst.Float):
        raise NotWrittenError("it is computed from something else")
    return _literal(value)


def _literal(value: Any) -> cst.BaseExpression:
    return cst.parse_expression(repr(value))


def _appended(args: Sequence[cst.Arg], name: str, value: cst.BaseExpression) -> list[cst.Arg]:
    """Return arguments with one more, laid out as those before it."""
    blank = cst.SimpleWhitespace("")
    added = cst.Arg(
        value, keyword=cst.Name(name),
        equal=cst.AssignEqual(whitespace_before=blank, whitespace_after=blank),
    )  # fmt: skip
    if not args:
        return [added]
    last = args[-1]
    if isinstance(last.comma, cst.Comma):  # a trailing comma stays at the end
        before = args[-2].comma if len(args) > 1 else cst.Comma()
        between, end = _commas(before, last.comma)
        return [*args[:-1], last.with_changes(comma=between), added.with_changes(comma=end)]
    comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    return [*args[:-1], last.with_changes(comma=comma), added]


def _commas(before: cst.Comma | cst.MaybeSentinel, last: cst.Comma) -> tuple[cst.Comma, cst.Comma]:
    """Return the commas before and after an argument that is added at the end.

    The first one has the indentation of the arguments and the comment that stood at the end.
    """
    inner = before.whitespace_after if isinstance(before, cst.Comma) else None
    outer = last.whitespace_after
    if not isinstance(outer, cst.ParenthesizedWhitespace):
        return cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")), last
    own: cst.BaseParenthesizableWhitespace = cst.SimpleWhitespace(" ")
    if isinstance(inner, cst.ParenthesizedWhitespace):
        own = outer.with_changes(last_line=inner.last_line)
    plain = cst.TrailingWhitespace(newline=outer.first_line.newline)
    rest = outer.with_changes(first_line=plain, empty_lines=())
    return cst.Comma(whitespace_after=own), last.with_changes(whitespace_after=rest)


def _last_name(function: cst.BaseExpression) -> str:
    if isinstance(function, cst.Attribute):
        return function.attr.value
    return function.value if isinstance(function, cst.Name) else ""
