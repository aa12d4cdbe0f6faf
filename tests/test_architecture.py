"""The shape of the source: every package has its place, and nothing grows too large."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import drivetrain

ROOT = Path(__file__).parent.parent
SOURCE = Path(drivetrain.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))
"""All are looked at by one test per rule: a test for each would take ten times as long."""
LIBRARIES = (
    "blocks",
    "book",
    "clutches",
    "couplings",
    "edition2002",
    "electrical",
    "gears",
    "mechanics",
    "rotational",
    "thermal",
    "translational",
)
MACHINERY = ("compiler", "simulation", "modeling")
"""Packages in which no import may lead back to where it began, not even one for types."""
MAX_FOLDER = 20
MAX_MODULE = 1000
MAX_FUNCTION = 80


def name(path: Path) -> str:
    return str(path.relative_to(SOURCE))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[str]:
    """Yield the modules that a file imports, relative imports included."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "drivetrain":
            yield from (f"drivetrain.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def contracts() -> list[dict[str, list[str]]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[dict[str, list[str]]] = settings["tool"]["importlinter"]["contracts"]
    return found


def test_every_package_has_a_place_in_the_contracts() -> None:
    placed = {
        module.strip(" ()")
        for contract in contracts()
        for layer in contract.get("layers", [])
        for module in layer.split("|")
    }
    packages = {f"drivetrain.{path.parent.name}" for path in SOURCE.glob("*/__init__.py")}
    assert packages <= placed


def test_every_library_is_kept_from_the_machinery() -> None:
    (contract,) = (
        c for c in contracts() if "drivetrain.compiler" in c.get("forbidden_modules", [])
    )
    here = {f"drivetrain.{library}" for library in LIBRARIES if (SOURCE / library).is_dir()}
    here = {module for module in here if (SOURCE / module[11:] / "__init__.py").exists()}
    assert here <= set(contract["source_modules"])


def test_imports_are_absolute() -> None:
    relative = {name(p) for p in FILES for module in imported(p) if module.startswith(".")}
    assert relative == set()


def test_a_module_has_one_idea_and_says_which() -> None:
    assert [name(path) for path in FILES if not ast.get_docstring(tree(path))] == []
    lines = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert {path: length for path, length in lines.items() if length > MAX_MODULE} == {}


def test_functions_fit_on_a_page() -> None:
    lengths = {f"{name(p)}: {function}": length for p in FILES for function, length in lines_of(p)}
    assert {where: length for where, length in lengths.items() if length > MAX_FUNCTION} == {}


def lines_of(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the functions of a file, by line and name, and how long their code is."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef):
            code = node.body[1:] if ast.get_docstring(node) else node.body
            length = (node.end_lineno or 0) - code[0].lineno + 1 if code else 0
            yield f"{node.lineno} {node.name}", length


def test_a_library_names_only_the_language_and_libraries() -> None:
    allowed = ("modeling", "errors", "linear_algebra", *LIBRARIES)
    for path in FILES:
        if path.relative_to(SOURCE).parts[0] in LIBRARIES and path.name != "__init__.py":
            for module in imported(path):
                if module.split(".")[0] == "drivetrain":
                    assert module.split(".")[1] in allowed, name(path)


def dotted(path: Path) -> str:
    return ".".join(("drivetrain", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(
        ".__init__"
    )


def imported_modules(path: Path, known: set[str]) -> Iterator[str]:
    """Yield the modules, among those known, that a file imports anywhere in its text."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in known else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("package", MACHINERY)
def test_imports_run_in_no_circle(package: str) -> None:
    files = {dotted(path): path for path in (SOURCE / package).rglob("*.py")}
    imports = {
        module: set(imported_modules(path, set(files))) & (files.keys() - {module})
        for module, path in files.items()
    }
    try:
        tuple(TopologicalSorter(imports).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


@pytest.mark.parametrize("package", MACHINERY)
def test_no_folder_holds_more_files_than_one_can_survey(package: str) -> None:
    folders = {path.parent for path in (SOURCE / package).rglob("*.py")}
    for folder in folders:
        assert len(list(folder.glob("*.py"))) <= MAX_FOLDER, folder
