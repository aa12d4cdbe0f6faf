"""Motions that carry their own derivatives, and parameters that ask what a table consists of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import simulate
from drivetrain.blocks import FirstOrder
from drivetrain.compiler.expressions.algebra import lags, time_derivative
from drivetrain.errors import StructureError
from drivetrain.modeling import (
    Model,
    constant,
    cos,
    motion,
    parameter,
    sin,
    table,
    time,
    variable,
    where,
)
from drivetrain.modeling.expression import REAL, Expr
from drivetrain.translational import Force, GeneralPositionToForceAdaptor, Mass

X, V, A = (Expr("slot", (), k, REAL) for k in range(3))


def rate(place: int) -> Expr:
    return Expr("slot", (), 10 + place, REAL)


def test_the_derivatives_given_are_taken():
    first = time_derivative(motion(X, V, A), rate)
    second = time_derivative(first, rate)
    assert (first.op, first.args) == ("motion", (V, A))
    assert (second.op, second.args) == ("motion", (A,))
    with pytest.raises(StructureError, match="three times"):
        time_derivative(second, rate)


def test_an_open_motion_goes_on_with_the_derivative_of_its_last():
    second = time_derivative(time_derivative(motion(X, V), rate), rate)
    assert (second.op, second.value) == ("slot", 11)


def test_what_is_never_differentiated_is_not_asked_for():
    assert lags(motion(X, V, A)) == {}
    assert lags(motion(X, V)) == {1: 1}
    assert lags(motion(X, V) + X) == {0: 0, 1: 1}


class Tabled(Model):
    """A model that looks at its own table."""

    law = table([[0, 1], [1, 2]], doc="A law")
    plain = parameter(law.matches([[0, 1], [1, 2]]), final=True, doc="True if nobody changed it")
    x = variable(doc="Tells")

    def equations(self) -> Iterable[Any]:
        yield self.x == where(self.plain, 1, 0) * self.law(0.0)


@pytest.mark.parametrize(
    ("rows", "plain"),
    [
        ([[0, 1], [1, 2]], True),
        ([[0, 1], [1, 2 + 1e-16]], True),
        ([[0, 1], [1, 2.1]], False),
        ([[0, 1]], False),
        ([[0, 1], [1, 2], [2, 3]], False),
    ],
)
def test_a_parameter_knows_its_table(rows, plain):
    result = simulate(Tabled(), stop_time=0.1, parameters={"law": rows})
    np.testing.assert_array_equal(result["x"], 1.0 if plain else 0.0)


class Answered(Model):
    """A mass whose given motion is answered by a force that follows from what the motion takes."""

    adaptor = GeneralPositionToForceAdaptor(use_pder2=False)
    mass = Mass(m=2.0)
    pusher = Force()
    lag = FirstOrder(T=0.3)

    def equations(self) -> Iterable[Any]:
        second = constant(1.0, "s")
        yield self.pusher >> self.mass >> self.adaptor.flange
        yield self.adaptor.p == sin(3.0 * time / second) * constant(1.0, "m")
        yield self.adaptor.pder == 3.0 * cos(3.0 * time / second) * constant(1.0, "m/s")
        yield self.lag.u == self.adaptor.f / constant(1.0, "N")
        yield self.pusher.f == self.lag.y * constant(1.0, "N")


def test_a_motion_given_with_its_speed_alone_is_differentiated_once_more():
    result = simulate(Answered(), stop_time=2.0)
    np.testing.assert_allclose(result["mass.a"], -9.0 * np.sin(3.0 * result.time), atol=1e-9)
    total = result["adaptor.f"] + result["pusher.f"]
    np.testing.assert_allclose(total, 2.0 * result["mass.a"], atol=1e-9)
