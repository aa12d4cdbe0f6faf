"""Simulations made step by step: the same as plain runs, and what can be done on the way."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from tests.compiled_examples import compiled_example

import drivetrain as dt
from drivetrain.blocks import BooleanConstant, Constant, FixedDelay, Integrator, Sine, Step
from drivetrain.errors import (
    NameLookupError,
    ParameterError,
    ResultError,
    SimulationError,
    UsageError,
)
from drivetrain.modeling import constant, integer, parameter, pre, sample, variable, when
from drivetrain.rotational import Clutch, Inertia, SpringDamper, Torque


class Axis(dt.Model):
    """An inertia, a torque that is set from outside, a spring to a load."""

    experiment = dt.Experiment(stop_time=1.0, interval=0.01)
    drive = Constant(k=0.0)
    switch = BooleanConstant(k=False)
    motor = Torque()
    rotor = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(0))
    shaft = SpringDamper(c=200.0, d=0.5)
    load = Inertia(J=0.5)

    def equations(self) -> Iterator[Any]:
        yield self.drive.y >> self.motor.tau
        yield self.motor >> self.rotor >> self.shaft >> self.load


class Clocked(dt.Model):
    """A delay, a clock whose period is a parameter, and an integral."""

    experiment = dt.Experiment(stop_time=2.0, interval=0.01)
    period = parameter(0.05, unit="s")
    late_by = parameter(0.137, unit="s")
    wave = Sine(amplitude=1.0, f=1.3)
    late = FixedDelay(delay_time=late_by)
    total = Integrator()
    held = variable(start=dt.fixed(0.0))
    ticks = integer(start=dt.fixed(0))

    def equations(self) -> Iterator[Any]:
        yield self.wave.y >> self.late.u
        tick = sample(constant(0.0, "s"), self.period)
        yield when(tick, self.ticks == pre(self.ticks) + 1, self.held == self.late.y)
        yield self.total.u == self.held


def stepped(compiled: dt.CompiledModel, full: dt.Result) -> Any:
    """Return a simulation that has stopped at every output point of a result."""
    simulation = compiled.start()
    for time in full.time[1:]:
        simulation.step(until=float(time))
    return simulation


def check_example(name: str) -> None:
    compiled = compiled_example(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        full = compiled.simulate()
    simulation = stepped(compiled, full)
    np.testing.assert_array_equal(simulation.result().rows, full.rows)
    assert simulation.result().stats.steps == full.stats.steps


@pytest.mark.parametrize("name", ["CoupledClutches", "contacts.RigidRatchet", "machines.Hoist"])
def test_example_is_the_same_step_by_step(name: str) -> None:
    check_example(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", dt.examples.names())
def test_every_example_is_the_same_step_by_step(name: str) -> None:
    check_example(name)


@pytest.mark.parametrize("solver", ["auto", "bs5", "rodas"])
def test_delays_and_clocks_are_the_same_step_by_step(solver: str) -> None:
    compiled = dt.compile(Clocked())
    full = compiled.simulate(solver=solver)
    simulation = compiled.start(solver=solver)
    rng = np.random.default_rng(3)
    for time in full.time[1:]:
        for other in np.sort(rng.uniform(simulation.time, time, 2)):
            simulation.step(until=float(other))
        simulation.step(until=float(time))
        assert simulation.get("total.y") == full.at(time, "total.y")


def test_copies_go_on_independently_and_alike() -> None:
    compiled = dt.compile(dt.examples.find("machines.ServoAxis")())
    one = compiled.start()
    one.step(until=0.3)
    two, three = one.copy(), one.copy()
    names = [name for name in one.result().names if name.endswith((".w", ".tau"))]
    for _ in range(50):
        one.step(0.002)
        two.step(0.002)
    assert one.get(names) == two.get(names)
    assert three.time == 0.3
    np.testing.assert_array_equal(one.result().rows, two.result().rows)
    one.close()
    two.step(0.01)


def test_copy_is_not_changed_with_the_original() -> None:
    one = dt.compile(Axis()).start()
    one.step(0.1)
    two = one.copy()
    one.set(drive=3.0)
    one.step(0.1)
    two.step(0.1)
    assert one.get("drive.y") == 3.0
    assert two.get("drive.y") == two.get("rotor.w") == 0.0


def test_copies_of_any_kind_are_independent() -> None:
    one = dt.compile(Axis()).start(parameters={"drive.k": 1.0})
    for two in (copy.copy(one), copy.deepcopy(one)):
        two.step(0.1)
        assert one.time == 0.0
    with pytest.raises(UsageError, match="save"):
        pickle.dumps(one)


def test_result_of_a_changed_simulation_can_be_pickled() -> None:
    simulation = dt.compile(Axis()).start()
    simulation.set(drive=1.0)
    simulation.step(0.1)
    kept = pickle.loads(pickle.dumps(simulation.result()))
    assert kept.final["drive.y"] == 1.0
    with pytest.raises(ResultError, match="set on the way"):
        assert kept.energy


def test_setting_is_an_event_that_keeps_speeds() -> None:
    compiled = dt.compile(Axis())
    simulation = compiled.start(parameters={"drive.k": 1.0})
    simulation.step(until=0.5)
    before = simulation.get(["rotor.w", "rotor.phi", "load.w", "rotor.a"])
    simulation.set(drive=5.0)
    after = simulation.get(["rotor.w", "rotor.phi", "load.w", "rotor.a"])
    assert after.pop("rotor.a") - before.pop("rotor.a") == pytest.approx(4.0)
    assert after == before
    simulation.step(until=1.0)
    result = simulation.result()
    at = np.flatnonzero(result.time == 0.5)
    np.testing.assert_array_equal(result["drive.y"][at], [1.0, 5.0])
    np.testing.assert_array_equal(result.rows[at, 1], [1, 2])
    with pytest.raises(ResultError, match="set on the way"):
        assert result.energy


def test_set_torque_is_integrated_exactly() -> None:
    simulation = dt.compile(Axis()).start(tolerance=1e-10)
    impulse = 0.0
    for k, torque in enumerate([1.0, -2.0, 0.5, 0.5, 4.0]):
        simulation.set({"drive.k": torque})
        simulation.step(until=0.1 * (k + 1))
        impulse += 0.1 * torque
    momentum = simulation.get("rotor.w") + 0.5 * simulation.get("load.w")
    assert momentum == pytest.approx(impulse, abs=1e-10)


def test_setting_what_is_set_already_changes_nothing() -> None:
    compiled = dt.compile(Axis())
    plain = compiled.simulate(parameters={"drive.k": 2.0})
    simulation = compiled.start(parameters={"drive.k": 2.0})
    for time in plain.time[1:]:
        simulation.set({"drive.k": 2.0, "load.J": 0.5})
        simulation.step(until=float(time))
    np.testing.assert_array_equal(simulation.result().rows, plain.rows)


class Stepped(dt.Model):
    """The same axis, with a torque that jumps by itself."""

    experiment = dt.Experiment(stop_time=1.0, tolerance=1e-9)
    motor = Torque()
    rotor = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(0))
    shaft = SpringDamper(c=200.0, d=0.5)
    load = Inertia(J=0.5)
    drive = Step(height=3.0, start_time=0.25)

    def equations(self) -> Iterator[Any]:
        yield self.drive.y >> self.motor.tau
        yield self.motor >> self.rotor >> self.shaft >> self.load


def test_setting_agrees_with_a_source_that_does_the_same() -> None:
    want = dt.simulate(Stepped())
    simulation = dt.compile(Axis()).start(tolerance=1e-9)
    simulation.step(until=0.25)
    simulation.set(drive=3.0)
    simulation.step(until=1.0)
    assert simulation.get("load.w") == pytest.approx(want.final["load.w"], abs=1e-8)


class SampledController(dt.Model):
    """A speed controller as a sampled block of the model."""

    experiment = dt.Experiment(stop_time=0.5, tolerance=1e-12)
    motor = Torque()
    rotor = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(0))
    shaft = SpringDamper(c=200.0, d=0.5)
    load = Inertia(J=0.5)
    demand = variable(unit="N.m", start=dt.fixed(0.0))

    def equations(self) -> Iterator[Any]:
        yield self.motor >> self.rotor >> self.shaft >> self.load
        yield self.motor.tau == self.demand
        tick = sample(constant(0.01, "s"), constant(0.01, "s"))
        error = constant(10.0, "rad/s") - pre(self.rotor.w)
        yield when(tick, self.demand == constant(2.0, "N.m.s/rad") * error)


def test_controller_in_python_agrees_with_the_same_as_a_sampled_block() -> None:
    want = dt.simulate(SampledController())
    simulation = dt.compile(Axis()).start(stop_time=0.5, tolerance=1e-12)
    for k in range(1, 51):
        simulation.step(until=0.01 * k)
        if k < 50:
            simulation.set(drive=2.0 * (10.0 - simulation.get("rotor.w")))
    assert simulation.get("rotor.w") == pytest.approx(want.final["rotor.w"], abs=1e-10)


def test_simulation_goes_on_beyond_its_stop_time() -> None:
    compiled = dt.compile(Axis())
    simulation = compiled.start(parameters={"drive.k": 1.0})
    simulation.step(until=1.0)
    simulation.set(drive=2.0)
    simulation.step(until=3.0)
    result = simulation.result()
    assert result.time[-1] == 3.0
    momentum = simulation.get("rotor.w") + 0.5 * simulation.get("load.w")
    assert momentum == pytest.approx(5.0, abs=1e-5)
    assert (np.diff(result.time) >= 0).all()


def test_other_period_and_tables_need_another_solver() -> None:
    simulation = dt.compile(Clocked()).start()
    simulation.step(until=0.52)
    assert simulation.get("ticks") == 11
    simulation.set(period=0.1)
    assert simulation.get("ticks") == 11
    simulation.step(until=1.05)
    assert simulation.get("ticks") == 16  # at 0.6, 0.7, 0.8, 0.9, 1.0
    with pytest.raises(ParameterError, match="cannot get another delay"):
        simulation.set(late_by=0.2)
    simulation.step(0.1)


def test_saved_file_goes_on_in_another_process(tmp_path: Path) -> None:
    compiled = dt.compile(dt.examples.find("CoupledClutches")())
    simulation = compiled.start()
    simulation.step(until=0.6)
    simulation.set({"J4.J": 0.7})
    simulation.step(until=0.8)
    path = simulation.save(tmp_path / "state.sim")
    code = dedent(f"""
        import drivetrain as dt
        simulation = dt.compile(dt.examples.find("CoupledClutches")()).start()
        simulation.load({str(path)!r})
        simulation.step(until=1.2)
        told = [simulation.get(name).hex() for name in ("J1.w", "J4.phi")]
        print(*told, len(simulation.result().time))
    """)
    told = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout
    simulation.step(until=1.2)
    speed, angle = simulation.get("J1.w"), simulation.get("J4.phi")
    assert told.split() == [speed.hex(), angle.hex(), str(len(simulation.result().time))]


def test_files_of_other_models_and_versions_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    axis = dt.compile(Axis()).start()
    path = axis.save(tmp_path / "axis.sim")
    with pytest.raises(UsageError, match="another model: that one is called 'Axis'"):
        dt.compile(Clocked()).start().load(path)
    (tmp_path / "text").write_text("nothing")
    with pytest.raises(UsageError, match="no saved simulation"):
        axis.load(tmp_path / "text")
    data = path.read_bytes()
    (tmp_path / "half").write_bytes(data[: len(data) // 2])
    with pytest.raises(UsageError, match="damaged"):
        axis.load(tmp_path / "half")
    with pytest.raises(UsageError, match="cannot be read"):
        axis.load(tmp_path / "nowhere")
    monkeypatch.setattr("drivetrain.simulation.stepping.saved_file._VERSION", 2)
    with pytest.raises(UsageError, match="version 1 of the format, this package reads version 2"):
        axis.load(path)
    assert axis.step(0.1) == 0.1


def test_names_and_values_that_do_not_fit_are_refused() -> None:
    simulation = dt.compile(Axis()).start()
    with pytest.raises(NameLookupError, match=r"did you mean 'rotor\.w'"):
        simulation.get("rotr.w")
    with pytest.raises(NameLookupError, match=r"'load\.J'"):
        simulation.set({"lod.J": 1.0})
    with pytest.raises(ParameterError, match="J"):
        simulation.set({"load.J": -1.0})
    with pytest.raises(ParameterError, match="start value"):
        simulation.set({"rotor.w.start": 1.0})
    with pytest.raises(NameLookupError, match="is a variable"):
        simulation.set({"rotor.w": 1.0})
    with pytest.raises(UsageError, match="only goes forward"):
        simulation.step(until=-1.0)
    with pytest.raises(UsageError, match="finite"):
        simulation.step(until=float("nan"))
    with pytest.raises(UsageError, match="give one of them"):
        simulation.step(0.1, until=0.2)
    assert simulation.step(0.1) == 0.1


def test_values_have_the_kind_of_their_variable() -> None:
    simulation = dt.compile(dt.examples.find("CoupledClutches")()).start()
    values = simulation.get(["clutch1.mode", "clutch1.locked", "J1.w"])
    assert [type(value) for value in values.values()] == [int, bool, float]
    assert set(simulation.get("J*.w")) == {"J1.w", "J2.w", "J3.w", "J4.w"}
    np.testing.assert_allclose(simulation.reader("J1.w", "J2.w")(), [10.0, 0.0], atol=1e-20)


def test_simulation_reads_like_the_report_on_its_start() -> None:
    simulation = dt.compile(Axis()).start(parameters={"rotor.w.start": 2.0})
    assert str(simulation) == str(simulation.start)
    assert next(line for line in simulation.lines if line.name == "rotor.w").reached == 2.0
    assert repr(simulation) == "<simulation of Axis at t = 0 s>"


def test_simulation_starts_from_a_result() -> None:
    compiled = dt.compile(Axis())
    full = compiled.simulate(parameters={"drive.k": 1.0})
    simulation = compiled.start(initial=(full, 0.5))
    assert simulation.time == 0.5
    simulation.step(until=1.0)
    assert simulation.get("load.w") == full.final["load.w"]


def test_result_of_a_simulation_can_be_continued() -> None:
    compiled = dt.compile(Axis())
    simulation = compiled.start(parameters={"drive.k": 1.0})
    simulation.step(until=0.5)
    rest = compiled.simulate(initial=simulation.result())
    full = compiled.simulate(parameters={"drive.k": 1.0})
    assert rest["load.w"][-1] == full["load.w"][-1]


def test_nothing_recorded_gives_no_result() -> None:
    simulation = dt.compile(Axis()).start(record=False)
    simulation.step(0.1)
    with pytest.raises(UsageError, match="nothing was recorded"):
        simulation.result()


class Ends(dt.Model):
    """A model that ends the simulation itself, and one value that becomes undefined."""

    experiment = dt.Experiment(stop_time=1.0)
    rotor = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(1))

    def equations(self) -> Iterator[Any]:
        from drivetrain.modeling import terminate, time

        yield terminate(time > constant(0.3, "s"), "that is enough")


def test_model_ends_the_simulation() -> None:
    simulation = dt.compile(Ends()).start()
    assert simulation.step(until=0.5) == pytest.approx(0.3)
    assert simulation.ended
    assert "that is enough" in simulation.message
    assert simulation.result().time[-1] == pytest.approx(0.3)
    with pytest.raises(UsageError, match="has ended the simulation"):
        simulation.step(0.1)


class EndsAtOnce(dt.Model):
    """A model that ends the simulation where it starts."""

    rotor = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(1))

    def equations(self) -> Iterator[Any]:
        from drivetrain.modeling import terminate

        yield terminate(self.rotor.w > constant(0.5, "rad/s"), "too fast")


def test_model_ends_where_it_starts() -> None:
    simulation = dt.compile(EndsAtOnce()).start()
    assert "too fast" in simulation.message
    assert simulation.lines[1].reached == 1.0
    assert simulation.get("rotor.w") == 1.0
    with pytest.raises(UsageError, match="has ended the simulation"):
        simulation.step(0.1)


def test_impossible_start_tells_how_far_it_got() -> None:
    compiled = dt.compile(dt.examples.find("CoupledClutches")())
    with pytest.raises(ParameterError):
        compiled.start(parameters={"J1.J": -1.0})
    with pytest.raises(NameLookupError):
        compiled.start(parameters={"J9.J": 1.0})


def test_failure_keeps_what_was_recorded() -> None:
    from drivetrain.modeling import sqrt, time

    class Undefined(dt.Model):
        x = variable(start=dt.fixed(0.0))

        def equations(self) -> Iterator[Any]:
            from drivetrain.modeling import der

            left = (constant(0.5, "s") - time) / constant(1.0, "s")
            yield der(self.x) == sqrt(left) / constant(1.0, "s")

    simulation = dt.compile(Undefined()).start()
    simulation.step(0.2)
    with pytest.raises(SimulationError) as error:
        simulation.step(until=1.0)
    assert error.value.result.time[-1] >= 0.2  # type: ignore[attr-defined]
    with pytest.raises(UsageError, match="has failed"):
        simulation.step(0.1)


def test_real_time_keeps_step_with_the_clock() -> None:
    simulation = dt.compile(Axis()).start(realtime=2.0, record=False)
    begin = perf_counter()
    for _ in range(20):
        simulation.step(0.005)
    passed = perf_counter() - begin
    assert passed >= 0.05
    pace = simulation.pace
    assert pace.steps == 20
    assert pace.overruns <= 20
    assert pace.worst >= pace.mean >= 0.0
    with pytest.raises(UsageError, match="realtime"):
        dt.compile(Axis()).start(realtime=-1.0)


def test_overruns_are_counted() -> None:
    simulation = dt.compile(Axis()).start(realtime=1e9)
    for _ in range(5):
        simulation.step(0.01)
    assert simulation.pace.overruns == 5
    assert "5 overruns" in str(simulation.pace)


class Chain(dt.Model):
    """Many stiff shafts: the iteration matrix is sparse, and its pivots have an order."""

    experiment = dt.Experiment(stop_time=0.2)
    disc = Inertia.array(80, J=0.01)
    link = SpringDamper.array(79, c=1e5, d=50.0)
    end = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(10))

    def equations(self: Any) -> Iterator[Any]:
        yield self.disc[:-1] >> self.link >> self.disc[1:]
        yield self.disc[79] >> self.end


class Stack(dt.Model):
    """Clutches one behind the other, enough for a large algebraic block."""

    experiment = dt.Experiment(stop_time=0.04)
    disc = Inertia.array(61, J=0.1)
    clutch = Clutch.array(60, fn_max=200.0, mu_pos=[[0.0, 0.3]])
    press = Sine.array(60, amplitude=0.5, offset=0.5, f=7.0)
    motor = Torque()
    pull = Constant(k=100.0)

    def equations(self: Any) -> Iterator[Any]:
        yield self.disc[:-1] >> self.clutch >> self.disc[1:]
        for k in range(60):
            yield self.press[k].y >> self.clutch[k].f_normalized
        yield self.pull.y >> self.motor.tau
        yield self.motor >> self.disc[0]


@pytest.mark.parametrize(
    ("model", "solver", "names"),
    [
        (Chain, "rodas", ["disc[3].w", "end.phi"]),
        (Chain, "auto", ["disc[3].w", "end.phi"]),
        pytest.param(Stack, "auto", ["disc[7].w", "clutch[3].tau"], marks=pytest.mark.slow),
        (Clocked, "auto", ["total.y", "late.y", "ticks"]),
        (Clocked, "rodas", ["total.y", "late.y", "ticks"]),
    ],
)
def test_copies_of_what_is_kept_apart(model: Any, solver: str, names: list[str]) -> None:
    compiled = dt.compile(model())
    one = compiled.start(solver=solver, record=False)
    end = one._run.settings.stop_time
    for k in range(1, 40):
        one.step(until=end * k / 40)
        if k % 5 == 0:
            two = one.copy()
            two.step(until=end * (k + 0.3) / 40)
            two.step(until=end * (k + 1) / 40)
            one.step(until=end * (k + 1) / 40)
            assert one.get(names) == two.get(names)
    one.step(until=end)
    plain = compiled.simulate(solver=solver, interval=end)
    assert one.get(names) == {name: plain.final[name] for name in names}


def walk(simulation: dt.Simulation) -> None:
    """Go on until something is wrong."""
    for k in range(51, 2000):
        simulation.step(until=0.01 * k)


def test_budget_of_endless_events_goes_on() -> None:
    compiled = dt.compile(Bouncing())
    with pytest.raises(SimulationError) as whole:
        compiled.simulate()
    simulation = compiled.start()
    simulation.step(until=0.5)
    for one in (simulation.copy(), simulation):
        with pytest.raises(SimulationError) as part:
            walk(one)
        assert str(part.value).splitlines()[0] == str(whole.value).splitlines()[0]


class Bouncing(dt.Model):
    """A ball that bounces at ever shorter intervals."""

    experiment = dt.Experiment(stop_time=20.0)
    h = variable(unit="m", start=dt.fixed(1.0))
    v = variable(unit="m/s", start=dt.fixed(0.0))

    def equations(self) -> Iterator[Any]:
        from drivetrain.modeling import der, reinit

        yield der(self.h) == self.v
        yield der(self.v) == constant(-9.81, "m/s2")
        yield when(self.h < constant(0.0, "m"), reinit(self.v, -0.7 * pre(self.v)))
