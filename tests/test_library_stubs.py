"""The stubs of the libraries say what the classes say, and are as the tool writes them."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest
from tools.stubs import LIBRARIES, stubs

import drivetrain
from drivetrain.modeling import Component

SOURCE = Path(drivetrain.__file__).parent


@pytest.mark.parametrize(("path", "text"), stubs().items(), ids=lambda one: str(one)[-40:][:20])
def test_stubs_are_current(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text, "run: python -m tools.stubs"


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_stub_has_every_public_name(library: str) -> None:
    tree = ast.parse((SOURCE / library / "__init__.pyi").read_text(encoding="utf-8"))
    classes = {one.name for one in tree.body if isinstance(one, ast.ClassDef)}
    imported = {
        one.asname for node in tree.body if isinstance(node, ast.ImportFrom) for one in node.names
    }
    assert set(import_module(f"drivetrain.{library}").__all__) <= classes | imported


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_signature_in_a_stub_takes_what_the_class_takes(library: str) -> None:
    tree = ast.parse((SOURCE / library / "__init__.pyi").read_text(encoding="utf-8"))
    for written in (one for one in tree.body if isinstance(one, ast.ClassDef)):
        cls: type[Component] = getattr(import_module(f"drivetrain.{library}"), written.name)
        init = next(one for one in written.body if isinstance(one, ast.FunctionDef))
        names = {arg.arg for arg in init.args.kwonlyargs} - {"enabled"}
        known = cls.__signature__.parameters  # type: ignore[attr-defined]
        assert {name for name in known if name != "starts"} <= names
        required = {
            arg.arg
            for arg, default in zip(init.args.kwonlyargs, init.args.kw_defaults, strict=True)
            if default is None
        }
        assert required == {
            name for name, one in known.items() if one.default is one.empty and name != "starts"
        }


def test_every_library_has_a_stub() -> None:
    libraries = {
        path.parent.name
        for path in SOURCE.glob("*/__init__.py")
        if any(
            isinstance(one, type) and issubclass(one, Component)
            for one in vars(import_module(f"drivetrain.{path.parent.name}")).values()
        )
    }
    assert libraries - {"modeling"} == set(LIBRARIES)
