"""A run that continues from a result is the rest of the uninterrupted run, to the last bit."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.compiled_examples import compiled_example

import drivetrain as dt
from drivetrain.blocks import Constant, FixedDelay, Integrator, Sine
from drivetrain.errors import ParameterError, UsageError
from drivetrain.modeling import (
    constant,
    integer,
    pre,
    sample,
    variable,
    when,
)
from drivetrain.rotational import Inertia, SpringDamper, Torque


class Pair(dt.Model):
    """Two inertias, a torque, a spring."""

    experiment = dt.Experiment(stop_time=1.0, interval=0.01)
    level = Constant(k=1.0)
    drive = Torque()
    left = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(1))
    shaft = SpringDamper(c=300.0, d=1.0)
    right = Inertia(J=2.0)

    def equations(self) -> Iterator[Any]:
        yield self.level.y >> self.drive.tau
        yield self.drive >> self.left >> self.shaft >> self.right


class Past(dt.Model):
    """A delay, a clock and an integral."""

    experiment = dt.Experiment(stop_time=2.0, interval=0.01)
    wave = Sine(amplitude=1.0, f=1.3)
    late = FixedDelay(delay_time=0.137)
    total = Integrator()
    held = variable(start=dt.fixed(0.0))
    ticks = integer(start=dt.fixed(0))

    def equations(self) -> Iterator[Any]:
        yield self.wave.y >> self.late.u
        period = constant(0.05, "s")
        tick = sample(constant(0.0, "s"), period)
        yield when(tick, self.ticks == pre(self.ticks) + 1, self.held == self.late.y)
        yield self.total.u == self.held


def rest_of(full: dt.Result, time: float) -> np.ndarray[Any, Any]:
    """Return the rows of a result after an instant, and the last one at it."""
    first = int(np.searchsorted(full.time, time + 1e-15, side="right")) - 1
    return full.rows[first:]


def assert_is_rest(rest: dt.Result, full: dt.Result, time: float) -> None:
    """Hold all values of a continued run against those of the uninterrupted one."""
    want, got = rest_of(full, time), rest.rows
    if abs(want[0, 0] - time) > 1e-15:  # between output points: one point more
        want, got = want[1:], got[1:]
    np.testing.assert_array_equal(got[:, 2:], want[:, 2:])
    np.testing.assert_array_equal(got[:, 0], want[:, 0])


def check_example(name: str, count: int) -> None:
    compiled = compiled_example(name)
    rng = np.random.default_rng(7)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        full = compiled.simulate()
        end, interval = float(full.time[-1]), full.settings["interval"]  # type: ignore[index]
        for k in range(count):
            points = full.time[full.rows[:, 1] == 0]
            at = float(rng.choice(points) if k % 2 else rng.uniform(full.time[0], end))
            part = compiled.simulate(stop_time=at, interval=interval)
            assert_is_rest(compiled.simulate(initial=part, stop_time=end), full, at)
            assert_is_rest(compiled.simulate(initial=(full, at)), full, at)


@pytest.mark.parametrize("name", ["CoupledClutches", "contacts.DogClutch", "machines.ServoAxis"])
def test_continued_example_is_the_rest_of_the_uninterrupted_run(name: str) -> None:
    check_example(name, 4)


@pytest.mark.slow
@pytest.mark.parametrize("name", dt.examples.names())
def test_every_example_can_be_continued_at_twenty_instants(name: str) -> None:
    check_example(name, 20)


@pytest.mark.parametrize("solver", ["auto", "bs5", "rodas"])
@pytest.mark.parametrize("time", [0.0, 0.137, 0.5, 0.5 + 1e-13, 0.777, 1.999])
def test_delays_clocks_and_integrals_go_on(solver: str, time: float) -> None:
    compiled = dt.compile(Past())
    full = compiled.simulate(solver=solver)
    assert_is_rest(compiled.simulate(initial=(full, time)), full, time)


def test_end_of_a_result_is_where_it_continues_by_default() -> None:
    compiled = dt.compile(Pair())
    part = compiled.simulate(stop_time=0.5, interval=0.01)
    rest = compiled.simulate(initial=part)
    assert rest.time[0] == 0.5
    assert rest.time[-1] == 1.0
    assert rest.settings["start_time"] == 0.5  # type: ignore[index]
    assert rest.start.lines[0].rule == "continues the run before"
    assert rest.check.passed


def test_energy_of_the_rest_counts_from_its_start() -> None:
    compiled = dt.compile(Pair())
    rest = compiled.simulate(initial=(compiled.simulate(), 0.4))
    assert rest.energy.supplied[0] == 0.0
    assert rest.energy.relative_error < 1e-5


def test_what_was_given_goes_on() -> None:
    compiled = dt.compile(Pair())
    full = compiled.simulate(parameters={"right.J": 0.5, "left.w.start": 3.0}, tolerance=1e-8)
    rest = compiled.simulate(initial=(full, 0.3))
    assert rest.parameters["right.J"] == 0.5
    assert rest.settings["tolerance"] == 1e-8  # type: ignore[index]
    assert_is_rest(rest, full, 0.3)


def test_other_parameters_make_an_event() -> None:
    compiled = dt.compile(Pair())
    full = compiled.simulate()
    rest = compiled.simulate(initial=(full, 0.4), parameters={"level.k": 5.0})
    for name in ("left.w", "left.phi", "right.w"):
        assert rest[name][0] == full[name][40]
    assert rest["left.a"][0] - full["left.a"][40] == pytest.approx(4.0)
    again = compiled.simulate(initial=(rest, 0.7), parameters={"level.k": 5.0})
    assert_is_rest(again, rest, 0.7)


def test_other_parameters_at_the_start_are_those_of_a_new_run() -> None:
    compiled = dt.compile(Pair())
    begin = compiled.simulate(stop_time=0.0)
    rest = compiled.simulate(initial=begin, parameters={"level.k": 5.0}, interval=0.01, stop_time=1)
    fresh = compiled.simulate(parameters={"level.k": 5.0})
    np.testing.assert_allclose(rest["left.w"], fresh["left.w"], rtol=0, atol=1e-6)


def test_modes_are_consistent_with_other_parameters() -> None:
    compiled = dt.compile(dt.examples.find("CoupledClutches")())
    full = compiled.simulate()
    stuck = int(np.flatnonzero(full["clutch1.locked"])[20])
    before = (full, float(full.time[stuck]))
    rest = compiled.simulate(initial=before, parameters={"clutch1.fn_max": 1e-3})
    assert not rest["clutch1.locked"][0]
    assert rest["J1.w"][0] == full["J1.w"][stuck]
    assert rest["J1.a"][0] != full["J1.a"][stuck]


def test_result_from_another_compilation_or_process_can_be_continued() -> None:
    full = dt.simulate(Pair())
    rest = dt.simulate(Pair(), initial=(full, 0.5))
    assert_is_rest(rest, full, 0.5)
    kept = pickle.loads(pickle.dumps(full))
    assert_is_rest(dt.simulate(Pair(), initial=(kept, 0.5)), full, 0.5)


class Other(Pair):
    """The same with one part more."""

    more = Inertia(J=1.0)

    def equations(self) -> Iterator[Any]:
        yield self.right >> self.more


def test_result_of_another_model_is_refused_with_the_first_difference() -> None:
    full = dt.simulate(Pair())
    with pytest.raises(UsageError, match="called 'Pair', this one 'Other'"):
        dt.simulate(Other(), initial=full)
    with pytest.raises(UsageError, match=r"variable 'J1\.phi'|called"):
        dt.simulate(dt.examples.find("CoupledClutches")(), initial=full)


def built(value: int) -> dt.Model:
    m = dt.Model("same name")
    m.add(a=Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(1)))
    if value:
        m.add(b=Inertia(J=1.0))
        m.connect(m.a.flange_b, m.b.flange_a)
    return m


def test_first_differing_variable_is_named() -> None:
    with pytest.raises(UsageError, match=r"only this one has the variable 'b\."):
        dt.simulate(built(1), initial=dt.simulate(built(0)))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"initial": 3}, "give a result"),
        ({"initial": "part", "start_time": 0.0}, "start_time"),
        ({"initial": "part", "stop_time": 0.2}, "has to end after that"),
        ({"initial": ("part", 0.9)}, "covers 0 to 0.5 s"),
        ({"initial": ("part", "x")}, "give the instant as a number"),
        ({"initial": "part", "solver": "rodas"}, "go on as they were"),
        ({"initial": "part", "parameters": {"left.w.start": 1.0}}, "is a start value"),
    ],
)
def test_impossible_continuations_are_refused(given: dict[str, Any], message: str) -> None:
    compiled = dt.compile(Pair())
    part = compiled.simulate(stop_time=0.5)
    initial = given["initial"]
    if initial == "part":
        given = given | {"initial": part}
    elif isinstance(initial, tuple):
        given = given | {"initial": (part, initial[1])}
    with pytest.raises((UsageError, ParameterError), match=message):
        compiled.simulate(**given)


def test_member_of_an_ensemble_cannot_be_continued() -> None:
    compiled = dt.compile(Pair())
    runs = compiled.ensemble({"level.k": [1.0, 2.0]})
    with pytest.raises(UsageError, match="does not know what made it"):
        compiled.simulate(initial=runs[0])


def test_values_that_change_the_equations_go_on_but_are_refused_on_the_way() -> None:
    compiled = dt.compile(Pair())
    massless = compiled.simulate(parameters={"left.J": 0.0, "left.w.start": 0.0})
    assert_is_rest(compiled.simulate(initial=(massless, 0.5)), massless, 0.5)
    with pytest.raises(ParameterError, match="other equations than the run"):
        compiled.simulate(initial=(compiled.simulate(), 0.5), parameters={"left.J": 0.0})


def test_other_tolerance_makes_an_event() -> None:
    compiled = dt.compile(Pair())
    full = compiled.simulate(tolerance=1e-5)
    rest = compiled.simulate(initial=(full, 0.5), tolerance=1e-10)
    assert rest["left.w"][0] == full["left.w"][50]
    assert rest.settings["tolerance"] == 1e-10  # type: ignore[index]


def test_run_that_begins_elsewhere_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = dt.compile(Pair())
    part = compiled.simulate(stop_time=0.5, interval=0.01)
    monkeypatch.setattr("drivetrain.simulation.runs.restart._LEAP", 1e-12)
    with pytest.warns(dt.CheckWarning, match="begins with"):
        compiled.simulate(initial=part)
    with warnings.catch_warnings():
        warnings.simplefilter("error", dt.CheckWarning)
        compiled.simulate(initial=(part, 0.25), stop_time=0.5)
        compiled.simulate(initial=part, parameters={"level.k": 2.0})


def test_derivatives_made_on_the_way_do_not_make_another_model() -> None:
    """A linear model adds nodes to the program of its model, which is still the same model."""
    pair = dt.compile(Pair())
    pair.linearise(at=0.5)
    kept = pickle.loads(pickle.dumps(pair.simulate(stop_time=0.5)))
    rest = dt.compile(Pair()).simulate(initial=kept, stop_time=1.0)
    whole = pair.simulate(stop_time=1.0)
    assert rest["right.w"][-1] == whole["right.w"][-1]
