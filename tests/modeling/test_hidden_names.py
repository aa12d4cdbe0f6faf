"""A member with the name of a function of the language hides it in the rest of the class body."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.blocks import CombiTimeTable, ContinuousClock
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import (
    Model,
    fixed,
    parameter,
    sin,
    table,
    time,
    variable,
)
from drivetrain.rotational import Fixed, Inertia, Torque

MEANT = (fixed, table, time, variable)
"""Functions that the bodies below hide."""


def a_part_named_fixed() -> Any:
    class Hidden(Model):
        fixed = Fixed()
        disc = Inertia(J=1.0, w=fixed(2.0))  # type: ignore[operator]


def a_part_named_table() -> Any:
    class Hidden(Model):
        table = CombiTimeTable(table=[[0, 1], [1, 2]])
        other = table([[0, 1], [1, 2]])  # type: ignore[operator]


def a_table_named_table() -> Any:
    class Hidden(Model):
        table = dt.modeling.table([[0, 1], [1, 2]])
        other = table([[0, 1], [1, 2]])  # type: ignore[arg-type]


def a_table_with_units_named_table() -> Any:
    class Hidden(Model):
        table = dt.modeling.table([[0, 1], [1, 2]])
        other = table(0.0, units=("s", "1"))  # type: ignore[arg-type]


def a_part_named_time_in_an_expression() -> Any:
    class Hidden(Model):
        time = ContinuousClock()
        motor = Torque(tau=sin(time))  # type: ignore[arg-type]


def a_part_named_time_as_a_value() -> Any:
    class Hidden(Model):
        time = ContinuousClock()
        motor = Torque(tau=time)


def a_parameter_named_variable() -> Any:
    class Hidden(Model):
        variable = parameter(1.0)
        x = variable("rad")


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (a_part_named_fixed, "fixed"),
        (a_part_named_table, "table"),
        (a_table_named_table, "table"),
        (a_table_with_units_named_table, "table"),
        (a_part_named_time_in_an_expression, "time"),
        (a_part_named_time_as_a_value, "time"),
        (a_parameter_named_variable, "variable"),
    ],
)
def test_the_member_that_hides_a_function_is_named_with_its_place(
    body: Callable[[], Any], name: str
) -> None:
    with pytest.raises(DrivetrainError) as caught:
        body()
    message = str(caught.value)
    assert f"'{name}' is the " in message
    assert f"dt.modeling.{name} " in message
    assert "Hidden, tests/modeling/test_hidden_names.py:" in message.replace("\\", "/")


def test_the_function_is_there_under_its_full_name() -> None:
    class Named(Model):
        fixed = Fixed()
        time = ContinuousClock()
        motor = Torque(tau=0 * dt.modeling.time)
        disc = Inertia(J=1.0, phi=dt.fixed(0.0), w=dt.modeling.fixed(2.0))

        def equations(self) -> Any:
            yield self.motor >> self.disc

    assert dt.simulate(Named(), stop_time=0.1).final["disc.w"] == 2.0


def test_what_hides_nothing_is_refused_as_before() -> None:
    with pytest.raises(DrivetrainError, match=r"Inertia\(…\) .* is a part, which cannot be called"):
        Inertia(J=1.0)(2.0)  # type: ignore[operator]
    with pytest.raises(DrivetrainError, match=r"write \* between two factors"):
        variable("rad")(2.0)  # type: ignore[operator]
    with pytest.raises(DrivetrainError, match=r"Torque\(tau=Inertia\(…\)\): a part is no value"):
        Torque(tau=Inertia(J=1.0))
