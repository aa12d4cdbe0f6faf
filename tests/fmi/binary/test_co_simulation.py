"""Units as co-simulation: the numbers are those of runs in this process."""

from __future__ import annotations

import ctypes
import subprocess
from itertools import pairwise

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import Experiment, Model, examples, fixed
from drivetrain.blocks import Constant
from drivetrain.modeling import constant, ensure, parameter
from drivetrain.rotational import Clutch, Fixed, Inertia, SpringDamper
from tests.fmi.binary.units import Instance, Unit, example_unit, unit_of


def _stepped(unit: Unit, times: np.ndarray) -> np.ndarray:
    one = Instance(unit)
    assert one.start() == 0, one.told
    rows = [one.get(unit.reals)]
    for begin, end in pairwise(times):
        assert one.step(begin, end - begin) == 0, one.told
        rows.append(one.get(unit.reals))
    one.close()
    return np.array(rows)


def _communication_points(unit: Unit, count: int) -> np.ndarray:
    """Points that addition of their distances reaches exactly."""
    points = np.linspace(unit.settings.start_time, unit.settings.stop_time, count + 1)
    for k in range(count - 1):
        points[k + 1] = points[k] + (points[k + 1] - points[k])
    return points


@pytest.mark.parametrize("count", [7, 64, 300])
@pytest.mark.parametrize("name", ["First", "CoupledClutches", "ElasticBearing", "LossyGearDemo1"])
def test_numbers_are_those_of_a_run_whatever_the_step(name: str, count: int) -> None:
    unit = example_unit(name)
    times = _communication_points(unit, count)
    run = dt.simulate(examples.find(name)(), output_times=times)
    places = [np.flatnonzero(np.abs(run.time - t) <= 1e-14 * max(t, 1.0))[-1] for t in times]
    names = [unit.variables[k].name for k in unit.reals]
    wanted = np.array([[run[n][place] for n in names] for place in places])
    assert np.array_equal(_stepped(unit, times), wanted, equal_nan=True)


def test_a_parameter_changes_what_follows_from_it() -> None:
    unit, model = example_unit("First"), dt.compile(examples.find("First")())
    for name in ("inertia2.J", "amplitude", "frequency_hz", "J_load", "damper.d"):
        if name not in [v.name for v in unit.variables]:
            continue
        value = 1.25 * unit.variables[unit.reference(name)].start
        one = Instance(unit)
        if one.set(name, value):
            assert "cannot be set" in one.told[-1]
            continue
        assert one.start() == 0
        assert one.step(0.0, unit.settings.stop_time) == 0
        run = model.simulate(parameters={name: value})
        wanted = [run[unit.variables[k].name][-1] for k in unit.reals]
        assert np.array_equal(one.get(unit.reals), wanted)
        one.close()


class Scaled(Model):
    """A shaft whose inertia follows from others."""

    size = parameter(2.0, unit="1", doc="Factor")
    left = Inertia(J=0.5 * size, phi=fixed(1.0), w=fixed(0.0))
    spring = SpringDamper(c=10.0 * size**2, d=0.1)
    wall = Fixed()
    experiment = Experiment(stop_time=2.0)

    def equations(self):
        yield self.left.flange_b >> self.spring >> self.wall


def test_a_computed_parameter_follows_and_cannot_be_set() -> None:
    unit = unit_of(Scaled())
    one = Instance(unit)
    assert one.set("left.J", 3.0) == 3
    assert "left.J cannot be set" in one.told[-1]
    assert one.set("size", 3.0) == 0
    assert one.start() == 0
    assert one.step(0.0, 2.0) == 0
    run = dt.simulate(Scaled(size=3.0))
    assert one.get([unit.reference("left.J")]) == [1.5]
    wanted = [run[unit.variables[k].name][-1] for k in unit.reals]
    assert np.array_equal(one.get(unit.reals), wanted)


def test_what_equations_rely_on_is_checked() -> None:
    unit = example_unit("First")
    one = Instance(unit)
    assert one.set("inertia2.J", 0.0) == 0
    assert one.start() == 3
    assert "inertia2.J" in one.told[-1]
    assert "export the model" in one.told[-1]


class Held(Model):
    """A start that is fixed by the torque of a spring, which no state is."""

    left = Inertia(J=1.0, w=fixed(0.0))
    spring = SpringDamper(c=10.0, d=0.1, tau=fixed(5.0))
    wall = Fixed()
    experiment = Experiment(stop_time=1.0)

    def equations(self):
        yield self.left.flange_b >> self.spring >> self.wall


def test_conditions_on_other_values_are_solved_for_again() -> None:
    unit = unit_of(Held())
    one = Instance(unit)
    assert one.set("spring.c", 25.0) == 0
    assert one.start() == 0, one.told
    assert one.get([unit.reference("spring.tau")]) == pytest.approx([5.0], rel=1e-12)
    assert one.step(0.0, 1.0) == 0
    run = dt.simulate(Held(), parameters={"spring.c": 25.0})
    assert one.get([unit.reference("left.w")]) == pytest.approx(run["left.w"][-1], rel=1e-9)


