"""Order tables: conventions, sampling without the end, shifting, sums, half ranges."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.analysis.excitation import OrderTable
from drivetrain.errors import (
    AnalysisError,
    ArgumentError,
    NameLookupError,
    ParameterError,
    UnitError,
)

THETA = 2 * np.pi * np.arange(64) / 64


def amplitudes() -> st.SearchStrategy[complex]:
    parts = st.integers(-1000, 1000)
    return st.builds(complex, parts, parts)


def tables(source: str = "motor.tau") -> st.SearchStrategy[OrderTable]:
    orders = st.integers(1, 20).map(lambda k: k / 2)
    rows = st.dictionaries(orders, amplitudes(), min_size=1, max_size=6)
    return rows.map(lambda row: OrderTable({source: row}, {source: 3.0}))


def test_the_convention_is_the_real_part_with_a_positive_exponent() -> None:
    table = OrderTable({"a": {1.5: 2 - 3j}}, {"a": 5.0})
    expected = 5 + 2 * np.cos(1.5 * THETA) + 3 * np.sin(1.5 * THETA)
    np.testing.assert_allclose(table.evaluate(THETA)[0], expected, rtol=1e-13)


def test_samples_give_the_harmonics_of_which_they_are_made() -> None:
    table = OrderTable.from_samples({"a": 7 + 3 * np.cos(2 * THETA) - 4 * np.sin(5 * THETA)})
    assert table.mean[0] == pytest.approx(7, rel=1e-15)
    assert table["a", 2] == pytest.approx(3, rel=1e-14)
    assert table["a", 5] == pytest.approx(4j, rel=1e-14)
    assert np.count_nonzero(table.values) == 2


def test_a_cycle_of_two_revolutions_has_half_orders() -> None:
    table = OrderTable.from_samples({"a": np.cos(THETA), "b": np.cos(3 * THETA)}, revolutions=2)
    assert table.revolutions == 2
    assert table["a", 0.5] == pytest.approx(1)
    assert table["b", 1.5] == pytest.approx(1)


def test_the_end_of_the_period_is_not_counted_twice() -> None:
    """openTorsion's example samples it twice, so that line k stands at order 0.499 k."""
    closed = np.cos(2 * np.linspace(0, 2 * np.pi, 65))
    with pytest.raises(AnalysisError, match=r"leaks into others.*end_repeated=True"):
        OrderTable.from_samples({"a": closed})
    assert OrderTable.from_samples({"a": closed}, end_repeated=True)["a", 2] == pytest.approx(1)
    angle = np.linspace(0, 2 * np.pi, 65)
    assert OrderTable.from_samples({"a": closed}, angle=angle)["a", 2] == pytest.approx(1)
    kept = OrderTable.from_samples({"a": closed}, end_repeated=False)
    assert abs(kept["a", 1]) > 0.04


def test_a_sample_that_equals_the_first_by_chance_is_kept_by_its_angle() -> None:
    pulse = np.where((THETA > 2) & (THETA < 3), 1.0, 0.0)
    with pytest.raises(AnalysisError, match="end_repeated=False"):
        OrderTable.from_samples({"a": pulse})
    by_angle = OrderTable.from_samples({"a": pulse}, angle=THETA)
    np.testing.assert_allclose(by_angle.evaluate(THETA)[0], pulse, atol=1e-13)


def test_one_source_that_does_not_repeat_shows_that_none_does() -> None:
    table = OrderTable.from_samples({"a": np.zeros(64), "b": np.sin(THETA), "c": THETA})
    assert len(table.orders) == 32


def test_samples_may_begin_elsewhere() -> None:
    begin = 0.3
    table = OrderTable.from_samples({"a": np.cos(2 * (THETA + begin))}, angle=THETA + begin)
    assert table["a", 2] == pytest.approx(1)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"angle": THETA * 0.99}, "not equal steps of 1 revolution: 64 steps of 0.0981748"),
        ({"angle": THETA[:-1]}, "63 angles for 64 samples"),
        ({"angle": THETA, "end_repeated": True}, "by the angles the end of the period is not in"),
        ({"end_repeated": True}, "the last sample is said to repeat the first, but they differ"),
        ({"revolutions": 0}, "whole number from 1 on"),
        ({"highest": -1.0}, "highest=-1.0: give a number above 0"),
    ],
)
def test_samplings_that_contradict_themselves(options: dict[str, object], said: str) -> None:
    with pytest.raises((AnalysisError, ParameterError), match=said):
        OrderTable.from_samples({"a": THETA}, **options)  # type: ignore[arg-type]


