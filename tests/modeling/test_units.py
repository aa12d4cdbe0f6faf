"""Units: parsing, names, conversion at the boundary."""

from __future__ import annotations

import pytest

from drivetrain.errors import UnitError
from drivetrain.modeling.conversion import to_si
from drivetrain.modeling.units import ANY, DIMENSIONLESS, describe, dimension


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("N.m", "kg.m2/s2"),
        ("N.m/rad", "J"),
        ("W", "N.m.rad/s"),
        ("W/(m2.K)", "kg/(s3.K)"),
        ("Hz", "rad/s"),
        ("1", "rad"),
        ("V.A", "W"),
        ("C/V", "F"),
        ("A/V", "S"),
        ("V.s", "Wb"),
        ("Wb/A", "H"),
        ("Wb/m2", "T"),
        ("V.s/rad", "N.m/A"),
        ("Ohm.S", "1"),
        ("H.F", "s2"),
        ("Pa.m2", "N"),
        ("s^-1", "1/s"),
    ],
)
def test_same_dimension(left, right):
    assert dimension(left) == dimension(right)


def test_unknown_symbol_is_named_with_the_nearest():
    with pytest.raises(UnitError, match="'rpm' is not a coherent SI unit"):
        dimension("rpm")
    with pytest.raises(UnitError, match="did you mean 'Hz'"):
        dimension("HZz")


def test_description_uses_names_of_the_field():
    assert describe(dimension("N.m")) == "N.m (or J)"
    assert describe(DIMENSIONLESS) == "1 (or rad)"
    assert describe(ANY) == "any unit"
    assert describe(dimension("m/s2")) == "m.s-2"
    assert describe(dimension("V/A")) == "Ohm"
    assert describe(dimension("C/V")) == "F"


def test_plain_numbers_pass():
    assert to_si(3.0, "N.m", "here") == 3.0


def test_quantities_are_converted():
    pint = pytest.importorskip("pint")
    ureg = pint.UnitRegistry()
    assert to_si(30 * ureg.rpm, "rad/s", "here") == pytest.approx(3.14159265)
    assert to_si(2 * ureg.kilogram * ureg.centimeter**2, "kg.m2", "J") == pytest.approx(2e-4)
    assert to_si(50 * ureg.percent, "1", "f") == pytest.approx(0.5)
    with pytest.raises(UnitError, match=r"clutch\.fn_max"):
        to_si(3 * ureg.meter, "N", "clutch.fn_max")
