"""Units of equations are checked at the line that wrote them."""

from __future__ import annotations

import inspect

import pytest

from drivetrain.errors import UnitError
from drivetrain.modeling import (
    Component,
    Model,
    RealInput,
    constant,
    der,
    ensure,
    integer,
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
from drivetrain.modeling.tracing.unit_check import check_units


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
    assert ("constant(value, unit)" in str(caught.value)) == told


def test_units_of_models_built_step_by_step_are_checked():
    model = Model("loose")
    model.add(J=parameter(1.0, unit="kg.m2"), tau=variable("N.m"), phi=variable("rad"))
    model.equation(model.tau == model.J * model.phi)
    with pytest.raises(UnitError, match=r"loose, .*: tau == J \* phi"):
        trace(model)
