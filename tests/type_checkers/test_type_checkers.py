"""What mypy and pyright say about models: nothing about right ones, and every slip is found."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
SLIPS, SOUND = HERE / "misspelt_calls.py", HERE / "sound_calls.py"
CONVERTED = sorted((ROOT / "tests/modelica/conversion/approved").glob("*.py"))
EXAMPLES = [*sorted((ROOT / "examples").rglob("*.py")), *CONVERTED]
SHIPPED = ROOT / "src/drivetrain/examples"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
WRONG_ON_PURPOSE = ("if self.phi > 0:",)
"""Lines of the documents that show a mistake, which pyright finds, too."""
BEYOND_PYRIGHT = (
    "print([round(p.value, 2) for p in report.params.values()])",  # attributes made at run time
    "spread = sampler.get_chain(discard=30, flat=True).std(axis=0) / best.standard_errors",
    "from dask_jobqueue import SLURMCluster",  # needs a batch system
)
"""Right lines of the documents that need what pyright cannot know of other packages."""

Found = Mapping[Path, Mapping[int, str]]
"""File → line → messages."""

_FENCE = re.compile(r"^```(?:python|\{code-cell\}[^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MYPY = re.compile(r"^(.*?\.py):(\d+): error: (.*)$", re.MULTILINE)

pytestmark = pytest.mark.slow


def needs(module: str) -> None:
    if find_spec(module) is None:
        pytest.skip(f"{module} is not installed: pip install 'drivetrain[test]'")


def slips() -> dict[int, str]:
    """Return the lines with a slip, and what would be right."""
    lines = enumerate(SLIPS.read_text(encoding="utf-8").splitlines(), start=1)
    return {k: line.partition("# slip: ")[2] for k, line in lines if "# slip: " in line}


def code_of(page: Path) -> str:
    """Return the code of a page on the lines where it stands; fragments are left out."""
    text = page.read_text(encoding="utf-8")
    lines = [""] * (text.count("\n") + 1)
    for block in _FENCE.finditer(text):
        own = re.sub(r"^(:.*|%.*)$", "", block[1], flags=re.MULTILINE)
        try:
            compile(own, str(page), "exec")
        except SyntaxError:  # a line or two from within a method
            continue
        first = text.count("\n", 0, block.start(1))
        lines[first : first + own.count("\n")] = own.splitlines()
    return "\n".join(lines)


def collected(found: list[tuple[str, int, str]]) -> Found:
    by_file: dict[Path, dict[int, str]] = defaultdict(lambda: defaultdict(str))
    for file, line, message in found:
        by_file[Path(file).resolve()][line] += message + "\n"
    return by_file


@pytest.fixture(scope="module")
def strict_mypy(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A command: with the same options, what it finds out about packages is kept in one folder."""
    needs("mypy")
    options = ["--strict", "--no-error-summary", "--config-file", os.devnull]
    options += ["--explicit-package-bases"]  # two examples have the same name
    options += ["--cache-dir", str(tmp_path_factory.mktemp("mypy"))]
    return [sys.executable, "-m", "mypy", *options]


