"""Signatures of component classes as text."""

from __future__ import annotations

import ast
import math
from typing import Any

import pytest

from drivetrain.modeling import BooleanInput, Component, RealInput, RealOutput, parameter, table
from drivetrain.modeling import variable as declared
from drivetrain.modeling.stubs import signatures, with_signatures

ODD = 'A "quoted" text, a back\\slash, and """three'


class Everything(Component):
    """Members of every kind."""

    J = parameter(unit="kg.m2", doc=ODD)
    far = parameter(math.inf)
    on = parameter(True, structural=True)
    law = parameter("it's", structural=True, choices=("it's", 'a "b"'))
    many = parameter([1.0, 2.0])
    rows = table([[0, 1], [1, 2]], units=("rad/s", "N.m"))
    count = parameter(3, kind="integer")
    twice = parameter(2 * count, final=True)
    w = declared("rad/s")
    u = RealInput("N")
    b = BooleanInput()
    y = RealOutput()


def methods(cls: type[Component]) -> dict[str, ast.FunctionDef]:
    body = ast.parse("\n".join(signatures(cls))).body
    return {one.name: one for one in body if isinstance(one, ast.FunctionDef)}


def arguments(method: ast.FunctionDef) -> dict[str, tuple[str, str]]:
    """Return type and default of each argument; no default is an empty text."""
    pairs = zip(method.args.kwonlyargs, method.args.kw_defaults, strict=True)
    return {
        arg.arg: (ast.unparse(arg.annotation or ast.Constant(None)), default_text(default))
        for arg, default in pairs
    }


def default_text(default: ast.expr | None) -> str:
    return "" if default is None else ast.unparse(default)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("J", ("_t.Real", "")),
        ("far", ("_t.Real", "...")),
        ("on", ("_t.Boolean", "True")),
        ("law", ('_Literal["it\'s", \'a "b"\'] | _t.Structural', '"it\'s"')),
        ("many", ("_t.Vector", "...")),
        ("rows", ("_t.Rows", "...")),
        ("count", ("_t.Integer", "3")),
        ("w", ("_t.Start", "...")),
        ("u", ("_t.Input", "...")),
        ("b", ("_t.BooleanInput", "...")),
        ("enabled", ("_t.Boolean", "True")),
    ],
)
def test_types_and_defaults(name: str, expected: tuple[str, str]) -> None:
    assert arguments(methods(Everything)["__init__"])[name] == expected


def test_required_parameters_come_first_and_final_ones_not_at_all() -> None:
    names = list(arguments(methods(Everything)["__init__"]))
    assert names[0] == "J"
    assert "twice" not in names


def test_an_array_takes_a_value_for_each_component() -> None:
    made = methods(Everything)["array"]
    assert [arg.arg for arg in made.args.args] == ["cls", "count"]
    assert arguments(made)["J"] == ("_t.Each", "")
    assert "count" not in arguments(made)


def test_odd_texts_survive_in_the_docstring() -> None:
    assert ODD in (ast.get_docstring(methods(Everything)["__init__"]) or "")


MODULE = '''"""Parts."""

from __future__ import annotations

from drivetrain.modeling import Component, parameter


class Plain(Component):
    """One parameter."""

    a = parameter(1.0)

    def twice(self):
        return 2 * self.a  # a remark


class Short(Component): pass


class Own(Component):
    def __init__(self, n):
        super().__init__()


class Foreign:
    pass


LAST = 1
'''


def test_a_module_becomes_a_stub() -> None:
    names: dict[str, Any] = {}
    exec(compile(MODULE, "parts.py", "exec"), names)
    classes = {name: names[name] for name in ("Plain", "Short", "Own")}
    text = with_signatures(MODULE, classes)
    tree = ast.parse(text)
    found = {
        node.name: [one.name for one in node.body if isinstance(one, ast.FunctionDef)]
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }
    assert found == {
        "Plain": ["twice", "__init__", "array"],
        "Short": ["__init__", "array"],
        "Own": ["__init__"],
        "Foreign": [],
    }
    assert ast.get_docstring(tree) == "Parts."
    assert "# a remark" in text
    assert text.endswith("LAST = 1\n")
    exec(compile(text, "parts.pyi", "exec"), {"__name__": "parts"})


def test_what_the_module_says_is_kept_line_by_line() -> None:
    added = iter(with_signatures(MODULE, {}).splitlines())
    assert all(line in added for line in MODULE.splitlines())
