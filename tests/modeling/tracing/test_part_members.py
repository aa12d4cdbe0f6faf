"""Parameters of parts that other parts are given."""

from __future__ import annotations

from typing import Any

import pytest

import drivetrain as dt
from drivetrain.errors import ModelError, ParameterError, UnitError
from drivetrain.modeling import Model, fixed, parameter
from drivetrain.rotational import Damper, Fixed, Inertia


class Motor(Model):
    """A rotor on a bearing."""

    d = parameter(2.0, unit="N.m.s/rad")
    is_held = parameter(True, structural=True)
    rotor = Inertia(J=0.5, w=fixed(1.0), phi=fixed(0.0))
    bearing = Damper(d=d, enabled=is_held)
    housing = Fixed(enabled=is_held)

    def equations(self) -> Any:
        if self.is_held:
            yield self.rotor >> self.bearing >> self.housing


class Likened(Model):
    """Parts that read each other's parameters."""

    motor = Motor(d=3.0)
    thrice = parameter(3 * motor.rotor.J, unit="kg.m2")
    other = Motor(d=2 * motor.d, is_held=motor.is_held, rotor={"J": thrice, "w": fixed(2.0)})
    third = Inertia(J=other.rotor.J * 2)


def test_values_follow_those_of_other_parts() -> None:
    found = dt.compile(Likened()).simulate(stop_time=0.1).parameters
    assert found["other.d"] == 6.0
    assert found["other.rotor.J"] == 1.5
    assert found["third.J"] == 3.0


def test_they_follow_when_a_value_changes_at_run_time() -> None:
    compiled = dt.compile(Likened())
    found = compiled.simulate(stop_time=0.1, parameters={"motor.d": 5.0, "motor.rotor.J": 2.0})
    assert found.parameters["other.d"] == 10.0
    assert found.parameters["third.J"] == 12.0
    again = compiled.simulate(stop_time=0.1, parameters={"other.rotor.J": 4.0})
    assert again.parameters["third.J"] == 8.0
    assert again.parameters["thrice"] == 1.5


def test_structural_values_follow_too() -> None:
    class Free(Likened):
        motor = Motor(d=3.0, is_held=False)
        other = Motor(is_held=motor.is_held)

    assert "other.bearing.d" not in dt.compile(Free()).simulate(stop_time=0.1).parameters


def test_a_derived_class_changes_what_is_read() -> None:
    class Heavy(Likened):
        motor = Motor(d=7.0, rotor={"J": 9.0})

    found = dt.compile(Heavy()).simulate(stop_time=0.1).parameters
    assert found["other.d"] == 14.0
    assert found["third.J"] == 54.0


def test_parts_may_stand_behind_those_that_read_them() -> None:
    class Reversed(Likened):
        motor = Motor(rotor={"J": Likened.third.J / 100})
        other = Motor()
        third = Inertia(J=50.0)

    found = dt.compile(Reversed()).simulate(stop_time=0.1).parameters
    assert found["motor.rotor.J"] == 0.5


def test_circles_are_refused() -> None:
    class Circle(Model):
        a = Inertia(J=1.0)
        b = Inertia(J=a.J)

    class Closed(Circle):
        a = Inertia(J=Circle.b.J)

    with pytest.raises(ModelError, match=r"the parts .* read each other in a circle"):
        dt.compile(Closed())


def test_values_of_parts_from_elsewhere_are_refused() -> None:
    stray = Inertia(J=1.0)

    class Wrong(Model):
        b = Inertia(J=stray.J)

    with pytest.raises((ModelError, ParameterError), match="from parts of the same class"):
        dt.compile(Wrong())


def test_units_are_checked() -> None:
    class Wrong(Model):
        motor = Motor()
        b = Inertia(J=motor.d)

    with pytest.raises(UnitError, match="J has unit"):
        dt.compile(Wrong())
