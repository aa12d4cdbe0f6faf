"""FMUs for co-simulation as parts: what they exchange with a model, and when."""

import math
import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Constant, Gain, Sine
from drivetrain.rotational import Inertia, SpeedSensor, Torque
from tests.fmi.imported.conftest import Make

STEP = 0.125
"""A tick whose multiples are exact."""


def controlled(path: Path, **values: object) -> dt.Model:
    """Return an inertia of 1 kg.m2 whose torque is the integral of its speed, in steps."""

    class Controlled(dt.Model):
        """A flywheel with an integral controller."""

        wheel = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(1))
        motor = Torque()
        sensor = SpeedSensor()
        unit = dt.FMU(path, **{"step": STEP, "k": -3.0, "on": True} | values)

        def equations(self):
            yield self.motor >> self.wheel
            yield self.wheel.flange_b >> self.sensor.flange
            yield self.sensor.w >> self.unit.u
            yield self.unit.x >> self.motor.tau

    return Controlled()


def recursion(k: float, w: float, ticks: int, x: float = 0.0) -> tuple[float, float]:
    """Return speed and torque after some ticks: between them the torque is constant."""
    for _ in range(ticks):
        u, w = w, w + STEP * x
        x += STEP * k * u
    return w, x


def test_a_controller_acts_from_tick_to_tick(make: Make) -> None:
    result = dt.simulate(controlled(make()), stop_time=2.0)
    w, x = recursion(-3.0, 1.0, 16)
    assert result.final["wheel.w"] == pytest.approx(w, rel=1e-12)
    assert result.final["unit.x"] == pytest.approx(x, rel=1e-12)
    assert result.final["unit.count"] == 16


def test_outputs_are_held_between_ticks(make: Make) -> None:
    result = dt.simulate(controlled(make()), stop_time=1.0, interval=STEP / 10)
    held = result["unit.x"][(result.time > 2 * STEP) & (result.time < 3 * STEP)]
    assert len(held) > 5
    assert held == pytest.approx(recursion(-3.0, 1.0, 2)[1], rel=1e-12)


def test_a_run_that_begins_later_steps_to_the_next_multiple_first(make: Make) -> None:
    result = dt.simulate(controlled(make()), start_time=0.0625, stop_time=0.5)
    assert result.final["unit.count"] == 4  # at 0.125, …, 0.5; the first step is half as long
    short = result["unit.x"][np.searchsorted(result.time, 0.2)]
    assert short == pytest.approx(-3.0 * 0.0625, rel=1e-12)


def test_parameters_and_starts_are_set_before_each_run(make: Make) -> None:
    model = dt.compile(controlled(make(), x=0.25))
    for k in (-3.0, -1.0, 2.0):
        result = model.simulate(stop_time=1.0, parameters={"unit.k": k, "unit.x_start": 0.5})
        assert result.final["wheel.w"] == pytest.approx(recursion(k, 1.0, 8, 0.5)[0], rel=1e-12)
    own = model.simulate(stop_time=1.0)
    assert own.final["wheel.w"] == pytest.approx(recursion(-3.0, 1.0, 8, 0.25)[0], rel=1e-12)


def test_runs_of_an_ensemble_have_units_of_their_own(make: Make) -> None:
    gains = np.linspace(-4.0, 1.0, 12)
    many = dt.compile(controlled(make())).ensemble({"unit.k": gains}, stop_time=1.0)
    wanted = [recursion(k, 1.0, 8)[0] for k in gains]
    assert many.final("wheel.w") == pytest.approx(wanted, rel=1e-12)


def test_units_of_the_fmu_are_converted(make: Make) -> None:
    path = make()
    unit = dt.FMU(path, step=STEP, **{"limit[1].n": "3000 rpm"})
    declared = type(unit).declarations()["limit_1_n"]
    assert (declared.unit, declared.maximum) == ("rad/s", pytest.approx(6000 * math.pi / 30))
    result = dt.simulate(controlled(path, limit_1_n="3000 rpm"), stop_time=STEP)
    assert result.units["unit.n"] == "rad/s"
    assert result.final["unit.n"] == pytest.approx(3000 * math.pi / 30, rel=1e-14)
    untouched = dt.simulate(controlled(path), stop_time=STEP)
    assert untouched.final["unit.n"] == pytest.approx(600 * math.pi / 30, rel=1e-14)


def test_texts_and_booleans_arrive(make: Make) -> None:
    result = dt.simulate(controlled(make(), name="ten", on=False), stop_time=1.0)
    assert result.final["unit.count"] == 18
    assert result.final["unit.x"] == 0.0
    above = dt.simulate(controlled(make(), x=0.75, k=0.0), stop_time=1.0)
    assert above.final["unit.above"] is True or above.final["unit.above"] == 1


def test_constant_inputs_can_be_given(make: Make) -> None:
    class Alone(dt.Model):
        """A unit by itself."""

        unit = dt.FMU(make(), step=STEP, u=2.0, on=True)

    assert dt.simulate(Alone(), stop_time=1.0).final["unit.x"] == pytest.approx(2.0)


def chain(first: Path, closed: bool) -> dt.Model:
    """Return two units, the output y = k u + x of one being the input of the other."""

    class Chain(dt.Model):
        """The second stands before the first, so that the order matters."""

        second = dt.FMU(first, step=STEP, k=2.0, on=True, x=1.0 if closed else 0.0)
        front = dt.FMU(first, step=STEP, k=0.5, on=False)
        wave = Sine(f=1.0, enabled=not closed)
        half = Gain(k=0.5, enabled=closed)

        def equations(self):
            yield self.front.y >> self.second.u
            if closed:
                yield self.second.y >> self.half.u
                yield self.half.y >> self.front.u
            else:
                yield self.wave.y >> self.front.u

    return Chain()


