"""Shares of the variance against known ones, through studies as users make them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from drivetrain import studies
from drivetrain.errors import StudyError, UsageError
from drivetrain.studies import StudyResult
from drivetrain.studies.sensitivity.batches import Batches, batches_of
from drivetrain.studies.sensitivity.sobol import _estimated, _indices
from tests.studies.models import Flywheel, Formulas

RECORD = {"ishigami": studies.final("ishigami"), "linear": studies.final("linear")}
PI = float(np.pi)


@pytest.fixture(scope="module")
def known() -> StudyResult:
    vary = {name: studies.uniform(-PI, PI) for name in ("x1", "x2", "x3")}
    study = Formulas().study(
        vary, design=studies.saltelli(1024, seed=1), record=RECORD, stop_time=0.01
    )
    return study.run(progress=False)


def shares_of_ishigami() -> tuple[list[float], list[float]]:
    """Return the indices in closed form (Sobol and Levitan, 1999)."""
    a, b = 7.0, 0.1
    first = 0.5 * (1 + b * PI**4 / 5) ** 2
    second = a**2 / 8
    both = b**2 * PI**8 * (1 / 18 - 1 / 50)
    variance = first + second + both
    return (
        [first / variance, second / variance, 0.0],
        [(first + both) / variance, second / variance, both / variance],
    )


def test_the_function_of_ishigami(known: StudyResult) -> None:
    indices = known.sobol("ishigami")
    first, total = shares_of_ishigami()
    np.testing.assert_allclose(indices.first, first, atol=0.03)
    np.testing.assert_allclose(indices.total, total, atol=0.03)
    assert (indices.first_interval[:, 0] <= indices.first).all()
    assert (indices.first <= indices.first_interval[:, 1]).all()
    for interval, exact in zip(indices.total_interval, total, strict=True):
        assert interval[0] - 0.02 < exact < interval[1] + 0.02
    assert "1024 blocks" in repr(indices)


def test_a_linear_function_has_the_squares_of_its_factors(known: StudyResult) -> None:
    exact = np.array([9, 4, 1]) / 14
    indices = known.sobol("linear")
    np.testing.assert_allclose(indices.first, exact, atol=0.01)
    np.testing.assert_allclose(indices.total, exact, atol=0.01)
    regression = known.regression("linear")
    np.testing.assert_allclose(regression.coefficients**2, exact, atol=0.05)
    assert regression.r_squared > 1 - 1e-12


def test_intervals_are_the_same_each_time_and_shrink(known: StudyResult) -> None:
    one, again = known.sobol("linear"), known.sobol("linear")
    np.testing.assert_array_equal(one.total_interval, again.total_interval)
    counts, totals = one.over_blocks()
    assert counts.tolist() == [16, 32, 64, 128, 256, 512, 1024]
    exact = np.array([9, 4, 1]) / 14
    errors = np.abs(totals - exact).max(axis=1)
    assert errors[-1] < errors[0]


def test_the_estimator_for_any_number_of_blocks_is_that_of_scipy(known: StudyResult) -> None:
    batches = batches_of(known, "ishigami", "refuse")
    for own, theirs in zip(_estimated(batches), _indices(batches), strict=True):
        np.testing.assert_allclose(own, theirs, rtol=1e-9, atol=1e-12)


def test_one_parameter_has_all_of_the_variance() -> None:
    study = Formulas().study(
        {"x1": studies.uniform(-PI, PI)}, design=studies.saltelli(64), record=RECORD, stop_time=0.01
    )
    indices = study.run(progress=False).sobol("linear")
    np.testing.assert_allclose(indices.total, 1.0, atol=0.1)
    np.testing.assert_allclose(indices.first, 1.0, atol=0.1)


def some_failures(result: Any) -> float:
    x1 = result.parameters["x1"]
    if x1 > 0.9 * PI:
        raise ValueError("out of range")
    return float(result.final["linear"])


def test_missing_values_are_refused_or_dropped_by_blocks() -> None:
    vary = {name: studies.uniform(-PI, PI) for name in ("x1", "x2", "x3")}
    study = Formulas().study(
        vary, design=studies.saltelli(256, seed=1), record={"y": some_failures}, stop_time=0.01
    )
    result = study.run(progress=False)
    share = len(result.failed) / len(result)
    assert 0.04 < share < 0.06
    with pytest.raises(StudyError, match=r"missing in \d+ of 1280 runs .*x1 = 2\.8"):
        result.sobol("y")
    indices = result.sobol("y", missing="drop")
    assert indices.n + indices.dropped == 256
    assert 0 < indices.dropped < 256 * 0.12
    np.testing.assert_allclose(indices.first, np.array([9, 4, 1]) / 14, atol=0.12)
    with pytest.raises(UsageError, match="'refuse' or 'drop'"):
        result.sobol("y", missing="mean")
    assert result.regression("y", missing="drop").n == len(result) - len(result.failed)


def test_indices_need_their_design_and_an_outcome_that_varies(known: StudyResult) -> None:
    plain = Flywheel().study(
        {"wheel.J": studies.uniform(1, 2)}, design=studies.random(16),
        record={"w": studies.final("wheel.w")},
    ).run(progress=False)  # fmt: skip
    with pytest.raises(StudyError, match=r"saltelli\(n\)"):
        plain.sobol("w")
    with pytest.raises(StudyError, match="an outcome that varies"):
        plain.regression("w")
    constant = Batches(["a"], np.ones(4), np.ones(4), np.ones((1, 4)), 0)
    from drivetrain.studies.sensitivity.sobol import indices_of

    with pytest.raises(StudyError, match="the same in all runs"):
        indices_of("w", constant)


def test_methods_of_salib() -> None:
    pytest.importorskip("SALib")
    vary = {name: studies.uniform(-PI, PI) for name in ("x1", "x2", "x3")}
    kept: dict[str, Any] = {"record": RECORD, "stop_time": 0.01}
    morris = Formulas().study(vary, design=studies.morris(20, seed=1), **kept).run(progress=False)
    effects = morris.morris("linear")
    ratio = effects["mu_star"] / effects["mu_star"]["x3"]
    np.testing.assert_allclose(ratio, [3, 2, 1], rtol=1e-9)
    np.testing.assert_allclose(effects["sigma"], 0, atol=1e-9)
    sample = Formulas().study(vary, design=studies.latin(120, seed=1), **kept).run(progress=False)
    median = sample.pawn("linear")["median"]
    assert median["x1"] > median["x2"] > median["x3"]
    with pytest.raises(StudyError, match="need the design morris"):
        sample.morris("linear")


@pytest.mark.slow
def test_the_delta_of_salib() -> None:
    pytest.importorskip("SALib")
    vary = {name: studies.uniform(-PI, PI) for name in ("x1", "x2", "x3")}
    study = Formulas().study(vary, design=studies.latin(120, seed=1), record=RECORD, stop_time=0.01)
    table = study.run(progress=False).delta("linear")["delta"]
    assert table["x1"] > table["x2"] > table["x3"]


def test_without_salib_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivetrain.studies.sensitivity.salib.find_spec", lambda name: None)
    with pytest.raises(StudyError, match="pip install SALib"):
        studies.morris(4)
