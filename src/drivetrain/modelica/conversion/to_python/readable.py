"""Make a translated class readable: plain names, chains, docstrings, types."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Mapping
from copy import deepcopy
from types import ModuleType
from typing import Any, Final

from drivetrain import modeling
from drivetrain.modelica.conversion.to_python.chains import with_chains
from drivetrain.modelica.conversion.to_python.names import ModuleNames
from drivetrain.modelica.conversion.to_python.renaming import renamed
from drivetrain.modelica.translation.component_class import TranslatedClass
from drivetrain.modelica.translation.python_code import constant

__all__ = ["readable", "sentence"]


_ORDER: Final = ("kind", "unit", "start", "min", "max", "structural", "doc")
"""Keywords of a declaration that stand last, in this order."""


def readable(one: TranslatedClass, names: ModuleNames, new: Mapping[str, str]) -> ast.ClassDef:
    """Return a class as people would write it; it says the same.

    Parameters
    ----------
    one : TranslatedClass
        What is compiled.
    names : ModuleNames
        Names of the module in which it will stand.
    new : mapping
        Members that get another name.

    Raises
    ------
    ModelicaError
        If it needs what cannot be imported.
    """
    made = renamed(deepcopy(one.node), new, one.names)
    made.name = names.own[one.made]
    parts = {new.get(key, key): part for key, part in one.made.declarations().items()}
    for method in made.body:
        if isinstance(method, ast.FunctionDef) and method.name == "equations":
            method.body = with_chains(method.body, parts, _is_connect(one))
    made.bases = [_Names(one, names, ()).visit(base) for base in made.bases]
    made.body = [_member(each, one, names, made) for each in made.body]
    return made


def sentence(text: str) -> str:
    """Return a description as a docstring says it: a sentence."""
    text = " ".join(text.split()).rstrip()
    text = text[:1].upper() + text[1:] if text[:2] != text[:2].upper() else text
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _is_connect(one: TranslatedClass) -> Any:
    def is_connect(e: ast.expr) -> bool:
        if not (isinstance(e, ast.Attribute) and isinstance(e.value, ast.Name)):
            return False
        return one.names.get(e.value.id) is modeling and e.attr == "connect"

    return is_connect


def _member(
    each: ast.stmt, one: TranslatedClass, names: ModuleNames, made: ast.ClassDef
) -> ast.stmt:
    if isinstance(each, ast.FunctionDef):
        return _method(each, one, names)
    if each is made.body[0] and isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant):
        return ast.Expr(constant(sentence(str(each.value.value))))
    members = {key for key in map(_target, made.body) if key}
    visited: ast.stmt = _Names(one, names, members).visit(each)
    return visited


def _method(each: ast.FunctionDef, one: TranslatedClass, names: ModuleNames) -> ast.stmt:
    local = {node.id for node in ast.walk(each) if isinstance(node, ast.Name)
             and isinstance(node.ctx, ast.Store)}  # fmt: skip
    local |= {argument.arg for argument in each.args.args}
    visited: ast.FunctionDef = _Names(one, names, local).visit(each)
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(each)):
        kinds = ast.Subscript(names.imported("collections.abc", "Iterable"),
                              names.imported("typing", "Any"), ast.Load())  # fmt: skip
        visited.returns = kinds
    return visited


def _target(each: ast.stmt) -> str:
    if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
        return each.targets[0].id
    return ""


def _in_order(node: ast.Call) -> ast.Call:
    """Return a declaration with its unit first and its description last."""
    node.keywords.sort(key=lambda one: _ORDER.index(one.arg) if one.arg in _ORDER else -1)
    return node


class _Names(ast.NodeTransformer):
    """Replaces what is compiled into a class by names that can be imported."""

    def __init__(self, one: TranslatedClass, names: ModuleNames, hidden: Iterable[str]) -> None:
        self._one, self._names, self._hidden = one, names, set(hidden)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        value = self._one.names.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(value, ModuleType):
            return self._names.imported(value.__name__, node.attr, self._hidden)
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        value = node.func
        is_function = isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name)
        if is_function and any(one.arg == "doc" for one in node.keywords):
            node = _in_order(node)
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._one.names or not isinstance(node.ctx, ast.Load):
            return node
        value = self._one.names[node.id]
        return self._names.of(value, str(getattr(value, "__name__", node.id)), self._hidden)

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, float) and node.value == math.pi:
            return ast.Attribute(self._names.module("math", self._hidden), "pi", ast.Load())
        return node
