"""Equations of which one holds, branches of `when`, and integers that change at events."""

from __future__ import annotations

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import ExpressionError
from drivetrain.modeling import (
    boolean,
    change,
    der,
    ensure,
    fixed,
    floor_with_events,
    initial,
    integer,
    pre,
    sin,
    terminate,
    time,
    variable,
    when,
    where,
)

TIMES = [0.1, 0.2, 0.5, 0.7, 1.2, 1.5, 2.5, 3.5]


class Plain(dt.Model):
    numbers_fit_any_unit = True


def at(result, name):
    """Return the values at the output times that were asked for, not those at events."""
    asked = [t for t in TIMES if t in result.time]
    return result[name][np.searchsorted(result.time, asked)].tolist()


def test_one_of_two_equations_holds():
    class Charged(Plain):
        q = variable("C", start=fixed(1.0))
        i = variable("A")
        v = variable("V")

        def equations(self):
            yield self.i == der(self.q)
            yield where(time < 1.0, self.i == 2.0, self.v == 3.0)
            yield self.v == where(time < 1.0, 5.0 * self.q, 3.0 * self.i + 3.0)

    result = dt.simulate(Charged(), stop_time=2.0)
    assert result.final["q"] == pytest.approx(3.0)
    assert result["v"][0] == pytest.approx(5.0)


def test_equations_of_one_variable_are_merged():
    class Chosen(Plain):
        b = boolean()
        x = variable(None)

        def equations(self):
            yield where(
                time < 1.0,
                self.b == (time > 0.6),
                where(time < 2.0, self.b == False, self.b == True),  # noqa: E712
            )
            yield where(self.b, self.x == 3, self.x == 5)

    result = dt.simulate(Chosen(), stop_time=3.0, output_times=[0.2, 0.7, 1.5, 2.5])
    assert at(result, "x") == [5.0, 3.0, 5.0, 3.0]


def test_equations_of_different_booleans_cannot_be_chosen():
    class Wrong(Plain):
        a = boolean()
        b = boolean()

        def equations(self):
            yield where(time < 1.0, self.a == self.b, self.b == (time > 3))
            yield self.a == (time > 1)

    with pytest.raises(ExpressionError, match="same Boolean variable"):
        dt.compile(Wrong())


def test_the_first_branch_that_fires_counts():
    class Counting(Plain):
        n = integer()
        m = integer()

        def equations(self):
            yield (
                when(time >= 1.0, self.n == 1)
                .elsewhen(time >= 1.0, self.n == 2, self.m == 1)
                .elsewhen([time >= 2.0, time >= 3.0], self.n == pre(self.n) + 10)
            )

    result = dt.simulate(Counting(), stop_time=4.0, output_times=[0.5, 1.5, 2.5, 3.5])
    assert at(result, "n") == [0, 1, 11, 21]
    assert at(result, "m") == [0, 0, 0, 0]


def test_each_of_several_conditions_fires_while_others_hold():
    class Counting(Plain):
        n = integer()

        def equations(self):
            yield when([initial(), time >= 1.0, time >= 2.0], self.n == pre(self.n) + 1)

    result = dt.simulate(Counting(), stop_time=3.0, output_times=[0.5, 1.5, 2.5])
    assert at(result, "n") == [1, 2, 3]


def test_checks_and_the_end_of_the_run_at_events():
    class Ending(Plain):
        x = variable(None)

        def equations(self):
            yield self.x == time
            yield when(time >= 1.0, ensure(self.x < 1.5, "checked when it was small"))
            yield when(time >= 2.5, terminate(True, "enough"))

    result = dt.simulate(Ending(), stop_time=4.0)
    assert result.time[-1] == pytest.approx(2.5)

    class Failing(Ending):
        def equations(self):
            yield when(time >= 2.0, ensure(self.x < 1.5, "checked when it was large"))

    with pytest.raises(dt.DrivetrainError, match="checked when it was large"):
        dt.simulate(Failing(), stop_time=4.0)


def test_a_count_is_constant_between_events():
    class Counting(Plain):
        x = variable(None, start=fixed(0.0))
        n = integer()
        changes = integer()

        def equations(self):
            yield der(self.x) == 5.1 * sin(3 * time)
            yield self.n == floor_with_events(self.x)
            yield when(change(self.n), self.changes == pre(self.changes) + 1)

    result = dt.simulate(Counting(), stop_time=3.0)
    x = 1.7 * (1 - np.cos(3 * result.time))
    away = np.abs(x - np.round(x)) > 1e-4
    assert np.array_equal(result["n"][away], np.floor(x[away]))
    assert result.final["changes"] == 9


def test_a_count_starts_where_the_quantity_is():
    class Counting(Plain):
        n = integer()

        def equations(self):
            yield self.n == floor_with_events(-7.5 + 2 * where(time < 1, time, time + 20))

    result = dt.simulate(Counting(), stop_time=2.0, output_times=[0.1, 0.5, 1.2])
    assert at(result, "n") == [-8, -7, 34]
