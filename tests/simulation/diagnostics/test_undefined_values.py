"""Values with which nothing can be computed are refused by name."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import Model, fixed, simulate
from drivetrain.blocks import BooleanTable, CombiTable1Dv, Constant
from drivetrain.errors import ParameterError, TableError
from drivetrain.modeling import parameter
from drivetrain.rotational import ConstantTorque, Inertia


class Spin(Model):
    """A driven mass."""

    motor = ConstantTorque(tau_constant=1.0)
    mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.mass


WRONG = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan, "integer": 10**400}
WRONG |= {f"{value:g}": value for value in (1e101, -1e308, 1e-101, 5e-324)}


@pytest.mark.parametrize("value", WRONG.values(), ids=WRONG)
def test_parameters_have_a_size_to_compute_with(value: float) -> None:
    with pytest.raises(ParameterError, match=r"motor\.tau_constant"):
        simulate(Spin(), parameters={"motor.tau_constant": value})
    with pytest.raises(ParameterError, match=r"mass\.w\.start"):
        simulate(Spin(), parameters={"mass.w.start": value})
    with pytest.raises(ParameterError, match="tau_constant"):
        simulate(type("Own", (Spin,), {"motor": ConstantTorque(tau_constant=value)})())


@pytest.mark.parametrize("value", [0.0, -0.0, 1e-100, 1e20])
def test_zero_and_unusual_sizes_are_accepted(value: float) -> None:
    result = simulate(Spin(), parameters={"motor.tau_constant": value})
    assert result["mass.w"][-1] == pytest.approx(value, rel=1e-12)


def test_a_computed_parameter_is_checked_too() -> None:
    class Quotient(Model):
        """A constant that is a quotient of parameters."""

        a = parameter(1.0, doc="Numerator")
        b = parameter(1.0, doc="Denominator")
        source = Constant(k=a / b)

    simulate(Quotient())
    with pytest.raises(ParameterError, match=r"source\.k = inf"):
        simulate(Quotient(), parameters={"b": 0.0})
    with pytest.raises(ParameterError, match=r"source\.k is not a number"):
        simulate(Quotient(), parameters={"a": 0.0, "b": 0.0})


def test_infinity_has_a_meaning_where_it_is_the_default() -> None:
    class Tabled(Model):
        """A Boolean table that was always on."""

        table = BooleanTable(table=[0.5])

    result = simulate(Tabled(), parameters={"table.start_time": -math.inf})
    assert result["table.y"][-1]


def test_tables_have_entries_to_compute_with() -> None:
    class Tabled(Model):
        """A table over a constant."""

        u = Constant(k=0.5)
        block = CombiTable1Dv(table=[[0.0, 1.0], [1.0, 1e200]])

        def equations(self) -> Iterable[Any]:
            yield self.u.y == self.block.u[0]

    with pytest.raises(TableError, match=r"table.* 1e\+200"):
        simulate(Tabled())
