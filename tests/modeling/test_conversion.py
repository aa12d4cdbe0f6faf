"""Quantities become numbers in the declared unit, rounded once; foreign ones are refused."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from drivetrain.errors import ParameterError, UnitError
from drivetrain.modeling.columnwise_conversion import to_si_columns
from drivetrain.modeling.conversion import is_quantity, leaf_types, to_si
from drivetrain.modeling.units import dimension

pint = pytest.importorskip("pint")
UREG = pint.UnitRegistry()
Q = UREG.Quantity


@pytest.mark.parametrize(
    ("value", "given", "unit", "expected"),
    [
        (7, "cm", "m", 0.07),
        (57, "cm", "m", 0.57),
        (20000, "kg*cm^2", "kg.m2", 2.0),
        (3, "g*mm^2", "kg.m2", 3e-9),
        (29, "mN*m", "N.m", 0.029),
        (36, "km/h", "m/s", 10.0),
        (1, "inch", "m", 0.0254),
        (1, "kgf", "N", 9.80665),
        (1.5, "kW", "W", 1500.0),
        (1, "ohm", "Ohm", 1.0),
        (2, "kWh", "J", 7.2e6),
        (0, "cm", "m", 0.0),
        (20, "degC", "K", 293.15),
        (20, "delta_degC", "K", 20.0),
        (20, "degC", "degC", 20.0),
        (293.15, "K", "degC", 20.0),
        (68, "degF", "degC", 20.0),
        (50, "percent", "1", 0.5),
        (1, "turn", "rad", 2 * np.pi),
        (1, "W/m^2/K", "W/(m2.K)", 1.0),
        (1, "count/s", "Hz", 1.0),
    ],
)
def test_exactly(value: float, given: str, unit: str, expected: float) -> None:
    found = to_si(Q(value, given), unit, "x")
    assert found == pytest.approx(expected, rel=4e-15 if given == "degF" else 0, abs=0)


def test_every_prefix_is_rounded_once() -> None:
    """A whole number of smaller units is what its decimal fraction reads as."""
    for number in range(1, 2000):
        assert to_si(Q(number, "mm"), "m", "x") == float(Fraction(number, 1000))
        assert to_si(Q(number, "cm^2"), "m2", "x") == float(Fraction(number, 10**4))
        assert to_si(Q(number, "g*mm^2"), "kg.m2", "x") == float(Fraction(number, 10**9))


def test_types_of_magnitudes() -> None:
    exact = pint.UnitRegistry(non_int_type=Decimal)
    assert to_si(exact.Quantity(Decimal(7), "cm"), "m", "x") == 0.07
    assert to_si(Q(Fraction(7), "cm"), "m", "x") == 0.07
    np.testing.assert_array_equal(to_si(Q([7, 57], "cm"), "m", "x"), [0.07, 0.57])
    np.testing.assert_array_equal(to_si(Q(np.ones((2, 2)), "km"), "m", "x"), np.full((2, 2), 1e3))
    assert to_si((Q(7, "cm"), [1.0, Q(1, "km")]), "m", "x") == (0.07, [1.0, 1000.0])


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        (Q(3, "m"), "kg.m2", "x: 3 meter cannot be converted to 'kg.m2'"),
        (Q([3, 4], "m"), "N", "x: a quantity of 2 values in 'meter' cannot be converted to 'N'"),
        ([1.0, Q(3, "m")], "N", "x: 3 meter cannot be converted to 'N'"),
        (Q(3, "N"), "1", "3 newton cannot be converted to '1': a number without a unit is needed"),
        (Q(50, "Hz"), "rad/s", "50 hertz may count turns, and 'rad/s' measures angles"),
        (Q(50, "rpm"), "Hz", "50 revolutions_per_minute measures an angle, and 'Hz' counts turns"),
        (UREG.kg, "kg", "x: 'kilogram' is a unit, not a quantity"),
        (Q(10**400, "cm"), "m", "is no number to compute with"),
    ],
)  # fmt: skip
def test_refused(value: Any, unit: str, said: str) -> None:
    with pytest.raises(UnitError, match=said):
        to_si(value, unit, "x")


def test_a_context_of_pint_changes_no_dimension() -> None:
    with UREG.context("spectroscopy"), pytest.raises(UnitError, match="cannot be converted"):
        to_si(Q(1, "m"), "Hz", "x")


class Astropy:
    """Carries its unit as quantities of astropy do, and lets `float` drop it."""

    unit = "kg"
    value = 3.0

    def __float__(self) -> float:
        return self.value


class Unyt(np.ndarray):
    """An array with a unit that NumPy drops."""

    units: str


def unyt() -> Any:
    made = np.array([1.0, 2.0]).view(Unyt)
    made.units = "kg"
    return made


@pytest.mark.parametrize("value", [Astropy(), [1.0, Astropy()], unyt()])
def test_units_of_other_packages_are_refused(value: Any) -> None:
    with pytest.raises(UnitError, match="is in 'kg', but only quantities of pint are converted"):
        to_si(value, "kg", "x")


@pytest.mark.parametrize(
    "value",
    [
        3.0,
        3,
        True,
        None,
        "linear_segments",
        "3",
        np.float64(3),
        np.arange(3.0),
        [1.0, [2.0]],
        {"unit": 1},
        np.int8(1),
    ],
)
def test_what_has_no_unit_passes(value: Any) -> None:
    assert to_si(value, "m", "x") is value
    assert not is_quantity(value)


def test_columns_of_a_table() -> None:
    units = ("rad/s", "N.m")
    rows = [[Q(30, "rpm"), Q(300, "N*cm")], [10.0, 4.0]]
    assert to_si_columns(rows, units, "t") == [[np.pi, 3.0], [10.0, 4.0]]
    assert to_si_columns(np.array(rows, dtype=object), units, "t") == [[np.pi, 3.0], [10.0, 4.0]]
    assert to_si_columns([np.array(row, dtype=object) for row in rows], units, "t")[0][1] == 3.0
    whole = to_si_columns(Q([[1, 2], [3, 4]], "cm"), ("m", "m"), "t")
    np.testing.assert_array_equal(whole, [[0.01, 0.02], [0.03, 0.04]])
    with pytest.raises(UnitError, match=r"t, column 2: 3 meter cannot be converted to 'N\.m'"):
        to_si_columns([[1.0, Q(3, "m")]], units, "t")
    with pytest.raises(UnitError, match="t, column 2: a quantity of 2 values in 'radian / second'"):
        to_si_columns(Q([[1, 2], [3, 4]], "rad/s"), units, "t")
    with pytest.raises(UnitError, match="t: 3 meter cannot"):
        to_si_columns(Q(3, "m"), units, "t")


def test_leaf_types_go_through_lists() -> None:
    assert leaf_types([[1.0, 2], (True,)]) == {float, int, bool}
    assert leaf_types(np.array([1.0, None], dtype=object)) == {float, type(None)}
    assert leaf_types(np.arange(3)) == {np.dtype}


def test_the_unit_of_the_package_is_the_base_unit_of_any_registry() -> None:
    """A registry in which the names of units mean something else converts all the same."""
    other = pint.UnitRegistry()
    other.define("N = 5 * newton")
    assert to_si(other.Quantity(2, "newton"), "N", "x") == 2.0
    assert dimension("N.m") == dimension("kg.m2/s2")


def test_a_list_within_itself_is_no_value() -> None:
    inside: list[Any] = []
    inside.append(inside)
    with pytest.raises(ParameterError, match="nested more than 64 deep"):
        to_si(inside, "m", "x")