@pytest.fixture(scope="module")
def mypy(strict_mypy: list[str], tmp_path_factory: pytest.TempPathFactory) -> Found:
    """What mypy says about the examples and the two files of calls."""
    done = subprocess.run(
        [*strict_mypy, *map(str, EXAMPLES), str(SLIPS), str(SOUND)],
        capture_output=True, text=True, check=False, encoding="utf-8",
        cwd=tmp_path_factory.mktemp("elsewhere"), env={**os.environ, "MYPYPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    return collected([(file, int(line), said) for file, line, said in _MYPY.findall(done.stdout)])


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Path]:
    """Files with the code of the pages of the documentation."""
    folder = tmp_path_factory.mktemp("pages")
    made = {}
    for page in PAGES:
        code = code_of(page)
        if code.strip():
            file = folder / f"{'_'.join(page.relative_to(ROOT).with_suffix('').parts)}.py"
            file.write_text(code, encoding="utf-8")
            made[page] = file.resolve()
    return made


@pytest.fixture(scope="module")
def pyright(tmp_path_factory: pytest.TempPathFactory, pages: dict[Path, Path]) -> Found:
    """What pyright says about the examples, the pages, and the two files of calls."""
    needs("basedpyright")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    project = tmp_path_factory.mktemp("pyright") / "pyrightconfig.json"
    include = [*EXAMPLES, SHIPPED, SLIPS, SOUND, *pages.values()]
    mode = settings["pyright"]["typeCheckingMode"]
    project.write_text(json.dumps({"include": [*map(str, include)], "typeCheckingMode": mode}))
    done = subprocess.run(
        [sys.executable, "-m", "basedpyright", "--outputjson", "--project", str(project),
         "--pythonpath", sys.executable],
        capture_output=True, text=True, check=False, encoding="utf-8",
    )  # fmt: skip
    assert done.stdout, done.stderr
    return collected(
        [
            (one["file"], one["range"]["start"]["line"] + 1, one["message"])
            for one in json.loads(done.stdout)["generalDiagnostics"]
            if one["severity"] == "error"
        ]
    )


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
@pytest.mark.parametrize(("line", "right"), slips().items())
def test_a_slip_is_found(
    checker: str, line: int, right: str, request: pytest.FixtureRequest
) -> None:
    found: Found = request.getfixturevalue(checker)
    assert line in found[SLIPS], f"{checker} does not find what should be {right}"


def test_there_are_more_than_ten_slips() -> None:
    assert len(slips()) > 10


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_nothing_else_is_found(checker: str, request: pytest.FixtureRequest) -> None:
    found: Found = request.getfixturevalue(checker)
    assert set(found[SLIPS]) == set(slips())
    assert not found.get(SOUND)


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_clean(checker: str, example: Path, request: pytest.FixtureRequest) -> None:
    found: Found = request.getfixturevalue(checker)
    assert not found.get(example)


def test_the_models_that_ship_are_clean(pyright: Found) -> None:
    assert not {file: said for file, said in pyright.items() if file.is_relative_to(SHIPPED)}


def test_pages_are_clean(pyright: Found, pages: dict[Path, Path]) -> None:
    assert len(pages) > 10
    wrong = [
        f"{page.name}:{line}: {message}"
        for page, file in pages.items()
        for line, message in pyright.get(file, {}).items()
        if page.read_text(encoding="utf-8").splitlines()[line - 1].strip()
        not in (*WRONG_ON_PURPOSE, *BEYOND_PYRIGHT)
    ]
    assert not wrong


def test_a_mistake_on_a_page_is_found(pyright: Found, pages: dict[Path, Path]) -> None:
    assert pyright[pages[ROOT / "docs/language.md"]]


OWN_PARTS = '''"""Parts of one's own."""
from drivetrain.modeling import parameter
from drivetrain.rotational import Inertia


class Flywheel(Inertia):
    """An inertia with one parameter more."""

    radius = parameter(unit="m")
'''
USE = "from parts import Flywheel\n\nFlywheel(J=1, radius=2)\nFlywheel(J=1, radios=2)\n"


@pytest.mark.parametrize("checker", ["mypy", "basedpyright"])
def test_a_stub_makes_own_components_known(
    checker: str, tmp_path: Path, strict_mypy: list[str]
) -> None:
    needs(checker)
    (tmp_path / "parts.py").write_text(OWN_PARTS, encoding="utf-8")
    (tmp_path / "use.py").write_text(USE, encoding="utf-8")
    subprocess.run(
        [sys.executable, "-m", "drivetrain", "stubs", "parts.py"], check=True, cwd=tmp_path
    )
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard"}')
    command = strict_mypy if checker == "mypy" else [sys.executable, "-m", checker]
    done = subprocess.run(
        [*command, "use.py"],
        capture_output=True, text=True, check=False, cwd=tmp_path, encoding="utf-8",
    )  # fmt: skip
    told = [line for line in done.stdout.splitlines() if "error" in line and "use.py:" in line]
    assert told
    assert all("use.py:4" in line for line in told)
