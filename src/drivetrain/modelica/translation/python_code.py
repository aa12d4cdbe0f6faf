"""Small pieces of Python's syntax tree, with lines of the Modelica file."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterable
from typing import Any

__all__ = [
    "as_plain",
    "as_test",
    "attribute",
    "call",
    "constant",
    "for_each",
    "member_of_self",
    "members_read",
    "name",
    "names_in",
    "python_name",
    "sequence",
]


def name(text: str) -> ast.expr:
    """Return a name that is read."""
    return ast.Name(text, ast.Load())


def attribute(of: ast.expr, text: str) -> ast.expr:
    """Return ``of.text``."""
    return ast.Attribute(of, text, ast.Load())


def constant(value: Any) -> ast.expr:
    """Return a literal."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)


def call(
    function: ast.expr, arguments: list[ast.expr], named: dict[str, ast.expr] | None = None
) -> ast.expr:
    """Return a call."""
    keywords = [ast.keyword(key, value) for key, value in (named or {}).items()]
    return ast.Call(function, arguments, keywords)


def for_each(loops: Iterable[tuple[ast.expr, ast.expr]], body: list[ast.stmt]) -> ast.stmt:
    """Return statements in loops, the first one outermost, over what each target runs over."""
    for target, over in reversed([*loops]):
        body = [ast.For(target, over, body, [], None)]
    return body[0]


def names_in(e: ast.expr) -> set[str]:
    """Return the names that an expression reads."""
    return {one.id for one in ast.walk(e) if isinstance(one, ast.Name)}


def sequence(elements: list[ast.expr]) -> ast.expr:
    """Return a list."""
    return ast.List(elements, ast.Load())


def python_name(text: str) -> str:
    """Return a name that Python can spell, the same wherever it is asked for."""
    if text.startswith("'"):
        text = "".join(one if one.isalnum() else "_" for one in text.strip("'")) or "_"
        text = f"q_{text}" if not text[0].isalpha() else text
    text = text if text.strip("_") and not text.startswith("_") else f"u{text}"
    return f"{text}_" if keyword.iskeyword(text) else text


class _Test(ast.NodeTransformer):
    """Makes plain Python of an expression of structural parameters."""

    def __init__(self, own: set[str]) -> None:
        self._own = own

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return attribute(name("self"), node.id) if node.id in self._own else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Read what the class body takes from a base, ``Base.n``, from the instance."""
        of_base = isinstance(node.value, ast.Name) and node.value.id not in self._own
        return attribute(name("self"), node.attr) if of_base and node.attr in self._own else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return ast.UnaryOp(ast.Not(), node.operand) if isinstance(node.op, ast.Invert) else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.BitAnd):
            return ast.BoolOp(ast.And(), [node.left, node.right])
        if isinstance(node.op, ast.BitOr):
            return ast.BoolOp(ast.Or(), [node.left, node.right])
        return node


def as_test(e: ast.expr, own: set[str]) -> ast.expr:
    """Return a condition of the class's own parameters as `equations` can ask for it."""
    tested: ast.expr = _Test(own).visit(e)
    return tested


class _Plain(ast.NodeTransformer):
    """Makes plain Python of a condition that is known while equations are made."""

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return ast.UnaryOp(ast.Not(), node.operand) if isinstance(node.op, ast.Invert) else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, (ast.BitAnd, ast.BitOr)):
            operator = ast.And() if isinstance(node.op, ast.BitAnd) else ast.Or()
            return ast.BoolOp(operator, [node.left, node.right])
        return node


def as_plain(e: ast.expr) -> ast.expr:
    """Return a condition with ``and``, ``or`` and ``not``."""
    made: ast.expr = _Plain().visit(e)
    return made


def member_of_self(path: str) -> ast.expr:
    """Return what a path of Python names leads to: ``self.wheel.w``."""
    made: ast.expr = name("self")
    for part in path.split("."):
        made = attribute(made, part)
    return made


def members_read(e: ast.AST) -> set[str]:
    """Return the members of the class itself that a piece of a method reads."""
    return {
        one.attr
        for one in ast.walk(e)
        if isinstance(one, ast.Attribute)
        and isinstance(one.value, ast.Name)
        and one.value.id == "self"
    }
