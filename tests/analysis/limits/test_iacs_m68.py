"""Permissible stresses of propulsion shafts after IACS UR M68.

Formulas and factors as in the Rules for the Classification of Steel Ships of the Korean Register,
2025, Part 5, Chapter 4, 202 and 206, which transposes the requirement.
"""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.analysis.limits import M68, ShaftLimits, iacs_m68
from drivetrain.errors import ArgumentError, NameLookupError, ParameterError, UnitError, UsageError

RATED = 127 * np.pi / 30


def stresses(limits: ShaftLimits, ratio: float) -> tuple[float, float]:
    speed = [ratio * RATED]
    found = limits.continuous.at(speed)[0], limits.transient.at(speed)[0]
    return round(float(found[0]) * 1e-6, 3), round(float(found[1]) * 1e-6, 3)


def plain(**changed: object) -> ShaftLimits:
    given = {"diameter": "400 mm", "tensile": "560 N/mm2", "rated": "127 rpm", "c_k": 1.0}
    return iacs_m68(**{**given, **changed})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ratio", "expected"),
    [(0.5, (63.059, 107.200)), (0.35, (69.491, 118.135)), (0.95, (34.809, 59.174))],
)
def test_a_shaft_of_400_mm(ratio: float, expected: tuple[float, float]) -> None:
    assert stresses(plain(), ratio) == expected
    assert round(M68.size_factor(0.4), 6) == 0.630589


def test_a_propeller_shaft_of_500_mm() -> None:
    one = plain(diameter=0.5, tensile=600e6, c_k=None, design="propeller, aft")
    assert stresses(one, 0.5) == (35.898, 82.289)
    assert stresses(plain(diameter=0.5, tensile=600e6, c_k=0.55), 0.5) == (35.898, 82.289)


def test_the_barred_range_around_a_critical_speed() -> None:
    found = plain().barred_range("52 rpm")
    assert str(found) == "47.30 … 57.17 rpm"
    assert found.criticals == pytest.approx((52 * np.pi / 30,))


def test_the_shaft_of_the_example_ship_shafting() -> None:
    """The peak of 329.8 kN·m at 42.24 rpm makes 27.3 N/mm² against 74.1 at λ = 0.333."""
    limits = plain(diameter=0.395, tensile=600e6)
    stress = float(limits.section.stress(329.8e3)) * 1e-6
    assert (round(stress, 1), round(stresses(limits, 42.24 / 127)[0], 1)) == (27.3, 74.1)


def test_both_branches_meet_at_nine_tenths() -> None:
    below, above = plain().continuous.at([0.9 * RATED * (1 - 1e-12), 0.9 * RATED])
    assert below == pytest.approx(above, rel=1e-11)


@given(st.floats(0, 1.05), st.floats(0.3, 1.0))
def test_the_limit_for_passing_is_in_a_fixed_ratio(ratio: float, c_k: float) -> None:
    limits = plain(c_k=c_k)
    one, two = limits.continuous.at([ratio * RATED]), limits.transient.at([ratio * RATED])
    assert two[0] / one[0] == pytest.approx(1.7 / np.sqrt(c_k), rel=1e-13)


def test_beyond_the_rule_there_is_no_limit() -> None:
    found = plain().continuous.at([1.05 * RATED, 1.051 * RATED, -0.1])
    assert np.isfinite(found[0])
    assert np.isnan(found[1:]).all()


@pytest.mark.parametrize("diameter", ["5 mm", "2 m"])
def test_diameters_for_which_the_formula_means_nothing(diameter: str) -> None:
    limits = plain(diameter=diameter)
    assert np.isnan(limits.continuous.at([RATED])).all()
    assert "no limits: the factor of size is evaluated from 6 to 1500 mm" in str(limits)


def test_strength_that_does_not_count() -> None:
    """Caps of 600 N/mm², and 800 for alloy steel of intermediate shafts."""
    flange, aft = "intermediate, integral flange", "propeller, aft"
    capped = plain(tensile="700 N/mm2", c_k=None, design=flange)
    assert stresses(capped, 0.5) == stresses(plain(tensile="600 N/mm2"), 0.5)
    assert "σ_B counts with 600 N/mm² only" in str(capped)
    alloy = plain(tensile="700 N/mm2", c_k=None, design=flange, alloy=True)
    assert stresses(alloy, 0.5)[0] == pytest.approx(63.059 * 860 / 720, abs=1e-3)
    stern = plain(tensile="700 N/mm2", c_k=None, design=aft, alloy=True)
    assert "σ_B counts with 600 N/mm² only" in str(stern)
    assert "below the 400 N/mm²" in str(plain(tensile="380 N/mm2"))
    with pytest.raises(UsageError, match="the cap depends on the shaft"):
        plain(alloy=True)


def test_factors_by_design() -> None:
    """Table 5.4.1 of the rules named above."""
    factors = [design.c_k for design in M68.designs.values()]
    assert factors == [1.0, 1.0, 0.6, 0.45, 0.5, 0.3, 0.85, 0.85, 0.55, 0.8]
    slotted = plain(c_k=0.35, design="intermediate, longitudinal slot")
    assert stresses(slotted, 0.5)[0] == pytest.approx(0.35 * 63.059, abs=1e-3)
    assert "not that of the design, 0.3, but as given" in str(slotted)


def test_the_edition_and_its_doubts_are_told() -> None:
    text = str(plain())
    assert "check the current edition: the program claims no approval" in text
    assert "KR Rules 2025" in text
    assert plain().continuous.edition == M68.edition
    later = replace(M68, edition="Rev. 99", transient=1.5)
    other = plain(rule=later)
    assert "Rev. 99" in str(other)
    assert stresses(other, 0.5)[1] == pytest.approx(63.059 * 1.5, abs=1e-3)


def test_what_is_refused() -> None:
    with pytest.raises(UsageError, match="c_K depends on the design"):
        plain(c_k=None)
    with pytest.raises(NameLookupError, match="did you mean 'intermediate, shrink fit'"):
        plain(c_k=None, design="intermediate, shrinkfit")
    with pytest.raises(ParameterError, match=r"about 0\.3 … 1"):
        plain(c_k=5)
    with pytest.raises(UnitError, match="cannot be converted"):
        plain(tensile="560 N/m")
    with pytest.raises(ArgumentError, match="did you mean 'diameter'"):
        iacs_m68(diametre=0.4)  # type: ignore[call-arg]
    with pytest.raises(ParameterError, match=r"the bore .* has to be smaller"):
        plain(bore=0.4)
    with pytest.raises(ParameterError, match="gives no range"):
        plain().barred_range(3 * RATED)


def test_the_table_and_pickles() -> None:
    limits = plain()
    lines = str(limits).splitlines()
    assert lines[0] == "shaft, IACS UR M68, ⌀ 400 mm, rated 127 rpm"
    assert lines[1].split() == [
        "ratio", "speed", "[rpm]", "continuous", "[N/mm2]", "transient", "[N/mm2]",
    ]  # fmt: skip
    assert lines[12].split() == ["0.5", "63.5", "63.0589", "107.2"]
    again = pickle.loads(pickle.dumps(limits))
    assert str(again) == str(limits)
