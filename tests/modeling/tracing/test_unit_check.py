"""Units of equations are checked at the line that wrote them."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import simulate
from drivetrain.errors import UnitError
from drivetrain.modeling import (
    Component,
    Model,
    RealInput,
    RealOutput,
    constant,
    delay,
    der,
    ensure,
    exp,
    integer,
    log,
    parameter,
    pre,
    reinit,
    sample,
    sin,
    sqrt,
    table,
    time,
    variable,
    when,
    where,
)
from drivetrain.modeling.tracing.trace import trace
from drivetrain.modeling.tracing.units.unit_check import check_units


def component(statements):
    """Return a class with a few members whose equations are `statements(self)`."""

    class Sample(Component):
        J = parameter(unit="kg.m2")
        c = parameter(unit="N.m/rad")
        mu = table([[0, 1]], units=("rad/s", "1"))
        phi = variable("rad")
        w = variable("rad/s")
        tau = variable("N.m")
        n = integer()

        def equations(self):
            yield from statements(self)

    return Sample()


@pytest.mark.parametrize(
    "statements",
    [
        lambda m: [m.tau == m.J * der(m.w)],
        lambda m: [m.tau == m.c * m.phi],
        lambda m: [m.tau == 0],
        lambda m: [m.tau == where(m.w > 0, 0, m.tau)],
        lambda m: [m.tau == m.mu(m.w) * constant(1.0, "N.m")],
        lambda m: [m.w == sqrt(m.c / m.J) * sin(m.w * time)],
        lambda m: [m.w**2 == m.c / m.J],
        lambda m: [m.n == where((m.w > 0) & (pre(m.n) == 2), 1, 0)],
        lambda m: [when(sample(0.0, constant(0.1, "s")), reinit(m.w, 2 * m.w))],
        lambda m: [when(sample(0.0, 0.1), reinit(m.w, 2 * m.w))],
        lambda m: [when(sample(0.0, 0.1), reinit(m.w, 3.0))],
        lambda m: [ensure(m.phi < 1, "…")],
    ],
)
def test_sound_equations_pass(statements):
    check_units(trace(component(statements)))


@pytest.mark.parametrize(
    "statements",
    [
        lambda m: [m.tau == m.phi],
        lambda m: [m.tau == m.J * m.w],
        lambda m: [m.tau == m.tau + 1.0],
        lambda m: [m.tau == where(m.w > 0, m.phi, m.tau)],
        lambda m: [m.phi == where(m.w > 1.0, 0, m.phi)],
        lambda m: [m.phi == m.mu(m.phi)],
        lambda m: [m.phi == sin(m.w)],
        lambda m: [m.w == m.w**m.phi],
        lambda m: [when(sample(0.0, m.tau), reinit(m.w, m.w))],
        lambda m: [when(sample(0.0, 0.1), reinit(m.w, m.tau))],
        lambda m: [when(sample(0.0, 0.1), reinit(m.w, constant(1.0, "N.m")))],
        lambda m: [ensure(m.w < 1, "…")],
    ],
)
def test_clashes_are_refused(statements):
    with pytest.raises(UnitError):
        check_units(trace(component(statements)))


class Clash(Component):
    phi = variable("rad")
    tau = variable("N.m")

    def equations(self):
        yield self.phi == 0
        yield self.phi == self.tau


def test_the_message_names_class_line_and_units():
    lines, first = inspect.getsourcelines(Clash)
    line = first + next(k for k, text in enumerate(lines) if "== self.tau" in text)
    with pytest.raises(UnitError) as caught:
        trace(Clash())
    message = str(caught.value)
    assert message.startswith("Clash, ")
    assert f"test_unit_check.py:{line}" in message
    assert "'phi' has unit 1 (or rad) but 'tau' has unit N.m (or J)" in message


class Sink(Component):
    tau = RealInput("N.m")


def test_a_bare_number_given_to_an_input_counts_in_its_unit():
    class Outer(Model):
        sink = Sink(tau=5.0)

    (equation,) = trace(Outer()).equations
    assert (equation.rhs.value, equation.rhs.unit) == (5.0, "N.m")


@pytest.mark.parametrize(
    ("statements", "told"),
    [
        (lambda m: [m.tau == 150 + 300 * sin(m.phi)], True),
        (lambda m: [m.w > 1.0], True),
        (lambda m: [m.tau == m.phi], False),
        (lambda m: [m.phi == 2 * m.tau], False),
    ],
)
def test_numbers_without_a_unit_are_told_how_to_get_one(statements, told):
    with pytest.raises(UnitError) as caught:
        check_units(trace(component(lambda m: [ensure(s, "…") for s in statements(m)])))
    assert ("constant(" in str(caught.value)) == told


def test_units_of_models_built_step_by_step_are_checked():
    model = Model("loose")
    model.add(J=parameter(1.0, unit="kg.m2"), tau=variable("N.m"), phi=variable("rad"))
    model.equation(model.tau == model.J * model.phi)
    with pytest.raises(UnitError, match=r"loose, .*: tau == J \* phi"):
        trace(model)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        (lambda m: m.phi == sin(2 * time), "write sin(constant(2, 'rad/s') * time)"),
        (lambda m: m.phi == sin(time), "write sin(constant(1.0, 'rad/s') * time)"),
        (lambda m: m.phi == exp(-time / 3), "write exp(-time / constant(3, 's'))"),
        (lambda m: m.phi == exp(2 * time), "write exp(constant(2, '1/s') * time)"),
        (lambda m: m.phi == log(m.tau), "write log(tau / constant(1.0, 'N.m'))"),
        (lambda m: m.phi == where(time > 1.5, 1, 2), "write time > constant(1.5, 's')"),
        (lambda m: m.phi == where(m.w > 3, 1, 2), "write w > constant(3, 'rad/s')"),
        (lambda m: m.phi == where(m.w == 2, 1, 2), "write w == constant(2, 'rad/s')"),
        (lambda m: m.tau == 2.0, "write tau == constant(2.0, 'N.m')"),
        (lambda m: m.tau == -2.0 * m.phi, "write tau == constant(-2.0, 'N.m') * phi"),
        (lambda m: m.tau == 3 * sin(m.phi), "write tau == constant(3, 'N.m') * sin(phi)"),
        (lambda m: m.tau == 1 + 3 * m.phi, "write tau == constant(1.0, 'N.m') * (1 + 3 * phi)"),
        (lambda m: m.w + 1 == 0, "write w + constant(1, 'rad/s')"),
        (lambda m: der(m.w) == 4, "write der(w) == constant(4, 'rad/s2')"),
        (lambda m: m.w * m.tau == 5, "write w * tau == constant(5, 'W')"),
        (lambda m: m.phi == delay(m.phi, m.J), "write delay(phi, J / constant(1.0, 'N.m.s/rad'))"),
        (lambda m: m.tau == m.phi, ""),
    ],
)
def test_the_message_proposes_what_to_write(statement, told):
    with pytest.raises(UnitError) as caught:
        trace(component(lambda m: [statement(m)]))
    proposed = str(caught.value).partition("; write ")[2]
    assert (f"write {proposed}" if proposed else "") == told


class Anything(Component):
    """Carries numbers of any unit, as blocks do."""

    u = RealInput()
    y = RealOutput()

    def equations(self):
        yield self.y == self.u


class Speed(Component):
    w = RealOutput("rad/s")
    T = RealOutput("K")

    def equations(self):
        yield self.w == constant(2.0, "rad/s")
        yield constant(293.0, "K") == self.T


class Driven(Component):
    tau = RealInput("N.m")
    w = RealInput("rad/s")
    turns = RealInput("1/s")
    celsius = RealInput("degC")


@pytest.mark.parametrize(
    ("statement", "fits"),
    [
        (lambda m: m.block.y >> m.driven.tau, True),
        (lambda m: m.driven.tau == m.block.y, True),
        (lambda m: m.speed.w >> m.block.u, True),
        (lambda m: m.block.u == m.speed.w, True),
        (lambda m: m.block.u == 2 * m.speed.w, True),
        (lambda m: m.speed.w >> m.driven.w, True),
        (lambda m: m.speed.w >> m.driven.turns, True),
        (lambda m: m.speed.w >> m.driven.tau, False),
        (lambda m: m.driven.tau == m.speed.w, False),
        (lambda m: m.driven.tau == 2 * m.block.y, False),
        (lambda m: m.block.u == m.speed.w + m.speed.T, False),
        (lambda m: m.speed.T >> m.driven.celsius, False),
    ],
)
def test_one_rule_for_connections_and_equations(statement, fits):
    class Both(Model):
        block = Anything()
        speed = Speed()
        driven = Driven()

        def equations(self):
            yield statement(self)

    if fits:
        trace(Both())
        return
    with pytest.raises(UnitError, match=r"Both, .*test_unit_check\.py:\d+: "):
        trace(Both())


def test_a_connection_that_does_not_fit_names_both_units():
    class Wrong(Model):
        speed = Speed()
        driven = Driven()

        def equations(self):
            yield self.speed.w >> self.driven.tau

    told = r"'speed\.w' has unit rad/s but 'driven\.tau' has unit N\.m; put a block between them"
    with pytest.raises(UnitError, match=told):
        trace(Wrong())


class Thermometer(Component):
    limit = parameter(80.0, unit="degC")
    shown = variable("degC")
    low = parameter(20.0, unit="degC")

    def equations(self) -> Iterable[Any]:
        yield self.shown == self.low + constant(1.0, "K")


def equated(m: Any) -> Any:
    return m.thermometer.low == m.T


def shifted(m: Any) -> Any:
    return m.thermometer.low + constant(273.15, "K") == m.T


@pytest.mark.parametrize("open_units", [False, True])
@pytest.mark.parametrize(("statement", "fits"), [(equated, False), (shifted, True)])
def test_degrees_celsius_are_no_kelvin(statement: Any, fits: bool, open_units: bool) -> None:
    class Oven(Model):
        numbers_fit_any_unit = open_units
        T = variable("K")
        thermometer = Thermometer()

        def equations(self) -> Iterable[Any]:
            yield statement(self)

    if fits:
        simulate(Oven(), stop_time=0.1)
        return
    with pytest.raises(UnitError, match=r"degC .* unit K: 0 degC is 273\.15 K|K .* unit degC: 0"):
        simulate(Oven(), stop_time=0.1)


def test_a_limit_in_kelvin_is_none_in_degrees_celsius() -> None:
    class Oven(Model):
        T_max = parameter(400.0, unit="K")
        thermometer = Thermometer(limit=T_max)

    with pytest.raises(UnitError, match="limit' has unit degC but 'T_max' has unit K"):
        simulate(Oven(), stop_time=0.1)
