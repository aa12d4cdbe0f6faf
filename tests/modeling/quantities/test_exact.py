"""Texts in engineering units become SI numbers, rounded once, or are refused with both units."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from drivetrain.errors import UnitError
from drivetrain.modeling.quantities.exact import from_text, is_difference, times_exactly
from drivetrain.modeling.quantities.parsing import is_quantity_text, parse_unit
from drivetrain.modeling.quantities.symbols import PI, known_symbols, symbol


@pytest.mark.parametrize(
    ("text", "unit", "expected"),
    [
        ("1500 rpm", "rad/s", 157.07963267948966),
        ("20 kg.cm2", "kg.m2", 0.002),
        ("300 N.cm", "N.m", 3.0),
        ("300 Ncm", "N.m", 3.0),
        ("2 in", "m", 0.0508),
        ("20 degC", "K", 293.15),
        ("-40 °F", "K", 233.15),
        ("68 degF", "degC", 20.0),
        ("293.15 K", "degC", 20.0),
        ("0.7 cm", "m", 0.007),
        ("2.5bar", "Pa", 250000.0),
        ("36 km/h", "m/s", 10.0),
        ("1 m/s^2", "m/s2", 1.0),
        ("1 m s⁻²", "m/s2", 1.0),
        ("10 N·mm", "N.m", 0.01),
        ("5 W/(m2.K)", "W/(m2.K)", 5.0),
        ("60 1/min", "Hz", 1.0),
        ("50 %", "1", 0.5),
        ("100 PS", "W", 73549.875),
        ("1 hp", "W", 745.6998715822702),
        ("1 lbf.ft", "N.m", 1.3558179483314004),
        ("1 kWh", "J", 3.6e6),
        ("1 Nm/deg", "N.m/rad", 57.29577951308232),
        ("180 deg", "rad", np.pi),
        ("−30 rpm", "rad/s", -np.pi),
        ("inf N", "N", np.inf),
        ("1e-3 t", "kg", 1.0),
        ("2 pi", "1", 2 * np.pi),
        ("1 g_n", "m/s2", 9.80665),
        ("470 uF", "F", 470e-6),
        ("2.5 mH", "H", 2.5e-3),
        ("10 kOhm", "Ohm", 1e4),
        ("50 mS", "S", 0.05),
        ("20 mWb", "Wb", 0.02),
        ("50 mV.s/rad", "N.m/A", 0.05),
        ("70 mNm/A", "N.m/A", 0.07),
        ("3 Ah", "C", 10800.0),
    ],
)  # fmt: skip
def test_text(text: str, unit: str, expected: float) -> None:
    """Sources: SI brochure, NIST SP 811 (1995 values of inch, pound, foot), DIN 66036 (PS)."""
    assert from_text(text, unit, "x") == expected


@pytest.mark.parametrize(
    ("text", "unit", "said"),
    [
        ("20 kg.cm3", "kg.m2", "x: '20 kg.cm3' cannot be converted to 'kg.m2'"),
        ("1500 rmp", "rad/s", r"'rmp' is unknown; did you mean .*'rpm'.*declared in 'rad/s'"),
        ("1 KW", "W", "'KW' is unknown; did you mean 'kW'"),
        ("50 Hz", "rad/s", "'50 Hz' may count turns, and 'rad/s' measures angles"),
        ("1500 1/min", "rad/s", "'1500 1/min' may count turns"),
        ("1500 rpm", "Hz", "'1500 rpm' measures an angle, and 'Hz' counts turns"),
        ("20 C", "K", "C is the coulomb: did you mean 'degC'"),
        ("3 g", "m/s2", "g is the gram: did you mean 'g_n'"),
        ("20 F", "K", "F is the farad: did you mean 'degF'"),
        ("3 N", "1", "'3 N' cannot be converted to '1': a number without a unit is needed"),
        ("1,500 rpm", "rad/s", "without commas or gaps"),
        ("1 500 rpm", "rad/s", "without commas or gaps"),
        ("5 W/m2.K", "W/(m2.K)", r"two ways: put what is below the slash in brackets, W/\(m2.K\)"),
        ("5 W/degC", "W/K", "'degC' has a zero of its own"),
        ("5 m/s/s", "m/s2", "at most one slash"),
        ("1e400 m", "m", "too large to compute with"),
        ("5 kg^2.5", "kg", "is unknown"),
    ],
)
def test_refused(text: str, unit: str, said: str) -> None:
    with pytest.raises(UnitError, match=said):
        from_text(text, unit, "x")


def test_a_temperature_for_a_difference_is_refused() -> None:
    for name in ("wall.dT", "start of wall.dT", "T_rel.start", "dT_max", "delta_T"):
        assert is_difference(name)
        with pytest.raises(UnitError, match="is a temperature, but 'K' is that of a difference"):
            from_text("20 degC", "K", name)
        assert from_text("20 K", "K", name) == 20.0
    for name in ("wall.T", "T_ref", "adT", "dTau", "T_relay"):
        assert not is_difference(name)


@pytest.mark.parametrize("text", ["linear_segments", "3", "", "m", "table.csv", "rpm 3", "-"])
def test_other_texts_are_no_quantities(text: str) -> None:
    assert not is_quantity_text(text)


def test_every_symbol_has_a_definition_and_one_dimension() -> None:
    for name in known_symbols():
        unit = symbol(name)
        assert unit is not None
        assert unit.factor > 0


def test_pi_is_right_to_sixty_digits() -> None:
    """Machin's formula, computed with Decimal."""
    with localcontext() as context:
        context.prec = 80

        def arctan_of_one_over(n: int) -> Decimal:
            term = total = Decimal(1) / n
            for k in range(1, 120):
                term = -term / (n * n)
                total += term / (2 * k + 1)
            return total

        pi = 4 * (4 * arctan_of_one_over(5) - arctan_of_one_over(239))
        assert abs(Fraction(pi) - PI) < Fraction(1, 10**61)


@pytest.mark.parametrize("unit", ["rpm", "deg", "cm", "hp", "lbf.ft", "kg.cm2", "km/h", "psi"])
def test_arrays_are_rounded_once(unit: str) -> None:
    factor = parse_unit(unit).exact
    random = np.random.default_rng(7)
    values = random.normal(size=500) * 10.0 ** random.integers(-12, 13, 500)
    exactly = [float(Fraction(value) * factor) for value in values.tolist()]
    np.testing.assert_array_equal(times_exactly(values, factor), exactly)


def test_infinities_stay_what_they_are() -> None:
    factor = parse_unit("rpm").exact
    found = times_exactly(np.array([np.inf, -np.inf, np.nan, 1.7e308, 0.0]), factor)
    np.testing.assert_array_equal(found[[0, 1, 2, 4]], [np.inf, -np.inf, np.nan, 0.0])
    assert found[3] == pytest.approx(1.7e308 * (np.pi / 30))
