"""What a run tells in its channels of logging: off by default, and without effect on the result."""

from __future__ import annotations

import logging
import subprocess
import sys

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Pulse
from drivetrain.errors import SimulationError, UsageError
from drivetrain.modeling import constant, ensure, no_event
from drivetrain.rotational import Inertia, Spring, SpringDamper, Torque

CHANNELS = ("translation", "initialisation", "events", "solver")


class Pulsed(dt.Model):
    """A shaft that is turned by pulses, and a very stiff one behind it."""

    pulse = Pulse(amplitude=10.0, period=0.5, width=50.0, start_time=0.25)
    motor = Torque()
    left = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(0))
    shaft = SpringDamper(c=1e4, d=1e4)
    right = Inertia(J=1.0)

    def equations(self):  # type: ignore[no-untyped-def]
        yield self.pulse.y >> self.motor.tau
        yield self.motor >> self.left >> self.shaft >> self.right


def told(caplog: pytest.LogCaptureFixture, channel: str, level: str = "DEBUG") -> list[str]:
    name, floor = f"drivetrain.{channel}", logging.getLevelName(level)
    return [r.getMessage() for r in caplog.records if r.name == name and r.levelno >= floor]


def clutches() -> dt.Component:
    model: dt.Component = dt.examples.find("CoupledClutches")()
    return model


def test_nothing_is_said_unless_asked() -> None:
    code = "import drivetrain as dt; dt.simulate(dt.examples.find('CoupledClutches')())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout + done.stderr == ""


def test_each_event_with_its_time_and_cause(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG", "drivetrain.events"):
        result = dt.simulate(clutches())
    *lines, last = told(caplog, "events")
    assert len(lines) == len(result.events)
    assert lines[0].endswith(
        "t = 0.40000 s  clutch2.mode: free → backward; time >= step1.start_time"
    )
    assert lines[1].endswith("clutch2.mode: backward → stuck; the slip of clutch2 became zero")
    assert lines[3].endswith("clutch1.mode: stuck → backward; the load of clutch1 passed its limit")
    assert lines[-1].endswith("clutch1.mode: backward → free; clutch1.fn <= 0")
    assert "9 events: 7 by a condition, 2 scheduled" in last


def test_start_values_and_how_they_were_found(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG", "drivetrain.initialisation"):
        dt.simulate(clutches())
    first, *lines = told(caplog, "initialisation")
    assert first.startswith("CoupledClutches: start at t = 0 s found in ")
    assert "8 fixed, 0 initial equations" in first
    assert "CoupledClutches: J1.w = 10 rad/s (fixed)" in lines
    assert "CoupledClutches: clutch1.mode = backward (at the first instant)" in lines


def test_passes_and_seconds(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG", "drivetrain.translation"):
        compiled = dt.compile(clutches())
    first, *lines = told(caplog, "translation")
    assert "115 variables, 41 parameters, 8 states" in first
    assert [line.split()[2] for line in lines] == list(compiled.translation.seconds)


def test_steps_and_changes_of_the_method(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG", "drivetrain.solver"):
        result = dt.simulate(Pulsed(), stop_time=3.0)
    *lines, last = told(caplog, "solver")
    rejected = [int(one.split(": ")[2].split()[0]) for one in lines if "rejected" in one]
    assert sum(rejected) == result.stats.rejected_steps
    assert any("the method changes to the stiff one" in one for one in lines)
    assert "Pulsed: done at t = 3 s" in last
    assert f"{result.stats.steps} steps" in last
    assert (
        f"{result.stats.stiff_steps} of them stiff, {result.stats.rejected_steps} rejected" in last
    )


def test_the_result_is_the_same_to_the_last_bit(caplog: pytest.LogCaptureFixture) -> None:
    for model in (clutches(), Pulsed()):
        compiled = dt.compile(model)
        silent = compiled.simulate(stop_time=1.5)
        with caplog.at_level("DEBUG", "drivetrain"):
            spoken = compiled.simulate(stop_time=1.5)
        assert np.array_equal(silent.time, spoken.time)
        assert all(np.array_equal(silent[name], spoken[name]) for name in silent)


def test_a_failed_run_tells_its_events_too(caplog: pytest.LogCaptureFixture) -> None:
    class Bounded(Pulsed):
        def equations(self):  # type: ignore[no-untyped-def]
            yield ensure(no_event(self.left.w < constant(2.0, "rad/s")), "too fast")

    with caplog.at_level("DEBUG", "drivetrain"), pytest.raises(SimulationError):
        dt.simulate(Bounded(), stop_time=3.0)
    assert "pulse" in told(caplog, "events")[0]
    assert "Bounded: failed at t = " in told(caplog, "solver")[-1]


def test_messages_of_a_run_at_the_level_of_information(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", "drivetrain"):
        dt.simulate(clutches())
    assert [len(told(caplog, channel)) for channel in CHANNELS] == [1, 1, 1, 1]


def test_progress_of_a_translation() -> None:
    seen: list[tuple[float, str]] = []
    dt.compile(clutches(), progress=lambda *one: seen.append(one))
    fractions = [fraction for fraction, _ in seen]
    assert fractions == sorted(fractions)
    assert 0 < fractions[0] < 0.1
    assert seen[-1] == (1.0, "tables")
    assert {"flatten", "reduce", "emit"} < {name for _, name in seen}
    with pytest.raises(UsageError, match="give a function of a number and a text"):
        dt.compile(clutches(), progress=True)  # type: ignore[arg-type]


def test_a_start_that_follows_is_told_as_such(caplog: pytest.LogCaptureFixture) -> None:
    class Pair(dt.Model):
        a = Inertia(J=1.0, phi=dt.fixed(1.0), w=dt.fixed(0))
        shaft = Spring(c=1.0, phi_rel=dt.fixed(0.5))
        b = Inertia(J=1.0, w=dt.guess(2.0))

        def equations(self):  # type: ignore[no-untyped-def]
            yield self.a >> self.shaft >> self.b

    with caplog.at_level("DEBUG", "drivetrain.initialisation"):
        dt.simulate(Pair(), stop_time=0.1)
    lines = told(caplog, "initialisation")
    assert any(one.startswith("Pair: b.phi = 1.5 rad (") for one in lines), lines
    assert any(one.startswith("Pair: b.w = 2 rad/s (") for one in lines), lines
