"""Ctrl-C at any moment: a result that can be read or the file of before, a status, no traceback.

The instants that matter are met exactly, by models that interrupt themselves; with --long, hundreds
of others are tried at random.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import drivetrain
from drivetrain.__main__ import main as command_line
from drivetrain.errors import SimulationInterrupted
from tests.cli.files import check_csv

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are another thing there")

LONG = int(os.environ.get("DRIVETRAIN_LONG", "0"))
OLD = "the file of before\n"
STOPPED = (1, -signal.SIGINT)  # the second where Python itself was just ending

MODEL = """
import os, signal
from drivetrain import Model, fixed
from drivetrain.rotational import Inertia, SpringDamper
from drivetrain.kernel.binding import Solver
from drivetrain.simulation.results.writers import csv

def interrupt(*_, **__):
    os.kill(os.getpid(), signal.SIGINT)

def interrupted_in(owner, name, call=1):
    usual, calls = getattr(owner, name), []
    def replaced(*args, **keywords):
        calls.append(name)
        if len(calls) == call:
            interrupt()
        return usual(*args, **keywords)
    setattr(owner, name, replaced)

class Swing(Model):
    \"\"\"A mass that swings, for a while.\"\"\"

    left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
    spring = SpringDamper(c=1e4, d=0.0)
    right = Inertia(J=1.0)

    def equations(self):
        yield self.left >> self.spring >> self.right
        {equations}

{module}
"""

MOMENTS = {
    "while the file is imported": ("", "interrupt()"),
    "while the equations are traced": ("interrupt()", ""),
    "while the model is translated": (
        "",
        "import drivetrain.simulation.runs.prepared_model as m; interrupted_in(m, 'translate')",
    ),
    "while the start is sought": (
        "",
        "import drivetrain.simulation.kernel_solver as k; interrupted_in(k, 'make_solver')",
    ),
    "while the file is written": ("", "interrupted_in(csv, '_lines')"),
}


@pytest.fixture(autouse=True)
def heeds_interrupts() -> Iterator[None]:
    """A job that a shell runs in the background ignores Ctrl-C, and so do its children."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual)


def command(folder: Path, *words: str) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": str(Path(drivetrain.__file__).parents[1])}
    call = [sys.executable, "-m", "drivetrain", "simulate", *words]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(call, cwd=folder, env=environment, **pipes)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize("moment", MOMENTS)
def test_interrupted_before_or_after_the_run(moment: str, tmp_path: Path) -> None:
    equations, module = MOMENTS[moment]
    (tmp_path / "model.py").write_text(MODEL.format(equations=equations or "pass", module=module))
    (tmp_path / "run.csv").write_text(OLD)
    done = command(tmp_path, "model.py:Swing", "--stop-time", "1", "--output", "run.csv")
    _, said = done.communicate(timeout=120)
    assert done.returncode in STOPPED
    assert said.strip() == "Aborted!"
    assert (tmp_path / "run.csv").read_text() == OLD
    assert {file.name for file in tmp_path.iterdir()} <= {"model.py", "run.csv", "__pycache__"}


def test_interrupted_in_the_run(tmp_path: Path) -> None:
    module = "interrupted_in(Solver, 'advance', 3)"
    (tmp_path / "model.py").write_text(MODEL.format(equations="pass", module=module))
    (tmp_path / "run.csv").write_text(OLD)
    words = ["--stop-time", "1e6", "--interval", "1", "--output", "run.csv"]
    done = command(tmp_path, "model.py:Swing", *words)
    told, said = done.communicate(timeout=120)
    assert done.returncode == 1
    assert "stopped by the user at t = " in said
    assert "The run was interrupted" in told
    assert "Traceback" not in said
    check_csv(tmp_path / "run.csv", "left.w")


def test_the_python_call_raises_with_what_there_is() -> None:
    model = drivetrain.examples.find("CoupledClutches")()
    calls: list[float] = []

    def progress(_: float, time: float) -> None:
        calls.append(time)
        if len(calls) == 3:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(SimulationInterrupted) as caught:
        drivetrain.simulate(model, stop_time=1e5, interval=1.0, progress=progress)
    result = caught.value.result
    assert result.status.name == "INTERRUPTED"
    assert "stopped by the user" in result.message
    assert 0.0 < result.time[-1] < 1e5
    assert len(result["J1.w"]) == len(result.time)


@pytest.mark.skipif(not LONG, reason="many random moments: --long")
def test_interrupted_at_random_moments(tmp_path: Path) -> None:
    rng, out = random.Random(LONG), tmp_path / "run.csv"
    words = ["CoupledClutches", "--stop-time", "60", "--output", "run.csv", "--plot", "J*.w"]
    statuses = set()
    for _ in range(min(LONG, 200)):
        out.write_text(OLD)
        done = command(tmp_path, *words)
        try:
            done.wait(timeout=0.15 + rng.expovariate(1 / 1.5))
        except subprocess.TimeoutExpired:
            done.send_signal(signal.SIGINT)
        _, said = done.communicate(timeout=120)
        statuses.add(done.returncode)
        assert done.returncode in (0, *STOPPED), said
        # Before its first line of ours, Python says in its own way that it was interrupted.
        assert "Traceback" not in said or "__main__.py" not in said
        if out.read_text() != OLD:
            check_csv(out, "J1.w")
        names = {"run.csv", "CoupledClutches.png"}
        assert {file.name for file in tmp_path.iterdir()} <= names
    assert statuses & set(STOPPED)


@pytest.mark.parametrize("behind", [KeyboardInterrupt(), None])
def test_an_import_that_says_that_it_has_failed(
    behind: BaseException | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Libraries written in C turn an interrupt into an ImportError."""

    def commands() -> None:
        raise ImportError("initialization failed") from behind

    monkeypatch.setattr("drivetrain.cli.main", commands)
    with pytest.raises(SystemExit if behind else ImportError) as caught:
        command_line()
    assert str(caught.value) == ("Aborted!" if behind else "initialization failed")
