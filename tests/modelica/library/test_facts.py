"""Types, constants, enumerations and functions of the Modelica Standard Library."""

from __future__ import annotations

import builtins
import math
from importlib import import_module

import pytest

from drivetrain import modeling
from drivetrain.modelica import library
from drivetrain.modelica.library.enumerations import find_enumeration
from drivetrain.modelica.library.functions import FIRST_ARGUMENT, WITHOUT_EVENTS, known_functions
from drivetrain.modeling import Component
from drivetrain.modeling.members import SMOOTHNESS, Parameter
from drivetrain.modeling.quantities.parsing import parse_unit


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


def test_bounds_of_types_are_in_order() -> None:
    for facts in map(library.find_type, library.known_types()):
        assert facts is not None
        low = -math.inf if facts.minimum is None else facts.minimum
        high = math.inf if facts.maximum is None else facts.maximum
        inside = [one for one in (facts.start, facts.nominal) if one is not None]
        assert all(low <= one <= high for one in inside)


def test_types_of_physics_have_units_that_are_known_here() -> None:
    declared = {
        one.unit
        for library_name in ("rotational", "translational", "thermal", "electrical")
        for cls in vars(import_module(f"drivetrain.{library_name}")).values()
        if isinstance(cls, type) and issubclass(cls, Component)
        for one in cls.declarations().values()
        if isinstance(one, Parameter)
    }
    known = {facts.unit for facts in map(library.find_type, library.known_types()) if facts}
    assert declared - known == {"s/m"}


def test_all_units_are_known_here() -> None:
    for name in library.known_types():
        facts = library.find_type(name)
        assert facts is not None
        parse_unit(facts.unit)


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("ElectricalTorqueConstant", "N.m/A"),
        ("CurrentLinkage", "A"),
        ("Permeability", "H/m"),
        ("SurfaceDensityOfCharge", "C/m2"),
    ],
)
def test_types_of_circuits(name: str, unit: str) -> None:
    for package in ("Modelica.Units.SI", "Modelica.SIunits"):
        facts = library.find_type(f"{package}.{name}")
        assert facts is not None
        assert facts.unit == unit


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


def test_functions_exist() -> None:
    for theirs in known_functions():
        ours = library.find_function(theirs)
        assert ours is not None
        assert callable(getattr(modeling, ours, None) or getattr(builtins, ours))
        assert library.unsupported_function(theirs) is None


def test_functions_with_a_difference() -> None:
    assert set(WITHOUT_EVENTS) <= set(known_functions())
    assert not set(FIRST_ARGUMENT) & set(known_functions())


@pytest.mark.parametrize(
    ("name", "x", "y"),
    [
        ("asinh", 0.7, math.asinh(0.7)),
        ("acosh", 1.7, math.acosh(1.7)),
        ("cot", 0.7, 1 / math.tan(0.7)),
    ],
)
def test_formulas_in_advice_are_right(name: str, x: float, y: float) -> None:
    advice = library.unsupported_function(f"Modelica.Math.{name}")
    assert advice is not None
    formula = advice.removeprefix("write ").replace("^", "**")
    scope = {"u": x, "log": math.log, "sqrt": math.sqrt, "tan": math.tan}
    assert eval(formula, scope) == pytest.approx(y, rel=1e-14)


def test_functions_that_have_no_counterpart_come_with_advice() -> None:
    assert library.find_function("inStream") is None
    assert "stream" in (library.unsupported_function("inStream") or "")
    assert library.unsupported_function("Modelica.Math.sin") is None


@pytest.mark.parametrize(
    ("name", "argument", "result"),
    [
        ("from_rpm", 60.0, 2 * math.pi),
        ("to_rpm", math.pi, 30.0),
        ("from_degC", 20.0, 293.15),
        ("to_degC", 293.15, 20.0),
        ("from_degF", 212.0, 373.15),
        ("to_degF", 273.15, 32.0),
        ("from_kmh", 36.0, 10.0),
        ("to_deg", math.pi, 180.0),
        ("from_kWh", 1.0, 3.6e6),
        ("to_Hz", 2 * math.pi, 1.0),
    ],
)
@pytest.mark.parametrize("package", ["Modelica.Units.Conversions", "Modelica.SIunits.Conversions"])
def test_conversions(package: str, name: str, argument: float, result: float) -> None:
    found = library.find_conversion(f"{package}.{name}")
    assert found is not None
    assert found.factor * argument + found.offset == pytest.approx(result, rel=1e-14)


def test_what_only_draws() -> None:
    assert library.is_icon("Modelica.Icons.Example")
    assert library.is_icon("Modelica.Blocks.Icons.Block")
    assert library.is_icon("Modelica.Blocks.Interfaces.BlockIcon")
    assert not library.is_icon("Modelica.Blocks.Interfaces.SISO")
    assert not library.is_icon("MyLibrary.Icons.Example")
