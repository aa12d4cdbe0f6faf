"""What the documents show is what happens: their code is run and its output compared."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import runpy
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import matplotlib as mpl
import pytest

import drivetrain.modeling
from drivetrain import errors

ROOT = Path(__file__).parent.parent
RUN = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
SOURCES = Path(drivetrain.__file__).parent
WITH_DOCTESTS = [
    path for path in sorted(SOURCES.rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")
]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]

_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!\!)\[[^\]]*\]\(([^)#\s]+)[^)]*\)|!\[[^\]]*\]\(([^)\s]+)\)")


class Block(NamedTuple):
    """A fenced block of a document."""

    kind: str
    text: str


def blocks(path: Path) -> list[Block]:
    return [Block(*match.groups()) for match in _FENCE.finditer(path.read_text(encoding="utf-8"))]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mpl.use("Agg")


@pytest.fixture(autouse=True)
def _heeds_interrupts() -> Iterator[None]:
    """A shell starts what runs in the background so that it ignores them."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual)


@pytest.mark.parametrize("path", RUN, ids=lambda path: path.name)
def test_python_prints_what_stands_below_it(path: Path) -> None:
    found = blocks(path)
    names: dict[str, Any] = {"__name__": "__readme__"}
    for block, after in zip(found, [*found[1:], Block("", "")], strict=True):
        if block.kind != "python":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block.text, str(path), "exec"), names)
        if after.kind == "text":
            assert printed.getvalue() == after.text


def test_the_picture_of_the_readme_is_drawn(tmp_path: Path) -> None:
    test_python_prints_what_stands_below_it(ROOT / "README.md")
    assert (tmp_path / "launch.png").read_bytes().startswith(b"\x89PNG")


def commands(path: Path) -> list[str]:
    """Return the commands of the package that a document shows."""
    shell = "\n".join(block.text for block in blocks(path) if block.kind == "sh")
    parts = re.split(r"&&|\n", shell)
    return [part.strip() for part in parts if part.strip().startswith("drivetrain ")]


def test_commands_of_the_readme_run(tmp_path: Path) -> None:
    shown = commands(ROOT / "README.md")
    assert shown
    for command in shown:
        words = shlex.split(command)[1:]
        done = subprocess.run(
            [sys.executable, "-m", "drivetrain", *words],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "CoupledClutches.png").exists()


def test_the_check_of_a_commit_runs_the_test_command_of_the_readme() -> None:
    shown = [block.text.strip() for block in blocks(ROOT / "README.md") if block.kind == "sh"]
    tests = [text for text in shown if "pytest" in text]
    assert len(tests) == 1
    assert re.match(r"pip install .* && python -m pytest", tests[0])


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    for groups in _LINK.findall(path.read_text(encoding="utf-8")):
        target = "".join(groups)
        if not target.startswith(("http", "mailto")):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"


@pytest.mark.parametrize("module", [drivetrain, drivetrain.modeling, errors], ids=str)
def test_the_reference_names_everything_public(module: ModuleType) -> None:
    listed = set(re.findall(r"^   [\w.]*?(\w+)$", (ROOT / "docs/api.md").read_text(), re.MULTILINE))
    public = {name for name in module.__all__ if not isinstance(getattr(module, name), ModuleType)}
    assert public - listed <= {"__version__", "nearest", "shown"}


@pytest.mark.parametrize("path", WITH_DOCTESTS, ids=lambda path: path.stem)
def test_examples_in_docstrings_give_what_they_show(path: Path) -> None:
    parts = path.relative_to(SOURCES).with_suffix("").parts
    found = doctest.testmod(
        import_module(".".join(("drivetrain", *parts)).removesuffix(".__init__"))
    )
    assert found.attempted
    assert not found.failed
    assert "+SKIP" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_scripts_run(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out
