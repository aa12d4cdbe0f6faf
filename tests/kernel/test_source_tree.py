"""The sources of the kernel: folders named by their theory, which know only those below."""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import drivetrain.kernel

KERNEL = Path(drivetrain.kernel.__file__).parent
SOURCE = KERNEL / "source"
FILES = sorted(SOURCE.rglob("*.[ch]"))
LAYERS = (
    "linalg",
    "model",
    "sensitivity",
    "contact",
    "methods",
    "discontinuities",
    "stepping",
    "events",
    "run",
)
"""Folders of functions, lowest first; `verification` stands alone, `state` holds data only."""
MAX_HEADER, MAX_FOLDER = 300, 20


def code(path: Path) -> str:
    """Return a source file without comments and texts."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r'"(\\.|[^"\\])*"', '""', text)


def included(path: Path) -> list[Path]:
    text = path.read_text(encoding="utf-8")
    return [(path.parent / name).resolve() for name in re.findall(r'#include "(.*?)"', text)]


def defined() -> dict[str, str]:
    """Return the folder of every function that other files may call."""
    pattern = r"^(?:DT_CLONES )?(?!static)(?:const )?\w[\w ]*?[\s*]+(dt_\w+)\([^;{]*\)\s*\{"
    return {
        name: path.parent.name
        for path in FILES
        if path.suffix == ".c"
        for name in re.findall(pattern, code(path), re.MULTILINE)
    }


def assert_downwards(edges: dict[str, set[str]]) -> None:
    try:
        tuple(TopologicalSorter(edges).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))
    for folder in LAYERS:
        above = LAYERS[LAYERS.index(folder) + 1 :]
        assert not edges.get(folder, set()) & set(above), folder


def test_includes_of_folders_lead_downwards() -> None:
    edges: dict[str, set[str]] = {}
    for path in FILES:
        found = {one.parent.name for one in included(path)} - {path.parent.name}
        edges.setdefault(path.parent.name, set()).update(found)
    assert edges["state"] == {"include"}
    assert_downwards(edges)


def test_calls_of_folders_lead_downwards() -> None:
    folders, edges = defined(), dict[str, set[str]]()
    assert len(folders) > 200
    for path in FILES:
        called = {folders[name] for name in re.findall(r"\bdt_\w+", code(path)) if name in folders}
        if path.suffix == ".c":
            edges.setdefault(path.parent.name, set()).update(called - {path.parent.name})
    assert_downwards(edges)


def test_linear_algebra_knows_no_solver() -> None:
    for path in (SOURCE / "linalg").iterdir():
        assert "dt_solver" not in code(path), path.name


@pytest.mark.parametrize(
    "path", [*KERNEL.rglob("*.h")], ids=lambda path: str(path.relative_to(KERNEL))
)
def test_headers_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_HEADER


def test_no_folder_holds_more_files_than_one_can_survey() -> None:
    for folder in {
        path.parent for path in KERNEL.rglob("*.*") if path.suffix in (".c", ".h", ".py")
    }:
        files = [path for path in folder.iterdir() if path.suffix in (".c", ".h", ".py")]
        assert len(files) <= MAX_FOLDER, folder


def test_no_constant_means_two_things() -> None:
    places: dict[str, set[str]] = {}
    for path in FILES:
        for name in re.findall(r"^#define (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            places.setdefault(name, set()).add(path.name)
    assert not {name: files for name, files in places.items() if len(files) > 1}
