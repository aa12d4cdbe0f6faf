"""Phase vector sums against hand calculation, symmetry and the sum of order tables."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.analysis.excitation import FiringOrder, OrderTable, phase_vector_sums
from drivetrain.errors import AnalysisError, NameLookupError, ParameterError


def test_a_rigid_four_by_hand() -> None:
    """1-3-4-2 fires every 180°: orders 2, 4, … add up, all others cancel."""
    sums = phase_vector_sums(FiringOrder("1-3-4-2"))
    assert sums.major.tolist() == [2, 4, 6, 8, 10, 12]
    assert sums["rigid", 2] == pytest.approx(4)
    assert sums["rigid", 1.5] == 0


def test_a_bent_four_by_hand() -> None:
    """Order 1: cylinders 1 and 4 against 2 and 3; order 1/2: angles 0, 270, 90, 180°."""
    shape = [1.0, 0.8, 0.5, 0.2]
    sums = phase_vector_sums(FiringOrder("1-3-4-2"), {"I": shape}, [0.5, 1.0, 2.0])
    assert sums["I", 1.0] == pytest.approx(abs(1.0 + 0.2 - 0.8 - 0.5))
    assert sums["I", 0.5] == pytest.approx(np.hypot(1.0 - 0.2, 0.8 - 0.5))
    assert sums["I", 2.0] == pytest.approx(2.5)


def test_a_six_in_line() -> None:
    """Major orders are half the number of cylinders and its multiples; 3/2 halves the engine."""
    shape = [1, 0.9, 0.7, 0.5, 0.2, -0.1]
    sums = phase_vector_sums(FiringOrder("1-5-3-6-2-4"), {"I": shape})
    assert sums.major.tolist() == [3, 6, 9, 12]
    assert sums["I", 1.5] == pytest.approx(abs(1 + 0.9 + 0.7 - 0.5 - 0.2 + 0.1))
    assert sums["I", 4.5] == pytest.approx(sums["I", 1.5])


def test_two_strokes_have_whole_orders() -> None:
    sums = phase_vector_sums(FiringOrder("1-5-3-4-2-6", strokes=2))
    assert (sums.orders.tolist(), sums.major.tolist()) == (list(range(1, 13)), [6, 12])


@given(
    st.lists(st.floats(-1, 1), min_size=6, max_size=6),
    st.sampled_from([0.5, 1, 1.5, 2.5, 3, 5, 7.5]),
)
def test_sums_are_those_of_the_torques_of_alike_cylinders(shape: list[float], order: float) -> None:
    """|Σ φ_k T exp(−i o α_k)| over |T|, by way of an order table."""
    firing = FiringOrder("1-5-3-6-2-4")
    sources = [f"c[{k}]" for k in range(6)]
    table = OrderTable({name: {order: 3 - 4j} for name in sources})
    turned = table.shifted(dict(zip(sources, firing.angles.tolist(), strict=True)))
    total = turned.combined("mode", dict(zip(sources, shape, strict=True)))
    sums = phase_vector_sums(firing, {"any": shape}, [order])
    assert sums["any", order] == pytest.approx(abs(total["mode", order]) / 5, abs=1e-12)
    assert sums["any", order] <= np.abs(shape).sum() + 1e-12


@given(st.lists(st.floats(-1, 1), min_size=4, max_size=4))
def test_orders_a_cycle_apart_have_the_same_sums(shape: list[float]) -> None:
    """With equal intervals the vectors of order o + N are those of order o, for two strokes."""
    firing = FiringOrder("1-3-4-2", strokes=2)
    sums = phase_vector_sums(firing, {"any": shape}, [1, 2, 3, 5, 6, 7]).sums[0]
    np.testing.assert_allclose(sums[:3], sums[3:], atol=1e-12)


def test_table_and_refusals() -> None:
    sums = phase_vector_sums(FiringOrder("1-2", strokes=2), {"I": [1, -1], "II": [1, 1j]}, [1, 2])
    assert str(sums).splitlines() == [
        "phase vector sums of 2 cylinders",
        "order  I       II  major",
        "    1  2  1.41421",
        "    2  0  1.41421  yes",
        "major orders: 2",
    ]
    with pytest.raises(NameLookupError, match="no mode 'III'"):
        _ = sums["III", 1]
    with pytest.raises(AnalysisError, match="no order 3; the orders are 1, 2"):
        _ = sums["I", 3]
    with pytest.raises(ParameterError, match="give the orders"):
        phase_vector_sums([0.0, np.pi])
    with pytest.raises(ParameterError, match="give 2 amplitudes"):
        phase_vector_sums(FiringOrder("1-2"), {"I": [1, 2, 3]})
    with pytest.raises(ParameterError, match="orders above 0"):
        phase_vector_sums(FiringOrder("1-2"), orders=[0, 1])