def test_outputs_that_follow_at_once_are_not_late(make: Make) -> None:
    """Front gives sin/2 at each tick, which the second one integrates in the next step."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = dt.simulate(chain(make(), closed=False), stop_time=1.0)
    waves = np.sin(2 * math.pi * STEP * np.arange(9)) / 2
    assert result["front.y"][-1] == pytest.approx(waves[-1], abs=1e-12)
    assert result.final["second.x"] == pytest.approx(STEP * 2.0 * waves[:-1].sum(), abs=1e-12)
    assert result.final["second.y"] == pytest.approx(
        result.final["second.x"] + 2.0 * waves[-1], abs=1e-12
    )


def test_outputs_that_follow_from_themselves_are_noted(make: Make) -> None:
    with pytest.warns(dt.ModelWarning, match=r"second.*front.*one tick late"):
        dt.simulate(chain(make(), closed=True), stop_time=0.5)


def test_a_run_can_be_made_step_by_step_and_continued(make: Make) -> None:
    model = dt.compile(controlled(make()))
    whole = model.simulate(stop_time=2.0)
    with model.start(stop_time=2.0) as run:
        for _ in range(32):
            run.step(STEP / 2)
        assert run.get("wheel.w") == whole.final["wheel.w"]
    continued = model.simulate(initial=model.simulate(stop_time=0.9), stop_time=2.0)
    assert continued.final["wheel.w"] == whole.final["wheel.w"]


def test_parameters_of_other_parts_can_change_on_the_way(make: Make) -> None:
    with dt.compile(controlled(make())).start() as run:
        run.step(1.0)
        run.set({"wheel.J": 2.0})
        run.step(STEP)
        w, x = recursion(-3.0, 1.0, 8)
        assert run.get("wheel.w") == pytest.approx(w + STEP * x / 2.0, rel=1e-12)


def test_what_needs_the_state_of_the_unit_is_refused(make: Make) -> None:
    model = dt.compile(controlled(make()))
    with model.start() as run:
        run.step(0.5)
        with pytest.raises(dt.DrivetrainError, match=r"'unit'.*takes its parameters"):
            run.set({"unit.k": 1.0})
        with pytest.raises(dt.DrivetrainError, match=r"'unit'.*cannot be copied"):
            run.copy()
        run.step(0.5)
        assert run.get("wheel.w") == pytest.approx(recursion(-3.0, 1.0, 8)[0], rel=1e-12)
    with pytest.raises(dt.DrivetrainError, match=r"'unit'.*no linear model"):
        model.linearise()
    with pytest.raises(dt.DrivetrainError, match="unit, which a program computes"):
        model.sensitivities(["wheel.J"], stop_time=1.0)


def test_gradients_are_found_by_differences(make: Make) -> None:
    model = dt.compile(controlled(make()))
    found = dt.gradient(model, dt.outcomes.final("wheel.w"), ["unit.k"], stop_time=1.0)
    h = 1e-5
    wanted = (recursion(-3.0 + h, 1.0, 8)[0] - recursion(-3.0 - h, 1.0, 8)[0]) / (2 * h)
    assert np.ravel(np.asarray(found))[0] == pytest.approx(wanted, rel=1e-5)


def test_a_step_that_stops_early_goes_on(libraries: Path, tmp_path: Path) -> None:
    from tests.fmi.imported import units

    path = units.packed(tmp_path / "u.fmu", 3, binary=units.library(libraries, 3))
    result = dt.simulate(controlled(path, trouble=5), stop_time=1.0)
    assert result.final["unit.count"] == 16  # two for each tick
    assert result.final["wheel.w"] == pytest.approx(recursion(-3.0, 1.0, 8)[0], rel=1e-12)


def test_a_part_can_be_pickled_and_shown(make: Make) -> None:
    path = make()
    unit = dt.FMU(path, step=STEP, k=2.0)
    again = pickle.loads(pickle.dumps(unit))
    assert repr(again) == repr(unit) == f"FMU({str(path)!r}, k=2.0, step=0.125)"
    assert type(again) is type(unit)
    assert "k" in unit._repr_html_()
    assert str(dt.structure(controlled(path)))


def test_constant_is_refused_where_a_name_is_wrong(make: Make) -> None:
    path = make()
    with pytest.raises(dt.DrivetrainError, match="did you mean 'limit"):
        dt.FMU(path, step=STEP, limit_1_m=3.0)
    with pytest.raises(dt.DrivetrainError, match="'y' is computed by the FMU"):
        dt.FMU(path, step=STEP, y=3.0)
    with pytest.raises(dt.DrivetrainError, match="Give step="):
        dt.FMU(path)
    with pytest.raises(dt.DrivetrainError, match="maximum"):
        dt.simulate(controlled(path, limit_1_n="7000 rpm"), stop_time=STEP)
    with pytest.raises(dt.DrivetrainError, match="rad/s"):
        dt.simulate(controlled(path, limit_1_n="3 kg"), stop_time=STEP)
    with pytest.raises(dt.DrivetrainError, match="step"):
        dt.simulate(controlled(path, step=0.0), stop_time=STEP)


def test_names_that_python_cannot_spell_stand_in_brackets(make: Make) -> None:
    class Named(dt.Model):
        """Reads and gives by the names in the FMU."""

        unit = dt.FMU(make(), step=STEP, **{"limit[1].n": 7.0})
        value = Constant(k=3.0)

        def equations(self):
            yield self.value.y >> self.unit["u"]
            yield self.unit["on"] == True  # noqa: E712

    result = dt.simulate(Named(), stop_time=STEP)
    assert result.final["unit.n"] == pytest.approx(7.0, rel=1e-14)
    assert result.final["unit.x"] == pytest.approx(3.0 * STEP)
