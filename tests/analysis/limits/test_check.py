"""Checks over the speed: crossings by interpolation, barred ranges, and what is not known."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.analysis.limits import Limit, ShaftLimits, check, check_shafts, iacs_m68
from drivetrain.errors import ParameterError, UsageError

RPM = np.pi / 30
RATED = 127 * RPM
SPEED = np.linspace(0.2, 1.05, 341) * RATED
SHAFT = iacs_m68(diameter=0.395, tensile=600e6, rated=RATED, design="intermediate, integral flange")
COUPLING = Limit("coupling", "torque", 10.0)


def resonance(at: float, height: float, width: float = 0.012) -> np.ndarray:
    """Return a peak of torque, N·m, at a ratio of the rated speed."""
    return np.asarray(height / np.sqrt(1 + ((SPEED / RATED - at) / width) ** 2))


def test_crossings_are_interpolated() -> None:
    found = check(COUPLING, [0, 1, 2, 3, 4, 5], [0, 20, 20, 0, 5, 15])
    assert [(one.low, one.high) for one in found.violations] == [(0.5, 2.5), (4.5, 5.0)]
    first, last = found.violations
    assert (first.worst, first.half_range, first.points, first.at_edge) == (1, 20, 2, False)
    assert last.at_edge
    text = str(found)
    assert "goes on beyond the speeds" in text
    assert "only 2 computed speeds in it; the peak may be higher" in text
    assert found.verdict == "limit exceeded"
    assert found.worst == (2, 1)


@given(st.lists(st.integers(0, 20), min_size=2, max_size=30))
def test_ranges_are_where_the_straight_lines_exceed_the_limit(values: list[int]) -> None:
    speed = np.arange(len(values), dtype=float)
    found = check(COUPLING, speed, values).violations
    fine = np.arange(0, len(values) - 1 + 1e-9, 1 / 64)
    above = np.interp(fine, speed, values) > 10 + 1e-9
    inside = np.array([any(v.low - 1e-9 <= s <= v.high + 1e-9 for v in found) for s in fine])
    assert not (above & ~inside).any()
    clear = np.interp(fine, speed, values) < 10 - 1e-9
    assert not (clear & inside).any()


def test_within_the_limit_one_line_shows_the_largest_utilisation() -> None:
    found = check(COUPLING, [1, 2, 3], [1, 5, 2], name="front")
    assert found.title == "front: within the limit; utilisation 0.5 at 19.099 rpm"
    frame = found.to_pandas()
    assert frame["outcome"].tolist() == ["within the limit"]
    assert np.isnan(frame["from [rpm]"]).all()
    assert found.curves()["utilisation"].tolist() == [0.1, 0.5, 0.2]


def test_where_no_limit_is_defined_nothing_is_said() -> None:
    table = Limit("coupling", "torque", [(2.0, 10.0), (3.0, 10.0)])
    found = check(table, [1, 2, 3, 4, 5], [99, 5, 20, 99, 99])
    assert np.isnan(found.utilisation[[0, 3, 4]]).all()
    (only,) = found.violations
    assert (only.low, only.high, only.at_edge) == (pytest.approx(2 + 1 / 3), 3.0, True)
    assert "no limit is defined from 38.197 to 47.746 rpm: nothing is said there" in str(found)
    calm = check(table, [1, 2], [1, 1])
    assert calm.verdict == "within the limit where it is defined"
    nowhere = check(table, [4, 5], [1, 2])
    assert nowhere.title == "coupling: no limit is defined at these speeds"
    assert "no limit is defined at these speeds" in nowhere.to_pandas()["outcome"].iloc[0]


def test_a_critical_speed_is_barred_by_the_rule() -> None:
    """At λ = 0.33: 16 n / 17.67 … 17.67 n / 16."""
    found = check(SHAFT, SPEED, torque=resonance(0.33, 1.2e6), criticals=[0.33 * RATED])
    (one,) = found.barred
    assert one.low / RATED == pytest.approx(0.33 * 16 / 17.67)
    assert one.high / RATED == pytest.approx(0.33 * 17.67 / 16)
    assert not found.refused
    assert found.verdict == "speeds to be barred"
    assert found.to_pandas()["outcome"].tolist() == ["to be barred"]
    assert "no tolerance of the tachometer is added" in str(found)


def test_a_barred_range_reaches_over_all_violated_speeds() -> None:
    wide = check(SHAFT, SPEED, torque=resonance(0.33, 1.2e6, width=0.06))
    (violated,), (one,) = wide.violations, wide.barred
    rule = SHAFT.barred_range(violated.worst)
    assert violated.low < rule.low
    assert (one.low, one.high) == (min(violated.low, rule.low), max(violated.high, rule.high))
    wider = check(SHAFT, SPEED, torque=resonance(0.33, 1.2e6, width=0.06), tachometer="1 rpm")
    assert wider.barred[0].low == pytest.approx(one.low - RPM)
    assert wider.barred[0].high == pytest.approx(one.high + RPM)
    assert "tachometer" not in str(wider)


def test_ranges_that_overlap_are_joined() -> None:
    two = resonance(0.32, 1.2e6, 0.005) + resonance(0.36, 1.2e6, 0.005)
    found = check(SHAFT, SPEED, torque=two)
    assert len(found.violations) == 2
    (one,) = found.barred
    assert len(one.criticals) == 2


def test_near_the_rated_speed_no_range_is_barred() -> None:
    found = check(SHAFT, SPEED, torque=resonance(0.85, 0.7e6))
    assert not found.barred
    assert len(found.refused) == 1
    assert "the rule allows no barred range from 0.8 on in normal operation" in str(found)
    assert found.verdict == "barring speeds does not solve it"
    assert found.to_pandas()["outcome"].tolist() == ["must not be barred"]
    misfiring = check(SHAFT, SPEED, torque=resonance(0.85, 0.7e6), misfiring=True)
    assert len(misfiring.barred) == 1
    assert "speeds for safe navigation" in str(misfiring)


def test_a_range_that_only_its_upper_end_carries_too_far_is_refused() -> None:
    """λ = 0.76: the rule bars up to 0.76 · 17.24 / 16 = 0.819."""
    found = check(SHAFT, SPEED, torque=resonance(0.76, 0.8e6), criticals=[0.76 * RATED])
    assert found.refused[0].high / RATED == pytest.approx(0.76 * 17.24 / 16)


def test_above_the_transient_limit_barring_does_not_help() -> None:
    found = check(SHAFT, SPEED, torque=resonance(0.33, 2e6))
    assert not found.barred
    assert not found.violations[0].is_passable
    assert "for passing through; barring does not help" in str(found)
    assert found.to_pandas()["outcome"].tolist() == ["above the transient limit"]
    used = found.transient_utilisation
    assert used is not None
    assert used.max() > 1


def test_torque_and_stress_agree() -> None:
    torque = resonance(0.33, 1.2e6)
    by_torque = check(SHAFT, SPEED, torque=torque)
    by_stress = check(SHAFT, SPEED, SHAFT.section.stress(torque))
    np.testing.assert_array_equal(by_torque.half_range, by_stress.half_range)
    assert str(by_torque) == str(by_stress)


def test_conditions_of_designs_where_speeds_are_barred() -> None:
    keyed = iacs_m68(
        diameter=0.395, tensile="450 N/mm2", rated=RATED, design="intermediate, keyway, tapered"
    )
    calm = check(keyed, SPEED, torque=resonance(0.33, 1e4))
    assert "keyways" not in str(calm)
    found = str(check(keyed, SPEED, torque=resonance(0.33, 0.8e6)))
    assert "keyways are in general not to be used where a range is barred" in found
    assert "σ_B should be 500 N/mm² at least" in found


def test_several_shafts_share_their_barred_ranges() -> None:
    torque = resonance(0.33, 1.2e6, 0.005)
    later = resonance(0.37, 1.2e6, 0.005)
    found = check_shafts(
        {
            "intermediate": (SHAFT, torque),
            "propeller": (SHAFT, later),
            "coupling": (Limit("coupling", "torque", "3 MN.m"), torque),
        },
        SPEED,
    )
    (one,) = found.barred
    assert len(one.criticals) == 2
    assert found["coupling"].verdict == "within the limit"
    assert found.title == "checks of 3 shafts, 1 within the limit"
    assert found.to_pandas()["violated ranges"].tolist() == [1, 1, 0]
    with pytest.raises(UsageError, match="there is no check of 'thrust'"):
        _ = found["thrust"]


@pytest.mark.parametrize(
    ("limits", "values", "options", "said"),
    [
        (COUPLING, [1, 2], {}, "2 half ranges for 3 speeds"),
        (COUPLING, [1, -2, 3], {}, "some are negative"),
        (COUPLING, None, {}, "one of half_range"),
        (COUPLING, None, {"torque": [1, 2, 3]}, "a plain Limit has no section"),
        (COUPLING, [1, 2, 3], {"misfiring": True}, "a plain Limit lacks"),
        ("M68", [1, 2, 3], {}, "give a Limit, or what iacs_m68"),
        (SHAFT, [1, 2, 3], {"tachometer": -1}, "give 0 or a number above"),
    ],
)
def test_what_is_refused(
    limits: Limit | ShaftLimits, values: object, options: dict[str, object], said: str
) -> None:
    with pytest.raises((ParameterError, UsageError), match=said):
        check(limits, [1, 2, 3], values, **options)  # type: ignore[arg-type]


def test_speeds_ascend() -> None:
    with pytest.raises(ParameterError, match="number 2 is 1 rad/s after 2 rad/s"):
        check(COUPLING, [1, 2, 1], [1, 1, 1])


def test_checks_can_be_pickled() -> None:
    found = check(SHAFT, SPEED, torque=resonance(0.33, 1.2e6))
    assert str(pickle.loads(pickle.dumps(found))) == str(found)
