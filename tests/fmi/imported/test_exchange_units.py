"""FMUs for model exchange that other tools could have made: events, slopes, failures."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import drivetrain as dt
from drivetrain.blocks import Sine, Step
from drivetrain.cli import main
from tests.fmi.imported import exchange_units

FAILS, DISCARDS, ENDLESS, UNDEFINED, ENDS, STEP_EVENT, BAD_STEP, REFUSES = range(1, 9)
Make = Callable[..., Path]


@pytest.fixture
def spring(version: int, libraries: Path, tmp_path: Path) -> Make:
    """Return a function that writes the FMU."""

    def made(**how: bool) -> Path:
        return exchange_units.packed(tmp_path / "spring.fmu", version, libraries, **how)

    return made


def alone(path: Path, **values: Any) -> dt.Model:
    class Alone(dt.Model):
        """The unit as the only part."""

        unit = dt.FMU(path, **{"u": 0.0, **values})

    return Alone()


def test_it_rebounds_at_the_instant_of_its_indicator(spring: Make) -> None:
    result = dt.simulate(alone(spring()), stop_time=2.5, tolerance=1e-10)
    assert result.final["unit.x"] == pytest.approx(0.7 * math.sin(2.5 - math.pi / 2), rel=1e-8)
    jump = int(np.flatnonzero(np.diff(result["unit.v"]) > 1)[0])
    assert result.time[jump] == pytest.approx(math.pi / 2, rel=1e-8)
    assert result["unit.v"][jump + 1] == pytest.approx(0.7, rel=1e-8)


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
@pytest.mark.parametrize("knows_slopes", [True, False], ids=["slopes", "differences"])
def test_an_instant_that_it_announces_changes_its_equations(
    spring: Make, solver: str, knows_slopes: bool
) -> None:
    model = alone(spring(knows_slopes=knows_slopes), u=0.5)
    result = dt.simulate(model, stop_time=1.0, tolerance=1e-10, solver=solver)
    x, v = 0.5 + 0.5 * math.cos(0.3), -0.5 * math.sin(0.3)
    wanted = 1 + (x - 1) * math.cos(0.7) + v * math.sin(0.7)
    assert result.final["unit.x"] == pytest.approx(wanted, rel=1e-8)
    assert result.final["unit.y"] == pytest.approx(wanted + 0.5, rel=1e-8)
    assert result.stats.time_events == 1


def test_parameters_starts_and_copies(spring: Make) -> None:
    part = dt.FMU(spring(), u=0.0, k=4.0, x=0.5, v=-0.25)
    model = dt.Model("copied")
    model.add(unit=pickle.loads(pickle.dumps(part)))
    compiled = dt.compile(model)
    result = compiled.simulate(stop_time=0.25, tolerance=1e-10)
    wanted = 0.5 * math.cos(0.5) - 0.125 * math.sin(0.5)
    assert result.final["unit.x"] == pytest.approx(wanted, rel=1e-8)
    assert result["unit.x"][0] == 0.5
    many = compiled.ensemble({"unit.k": [1.0, 4.0, 9.0]}, stop_time=0.25)
    assert many.final("unit.x")[1] == pytest.approx(wanted, rel=1e-5)


def test_discrete_outputs_change_at_events_of_the_model_too(spring: Make) -> None:
    path = spring()

    class Stepped(dt.Model):
        """An input that jumps."""

        unit = dt.FMU(path)
        step = Step(start_time=1.2, height=1e-3)

        def equations(self):
            yield self.step.y >> self.unit.u

    result = dt.simulate(Stepped(), stop_time=1.3)
    assert math.cos(1.2) < 0.5 < math.cos(0.3)
    assert not result["unit.low"][result.time < 1.2].any()
    assert result["unit.low"][result.time > 1.2].all()
    assert result["unit.y"][result.time == 1.2] == pytest.approx(
        [math.cos(1.2), math.cos(1.2) + 1e-3], rel=1e-5
    )


@pytest.mark.filterwarnings("always")
def test_an_input_without_a_source_keeps_the_start_of_the_unit(
    version: int, libraries: Path, tmp_path: Path
) -> None:
    text = exchange_units.description(version)
    head, tail = text.split('causality="input"')
    text = head + 'causality="input"' + tail.replace('start="0"', 'start="0.5"', 1)
    binary = exchange_units.units.library(libraries, version, exchange_units.CODE)
    path = exchange_units.units.packed(tmp_path / "held.fmu", version, text=text, binary=binary)

    class Alone(dt.Model):
        """The input is not mentioned."""

        unit = dt.FMU(path)

    with pytest.warns(dt.ModelWarning, match=r"input 'unit\.u' has no source, so it keeps .* 0\.5"):
        result = dt.simulate(Alone(), stop_time=0.25, tolerance=1e-10)
    assert result.final["unit.u"] == 0.5
    assert result.final["unit.x"] == pytest.approx(0.5 + 0.5 * math.cos(0.25), rel=1e-9)


def test_a_step_after_which_it_wants_an_event(spring: Make) -> None:
    quiet = dt.simulate(alone(spring()), stop_time=1.0)
    told = dt.simulate(alone(spring(), trouble=STEP_EVENT), stop_time=1.0)
    assert told.final["unit.count"] == quiet.final["unit.count"] + 1
    changed = told.time[np.flatnonzero(np.diff(told["unit.count"]))]
    assert changed[-1] > 0.5
    assert told.final["unit.x"] == pytest.approx(math.cos(1.0), rel=1e-5)


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (FAILS, r"Derivatives: error\).*\n.*the spring is broken"),
        (ENDLESS, r"its event at t = 0 s does not end"),
        (UNDEFINED, r"gives v = nan at t = 0\.3 s"),
        (ENDS, r"asks to end the run"),
        (BAD_STEP, r"CompletedIntegratorStep: error"),
        (REFUSES, r"has failed at t = 0\.5.*\(set of inputs: error\)"),
    ],
)
def test_failures_are_told_and_keep_what_there_is(spring: Make, trouble: int, said: str) -> None:
    path = spring()

    class Moved(dt.Model):
        """An input that moves, and one event after t = 0.5 s."""

        unit = dt.FMU(path, trouble=trouble)
        source = Sine(amplitude=1e-4, f=1.0, start_time=0.45)
        step = Step(start_time=0.6)

        def equations(self):
            yield self.source.y >> self.unit.u

    with pytest.raises(dt.DrivetrainError, match=said) as caught:
        dt.simulate(Moved(), stop_time=2.0)
    assert "unit (spring.fmu)" in str(caught.value)
    if trouble not in (ENDLESS, UNDEFINED):
        result = caught.value.result
        assert 0.3 < result.time[-1] <= 0.8
        assert result["unit.x"][-1] == pytest.approx(math.cos(result.time[-1]), rel=1e-4)


def test_a_discarded_point_shortens_the_step(spring: Make) -> None:
    """Beyond x = 1.5 there are no derivatives; a run to there ends, one below goes on."""
    path = spring()
    ok = dt.simulate(alone(path, trouble=DISCARDS, v=1.0), stop_time=1.5, tolerance=1e-9)
    assert ok.final["unit.x"] == pytest.approx(math.cos(1.5) + math.sin(1.5), rel=1e-7)
    with pytest.raises(dt.DrivetrainError) as caught:
        dt.simulate(alone(path, trouble=DISCARDS, v=2.0), stop_time=1.5)
    assert "unit." in str(caught.value)
    assert caught.value.result["unit.x"][-1] == pytest.approx(1.5, abs=1e-6)


@pytest.mark.filterwarnings("ignore:input 'u'")
def test_a_unit_runs_by_itself_from_the_command_line(spring: Make, tmp_path: Path) -> None:
    rows = tmp_path / "run.csv"
    words = ["simulate", str(spring()), "--stop-time", "0.25", "-p", "k=4.0", "--output", str(rows)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    names, *values = (line.split(",") for line in rows.read_text().splitlines())
    last = dict(zip(names, values[-1], strict=True))
    assert float(last["x"]) == pytest.approx(math.cos(0.5), rel=1e-4)


def test_clocks_are_refused(tmp_path: Path) -> None:
    how = 'causality="input" intervalVariability="triggered"'
    clock = f'<Clock name="tick" valueReference="20" {how}/>'
    text = exchange_units.description(3, extra=clock)
    path = exchange_units.units.packed(tmp_path / "clocks.fmu", 3, text=text)
    with pytest.raises(dt.DrivetrainError, match=r"clocks\.fmu has clocks \(tick\)"):
        dt.FMU(path)
