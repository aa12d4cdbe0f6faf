"""Designs: which sets come out, and that they depend on the seed alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pint
import pytest

from drivetrain import studies
from drivetrain.errors import UsageError
from drivetrain.studies import StudyResult
from drivetrain.studies.designs.design import Design
from drivetrain.studies.study import Study
from tests.studies.models import Flywheel

RECORD = {"w": studies.final("wheel.w")}


def study(vary: object, design: Design) -> Study:
    return Flywheel().study(vary, design=design, record=RECORD)  # type: ignore[arg-type]


def test_a_grid_has_all_combinations_the_first_one_slowest() -> None:
    made = study({"wheel.J": [1.0, 2.0], "wheel.w.start": [3, 4, 5]}, studies.grid())
    assert len(made) == 6
    assert made.sets["wheel.J"].tolist() == [1, 1, 1, 2, 2, 2]
    assert made.sets["wheel.w.start"].tolist() == [3, 4, 5] * 2
    data = made.run(progress=False).to_xarray()
    assert data["w"].dims == ("wheel.J", "wheel.w.start")
    assert data["w"].attrs["units"] == "rad/s"


def test_lists_side_by_side_and_constants() -> None:
    made = study({"wheel.J": [1.0, 2.0], "wheel.w.start": 5.0}, studies.zipped())
    assert made.sets.to_numpy().tolist() == [[1, 5], [2, 5]]
    with pytest.raises(UsageError, match=r"wheel\.J: 2, wheel\.w\.start: 3"):
        study({"wheel.J": [1.0, 2.0], "wheel.w.start": [1, 2, 3]}, studies.zipped())


def test_a_table_gives_its_rows_units_and_labels() -> None:
    frame = pd.DataFrame({"wheel.J [kg.cm2]": [1e4, 2e4]}, index=["light", "heavy"])
    made = study({"wheel.w.start": 3.0}, studies.table(frame))
    assert made.sets["wheel.J"].tolist() == [1.0, 2.0]
    assert made.run(progress=False).to_pandas().index.tolist() == ["light", "heavy"]
    with pytest.raises(UsageError, match="column of the table"):
        study({"wheel.J [kg.cm2]": 3.0}, studies.table(frame))


@pytest.mark.parametrize("design", [studies.sobol, studies.latin, studies.random])
def test_samples_depend_on_the_seed_alone(design: object) -> None:
    vary = {"wheel.J": studies.uniform(1, 3), "wheel.w.start": studies.normal(3, 0.1)}
    one = study(vary, design(64, seed=3))  # type: ignore[operator]
    again = study(vary, design(64, seed=3))  # type: ignore[operator]
    other = study(vary, design(64, seed=4))  # type: ignore[operator]
    pd.testing.assert_frame_equal(one.sets, again.sets)
    assert not one.sets.equals(other.sets)
    assert one.hash == again.hash != other.hash


def test_a_latin_design_has_one_value_in_each_part() -> None:
    made = study({"wheel.J": studies.uniform(1, 2)}, studies.latin(100))
    parts = np.floor((made.sets["wheel.J"] - 1) * 100).astype(int)
    assert sorted(parts) == list(range(100))


def test_a_list_among_samples_is_a_choice() -> None:
    made = study({"wheel.J": studies.uniform(1, 2), "wheel.w.start": [1, 2]}, studies.sobol(64))
    assert np.unique(made.sets["wheel.w.start"], return_counts=True)[1].tolist() == [32, 32]


def test_one_at_a_time_begins_with_the_base() -> None:
    vary = {"wheel.J": studies.uniform(1, 2), "wheel.w.start": [1, 3, 4]}
    made = study(vary, studies.one_at_a_time(low=0.1, high=0.9))
    expected = [[1.5, 3], [1.1, 3], [1.9, 3], [1.5, 1], [1.5, 4]]
    np.testing.assert_allclose(made.sets.to_numpy(), expected)


def test_the_batches_of_sobol_indices() -> None:
    vary = {"wheel.J": studies.uniform(1, 2), "wheel.w.start": studies.uniform(1, 2)}
    sets = study(vary, studies.saltelli(8)).sets.to_numpy()
    a, b, first, second = sets.reshape(4, 8, 2)
    np.testing.assert_array_equal(first, np.column_stack([b[:, 0], a[:, 1]]))
    np.testing.assert_array_equal(second, np.column_stack([a[:, 0], b[:, 1]]))


def test_units_of_pint_and_texts() -> None:
    u: Any = pint.UnitRegistry()
    vary = {
        "wheel.J": studies.uniform(u.Quantity(1e4, "kg*cm**2"), "2 kg.m2"),
        "wheel.w.start": u.Quantity([10.0, 20.0], "rpm"),
    }
    sets = study(vary, studies.sobol(32)).sets
    assert 1 <= sets["wheel.J"].min() < 1.2 < 1.8 < sets["wheel.J"].max() <= 2
    np.testing.assert_allclose(sorted(set(sets["wheel.w.start"])), np.array([10, 20]) * np.pi / 30)


@pytest.mark.parametrize(
    ("vary", "design", "told"),
    [
        ({"wheel.J": studies.uniform(1, 2)}, studies.grid(), "draw samples"),
        ({"wheel.J": []}, studies.grid(), "at least one value"),
        ({"wheel.J": 2.0}, studies.sobol(8), "at least one list or distribution"),
        ({"wheel.J": [1, 2]}, studies.one_at_a_time(), "three values"),
        ({}, studies.grid(), "at least one parameter"),
        ([1], studies.grid(), "by name"),
        ({("wheel.J", "wheel.w.start"): studies.uniform(1, 2)}, studies.sobol(8), "several names"),
    ],
)
def test_what_does_not_suit_a_design_is_refused(vary: object, design: Design, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        study(vary, design)


def test_numbers_of_samples_are_checked() -> None:
    with pytest.raises(UsageError, match="64 or 128"):
        studies.sobol(100)
    with pytest.raises(UsageError):
        studies.latin(0)
    with pytest.raises(UsageError):
        studies.random(10, seed=-1)


def test_correlated_inputs_have_no_shares_of_the_variance() -> None:
    both = studies.correlated_normal([2, 3], [0.1, 0.1], [[1, 0.5], [0.5, 1]])
    vary = {("wheel.J", "wheel.w.start"): both}
    with pytest.raises(UsageError, match="are correlated"):
        study(vary, studies.saltelli(8))
    result: StudyResult = study(vary, studies.random(400)).run(progress=False)
    assert abs(np.corrcoef(result["wheel.J"], result["wheel.w.start"])[0, 1] - 0.5) < 0.1


def test_a_large_grid_has_to_be_meant() -> None:
    many = list(np.linspace(1, 2, 400))
    made = study({"wheel.J": many, "wheel.w.start": many}, studies.grid())
    assert len(made) == 160_000
    with pytest.raises(UsageError, match="400 × 400 = 160000"):
        made.run()