def test_samples_are_numbers_as_many_for_each_source() -> None:
    with pytest.raises(ParameterError, match="a: 64, b: 3"):
        OrderTable.from_samples({"a": THETA, "b": THETA[:3]})
    with pytest.raises(ParameterError, match="number 1 is nan"):
        OrderTable.from_samples({"a": [0.0, np.nan, 1.0]})
    with pytest.raises(ParameterError, match="2 samples of a period: give 3"):
        OrderTable.from_samples({"a": [0.0, 1.0]})
    with pytest.raises(ArgumentError, match="did you mean 'revolutions'"):
        OrderTable.from_samples({"a": THETA}, revolution=2)  # type: ignore[call-arg]


@given(st.lists(st.floats(-1e3, 1e3), min_size=4, max_size=33))
def test_samples_are_met_and_their_energy_is_kept(samples: list[float]) -> None:
    """The inverse transform, and Parseval's theorem."""
    count = len(samples)
    theta = 2 * np.pi * np.arange(count) / count
    table = OrderTable.from_samples({"a": samples}, end_repeated=False)
    size = max(map(abs, samples), default=0.0)
    np.testing.assert_allclose(table.evaluate(theta)[0], samples, atol=1e-12 * size + 1e-300)
    squares = np.abs(table.values[0]) ** 2 / 2
    if count % 2 == 0:
        squares[-1] *= 2  # at half the number of samples a cosine has its full square everywhere
    energy = table.mean[0] ** 2 + squares.sum()
    assert energy == pytest.approx(np.mean(np.square(samples)), rel=1e-12, abs=1e-300)


@given(tables(), st.floats(-20, 20))
def test_shifting_delays_the_torque(table: OrderTable, angle: float) -> None:
    size = np.abs(table.values).sum() + 3
    shifted = table.shifted(angle).evaluate(THETA)
    np.testing.assert_allclose(shifted, table.evaluate(THETA - angle), atol=1e-11 * size)


@given(tables())
def test_shifting_by_a_full_cycle_changes_nothing(table: OrderTable) -> None:
    around = table.shifted(4 * np.pi)
    np.testing.assert_allclose(around.values, table.values, rtol=1e-13)


@given(tables("a"), tables("a"), tables("b"))
def test_sums_are_those_of_the_torques(one: OrderTable, two: OrderTable, other: OrderTable) -> None:
    total = one + two + other
    size = 10 + sum(np.abs(table.values).sum() for table in (one, two, other))
    expected = np.vstack([one.evaluate(THETA) + two.evaluate(THETA), other.evaluate(THETA)])
    np.testing.assert_allclose(total.evaluate(THETA), expected, atol=1e-12 * size)
    rigid = total.combined("all")
    np.testing.assert_allclose(rigid.evaluate(THETA)[0], expected.sum(axis=0), atol=1e-12 * size)


@given(tables())
def test_the_half_range_is_that_of_a_fine_sampling_and_below_the_sum(table: OrderTable) -> None:
    fine = table.evaluate(4 * np.pi * np.arange(20000) / 20000)[0]
    size = np.abs(table.values).sum()
    half = table.half_range("motor.tau")
    assert half >= np.ptp(fine) / 2 - 1e-12 * size
    assert half <= np.ptp(fine) / 2 + 1e-5 * size
    assert half <= table.upper_bound("motor.tau") * (1 + 1e-12)


def test_half_range_of_two_harmonics() -> None:
    """sin θ + cos 2θ lies between −2, at −π/2, and 9/8, where sin θ = 1/4."""
    table = OrderTable({"a": {1: -1j, 2: 1.0}})
    assert table.half_range("a") == pytest.approx((9 / 8 + 2) / 2, rel=1e-14)
    assert table.upper_bound("a") == 2.0
    assert OrderTable({"a": {1: 0.0}}).half_range("a") == 0.0


def test_without_a_common_period_there_is_no_half_range() -> None:
    table = OrderTable({"a": {1: 1.0, np.sqrt(2): 1.0}})
    assert table.revolutions is None
    with pytest.raises(AnalysisError, match="upper_bound"):
        table.half_range("a")


def test_scaling_selecting_and_cutting() -> None:
    table = OrderTable({"c[0].tau": {1: 1, 2: 2}, "c[1].tau": {3: 3j}}, {"c[1].tau": 4})
    assert (2 * table)["c[1].tau", 3] == 6j
    assert (table * 2).mean.tolist() == [0, 8]
    assert table.scaled({"c[0].tau": 0.5})["c[0].tau"].tolist() == [0.5, 1, 0]
    assert table.select("c[1].*").sources == ("c[1].tau",)
    assert table.up_to(2).orders.tolist() == [1, 2]
    weighted = table.combined("mode", {"c[0].tau": 1, "c[1].tau": -1j})
    assert weighted["mode"].tolist() == [1, 2, 3]
    assert table.combined("mode", {"c[0].tau": 1})["mode"].tolist() == [1, 2, 0]


