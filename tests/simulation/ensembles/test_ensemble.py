"""Many runs of one compiled model."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from drivetrain import Model
from drivetrain import compile as compile_model
from drivetrain.errors import (
    DrivetrainError,
    NameLookupError,
    ParameterError,
    ResultError,
    UnitError,
    UsageError,
)
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.examples.first import First
from drivetrain.modeling import (
    constant,
    der,
    ensure,
    fixed,
    integer,
    parameter,
    pre,
    sample,
    terminate,
    time,
    variable,
    when,
    where,
)
from drivetrain.rotational import Inertia, OneWayClutch, SpringDamper


@pytest.fixture(scope="module")
def clutches():
    return compile_model(CoupledClutches())


@pytest.fixture(scope="module")
def spread():
    random = np.random.default_rng(1)
    return {
        "clutch1.peak": random.uniform(1.0, 1.5, 24),
        "clutch2.fn_max": random.uniform(5.0, 30.0, 24),
        "J4.J": random.uniform(0.5, 2.0, 24),
    }


def test_each_run_is_what_it_is_alone(clutches, spread):
    many = clutches.ensemble(spread, threads=2)
    assert not many.failed
    for run in (0, 7, 23):
        alone = clutches.simulate(parameters={k: v[run] for k, v in spread.items()})
        for name in ("J1.w", "J4.phi", "clutch2.phi_rel"):
            np.testing.assert_allclose(many.final(name)[run], alone[name][-1], rtol=1e-9)
        assert [e.time for e in many.events(run)] == pytest.approx(
            [e.time for e in alone.events], abs=1e-9
        )


def test_the_number_of_threads_changes_no_bit(clutches, spread):
    one, two, five = (clutches.ensemble(spread, threads=n) for n in (1, 2, 5))
    for a, b, c in zip(one.rows, two.rows, five.rows, strict=True):
        np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(a, c)


def test_a_parameter_of_the_model_reaches_the_parts_bound_to_it():
    compiled = compile_model(First())
    loads = np.array([1.0, 2.0, 4.0])
    many = compiled.ensemble({"J_load": loads})
    alone = [compiled.simulate(parameters={"J_load": J})["inertia3.w"][-1] for J in loads]
    np.testing.assert_allclose(many.final("inertia3.w"), alone, rtol=1e-9)


def test_start_values_may_vary(clutches):
    many = clutches.ensemble({"J1.w.start": [8.0, 10.0, 12.0]})
    starts = [
        rows[0, clutches.layout.column[clutches.layout.position("J1.w")]] for rows in many.rows
    ]
    np.testing.assert_allclose(starts, [8.0, 10.0, 12.0])


def test_output_points_on_demand(clutches):
    many = clutches.ensemble({"J1.J": [1.0, 2.0]}, interval=0.1)
    time, speed = many.trajectory(1, "J1.w")
    assert set(np.round(np.arange(0, 1.6, 0.1), 9)) <= set(np.round(time, 9))
    assert speed[0] == 10.0


def test_an_inertia_may_vanish_in_some_runs():
    compiled = compile_model(First())
    many = compiled.ensemble({"J_motor": [0.1, 0.0]})
    alone = compiled.simulate(parameters={"J_motor": 0.0})
    np.testing.assert_allclose(many.final("inertia3.w")[1], alone["inertia3.w"][-1], rtol=1e-9)


def test_a_run_of_many_is_a_result(clutches):
    many = clutches.ensemble({"J1.J": [1.0, 2.0]}, interval=0.1)
    assert repr(many) == "<Ensemble of CoupledClutches: 2 runs, 0 failed>"
    alone = clutches.simulate(parameters={"J1.J": 2.0}, interval=0.1)
    np.testing.assert_allclose(many[1]["J1.w"], alone["J1.w"], rtol=1e-9)
    np.testing.assert_array_equal(many[-1]["J1.w"], many[1]["J1.w"])
    assert [run.final["J1.w"] for run in many] == many.final("J1.w").tolist()
    with pytest.raises(ResultError, match="no run 2: the 2 runs are 0 … 1"):
        many[2]
    with pytest.raises(ResultError, match="no run -3"):
        many.events(-3)


@pytest.mark.parametrize(
    "given",
    [
        {"J1.J": [1.0, 2.0], "clutch1.peak": [1.2, 1.2]},
        {"J1.w.start": [5.0, 8.0], "J1.J": [3.0, 4.0]},  # worked out for each run by itself
    ],
)
@pytest.mark.parametrize(
    "again", [lambda many: many, lambda many: pickle.loads(pickle.dumps(many))]
)
def test_a_run_of_many_tells_its_parameters_and_settings(clutches, given, again):
    many = again(clutches.ensemble(given, stop_time=0.1, tolerance=1e-5))
    for k in (0, 1, -1):
        one = {name: values[k] for name, values in given.items()}
        alone = clutches.simulate(parameters=one, stop_time=0.1, tolerance=1e-5, interval=np.inf)
        assert dict(many[k].parameters) == dict(alone.parameters)
        assert dict(many[k].parameter_units) == dict(alone.parameter_units)
        assert many[k].settings == alone.settings
        copied = pickle.loads(pickle.dumps(many[k]))
        assert dict(copied.parameters) == dict(alone.parameters)
    assert [one["J1.J"] for one in many.parameters] == given["J1.J"]
    assert many.parameters[:1][0] == many.parameters[-2]
    with pytest.raises(NameLookupError, match=r"no parameter 'J1\.K'; did you mean 'J1\.J'"):
        many[0].parameters["J1.K"]


def test_a_run_of_many_tells_no_numbers_that_were_not_kept(clutches):
    run = clutches.ensemble({"J1.J": [1.0, 2.0]})[1]
    assert len(run.events)
    for line in ("states", "events", "steps", "wall time"):
        assert f"\n{line} " not in run.summary()
    assert "points of" in run.summary()
    with pytest.raises(ResultError, match=r"as those of an ensemble are: run it alone"):
        _ = run.stats
    assert pickle.loads(pickle.dumps(run)).summary() == run.summary()


def test_a_run_that_cannot_start_has_no_final_value():
    class Freewheel(Model):
        left = Inertia(J=1.0, w=fixed(0.0))
        freewheel = OneWayClutch(fn_max=1.0, f_normalized=0.0)
        right = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.freewheel >> self.right

    many = compile_model(Freewheel()).ensemble({"right.w.start": [1.0, -1.0]}, stop_time=0.1)
    assert many.failed == [1]
    assert "slower than flange_a" in many.messages[1]
    np.testing.assert_array_equal(many.final("right.w"), [1.0, np.nan])
    np.testing.assert_array_equal(many.final("freewheel.locked"), [0.0, np.nan])
    assert len(many.trajectory(1, "right.w")[0]) == 0


class Chain(Model):
    """Three inertias; without the middle one there is a state less."""

    left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
    first = SpringDamper(c=10.0, d=1.0)
    middle = Inertia(J=0.5)
    second = SpringDamper(c=20.0, d=1.0)
    right = Inertia(J=1.0, phi=fixed(0.0), w=fixed(-1.0))
    valid = parameter(0.2)

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.first >> self.middle >> self.second >> self.right
        yield ensure((time < constant(0.1, "s")) | (self.valid > 0.1), "has to be valid")


def test_all_runs_have_the_same_columns_whatever_their_structure():
    compiled = compile_model(Chain())
    many = compiled.ensemble({"middle.J": [0.1, 0.0, 0.0], "valid": [0.2, 0.2, 0.0]}, interval=0.1)
    alone = compiled.simulate(parameters={"middle.J": 0.0}, interval=0.1)
    assert alone.stats.states < compiled.simulate(stop_time=0.0).stats.states
    assert many.failed == [2]
    assert "has to be valid" in many.messages[2]
    for name in alone:
        np.testing.assert_array_equal(many.trajectory(1, name)[1], alone[name], err_msg=name)
        before = many.trajectory(2, name)[1]
        np.testing.assert_array_equal(before[:2], alone[name][:2], err_msg=name)


def test_an_inertia_that_the_model_itself_does_not_have():
    class Light(Chain):
        middle = Inertia(J=0.0)

    massless = compile_model(Light())
    many = massless.ensemble({"middle.J": [0.5, 0.1]})
    for run, J in enumerate((0.5, 0.1)):
        alone = massless.simulate(parameters={"middle.J": J})
        np.testing.assert_allclose(many.final("left.w")[run], alone["left.w"][-1], rtol=1e-9)


class Cancelling(Model):
    """A factor that is zero for a ratio of one, and for no zero of a parameter."""

    ratio = parameter(1.0)
    x = variable(start=fixed(0.0))
    y = variable()

    def equations(self) -> Iterable[Any]:
        rate = constant(1.0, "s") * der(self.x)
        yield rate == 1.0
        yield self.y + (1 - self.ratio) * rate == 2.0


@pytest.mark.parametrize("own", [1.0, 2.0])
def test_factors_that_cancel_in_some_runs(own):
    many = compile_model(Cancelling(ratio=own)).ensemble({"ratio": [1.0, 3.0]})
    np.testing.assert_allclose(many.final("y"), [2.0, 4.0])


class Ticking(Model):
    """Counts ticks, and ends when its position reaches a limit."""

    period = parameter(0.1, unit="s")
    limit = parameter(10.0)
    ticks = integer(start=fixed(0))
    x = variable(start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield when(sample(0, self.period), self.ticks == pre(self.ticks) + 1)
        yield der(self.x) == constant(1.0, "1/s")
        yield terminate(self.x > self.limit, "far enough")


def test_periods_of_clocks_may_vary():
    compiled = compile_model(Ticking())
    many = compiled.ensemble({"period": [0.1, 0.5]}, stop_time=1.05)
    np.testing.assert_array_equal(many.final("ticks"), [11, 3])


def test_a_run_that_ends_itself_has_not_failed():
    many = compile_model(Ticking()).ensemble({"limit": [0.25, 0.75, 5.0]}, stop_time=1.05)
    assert not many.failed
    np.testing.assert_allclose(many.final("x"), [0.25, 0.75, 1.05])
    alone = compile_model(Ticking()).simulate(parameters={"limit": 0.25}, stop_time=1.05)
    assert [str(e) for e in many.events(0)] == [str(e) for e in alone.events]
    assert many[0].time[-1] == many[0].time[-2] == pytest.approx(0.25)


def test_wrong_input_is_refused(clutches):
    with pytest.raises(UsageError, match="one value per run"):
        clutches.ensemble({"J1.J": [1.0, 2.0], "J2.J": [1.0]})
    with pytest.raises(UsageError, match="no parameters"):
        clutches.ensemble({})
    with pytest.raises(ParameterError, match=r"J1\.J"):
        clutches.ensemble({"J1.J": [1.0, -2.0]})
    with pytest.raises(ParameterError, match=r"J1\.J"):
        clutches.ensemble({"J1.J": [1.0, np.nan]})


class Guarded(Model):
    """Refuses to start with a load that is not positive."""

    load = parameter(1.0)
    up = parameter(True)
    steps = parameter(1, kind="integer")
    x = variable(start=fixed(0.0))
    mode = integer()

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == where(self.up, self.load, -self.load) * constant(1.0, "1/s")
        yield self.mode == where(self.x > 0.5, 1, 0)
        yield ensure(self.load > 0, "the load is not positive")


@pytest.fixture(scope="module")
def guarded():
    return compile_model(Guarded())


@pytest.mark.parametrize("loads", [[1.0, -1.0], [-1.0, -1.0]])
def test_a_run_that_does_not_start_has_no_final_value(guarded, loads):
    many = guarded.ensemble({"load": loads})
    assert many.failed == [k for k, load in enumerate(loads) if load < 0]
    expected = [1.0 if load > 0 else np.nan for load in loads]
    np.testing.assert_allclose(many.final("x"), expected)
    np.testing.assert_array_equal(many.final("mode"), expected)
    time, x = many.trajectory(1, "x")
    assert len(time) == len(x) == len(many.events(1)) == 0


def test_truth_values_may_vary(guarded):
    np.testing.assert_allclose(guarded.ensemble({"up": [True, False]}).final("x"), [1.0, -1.0])
    with_starts = guarded.ensemble({"up": [True, False], "x.start": [1.0, 2.0]})
    np.testing.assert_allclose(with_starts.final("x"), [2.0, 1.0])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"steps": [1, 1.5, 2]}, "steps.*whole number"),
        ({"load": [-1.0, 5e-324, 1.0]}, "load = 4.9"),
        ({"load": [1.0, 2.0], "steps": [1, np.nan]}, "steps"),
        ({"load": []}, "one value per run.*load: 0"),
        ({"load": [[1.0, 2.0]]}, "load.*one number for each run"),
        ({"load": ["1.0"]}, "load.*one number for each run"),
        ({"load": [True, False]}, "load.*give a number"),
        ([1.0], "give values by name"),
        ({1: [1.0]}, "1 is not the name"),
        (None, "no parameters"),
    ],
)
def test_columns_that_are_none(guarded, given, said):
    with pytest.raises(DrivetrainError, match=said):
        guarded.ensemble(given)


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", True])
def test_the_number_of_threads_is_a_number(guarded, threads):
    with pytest.raises(UsageError, match="threads"):
        guarded.ensemble({"load": [1.0]}, threads=threads)


def test_no_more_threads_than_runs(guarded):
    assert len(guarded.ensemble({"load": [1.0, 2.0]}, threads=10**9)) == 2


@pytest.mark.parametrize("run", [2, -3, "0", None, 10**30])
def test_runs_that_there_are_none(guarded, run):
    many = guarded.ensemble({"load": [1.0, 2.0]})
    with pytest.raises(ResultError, match=r"the 2 runs are 0 … 1"):
        many.trajectory(run, "x")
    with pytest.raises(ResultError, match=r"the 2 runs are 0 … 1"):
        many.events(run)


def test_slices_are_refused_with_what_to_write(guarded):
    many = guarded.ensemble({"load": [1.0, 2.0]})
    with pytest.raises(ResultError, match="slices are not supported; read run by run"):
        many[0:2]


def test_every_run_may_have_its_own_table(clutches):
    tables = [[[0.0, 0.1]], pd.DataFrame({"w [rpm]": [0, 300], "mu [%]": [30, 20]})]
    many = clutches.ensemble({"clutch1.mu_pos": tables, "J1.J": ["1 kg.m2", 2.0]})
    for run, inertia in zip(range(2), (1.0, 2.0), strict=True):
        given = {"clutch1.mu_pos": tables[run], "J1.J": inertia}
        alone = clutches.simulate(parameters=given, interval=np.inf)
        assert many[run].final["J1.w"] == alone.final["J1.w"]
        assert many.parameters[run]["J1.J"] == inertia


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([[[0.0, 0.1]], [[0.0, 0.2], [-1.0, 0.2]]], "run 1: clutch1.mu_pos: .* row 2 has -1"),
        ([[[0.0, 0.1]], [[0.0, np.nan]]], "run 1: clutch1.mu_pos: y of row 1 is nan"),
        ([[[0.0, 0.1]], [[0.0, 0.1, 2.0]]], "run 1: clutch1.mu_pos: a table with 2 columns"),
        ([[[0.0, 0.1]], [["3 N", 0.1]]], "run 1: clutch1.mu_pos, column 1: '3 N' cannot be"),
        (pd.DataFrame({"w": [0.0], "mu": [0.1]}), "needs a list with one for each run"),
        (0.1, "needs a list with one for each run"),
    ],
)
def test_wrong_tables_are_refused_before_any_run(clutches, values, said):
    with pytest.raises(DrivetrainError, match=said):
        clutches.ensemble({"clutch1.mu_pos": values})


def test_a_header_tells_the_unit(clutches):
    frame = pd.DataFrame({"J1.J [kg.cm2]": [7000, 20000], "J1.w.start (rpm)": [30, 60]})
    many = clutches.ensemble({name: frame[name] for name in frame}, stop_time="1 us")
    assert [one["J1.J"] for one in many.parameters] == [0.7, 2.0]
    np.testing.assert_allclose(many.final("J1.w"), [np.pi, 2 * np.pi], rtol=1e-4)
    with pytest.raises(UnitError, match=r"J1\.J: values in 'N\.m' cannot be converted to 'kg\.m2'"):
        clutches.ensemble({"J1.J [N.m]": [1.0, 2.0]})
    with pytest.raises(UnitError, match="a header tells the unit"):
        clutches.ensemble({"J1.J [kg.m2]": ["1 kg.m2", "2 kg.m2"]})
    with pytest.raises(NameLookupError, match=r"no parameter 'J1\.Jx'"):
        clutches.ensemble({"J1.Jx [kg.m2]": [1.0, 2.0]})
    with pytest.raises(UsageError, match=r"'J1\.J' is given more than once"):
        clutches.ensemble({"J1.J [kg.m2]": [1.0], "J1.J": [1.0]})
