"""The commands: what they pass on, print, write, and how they end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import Result

import drivetrain
from drivetrain import errors
from drivetrain.cli.arguments import parse_parameters, parse_plot
from drivetrain.cli.progress import ProgressBar
from drivetrain.errors import (
    InitialisationError,
    NameLookupError,
    SimulationError,
    SimulationInterrupted,
    UnitError,
    UsageError,
)
from drivetrain.simulation.results.result import RunStatus

Invoke = Callable[..., Result]
MODEL = "CoupledClutches"


def test_examples_are_listed_with_stop_time_and_first_line(invoke: Invoke) -> None:
    done = invoke("examples")
    assert done.exit_code == 0
    assert (
        done.output == "CoupledClutches    1.5 s  Three clutches that lock one after the other.\n"
    )


def test_examples_of_a_group_stand_under_its_heading(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    from drivetrain import examples as fake

    found = {"CoupledClutches": fake.find("CoupledClutches")}
    found["old.CoupledClutches"] = found["CoupledClutches"]
    monkeypatch.setattr(fake, "names", lambda: list(found))
    monkeypatch.setattr(fake, "find", found.__getitem__)
    monkeypatch.setattr(fake, "heading", "What {} was.".format, raising=False)
    lines = invoke("examples").output.splitlines()
    assert [line.split("  ")[0] for line in lines] == [
        "CoupledClutches", "", "What old was.", "old.CoupledClutches",
    ]  # fmt: skip


def test_only_the_options_that_are_given_are_passed_on(invoke: Invoke, run: Any) -> None:
    assert invoke("simulate", MODEL).exit_code == 0
    assert run.calls[-1][1] == {"progress": None}
    words = "--start-time 0.5 --stop-time 2 --tolerance 1e-8 --interval 0.01 --solver bs5"
    assert (
        invoke("simulate", MODEL, *words.split(), "-p", "a.J=2.5", "-p", "b.on=true").exit_code == 0
    )
    assert run.calls[-1][1] == {
        "start_time": 0.5,
        "stop_time": 2.0,
        "tolerance": 1e-8,
        "interval": 0.01,
        "solver": "bs5",
        "parameters": {"a.J": 2.5, "b.on": True},
        "progress": None,
    }


def test_the_summary_tells_sizes_events_and_files(invoke: Invoke) -> None:
    done = invoke("simulate", MODEL, "--output", "run.csv", "--output", "run.mat")
    assert done.exit_code == 0
    for text in (MODEL, "40 (0 rejected)", "clutch.mode: forward → stuck", "written    run.mat"):
        assert text in done.output
    assert Path("run.csv").exists()
    assert Path("run.mat").exists()


def test_quiet_prints_nothing(invoke: Invoke) -> None:
    done = invoke("simulate", MODEL, "--quiet", "--output", "run.csv")
    assert (done.exit_code, done.output) == (0, "")
    assert Path("run.csv").exists()


def test_pictures(invoke: Invoke) -> None:
    words = ["--plot", "J1.w,J2.w", "--plot", "clutch.mode:modes.svg", "--plot", "*.tau"]
    done = invoke("simulate", MODEL, *words)
    assert done.exit_code == 0, done.output
    for name in (f"{MODEL}.png", f"{MODEL}-2.png", "modes.svg"):
        assert f"written    {name}" in done.output
        assert Path(name).exists()


def test_pictures_over_a_signal_and_in_a_window(invoke: Invoke) -> None:
    words = [
        "--plot",
        "J1.w+J2.w,*.tau:a.svg",
        "--plot-over",
        "J2.w",
        "--plot-between",
        "0.1",
        "0.3",
    ]
    done = invoke("simulate", MODEL, *words)
    assert done.exit_code == 0, done.output
    assert "J2.w in rad/s" in Path("a.svg").read_text(encoding="utf-8")
    done = invoke("simulate", MODEL, "--plot", "J1.w", "--plot-over", "J3.w")
    assert done.exit_code == 2
    assert "--plot-over:" in done.stderr
    done = invoke("simulate", MODEL, "--plot", "J1.w", "--plot-between", "0", "9")
    assert "--plot: stop = 9 s lies outside of the run" in done.stderr


def test_reports(invoke: Invoke) -> None:
    done = invoke("simulate", MODEL, "--report", "run.html", "--plot", "J2.w:a.svg")
    assert "written    run.html" in done.output
    page = Path("run.html").read_text(encoding="utf-8")
    assert "<figcaption>J2.w</figcaption>" in page
    done = invoke("simulate", MODEL, "--report", "run.pdf")
    assert done.exit_code == 2
    assert "suffix '.pdf'" in done.stderr


def test_timelines(invoke: Invoke) -> None:
    done = invoke("simulate", MODEL, "--timeline", "modes.svg")
    assert "written    modes.svg" in done.output
    assert ">forward<" in Path("modes.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--timeline", "run.xls"], "suffix '.xls'"),
        (["--output", "run.xls"], "suffix '.xls'"),
        (["--output", "nowhere/run.csv"], "no folder 'nowhere'"),
        (["--plot", "J1.w:nowhere/a.png"], "no folder 'nowhere'"),
        (["--plot", "J1.w:a.docx"], "suffix '.docx'"),
        (["--plot", ":a.png"], "names no signal"),
        (["-p", "clutch.peak"], "write -p name=value"),
        (["-p", "clutch.peak=high"], "'high' is not understood"),
        (["--tolerance", "-1"], "--tolerance"),
        (["--solver", "euler"], "--solver"),
        (["--stop-time", "soon"], "--stop-time"),
    ],
)
def test_bad_options_are_refused_before_the_run(
    invoke: Invoke, run: Any, words: list[str], text: str
) -> None:
    done = invoke("simulate", MODEL, *words)
    assert done.exit_code == 2
    assert text in done.output
    assert not run.calls


def test_a_failed_run_saves_what_there_is(invoke: Invoke, run: Any) -> None:
    partial = run.make_result(status=RunStatus.FAILED)
    run.outcome = SimulationError("clutch1 and clutch2 cycle at t = 0.4 s", partial)
    done = invoke("simulate", MODEL, "--output", "run.csv")
    assert done.exit_code == 1
    assert "Error: clutch1 and clutch2 cycle" in done.stderr
    assert "The run failed" in done.stdout
    assert Path("run.csv").exists()


@pytest.mark.parametrize("status", [RunStatus.FAILED, RunStatus.INTERRUPTED])
def test_why_a_run_stopped_is_said_once(invoke: Invoke, run: Any, status: RunStatus) -> None:
    partial = run.make_result(status=status, message="clutch1 cycles at t = 0.4 s")
    failed = status is RunStatus.FAILED
    kind = SimulationError if failed else SimulationInterrupted
    run.outcome = kind(partial.message, partial)
    done = invoke("simulate", MODEL)
    assert (done.stdout + done.stderr).count("clutch1 cycles") == 1
    assert "clutch1 cycles" in done.stderr
    assert status.sentence in done.stdout


def test_a_run_that_never_began_has_nothing_to_save(invoke: Invoke, run: Any) -> None:
    run.outcome = InitialisationError("J1.w and J2.w are fixed to different values")
    done = invoke("simulate", MODEL, "--output", "run.csv")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "fixed to different values" in done.stderr
    assert not Path("run.csv").exists()


def test_an_interrupted_run_is_saved_and_says_where_it_stopped(invoke: Invoke, run: Any) -> None:
    part = run.make_result(status=RunStatus.INTERRUPTED)
    run.outcome = SimulationInterrupted("stopped by the user", part)
    done = invoke("simulate", MODEL, "--quiet", "--output", "run.csv")
    assert done.exit_code == 1
    assert "stopped at t = 0.5 s" in done.stderr
    assert Path("run.csv").exists()


def test_a_misspelt_parameter_is_bad_usage(invoke: Invoke, run: Any) -> None:
    run.outcome = NameLookupError("no parameter 'clutch.peek'; did you mean 'clutch.peak'?")
    done = invoke("simulate", MODEL, "-p", "clutch.peek=1.2")
    assert done.exit_code == 2
    assert "did you mean 'clutch.peak'" in done.stderr


def test_a_misspelt_signal_is_bad_usage_before_the_run(invoke: Invoke, run: Any) -> None:
    done = invoke("simulate", MODEL, "--plot", "J1.ww", "--output", "run.csv")
    assert done.exit_code == 2
    assert "did you mean 'J1.w'" in done.stderr
    assert "--plot:" in done.stderr
    assert run.calls == []
    assert not Path("run.csv").exists()


def test_an_error_in_the_equations_is_shown_with_the_users_line(invoke: Invoke, run: Any) -> None:
    text = (
        "from drivetrain import Model\nclass M(Model):\n    def equations(self):\n        1 / 0\n"
    )
    Path("model.py").write_text(text)
    run.outcome = lambda model: model.equations()
    done = invoke("simulate", "model.py")
    assert done.exit_code == 1
    assert "ZeroDivisionError" in done.stderr
    assert "model.py:4: 1 / 0" in done.stderr


def test_an_error_inside_the_package_is_not_hidden(
    invoke: Invoke, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivetrain.cli.failures.is_own", lambda _: False)
    run.outcome = LookupError("a mistake of ours")
    assert isinstance(invoke("simulate", MODEL).exception, LookupError)


@pytest.mark.parametrize(("faults", "status"), [([], 0), (["brake.flange_b is open"], 1)])
def test_check_prints_the_report(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch, faults: list[str], status: int
) -> None:
    class Report(SimpleNamespace):
        def __str__(self) -> str:
            return "4 states"

    monkeypatch.setattr(drivetrain, "check", lambda _: Report(faults=faults), raising=False)
    compiled = SimpleNamespace(start=lambda: "J1.w is 10")
    monkeypatch.setattr(drivetrain, "CompiledModel", lambda *_, **__: compiled, raising=False)
    done = invoke("check", MODEL)
    started = "" if faults else "start\n    J1.w is 10\n"
    assert (done.exit_code, done.output) == (status, f"4 states\n{started}")


def test_a_parameter_is_given_once() -> None:
    with pytest.raises(UsageError, match=r"-p 'a\.J=2': 'a\.J' is given more than once"):
        parse_parameters(["a.J=1", "b.J=1", "a.J=2"])


def test_parameters() -> None:
    texts = ["a=1", "b.c[0].start=-2.5e3", "t=[[0,0.4],[10,0.3]]", "on=False", "m=inf", "s='x'"]
    assert parse_parameters(["J=20 kg.cm2", "m [g]=7"]) == {"J": "20 kg.cm2", "m [g]": 7}
    assert parse_parameters(texts) == {
        "a": 1,
        "b.c[0].start": -2500.0,
        "t": [[0, 0.4], [10, 0.3]],
        "on": False,
        "m": float("inf"),
        "s": "x",
    }
    for wrong in ("=1", "a=", "a", "a=b", "a={1: 2}", "a=f()", "a=[1,"):
        with pytest.raises(UsageError, match="is not understood"):
            parse_parameters([wrong])


def test_plot_orders() -> None:
    order = parse_plot("J1.w, m[0,1].phi,J*.w:C:\\out.png")
    assert order.signals == ("J1.w", "m[0,1].phi", "J*.w")
    assert str(order.path) == "C:\\out.png"
    assert parse_plot("J1.w").path is None
    grouped = parse_plot("J1.w [rpm]+J2.w,J3.w")
    assert grouped.signals == (("J1.w", "J2.w"), "J3.w")
    assert grouped.names == ("J1.w", "J2.w", "J3.w")
    assert grouped.units == {"J1.w": "rpm"}
    order = parse_plot("J1.w [rpm], m[0].tau (N.cm), J2.w")
    assert order.signals == ("J1.w", "m[0].tau", "J2.w")
    assert order.units == {"J1.w": "rpm", "m[0].tau": "N.cm"}
    with pytest.raises(UnitError, match="'rmp' is unknown"):
        parse_plot("J1.w [rmp]")
    with pytest.raises(UsageError, match="no file"):
        parse_plot("J1.w:")


def test_the_progress_bar_waits_before_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    with ProgressBar("Launch") as bar:
        bar(0.1, 0.1)
        assert bar._shown is None
        monkeypatch.setattr("drivetrain.cli.progress._PATIENCE", 0.0)
        bar(0.5, 0.5)
        assert bar._shown is not None
        progress, task = bar._shown
        assert progress.tasks[task].percentage == 50.0


def command(*words: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(Path(errors.__file__).parents[1])}
    call = [sys.executable, "-m", "drivetrain.cli", *words]
    return subprocess.run(call, check=False, capture_output=True, text=True, env=environment)


def test_help_lists_the_commands() -> None:
    done = command("--help")
    assert "simulate" in done.stdout
    assert done.stderr == ""


def test_version() -> None:
    assert command("--version").stdout.startswith("drivetrain ")


@pytest.mark.parametrize(("text", "seconds"), [("500 ms", 0.5), ("0.5", 0.5), ("1 min", 60.0)])
def test_times_with_units(invoke: Invoke, run: Any, text: str, seconds: float) -> None:
    done = invoke("simulate", MODEL, "--stop-time", text, "--interval", text)
    assert done.exit_code == 0
    given = run.calls[-1][1]
    assert (given["stop_time"], given["interval"]) == (seconds, seconds)


@pytest.mark.parametrize(
    ("option", "text", "said"),
    [
        ("--stop-time", "5 kg", "'5 kg' cannot be converted to 's'"),
        ("--stop-time", "5 mn", "'mn' is unknown"),
        ("--interval", "-1 ms", "is not in the range"),
        ("--plot", "J1.w [rmp]", "'rmp' is unknown"),
    ],
)
def test_wrong_units_are_bad_usage(invoke: Invoke, option: str, text: str, said: str) -> None:
    done = invoke("simulate", MODEL, option, text)
    assert done.exit_code == 2
    assert said in done.output
