"""The commands for eigenmodes, critical speeds and responses, as a user types them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from drivetrain.cli import main

SHIP = ("machines.ShipShafting", "--time", "45", "--average", "1", "--balance", "load.height")


def typed(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_eigenmodes_of_an_example(tmp_path: Path) -> None:
    table = tmp_path / "modes.csv"
    done = typed(
        "modes", "First", "--at", "0.3", "--sensitivity", "spring.c,*.J", "--output", str(table)
    )
    assert done.exit_code == 0, done.output
    assert "First, linear at t = 0.3 s" in done.output
    assert "1 eigenmode of First" in done.output
    assert "percent per percent" in done.output
    assert f"written    {table}" in done.output
    assert table.read_text().startswith("mode,frequency [Hz]")


def test_eigenmodes_at_a_steady_state() -> None:
    done = typed("modes", *SHIP, "--speed", "flywheel.w=42 rpm", "--count", "2", "--undamped")
    assert done.exit_code == 0, done.output
    assert "asked: flywheel.w = 4.39823 rad/s" in done.output
    assert "2 eigenmodes of ShipShafting" in done.output


def test_critical_speeds(tmp_path: Path) -> None:
    picture, table = tmp_path / "campbell.png", tmp_path / "critical.csv"
    done = typed(
        "campbell", *SHIP, "--shaft", "flywheel", "--orders", "3,6", "--orders", "propeller=4",
        "--between", "40 rpm", "127 rpm", "--operating", "110 rpm", "127 rpm",
        "--plot", str(picture), "--output", str(table),
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "Campbell diagram of ShipShafting" in done.output
    assert "margin to 110…127 rpm [%]" in done.output
    assert picture.stat().st_size > 1000
    assert "of shaft" in table.read_text().splitlines()[0]


def test_frequency_response(tmp_path: Path) -> None:
    picture = tmp_path / "response.png"
    done = typed(
        "response", "First", "--from", "inertia1", "--to", "spring.tau,inertia3.w",
        "--between", "0.5 Hz", "50 Hz", "--limit", "--plot", str(picture),
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "spring.tau" in done.output
    assert picture.stat().st_size > 1000


def test_response_to_orders() -> None:
    done = typed(
        "response", *SHIP, "--excitation", "cylinder[*].tau", "--shaft", "flywheel",
        "--to", "intermediate_shaft.tau", "--between", "40 rpm", "45 rpm",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "response of ShipShafting to 9 orders of flywheel" in done.output


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("modes", "Firs"), 2, "no example 'Firs'"),
        (("modes", "First", "--at", "now"), 2, "at='now'"),
        (("modes", "First", "--at", "-1"), 2, "at=-1"),
        (("modes", "First", "--side", "before"), 2, "two sides"),
        (("modes", "First", "--speed", "x.w=3"), 2, "x.w"),
        (("modes", "First", "--speed", "x.w"), 2, "--speed 'x.w' is not understood"),
        (("modes", "First", "-p", "spring.d=-"), 2, "not understood"),
        (("modes", "First", "--sensitivity", "shaft.c"), 2, "shaft.c"),
        (("modes", "First", "--output", "modes.doc"), 2, "modes.doc"),
        (("modes", "First", "--plot", "nowhere/modes.png"), 2, "nowhere"),
        (("campbell", "First", "--shaft", "x", "--orders", "1", "--between", "1", "2"), 2, "'x'"),
        (
            ("campbell", "First", "--shaft", "inertia1", "--orders", "a", "--between", "1", "2"),
            2, "--orders 'a'",
        ),
        (
            ("campbell", "First", "--shaft", "inertia1", "--orders", "1", "--between", "1", "b"),
            2, "'b' is no number",
        ),
        (
            ("campbell", "First", "--shaft", "inertia1", "--orders", "1", "--between", "1", "2",
             "--at", "0.3"), 2, "--at",
        ),
        (("response", "First", "--to", "spring.tau", "--between", "1", "2"), 2, "either --from"),
        (
            ("response", "First", "--from", "inertia1", "--shaft", "inertia1", "--to", "spring.tau",
             "--between", "1", "2"), 2, "--shaft belongs to",
        ),
        (
            ("response", "First", "--from", "inertia9", "--to", "spring.tau", "--between", "1",
             "2"), 2, "inertia9",
        ),
    ],
)  # fmt: skip
def test_refused(words: tuple[str, ...], status: int, said: str) -> None:
    done = typed(*words)
    assert done.exit_code == status, done.output
    assert said in done.output
    assert "Traceback" not in done.output
