"""Make a translated class readable: plain names, chains, docstrings, types."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Mapping
from copy import deepcopy
from types import FunctionType, ModuleType
from typing import Any, Final, TypeAlias

from drivetrain import modeling
from drivetrain.modelica.conversion.to_python.chains import with_chains
from drivetrain.modelica.conversion.to_python.drawing import drawing
from drivetrain.modelica.conversion.to_python.names import ModuleNames
from drivetrain.modelica.conversion.to_python.renaming import renamed
from drivetrain.modelica.conversion.to_python.unit_proposals import has_open_units, propose_units
from drivetrain.modelica.translation.behaviour.functions import TranslatedFunction
from drivetrain.modelica.translation.component_class import TranslatedClass
from drivetrain.modelica.translation.python_code import constant

__all__ = ["readable", "readable_function", "sentence"]


Translated: TypeAlias = TranslatedClass | TranslatedFunction

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
    declared = one.made.declarations() if issubclass(one.made, modeling.Component) else {}
    parts = {new.get(key, key): part for key, part in declared.items()}
    for method in made.body:
        if isinstance(method, ast.FunctionDef) and method.name == "equations":
            method.body = with_chains(method.body, parts, _is_connect(one))
    _docstring(made)
    calls_own = any(
        isinstance(each, FunctionType) and each in names.own for each in one.names.values()
    )
    if not (calls_own or has_open_units(declared) or _needs_open_numbers(made)):
        made.body = [each for each in made.body if _target(each) != "numbers_fit_any_unit"]
    propose_units(made, one.made, new)
    made.bases = [_Names(one, names, ()).visit(base) for base in made.bases]
    drawn = list(drawing(one.made, names, new, list(parts)))
    made.body = [_member(each, one, names, made) for each in made.body]
    methods = [each for each in made.body if isinstance(each, ast.FunctionDef)]
    made.body = [*(each for each in made.body if each not in methods), *drawn, *methods]
    return made


def readable_function(one: TranslatedFunction, names: ModuleNames) -> ast.FunctionDef:
    """Return a function as people would write it.

    Parameters
    ----------
    one : TranslatedFunction
        What is compiled.
    names : ModuleNames
        Names of the module in which it will stand.

    Raises
    ------
    ModelicaError
        If it needs what cannot be imported.
    """
    made = deepcopy(one.node)
    own = made.name
    _docstring(made)
    visited = _Names(one, names, _local(made)).visit(made)
    visited.name = names.own[one.made]
    for node in ast.walk(visited):  # a function may call itself
        if isinstance(node, ast.Name) and node.id == own and own not in one.names:
            node.id = visited.name
    anything = names.imported("typing", "Any")
    for argument in visited.args.args:
        argument.annotation = anything
    visited.returns = anything
    _return_at_once(visited)
    found: ast.FunctionDef = visited
    return found


def _return_at_once(made: ast.FunctionDef) -> None:
    """Return a value where it is assigned only to be returned."""
    if len(made.body) < 2:
        return
    before, last = made.body[-2:]
    if (
        isinstance(before, ast.Assign)
        and isinstance(last, ast.Return)
        and isinstance(last.value, ast.Name)
        and _target(before) == last.value.id
    ):
        made.body[-2:] = [ast.Return(before.value)]


def _docstring(made: ast.ClassDef | ast.FunctionDef) -> None:
    """Make a sentence of the description that stands first."""
    first = made.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        made.body[0] = ast.Expr(constant(sentence(str(first.value.value))))


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
    members = {key for key in map(_target, made.body) if key}
    visited: ast.stmt = _Names(one, names, members).visit(each)
    return visited


def _method(each: ast.FunctionDef, one: TranslatedClass, names: ModuleNames) -> ast.stmt:
    visited: ast.FunctionDef = _Names(one, names, _local(each)).visit(each)
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(each)):
        kinds = ast.Subscript(names.imported("collections.abc", "Iterable"),
                              names.imported("typing", "Any"), ast.Load())  # fmt: skip
        visited.returns = kinds
    return visited


def _local(each: ast.FunctionDef) -> set[str]:
    """Return the names that a function gives values."""
    stored = (one for one in ast.walk(each) if isinstance(one, ast.Name))
    local = {one.id for one in stored if isinstance(one.ctx, ast.Store)}
    return local | {argument.arg for argument in each.args.args}


def _needs_open_numbers(made: ast.ClassDef) -> bool:
    """Return whether a class computes with numbers and with quantities together."""
    return (
        any(
            isinstance(one, (ast.BinOp, ast.Compare, ast.IfExp)) and _has_both(one)
            for one in ast.walk(made)
        )
        or any(map(_is_equation, ast.walk(made)))
        or _computes_with_integers(made)
    )


def _computes_with_integers(made: ast.ClassDef) -> bool:
    """Return whether equations compute with parameters that are whole numbers."""
    integers = {
        _target(each)
        for each in made.body
        if isinstance(each, ast.Assign)
        and isinstance(each.value, ast.Call)
        and any(
            one.arg == "kind" and getattr(one.value, "value", "") == "integer"
            for one in each.value.keywords
        )
    }
    return any(
        isinstance(one, ast.Attribute) and one.attr in integers
        for method in made.body
        if isinstance(method, ast.FunctionDef)
        for operation in ast.walk(method)
        if isinstance(operation, ast.BinOp)
        for one in (operation.left, operation.right)
    )


def _is_equation(one: ast.AST) -> bool:
    value = one.value if isinstance(one, ast.Yield) else None
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.RShift):
        return False
    return value is not None and any(map(_is_number, ast.walk(value)))


def _is_number(one: ast.AST) -> bool:
    """Return whether a node is a number that has a unit; zero fits any."""
    return (
        isinstance(one, ast.Constant)
        and isinstance(one.value, (int, float))
        and not isinstance(one.value, bool)
        and one.value != 0
    )


def _has_both(one: ast.AST) -> bool:
    inside = list(ast.walk(one))
    return any(map(_is_number, inside)) and any(
        (isinstance(each, ast.Name) and each.id not in ("modeling", "math"))
        or (isinstance(each, ast.Attribute) and each.attr == "time")
        for each in inside
    )


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

    def __init__(self, one: Translated, names: ModuleNames, hidden: Iterable[str]) -> None:
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
