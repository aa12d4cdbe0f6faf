"""Runs warn of variables that leave the bounds they are declared with."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import Model, simulate
from drivetrain.errors import ModelWarning, ParameterError
from drivetrain.modeling import (
    Component,
    RealInput,
    RealOutput,
    constant,
    der,
    fixed,
    integer,
    parameter,
    time,
    variable,
    when,
)


class Tank(Component):
    rate = parameter(1.0, unit="m/s")
    highest = parameter(0.5, unit="m")
    level = variable("m", start=fixed(0), min=-1, max=highest)

    def equations(self) -> Iterable[Any]:
        yield der(self.level) == self.rate


class TwoTanks(Model):
    one = Tank(highest=0.75)
    rows = Tank.array(2, rate=-2.0)


def told(model: Model, **settings: Any) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        simulate(model, stop_time=1.0, interval=0.01, **settings)
    assert all(issubclass(one.category, ModelWarning) for one in caught)
    return [str(one.message) for one in caught]


def test_each_variable_is_named_with_instant_and_extreme_value() -> None:
    assert told(TwoTanks()) == [
        "model 'TwoTanks': rows[0].level is below its minimum -1 m from t = 0.51 s on, and reaches "
        "-2 m",
        "model 'TwoTanks': rows[1].level is below its minimum -1 m from t = 0.51 s on, and reaches "
        "-2 m",
        "model 'TwoTanks': one.level is above its maximum 0.75 m from t = 0.76 s on, and reaches "
        "1 m",
    ]


def test_bounds_follow_the_parameters_of_the_run() -> None:
    found = told(TwoTanks(), parameters={"one.highest": 2.0, "rows[0].rate": 0.25})
    assert [one.split()[2] for one in found] == ["rows[1].level"]


def test_what_is_not_recorded_is_not_looked_at() -> None:
    assert told(TwoTanks(), record=["one.level"])[0].startswith("model 'TwoTanks': one.level")


def test_the_class_around_a_part_can_give_other_bounds() -> None:
    class Around(Model):
        limit = parameter(0.25, unit="m")
        tank = Tank(level=fixed(0, max=limit))
        low = Tank(rate=-2.0, level=fixed(0, max="50 cm"))

    assert told(Around()) == [
        "model 'Around': low.level is below its minimum -1 m from t = 0.51 s on, and reaches -2 m",
        "model 'Around': tank.level is above its maximum 0.25 m from t = 0.26 s on, and reaches "
        "1 m",
    ]


def test_integers_and_signals_have_bounds() -> None:
    class Counter(Component):
        u = RealInput(max=0.5)
        y = RealOutput(min=-0.5)
        n = integer(max=2)

        def equations(self) -> Iterable[Any]:
            yield self.y == -self.u
            yield when(time > constant(0.5, "s"), self.n == 3)

    class Counting(Model):
        counter = Counter()

        def equations(self) -> Iterable[Any]:
            yield self.counter.u == time / constant(1.0, "s")

    assert {one.split()[2] for one in told(Counting())} == {"counter.u", "counter.y", "counter.n"}


def test_a_run_may_pass_a_bound_by_its_tolerance() -> None:
    class Decay(Model):
        x = variable(start=fixed(1), min=0, max=1)

        def equations(self) -> Iterable[Any]:
            yield der(self.x) == constant(-20.0, "1/s") * self.x

    assert told(Decay(), tolerance=1e-4) == []


def test_many_are_counted() -> None:
    class Many(Model):
        rows = Tank.array(30)

    found = told(Many())
    assert len(found) == 11
    assert found[-1] == "model 'Many': 20 more variables leave their bounds"


@pytest.mark.parametrize("value", [4, None])
def test_structural_parameters_stay_within_their_bounds(value: int | None) -> None:
    class Rows(Model):
        most = parameter(3, kind="integer", structural=True)
        n = parameter(value or 2, kind="integer", structural=True, max=most)
        x = variable(size=n)

        def equations(self) -> Iterable[Any]:
            for one in self.x:
                yield one == 1

    with pytest.raises(ParameterError, match=r"Rows\(n=…\): n=[45] is above its maximum 3"):
        simulate(Rows() if value else Rows(n=5), stop_time=0.1)


def test_each_number_of_a_matrix_stays_within_its_bounds() -> None:
    class Matrix(Model):
        A = parameter(((1.0, 2.0), (3.0, 4.0)), structural=True, max=3, doc="Gains")
        x = variable()

        def equations(self) -> Iterable[Any]:
            yield self.x == self.A[1][1]

    with pytest.raises(ParameterError, match=r"A=\(\(1.*4.*is above its maximum 3 \(Gains\)"):
        simulate(Matrix(), stop_time=0.1)
