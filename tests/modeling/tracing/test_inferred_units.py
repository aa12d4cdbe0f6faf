"""Units that are not stated fit every unit, and are found where equations determine them."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain.errors import ModelWarning, UnitError
from drivetrain.modeling import (
    Component,
    Model,
    RealInput,
    RealOutput,
    der,
    exp,
    fixed,
    integer,
    parameter,
    sin,
    sqrt,
    time,
    variable,
    where,
)  # fmt: skip
from drivetrain.modeling.tracing.trace import trace

FILE = Path(__file__).name


def open_class(statements, numbers=True):
    """Return a class whose equations are `statements(self)`, with members of open units."""

    class Sample(Component):
        numbers_fit_any_unit = numbers
        J = parameter(2.0, unit="kg.m2")
        k = parameter(1.0, unit=None)
        phi = variable("rad")
        w = variable("rad/s")
        tau = variable("N.m")
        x = variable(None)
        y = variable(None)
        n = integer()
        u = RealInput()

        def equations(self):
            yield from statements(self)

    return Sample()


def units(statements, **options):
    made = trace(open_class(statements, **options))
    return {own.name: own.declaration.unit for own in [*made.variables, *made.parameters]}


@pytest.mark.parametrize(
    ("statements", "name", "unit"),
    [
        (lambda m: [m.x == m.tau], "x", "N.m"),
        (lambda m: [m.x == der(m.w)], "x", "1/s2"),
        (lambda m: [der(m.x) == m.w], "x", "1"),
        (lambda m: [m.tau == m.k * m.w], "k", "m2.kg/s"),
        (lambda m: [m.y == m.x, m.tau == m.y], "x", "N.m"),
        (lambda m: [m.y * m.x == m.tau, m.y / m.x == m.tau], "y", "N.m"),
        (lambda m: [m.x**2 == m.w * m.w], "x", "1/s"),
        (lambda m: [m.x == sqrt(m.tau / m.J)], "x", "1/s"),
        (lambda m: [m.y == m.x, m.w == m.y], "x", "rad/s"),
        (lambda m: [m.x == where(m.w > 3, m.tau + 2, 5)], "x", "N.m"),
        (lambda m: [exp(m.x / m.w) == 1], "x", "1/s"),
        (lambda m: [m.x == m.u, m.u == m.tau], "x", "N.m"),
        (lambda m: [der(m.x) == -m.k * m.x], "k", "1/s"),
        (lambda m: [der(m.x) == -m.k * m.x], "x", "1"),
        (lambda m: [m.x == 2 * m.w], "x", "1"),
        (lambda m: [m.tau == m.n * m.x], "x", "1"),
    ],
)
def test_equations_determine_units(statements, name, unit):
    assert units(statements)[name] == unit


@pytest.mark.parametrize(
    "statements",
    [
        lambda m: [m.tau == m.w + 3 * m.phi * 2],
        lambda m: [m.tau == m.J * m.w],
        lambda m: [m.tau == 2 * m.w, m.w == m.phi],
        lambda m: [m.w == where(m.w > m.tau, 1, 2)],
    ],
)
def test_stated_units_that_contradict_are_refused(statements):
    with pytest.raises(UnitError, match="has unit"):
        trace(open_class(statements))


def test_numbers_and_the_time_have_no_unit():
    assert units(lambda m: [m.tau == 10 * time + 3, m.w == sin(time), m.phi == time])["x"] == "1"


def test_numbers_keep_their_unit_in_a_class_that_does_not_say_otherwise():
    with pytest.raises(UnitError):
        trace(open_class(lambda m: [m.x == 0, m.tau == m.w + 3], numbers=False))


def test_open_units_that_contradict_are_a_warning():
    with pytest.warns(ModelWarning, match=r"'x' has unit N.m \(or J\) but 'w' has unit rad/s"):
        trace(open_class(lambda m: [m.x == m.tau, m.x == m.w], numbers=False))


def test_nothing_is_inferred_where_units_contradict_and_numbers_have_none():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = units(lambda m: [der(m.x) == m.y - m.x, m.k * m.x == m.tau, m.k == m.tau])
    assert (found["x"], found["y"], found["k"]) == ("1", "1", "1")


@pytest.mark.parametrize(
    ("statements", "clash", "because"),
    [
        (lambda m: [m.x == m.phi, m.tau == m.x], "'tau' has unit N.m", "x == phi"),
        (lambda m: [m.tau == m.x, m.y == m.x, m.phi == m.y], "'phi' has unit 1", "tau == x"),
        (lambda m: [m.x == m.phi, der(m.x) == m.tau], "'der(x)' has unit rad/s", "x == phi"),
        (lambda m: [m.x == m.phi, der(m.x) == m.w - m.x], "'w' has unit rad/s", "x == phi"),
        (lambda m: [m.x == sin(m.y), m.y == m.w, m.y == m.tau], "'y' has unit rad/s", "y == w"),
    ],
)
def test_stated_units_that_contradict_through_open_ones_are_told(statements, clash, because):
    with pytest.warns(ModelWarning) as caught:
        trace(open_class(statements))
    (text,) = (str(one.message) for one in caught)
    first, below, *reasons = text.split("\n")
    assert FILE in first
    assert clash in below
    assert any(because in one and FILE in one for one in reasons[1:])


@pytest.mark.parametrize(
    "statements",
    [
        lambda m: [m.x == m.phi, der(m.x) == m.y - m.x],
        lambda m: [m.x == m.w, m.y == 2 * m.x, m.tau == m.y],
        lambda m: [m.x == m.w, m.tau == m.k * m.x],
        lambda m: [m.x == m.w, m.y == sin(m.x)],
        lambda m: [m.y == sin(m.x), m.x == m.w],
    ],
)
def test_factors_that_nobody_wrote_are_no_contradiction(statements):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        trace(open_class(statements))


def test_results_show_units_that_were_found():
    class Charging(Model):
        T = parameter(2.0, unit="s")
        v = variable("V", start=fixed(1.0))
        slope = variable(None, doc="Rate of change")

        def equations(self):
            yield self.slope == der(self.v)
            yield self.T * self.slope == -self.v

    result = dt.simulate(Charging(), stop_time=1.0)
    assert result.units["slope"] == "m2.kg/(s4.A)"


class Filter(Component):
    T = parameter(1.0, unit="s")
    u = RealInput()
    x = variable(None)
    y = RealOutput()

    def equations(self):
        yield self.T * der(self.x) == self.u - self.x
        yield self.y == self.x


def test_a_part_takes_any_unit_and_a_class_around_it_is_as_strict_as_ever():
    class Around(Model):
        part = Filter(x=fixed(0.0))
        w = variable("rad/s")
        tau = variable("N.m")

        def equations(self):
            yield self.part.u == self.w
            yield self.tau == self.part.x
            yield self.tau == self.part.T + 1.0

    with pytest.raises(UnitError, match=r"Around"):
        trace(Around())


def test_a_class_whose_units_are_all_stated_keeps_its_declarations():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        part = open_class(lambda m: [m.tau == m.J * der(m.w)])
        made = trace(part)
    assert made.members["tau"].declaration is type(part).declarations()["tau"]
