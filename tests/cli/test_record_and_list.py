"""``--record`` keeps some signals, ``--list`` shows what there is."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from drivetrain.cli import main


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def simulate(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", "CoupledClutches", *words])


def test_only_recorded_signals_are_saved(tmp_path: Path) -> None:
    done = simulate("--record", "J*.w,clutch1.tau", "--record", "J1.a", "--output", "run.csv")
    assert done.exit_code == 0, done.output
    assert "points of 6 of 109 variables" in done.output
    header = (tmp_path / "run.csv").read_text().splitlines()[0]
    assert header == "time,J1.w,J2.w,J3.w,J4.w,clutch1.tau,J1.a"


def test_signals_are_listed_after_the_run() -> None:
    done = simulate("--list", "J1.*", "--quiet")
    assert done.exit_code == 0, done.output
    title, first, *_ = done.output.splitlines()
    assert title.split() == ["name", "unit", "min", "max", "description"]
    assert first.startswith("J1.flange_a.phi  rad")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("--record", "*.ww"),
            "--record: no variable of this run fits the pattern '*.ww'; did you",
        ),
        (("--record", "J1.J"), "--record: 'J1.J' is a parameter, not a variable"),
        (("--list", "cluch*"), "--list: no variable of this run fits the pattern 'cluch*'"),
        (("--list", ","), "--list ',' names no signal"),
        (("--record", "J1.w", "--list", "J2.w"), "--list: 'J2.w' was not recorded"),
        (("--record", "J1.w", "--plot", "J2.w"), "--plot: 'J2.w' was not recorded"),
    ],
)
def test_wrong_signals_are_bad_usage(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    done = simulate(*words, "--output", "run.csv")
    assert done.exit_code == 2
    assert told in done.output
    assert not list(tmp_path.iterdir())