@pytest.mark.parametrize("name", ["CoupledClutches", "LossyGearDemo1"])
def test_a_step_repeated_from_a_state_gives_the_same_bits(name: str) -> None:
    unit = example_unit(name)
    times = _communication_points(unit, 60)
    one, other = Instance(unit), Instance(unit)
    assert one.start() == 0
    for begin, end in pairwise(times):
        state = one.save()
        assert one.step(begin, end - begin) == 0
        wanted = one.get(unit.reals)
        assert one.call("SetFMUstate", state) == 0
        assert one.step(begin, end - begin) == 0
        assert np.array_equal(one.get(unit.reals), wanted)
        size = ctypes.c_size_t()
        assert one.call("SerializedFMUstateSize", state, ctypes.byref(size)) == 0
        text, copy = ctypes.create_string_buffer(size.value), ctypes.c_void_p()
        assert one.call("SerializeFMUstate", state, text, size) == 0
        assert other.call("DeSerializeFMUstate", text, size, ctypes.byref(copy)) == 0
        assert other.call("SetFMUstate", copy) == 0
        assert other.step(begin, end - begin) == 0
        assert np.array_equal(other.get(unit.reals), wanted)
        assert one.call("FreeFMUstate", ctypes.byref(state)) == 0
        assert other.call("FreeFMUstate", ctypes.byref(copy)) == 0


def test_calls_out_of_order_are_errors_with_a_sentence() -> None:
    unit = example_unit("First")
    one = Instance(unit)
    assert one.step(0.0, 0.1) == 3
    assert one.told[-1] == "fmi2DoStep is not allowed before initialisation"
    assert one.start() == 0
    assert one.call("EnterInitializationMode") == 3
    assert one.set("inertia2.J", 1.0) == 3
    assert "until initialisation ends" in one.told[-1]
    assert one.step(0.5, 0.1) == 3
    assert "the unit has come to 0 s" in one.told[-1]
    assert one.step(0.0, 99.0) == 3
    assert "after the stop time" in one.told[-1]
    assert one.step(0.0, 0.1) == 0
    assert one.call("Reset") == 0
    assert one.start() == 0
    assert Instance(unit, token="another").handle.value is None


def test_a_failed_step_names_the_culprit_and_can_be_undone() -> None:
    class Snatched(Model):
        left = Inertia(J=1.0, w=fixed(10.0))
        clutch = Clutch(fn_max=1.0)
        right = Inertia(J=1.0, w=fixed(0.0))
        pedal = Constant(k=1.0)
        experiment = Experiment(stop_time=100.0)

        def equations(self):
            yield self.left >> self.clutch >> self.right
            yield self.pedal.y >> self.clutch.f_normalized
            yield ensure(self.right.w < constant(2.0, "rad/s"), "the right side is too fast")

    unit = unit_of(Snatched())
    one = Instance(unit)
    assert one.start() == 0
    assert one.step(0.0, 1.0) == 0
    before, state = one.get(unit.reals), one.save()
    assert one.step(1.0, 50.0) == 3
    assert "the right side is too fast" in one.told[-1]
    assert one.step(1.0, 1.0) == 3
    assert one.call("SetFMUstate", state) == 0
    assert np.array_equal(one.get(unit.reals), before)
    assert one.step(1.0, 1.0) == 0


def test_events_are_told_if_asked_for() -> None:
    unit = example_unit("CoupledClutches")
    one = Instance(unit)
    one.call("SetDebugLogging", 1, ctypes.c_size_t(1), (ctypes.c_char_p * 1)(b"logEvents"))
    assert one.start() == 0
    assert one.step(0.0, 1.5) == 0
    run = dt.simulate(examples.find("CoupledClutches")())
    told = [line for line in one.told if line.startswith("event at t = ")]
    assert len(told) == len(run.events)
    event = next(event for event in run.events if event.changes)
    assert f"t = {event.time:.9g} s" in "".join(told)
    assert any(event.changes[0].name in line for line in told)
    assert any("clutch1.mode from " in line and " to stuck" in line for line in told)


def test_only_functions_of_the_standard_are_visible() -> None:
    unit = example_unit("First")
    listed = subprocess.run(
        ["nm", "-D", "--defined-only", unit.library], capture_output=True, text=True, check=True
    )
    names = [line.split()[-1] for line in listed.stdout.splitlines()]
    assert len([n for n in names if n.startswith("fmi2")]) == 44
    assert len([n for n in names if n.startswith("fmi3")]) == 75
    assert all(n.startswith("fmi") for n in names)


def test_nothing_in_the_library_can_be_written() -> None:
    unit = example_unit("CoupledClutches")
    listed = subprocess.run(
        ["objdump", "-h", unit.library], capture_output=True, text=True, check=True
    )
    sections = {line.split()[1]: int(line.split()[2], 16) for line in listed.stdout.splitlines()
                if len(line.split()) > 6 and line.split()[0].isdigit()}  # fmt: skip
    assert sections.get(".data", 0) <= 16  # a word of the C runtime
    assert sections.get(".bss", 0) <= 64  # that of ifunc resolvers
