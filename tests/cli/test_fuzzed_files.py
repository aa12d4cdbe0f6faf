"""Files that are no models, or do what models do not: one message each, nothing else is run."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import drivetrain
from drivetrain.cli import main

pytestmark = pytest.mark.slow

LONG = int(os.environ.get("DRIVETRAIN_LONG", "0"))

GOOD = '''
from drivetrain import Model, fixed
from drivetrain.modeling import *
from drivetrain.rotational import *

class M(Model):
    """A mass that turns."""

    mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
'''
EXPRESSION = """
    x = variable("1")

    def equations(self):
        e = self.x
        for _ in range({count}):
            e = {step}
        yield e == 1.0
"""

# What is appended to a good file, the exit status, and what the message says.
FAULTS = {
    "sys.exit": ("import sys; sys.exit(0)", 1, "SystemExit: 0"),
    "an exception of another kind": ("class E(BaseException): pass\nraise E('odd')", 1, "E: odd"),
    "an error without text": (
        "class E(Exception):\n    def __str__(self): raise ValueError\nraise E",
        1,
        "E: .an error that cannot tell its text.",
    ),
    "endless recursion": (
        "    def equations(self):\n        yield from self.equations()", 1, "RecursionError"
    ),
    "a deep expression": (
        EXPRESSION.format(count=5000, step="e + 1.0"), 1, r"nested \d+ deep, is too large.*M"
    ),
    "a long expression": (
        EXPRESSION.format(count=60, step="e + e"), 1, r"of 2\.\d+e\+18 terms.* is too large.*M"
    ),
    "equations that are no method": ("    equations = 5", 1, "write 'def equations.self.:'"),
    "equations that want more": (
        "    def equations(self, more):\n        yield more == 1", 1, "write 'def equations.self.:'"
    ),
    "sys.exit in equations": (
        "    def equations(self):\n        import sys\n        yield sys.exit(0)",
        1,
        "SystemExit: 0",
    ),
    "a model that wants arguments": (
        "    def __init__(self, J): super().__init__()", 2, r"M.. cannot be made.*'J'"
    ),
    "a model that forgets its base": (
        "    def __init__(self): pass", 1, r"M.__init__' has to call super"
    ),
    "an experiment that is none": ("    experiment = 5", 2, r"write experiment = Experiment"),
    "too many parts": ("    many = Inertia.array(10**9, J=1.0)", 1, "many: an array of 1000000000"),
}  # fmt: skip


def simulate(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *words, "--stop-time", "0.1"])


def refused(done: Result, status: int) -> str:
    """Check that a command ended with one message, and return it."""
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == status, done.output
    assert len(re.findall("^Error: ", done.stderr, re.MULTILINE)) == 1
    return done.stderr


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path


@pytest.mark.parametrize("fault", FAULTS)
def test_files_that_misbehave(fault: str, folder: Path) -> None:
    more, status, said = FAULTS[fault]
    (folder / "model.py").write_text(GOOD + more)
    text = refused(simulate("model.py:M", "--output", "run.csv"), status)
    assert re.search(said, " ".join(text.split()))
    assert not (folder / "run.csv").exists()


def test_a_model_that_changes_the_folder_changes_no_path(folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    (folder / "model.py").write_text(GOOD + "import os; os.chdir('elsewhere')")
    done = simulate("model.py", "--output", "run.csv", "--plot", "mass.w")
    assert done.exit_code == 0, done.output
    assert (folder / "run.csv").exists()
    assert (folder / "M.png").exists()
    assert not list((folder / "elsewhere").iterdir())


@pytest.mark.parametrize("asked", ["First", "model.py", "model:M"])
def test_only_the_file_that_is_named_is_run(asked: str, folder: Path) -> None:
    """Files that are called as an example, or as a library that is needed, lie beside it."""
    (folder / "model.py").write_text(GOOD)
    names = {"First", "first", "examples", "secrets", "numpy", "scipy", "pandas", "matplotlib"}
    names |= {"drivetrain", "click", "csv", "struct", "pyarrow", "llvmlite"}
    for name in names:
        (folder / f"{name}.py").write_text(f"open('ran_{name}', 'w').close()\nraise SystemExit(3)")
    source = Path(drivetrain.__file__).parents[1]
    command = (
        f"import sys; sys.path.insert(0, {str(source)!r}); "
        "from drivetrain.__main__ import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", command, "simulate", asked, "--stop-time", "0.1",
         "--output", "run.csv", "--output", "run.mat", "--plot", "*"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert not list(folder.glob("ran_*"))


def mangled(rng: random.Random) -> bytes:
    """Return a file with a model after something has happened to it."""
    data = bytearray(GOOD.encode())
    kind = rng.randrange(6)
    if kind == 0:
        return rng.randbytes(rng.randrange(2000))
    if kind == 1:
        return bytes(data[: rng.randrange(len(data))])
    if kind == 2:
        return GOOD.encode(rng.choice(["utf-16", "utf-32", "utf-8-sig", "utf-7"]))
    if kind == 3:
        coding = rng.choice(["utf-8", "latin-1", "nonsense", "ascii", "rot13", "utf-16"])
        return f"# -*- coding: {coding} -*-\n# ä\n".encode() + bytes(data)
    for _ in range(rng.randrange(1, 8)):
        place = rng.randrange(len(data))
        if kind == 4:
            data[place] = rng.randrange(256)
        else:
            data[place : place + rng.randrange(20)] = data[rng.randrange(len(data)) :][:10]
    return bytes(data)


def test_null_bytes_are_no_source(folder: Path) -> None:
    (folder / "model.py").write_bytes(GOOD.encode() + b"\0")
    refused(simulate("model.py", "--output", "run.csv"), 2)


def test_mangled_files_end_in_a_message(folder: Path) -> None:
    rng = random.Random(LONG)
    for number in range(LONG or 60):
        data = mangled(rng)
        (folder / f"model{number}.py").write_bytes(data)
        done = simulate(f"model{number}.py", "--output", "run.csv", "--quiet")
        if done.exit_code:
            assert done.exit_code in (1, 2), data
            refused(done, done.exit_code)
        else:
            assert (folder / "run.csv").exists(), data
            (folder / "run.csv").unlink()
        sys.modules.pop(f"drivetrain_model_model{number}", None)