def test_orders_of_a_shaft_behind_a_gear() -> None:
    """A propeller that turns a third as fast: its order 4 is order 4/3 of the engine."""
    table = OrderTable({"propeller.tau": {4: 100.0}}, shaft="propeller")
    seen = table.referred(1 / 3, "engine")
    assert seen["propeller.tau", 4 / 3] == 100.0
    assert (seen.revolutions, seen.shaft) == (3, "engine")
    theta = np.linspace(0, 20, 50)
    np.testing.assert_allclose(seen.evaluate(theta), table.evaluate(theta / 3), atol=1e-6)


def test_quantities_and_their_kinds() -> None:
    table = OrderTable({"a": {1: "2 kN.m"}}, {"a": "1 kN.m"})
    assert (table["a", 1], table.mean[0]) == (2000, 1000)
    assert table.shifted("90 deg")["a", 1] == pytest.approx(-2000j)
    with pytest.raises(UnitError, match="cannot be converted"):
        OrderTable({"a": {1: "2 kN"}})
    with pytest.raises(UnitError, match="coherent"):
        OrderTable({"a": {1: 2}}, unit="kN.m")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: OrderTable({}), "amplitudes by source and order"),
        (lambda: OrderTable({"a": [1, 2]}), "amplitudes by order"),
        (lambda: OrderTable({"a": {0: 1}}), "the mean by mean="),
        (lambda: OrderTable({"a": {1: np.inf}}), "give a finite number"),
        (lambda: OrderTable({"a": {1: "much"}}), "give a number in N.m"),
        (lambda: OrderTable({"a": {1: 1}}, {"b": 1}), "there is no source 'b'"),
        (lambda: OrderTable({"motor": {1: 1}})["moter", 1], "did you mean 'motor'"),
        (lambda: OrderTable({"a": {1: 1, 2: 1}})["a", 3], "no order 3; its orders are 1, 2"),
        (lambda: OrderTable({"a": {1: 1}}).shifted({"b": 1}), "there is no source 'b'"),
        (lambda: OrderTable({"a": {1: 1}}).select("b*"), "no source"),
        (lambda: OrderTable({"a": {1: 1}}).combined("m", {"b": 1}), "there is no source 'b'"),
        (
            lambda: OrderTable({"a": {1: 1}}) + OrderTable({"a": {1: 1}}, unit="rad"),
            "one is in 'N.m', the other in 'rad'",
        ),
        (
            lambda: OrderTable({"a": {1: 1}}, shaft="x") + OrderTable({"a": {1: 1}}, shaft="y"),
            "referred",
        ),
    ],
)
def test_what_is_refused(make: object, said: str) -> None:
    with pytest.raises((ParameterError, NameLookupError, AnalysisError), match=said):
        make()  # type: ignore[operator]


def test_tables_texts_and_files(tmp_path: Path) -> None:
    table = OrderTable(
        {"a.tau": {0.5: 3 + 4j}, "b.tau": {1: -2}}, {"a.tau": 7}, shaft="crank", remarks=["as new"]
    )
    frame = table.to_pandas()
    assert frame.loc[("a.tau", 0.5), "amplitude [N.m]"] == pytest.approx(5)
    assert frame.loc[("b.tau", 1.0), "phase [deg]"] == pytest.approx(180)
    assert frame.loc[("a.tau", 0.0), "amplitude [N.m]"] == 7
    assert str(table).splitlines() == [
        "2 sources: orders 0.5 … 1 of crank, N.m",
        "order  a.tau  b.tau",
        "mean       7      0",
        "0.5        5      0",
        "1          0      2",
        "as new",
    ]
    assert "<table>" in table._repr_html_()
    assert repr(table) == "<2 sources: orders 0.5 … 1 of crank, N.m>"
    read = pd.read_csv(table.save(tmp_path / "orders.csv"))
    assert read["order"].tolist() == [0, 0.5, 1, 0, 0.5, 1]
    again = pickle.loads(pickle.dumps(table))
    np.testing.assert_array_equal(again.values, table.values)


def test_a_table_cannot_be_changed() -> None:
    table = OrderTable({"a": {1: 1}})
    with pytest.raises(ValueError, match="read-only"):
        table.values[0, 0] = 2
    with pytest.raises(AttributeError):
        table.unit = "rad"  # type: ignore[misc]
