"""Write the stubs of the libraries: ``python -m tools.stubs``, with ``--check`` only compare them.

A component class declares its parameters in its body, and Python makes no signature of that which
a type checker could see. So the stub of each library, next to its ``__init__.py``, repeats the
public classes with the signature of their constructor. Members and methods come from the source,
from which each class of a stub is derived.

Base classes in `interfaces` keep the open signature of `Component`: others derive from them and
add parameters of their own.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from drivetrain.modeling.component import Component
from drivetrain.modeling.expression import BOOLEAN, INTEGER, Expr
from drivetrain.modeling.members import REQUIRED, Parameter, Signal, TableParameter, Variable

LIBRARIES = (
    "blocks", "book", "clutches", "couplings", "edition2002", "gears", "rotational", "thermal",
    "translational",
)  # fmt: skip
_HEAD = '''"""Signatures of the components, for editors; made by `python -m tools.stubs`."""

from typing import Any, Literal, Self

import drivetrain.modeling.argument_types as _t
from drivetrain.modeling.component_array import ComponentArray
'''


def main() -> int:
    """Write or compare the stubs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only tell which are out of date")
    check = parser.parse_args().check
    stale = [path for path, text in stubs().items() if not _is_current(path, text)]
    for path in stale:
        print(f"{path}: {'out of date' if check else 'written'}")
        if not check:
            path.write_text(stubs()[path], encoding="utf-8", newline="\n")
    return int(check and bool(stale))


def _is_current(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


def stubs() -> dict[Path, str]:
    """Return the text of every stub by its path."""
    modules = [import_module(f"drivetrain.{name}") for name in LIBRARIES]
    return {Path(str(module.__file__)).with_suffix(".pyi"): stub(module) for module in modules}


def stub(module: ModuleType) -> str:
    """Return the stub of a library.

    Parameters
    ----------
    module : module
        A package with `__all__`.
    """
    public = {name: getattr(module, name) for name in sorted(module.__all__)}
    whole = {name: value for name, value in public.items() if _is_complete(value)}
    lines = [
        f"from {value.__module__} import {value.__name__} as {_alias(name, value, whole)}"
        for name, value in public.items()
    ]
    listed = "\n".join(f'    "{name}",' for name in module.__all__)
    classes = "\n".join(_class(name, value) for name, value in whole.items())
    return f"{_HEAD}" + "\n".join(lines) + f"\n\n__all__ = [\n{listed}\n]\n\n{classes}"


def _is_complete(value: Any) -> bool:
    """Return whether it is a class to be used as it is, not one to derive from."""
    return issubclass(value, Component) and ".interfaces" not in value.__module__


def _alias(name: str, value: Any, whole: Mapping[str, Any]) -> str:
    return f"_{name}" if name in whole else name


def _class(name: str, cls: type[Component]) -> str:
    members = _settable(cls)
    one = [f"{key}: {_one(m)}{_default(m)}" for key, m in members.items()]
    each = [f"{key}: {_each(m)}{_default(m)}" for key, m in members.items() if key != "count"]
    return "\n".join(
        [
            f"class {name}(_{name}):",
            "    def __init__(",
            *_arguments("self", [*one, "enabled: _t.Boolean = True"]),
            "    ) -> None:",
            *_docstring(_documented(cls, members), "        "),
            "",
            "    @classmethod",
            "    def array(  # type: ignore[override]",
            *_arguments("cls", [*each, "enabled: _t.Boolean = True"], "count: _t.Count"),
            "    ) -> ComponentArray[Self]: ...",
            "",
        ]
    )


def _settable(cls: type[Component]) -> dict[str, Any]:
    """Return the members that a user may give a value, those without a default first."""
    found = {
        name: member
        for name, member in cls.declarations().items()
        if isinstance(member, (Parameter, TableParameter, Variable))
        and not getattr(member, "final", False)
    }
    return dict(sorted(found.items(), key=lambda item: _rank(item[1])))


def _rank(member: Any) -> int:
    if _default(member) == "":
        return 0
    if isinstance(member, Signal) and member.is_input:
        return 2
    return 3 if isinstance(member, Variable) else 1


def _arguments(first: str, named: list[str], *further: str) -> Iterator[str]:
    for one in [first, *further, "*", *named]:
        yield f"        {one},"


def _default(member: Any) -> str:
    """Return the default as written in the stub."""
    if isinstance(member, Variable):
        return " = ..."
    default = member.default
    if default is REQUIRED:
        return ""
    plain = isinstance(default, (bool, int, float, str)) and not isinstance(default, Expr)
    return f" = {default!r}" if plain and "inf" not in repr(default) else " = ..."


def _one(member: Any) -> str:
    """Return the type of the value of a member of a single component."""
    if isinstance(member, TableParameter):
        return "_t.Rows"
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
        return f"Literal[{', '.join(map(_quoted, member.choices))}] | _t.Structural"
    if member.kind == BOOLEAN:
        return "_t.Boolean"
    if member.kind == INTEGER:
        return "_t.Integer"
    if isinstance(member.default, str):
        return "_t.Text"
    return "_t.Real" if isinstance(member.default, float) else "Any"


def _quoted(text: str) -> str:
    return f'"{text}"'


def _each(member: Any) -> str:
    """Return the type of the value of a member of an array of components."""
    single = _one(member)
    if getattr(member, "structural", False) or isinstance(member, TableParameter):
        return single
    if isinstance(member, Variable):
        return "_t.EachInput" if member.is_input else single
    return "_t.EachBoolean" if member.kind == BOOLEAN else "_t.Each"


def _documented(cls: type[Component], members: Mapping[str, Any]) -> str:
    """Return the docstring of a constructor: what each argument means, and its unit."""
    lines = [str(cls.__doc__).partition("\n")[0], "", "Parameters", "----------"]
    for name, member in members.items():
        if not isinstance(member, Variable) or member.is_input:
            lines += [f"{name} : {_unit(member)}", f"    {member.doc}"]
    starts = [name for name, m in members.items() if isinstance(m, Variable) and not m.is_input]
    if starts:
        lines += [", ".join(starts), "    Start values, fixed(…) or guess(…)."]
    return "\n".join([*lines, "enabled : bool", "    Whether the component exists."])


def _unit(member: Any) -> str:
    if isinstance(member, TableParameter):
        return f"rows in {', '.join(member.units)}"
    if isinstance(member, Parameter) and member.choices:
        return "{" + ", ".join(map(repr, member.choices)) + "}"
    if member.kind == BOOLEAN:
        return "bool"
    return {"1": "number" if member.kind != INTEGER else "int"}.get(member.unit, member.unit)


def _docstring(text: str, indent: str) -> Iterator[str]:
    raw = "r" * ("\\" in text)
    first, *rest = textwrap.dedent("    " + text).strip().splitlines()
    rest = textwrap.dedent("\n".join(rest)).splitlines()
    if not rest:
        yield f'{indent}{raw}"""{first}"""'
        return
    yield f'{indent}{raw}"""{first}'
    yield from (f"{indent}{line}".rstrip() for line in rest)
    yield f'{indent}"""'


if __name__ == "__main__":
    sys.exit(main())
