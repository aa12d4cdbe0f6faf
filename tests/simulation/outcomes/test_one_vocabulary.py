"""One word means one number: in a result, a study, an ensemble and a derivative."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from tests.gradients.machines import LockUp

import drivetrain as dt
from drivetrain import gradients, outcomes, studies
from drivetrain.errors import DrivetrainError, NameLookupError, ResultError, UsageError

WINDOW = (0.5, 0.7)
EXACT = [
    outcomes.final("J1.w"),
    outcomes.at("J1.w", 0.4321),
    outcomes.at("clutch1.tau", 0.5, side="before"),
    outcomes.first("clutch1.mode", "stuck"),
    outcomes.first("clutch1", "stuck"),
    outcomes.last("clutch1.mode"),
    outcomes.nth("clutch2.mode", n=2),
    outcomes.nth("clutch2.mode", n=-2),
    outcomes.first("clutch1.mode", before="stuck"),
    outcomes.count("clutch1.mode"),
    outcomes.count("clutch1"),
    outcomes.time_in("clutch2.mode", "stuck"),
    outcomes.dissipated("clutch2"),
    outcomes.dissipated("clutch?"),
    outcomes.dissipated(),
    outcomes.supplied("torque"),
    outcomes.stored("J1"),
    outcomes.stored(),
]
BETWEEN = [
    outcomes.maximum("J3.w"),
    outcomes.minimum("clutch1.tau", between=WINDOW),
    outcomes.peak("J3.w"),
    outcomes.peak("J3.w")["value"],
    outcomes.mean("J1.w"),
    outcomes.rms("J1.w", between=WINDOW),
    outcomes.integral("J1.w"),
]


@pytest.fixture(scope="module")
def clutches() -> dt.CompiledModel:
    return dt.compile(dt.examples.find("CoupledClutches")())


@pytest.fixture(scope="module")
def result(clutches: dt.CompiledModel) -> dt.Result:
    return clutches.simulate(interval=1e-3)


def test_all_places_have_the_same_words() -> None:
    for name in set(outcomes.__all__) - {"Outcome"}:
        assert getattr(outcomes, name) is getattr(studies, name) is getattr(gradients, name)
    assert dt.outcomes is outcomes


@pytest.mark.parametrize("outcome", [*EXACT, *BETWEEN], ids=repr)
def test_an_outcome_has_one_value(
    outcome: Any, clutches: dt.CompiledModel, result: dt.Result
) -> None:
    """A study and an ensemble read the same points; a result and a derivative, between them."""
    is_exact = outcome in EXACT
    study = clutches.study(
        {"J1.J": [1.0]}, design=studies.grid(), record={"x": outcome},
        **({} if is_exact else {"interval": 1e-3}),
    ).run(progress=False)  # fmt: skip
    names = [f"x.{one}" if one else "x" for one in outcome.components]
    studied = [study[name][0] for name in names]
    many = clutches.ensemble({"J1.J": [1.0]}, keep={"x": outcome}, interval=1e-3)
    kept = [many.kept[name][0] for name in names]
    assert kept == pytest.approx(studied, rel=1e-13)
    single = [one.value for one in outcome.readings(result)]
    assert single == pytest.approx(studied, rel=1e-12 if is_exact else 1e-5, abs=1e-12)
    slopes = clutches.gradient(outcome, "J1.J")
    assert slopes.at == pytest.approx(single, rel=2e-4)
    assert outcome.recorded(result) == pytest.approx(studied, rel=1e-12)
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    assert hash(outcome) == hash(pickle.loads(pickle.dumps(outcome)))


def test_units_are_the_same(clutches: dt.CompiledModel) -> None:
    for outcome in [*EXACT, *BETWEEN]:
        bound = outcome.bound(clutches.layout, clutches.translation)
        assert bound.units == outcome.units(clutches.layout)
        assert bound.labels == outcome.components


@pytest.mark.parametrize("outcome", [*EXACT, *BETWEEN], ids=repr)
def test_an_outcome_is_told_as_it_was_asked_for(outcome: Any) -> None:
    assert eval(repr(outcome), vars(outcomes)) == outcome


def test_a_list_is_kept_under_names_of_outcomes(clutches: dt.CompiledModel) -> None:
    many = clutches.ensemble(
        {"J1.J": [1.0]}, keep=[outcomes.first("clutch1.mode"), "energy.stored"]
    )
    assert list(many.kept) == ["first(clutch1.mode)", "energy.stored"]


@pytest.mark.parametrize(
    ("keep", "match"),
    [
        ({"x": outcomes.maximum("J1.w")}, "needs output points"),
        ({"x": outcomes.final("J1.v")}, "J1"),
        ({"x": outcomes.at("J1.w", 9.0)}, "outside of the runs"),
        ([outcomes.final("J1.w"), 3], "give"),
    ],
    ids=str,
)
def test_an_ensemble_refuses(clutches: dt.CompiledModel, keep: Any, match: str) -> None:
    with pytest.raises(DrivetrainError, match=match):
        clutches.ensemble({"J1.J": [1.0]}, keep=keep)


@pytest.mark.parametrize(
    ("make", "kind", "match"),
    [
        (lambda: outcomes.peak("a")["vale"], NameLookupError, "value"),
        (lambda: outcomes.final("a")["value"], UsageError, "one number"),
        (lambda: outcomes.maximum("a", between=(2, 1)), UsageError, "come later"),
        (lambda: outcomes.time_in("a", None), UsageError, "label"),
        (lambda: outcomes.nth("a", n=0), UsageError, "1 for the first"),
        (lambda: outcomes.first("a", 1.5), UsageError, "label"),
        (lambda: outcomes.dissipated(3), UsageError, "name of a part"),
        (lambda: studies.maxmum, AttributeError, "maximum"),
    ],
)
def test_what_cannot_be_meant_is_refused(make: Any, kind: type[Exception], match: str) -> None:
    with pytest.raises(kind, match=match):
        make()


@pytest.mark.parametrize("outcome", [outcomes.first("clutch", "stock"), outcomes.first("clutc")])
def test_a_wrong_part_or_label_is_refused_everywhere(outcome: Any) -> None:
    with pytest.raises(NameLookupError, match=r"did you mean|there are"):
        outcome(dt.simulate(LockUp()))
    with pytest.raises(NameLookupError, match=r"did you mean|there are"):
        LockUp().study({"engine.J": [0.2]}, design=studies.grid(), record={"x": outcome})


def test_a_measured_outcome_is_one_number_and_has_a_unit() -> None:
    lock = outcomes.first("clutch.mode", "stuck")
    expected = lock(dt.simulate(LockUp()))
    fit = dt.fit(
        LockUp(), vary={"clutch.fn_max": (20, 80)},
        outcomes={lock: (f"{1e3 * expected} ms", "2 ms")},
    )  # fmt: skip
    assert fit["clutch.fn_max"].value == pytest.approx(40.0, rel=1e-5)
    with pytest.raises(UsageError, match=r"peak\('load.w'\)\['value'\]"):
        dt.fit(
            LockUp(), vary={"clutch.fn_max": (20, 80)}, outcomes={outcomes.peak("load.w"): (1, 1)}
        )


@pytest.mark.parametrize("pair", [(np.nan, 0.1), (np.inf, 0.1), (1.0, 0.0), (1.0, np.nan), 3.0])
def test_what_was_not_measured_is_refused(pair: Any) -> None:
    lock = outcomes.first("clutch.mode", "stuck")
    with pytest.raises(UsageError, match="outcomes"):
        dt.fit(LockUp(), vary={"clutch.fn_max": (20, 80)}, outcomes={lock: pair})


def test_a_window_needs_its_ends(result: dt.Result, tmp_path: Any) -> None:
    """Without the model nothing is known between the points, so it is refused."""
    window = (0.50005, 0.70005)
    own = outcomes.maximum("J1.w", between=window)(result)
    assert own == max(result.at(t, "J1.w") for t in np.linspace(*window, 2001))
    result.save(tmp_path / "run.mat")
    from_file = dt.Result.load(tmp_path / "run.mat")
    with pytest.raises(ResultError, match="without its model"):
        outcomes.maximum("J1.w", between=window)(from_file)
