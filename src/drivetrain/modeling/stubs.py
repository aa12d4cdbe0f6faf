"""Signatures of component classes as text, for the stubs that type checkers and editors read.

A class declares its parameters in its body, and Python makes no signature of that which a type
checker could see. A stub says it in words that it knows.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from drivetrain.modeling.component import Component
from drivetrain.modeling.expression import BOOLEAN, INTEGER
from drivetrain.modeling.members import REQUIRED, Parameter, Signal, TableParameter, Variable
from drivetrain.modeling.members.scopes import is_outer

__all__ = ["IMPORTS", "signatures", "with_signatures"]

IMPORTS: Final = (
    "from typing import Any as _Any, Literal as _Literal, Self as _Self",
    "import drivetrain.modeling.argument_types as _t",
    "from drivetrain.modeling.component_array import ComponentArray as _ComponentArray",
)
"""What the signatures refer to."""


def signatures(cls: type[Component]) -> list[str]:
    """Return the lines of the constructor and of `array`, as in the body of a class.

    Parameters
    ----------
    cls : type
        A component class without a constructor of its own.
    """
    members = _settable(cls)
    one = [f"{key}: {_one(m)}{_default(m)}" for key, m in members.items()]
    each = [f"{key}: {_each(m)}{_default(m)}" for key, m in members.items() if key != "count"]
    return [
        "def __init__(",
        *_arguments("self", [*one, "enabled: _t.Boolean = True"]),
        ") -> None:",
        *_docstring(_documented(cls, members), "    "),
        "",
        "@classmethod",
        "def array(  # type: ignore[override]",
        *_arguments("cls", [*each, "enabled: _t.Boolean = True"], "count: _t.Count"),
        ") -> _ComponentArray[_Self]: ...",
        "",
    ]


def with_signatures(source: str, classes: Mapping[str, type[Component]]) -> str:
    """Return a module as a stub: its text, with the signatures of its component classes.

    Parameters
    ----------
    source : str
        Text of the module.
    classes : mapping
        Its component classes by name; those with a constructor of their own are left alone.
    """
    lines, tree = source.splitlines(), ast.parse(source)
    for node in reversed(tree.body):
        if isinstance(node, ast.ClassDef) and node.name in classes and not _has_constructor(node):
            _insert(lines, node, signatures(classes[node.name]))
    lines[_first_line(tree) : _first_line(tree)] = IMPORTS
    return "\n".join(lines) + "\n"


def _has_constructor(node: ast.ClassDef) -> bool:
    return any(isinstance(one, ast.FunctionDef) and one.name == "__init__" for one in node.body)


def _insert(lines: list[str], node: ast.ClassDef, added: list[str]) -> None:
    """Insert lines at the end of the body of a class, before what follows it."""
    first, end = node.body[0], node.end_lineno or node.lineno
    if first.lineno == node.lineno or lines[first.lineno - 1][: first.col_offset].strip():
        line = lines[first.lineno - 1]  # class A(B): pass
        before = len(line.encode()[: first.col_offset].decode())
        lines[first.lineno - 1 : first.lineno] = [line[:before].rstrip(), f"    {line[before:]}"]
        end, indent = end + 1, "    "
    else:
        indent = " " * first.col_offset
    lines[end:end] = ["", *(f"{indent}{line}".rstrip() for line in added)]


def _first_line(tree: ast.Module) -> int:
    """Return the number of lines before which nothing may stand: the docstring, and the like."""
    last = 0
    for node in tree.body:
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        is_future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if not (is_text or is_future):
            break
        last = node.end_lineno or last
    return last


def _settable(cls: type[Component]) -> dict[str, Any]:
    """Return the members that a user may give a value, those without a default first."""
    found = {
        name: member
        for name, member in cls.declarations().items()
        if isinstance(member, (Parameter, TableParameter, Variable, Component))
        and not (getattr(member, "final", False) or is_outer(member))
    }
    return dict(sorted(found.items(), key=lambda item: _rank(item[1])))


def _rank(member: Any) -> int:
    if _default(member) == "":
        return 0
    if isinstance(member, Signal) and member.is_input:
        return 2
    if isinstance(member, Variable):
        return 3
    return 4 if isinstance(member, Component) else 1


def _arguments(first: str, named: list[str], *further: str) -> Iterator[str]:
    for one in [first, *further, "*", *named]:
        yield f"    {one},"


def _default(member: Any) -> str:
    """Return the default as written in the stub."""
    if isinstance(member, (Variable, Component)):
        return " = ..."
    default = member.default
    if default is REQUIRED:
        return ""
    if isinstance(default, float) and not math.isfinite(default):
        return " = ..."
    for kind in (bool, int, float, str):
        if isinstance(default, kind):
            return f" = {kind(default)!r}"
    return " = ..."


def _one(member: Any) -> str:
    """Return the type of the value of a member of a single component."""
    if isinstance(member, TableParameter):
        return "_t.Rows"
    if isinstance(member, Component):
        return "_t.Inside"
    if isinstance(member, Variable):
        return _of_variable(member)
    if member.structural:
        return _of_structural(member)
    if member.vector:
        return "_t.Vector"
    return {BOOLEAN: "_t.Boolean", INTEGER: "_t.Integer"}.get(member.kind, "_t.Real")


def _of_variable(member: Variable) -> str:
    if not member.is_input:
        return "_t.Start"
    if member.size is not None:
        return "_t.EachInput"
    names = {BOOLEAN: "_t.BooleanInput", INTEGER: "_t.IntegerInput"}
    return names.get(member.kind, "_t.Input")


def _of_structural(member: Parameter) -> str:
    if member.choices and all(isinstance(one, str) for one in member.choices):
        return f"_Literal[{', '.join(map(repr, member.choices))}] | _t.Structural"
    if member.kind == BOOLEAN:
        return "_t.Boolean"
    if member.kind == INTEGER:
        return "_t.Integer"
    if isinstance(member.default, str):
        return "_t.Text"
    return "_t.Real" if isinstance(member.default, float) else "_Any"


def _each(member: Any) -> str:
    """Return the type of the value of a member of an array of components."""
    single = _one(member)
    if getattr(member, "structural", False) or isinstance(member, (TableParameter, Component)):
        return single
    if isinstance(member, Variable):
        return "_t.EachInput" if member.is_input else single
    return "_t.EachBoolean" if member.kind == BOOLEAN else "_t.Each"


def _documented(cls: type[Component], members: Mapping[str, Any]) -> str:
    """Return the docstring of a constructor: what each argument means, and its unit."""
    about = (cls.__doc__ or cls.__name__).strip().partition("\n")[0]
    lines = [about, "", "Parameters", "----------"]
    for name, member in members.items():
        if isinstance(member, (Parameter, TableParameter)) or getattr(member, "is_input", False):
            lines += [f"{name} : {_unit(member)}", *([f"    {member.doc}"] if member.doc else [])]
    starts = [name for name, m in members.items() if isinstance(m, Variable) and not m.is_input]
    if starts:
        lines += [", ".join(starts), "    Start values, fixed(…) or guess(…)."]
    parts = [name for name, m in members.items() if isinstance(m, Component)]
    if parts:
        lines += [", ".join(parts), "    Values of what is inside these parts, dict(…)."]
    return "\n".join([*lines, "enabled : bool", "    Whether the component exists."])


def _unit(member: Any) -> str:
    if isinstance(member, TableParameter):
        return f"rows in {', '.join(member.units)}"
    if isinstance(member, Parameter) and member.choices:
        return "{" + ", ".join(map(repr, member.choices)) + "}"
    if member.kind == BOOLEAN:
        return "bool"
    unit: str = member.unit
    return {"1": "number" if member.kind != INTEGER else "int"}.get(unit, unit)


def _docstring(text: str, indent: str) -> Iterator[str]:
    first, *rest = text.replace("\\", r"\\").replace('"', r"\"").splitlines()
    yield f'{indent}"""{first}'
    yield from (f"{indent}{line}".rstrip() for line in rest)
    yield f'{indent}"""'
