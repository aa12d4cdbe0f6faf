"""Types, constants, enumerations and functions of the Modelica Standard Library."""

from __future__ import annotations

import builtins
import math

import pytest

from drivetrain import modeling
from drivetrain.modelica import library
from drivetrain.modelica.library.enumerations import find_enumeration
from drivetrain.modelica.library.functions import _FUNCTIONS
from drivetrain.modeling.members import SMOOTHNESS


@pytest.mark.parametrize(
    ("name", "unit", "minimum", "display_unit"),
    [
        ("Modelica.Units.SI.Torque", "N.m", None, None),
        ("Modelica.SIunits.Torque", "N.m", None, None),
        ("Modelica.Units.SI.Mass", "kg", 0, None),
        ("Modelica.Units.SI.Inertia", "kg.m2", None, None),
        ("Modelica.Units.SI.Angle", "rad", None, "deg"),
        ("Modelica.Units.SI.Distance", "m", 0, None),
        ("Modelica.SIunits.Conversions.NonSIunits.AngularVelocity_rpm", "rev/min", None, None),
    ],
)
def test_types(name: str, unit: str, minimum: float | None, display_unit: str | None) -> None:
    facts = library.find_type(name)
    assert facts is not None
    assert (facts.unit, facts.minimum, facts.display_unit) == (unit, minimum, display_unit)


def test_a_temperature_is_absolute_and_a_difference_is_not() -> None:
    absolute = library.find_type("Modelica.Units.SI.Temperature")
    difference = library.find_type("Modelica.Units.SI.TemperatureDifference")
    assert absolute is not None
    assert difference is not None
    assert (absolute.minimum, absolute.nominal, absolute.start) == (0, 300, 288.15)
    assert (difference.minimum, difference.nominal, difference.start) == (None, None, None)


@pytest.mark.parametrize("find", [library.find_type, library.find_constant, library.find_function])
def test_unknown_names(find: object) -> None:
    assert callable(find)
    assert find("Modelica.Units.SI.Torqe") is None
    assert find("Torque") is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Modelica.Constants.pi", math.pi),
        ("Modelica.Constants.eps", 2.220446049250313e-16),
        ("Modelica.Constants.g_n", 9.80665),
        ("Modelica.Constants.R", 8.31446261815324),
        ("Modelica.Constants.F", 96485.33212331),
        ("Modelica.Constants.sigma", 5.670374419e-8),
        ("Modelica.Constants.epsilon_0", 8.8541878128e-12),
        ("Modelica.Electrical.Machines.Thermal.Constants.alpha20Copper", 3.92e-3),
    ],
)
def test_constants_have_their_published_values(name: str, value: float) -> None:
    assert library.find_constant(name) == pytest.approx(value, rel=2e-10)


def test_literals_are_the_values_that_parameters_take() -> None:
    names = find_enumeration("Modelica.Blocks.Types.Smoothness")
    assert names is not None
    assert set(names.values()) == set(SMOOTHNESS)
    assert library.find_enumeration_literal("Modelica.Blocks.Types.SimpleController.PID") == "pid"
    assert library.find_enumeration_literal("StateSelect.prefer") == "prefer"
    assert library.find_enumeration_literal("StateSelect.perhaps") is None


@pytest.mark.parametrize("name", _FUNCTIONS.values())
def test_functions_exist(name: str) -> None:
    assert callable(getattr(modeling, name, None) or getattr(builtins, name))


def test_functions_that_have_no_counterpart_come_with_advice() -> None:
    assert library.find_function("inStream") is None
    assert "stream" in (library.unsupported_function("inStream") or "")
    assert library.unsupported_function("Modelica.Math.sin") is None
