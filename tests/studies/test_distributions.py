"""Distributions: moments, ends, what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.stats

from drivetrain import studies
from drivetrain.errors import DrivetrainError, UsageError
from drivetrain.studies.distributions.distribution import Distribution
from drivetrain.studies.distributions.frozen import Frozen

LEVELS = (np.arange(4096) + 0.5) / 4096
MADE: list[tuple[Distribution, Any]] = [
    (studies.uniform(3, 5), scipy.stats.uniform(3, 2)),
    (studies.log_uniform(0.1, 10), scipy.stats.loguniform(0.1, 10)),
    (studies.normal(2, 0.5), scipy.stats.norm(2, 0.5)),
    (studies.truncated_normal(0, 1, -0.5, 2), scipy.stats.truncnorm(-0.5, 2)),
    (studies.truncated_normal(0, 1, 5, 6), scipy.stats.truncnorm(5, 6)),
    (studies.triangular(1, 2, 5), scipy.stats.triang(0.25, 1, 4)),
    (Frozen(scipy.stats.weibull_min(2, scale=3)), scipy.stats.weibull_min(2, scale=3)),
]


@pytest.mark.parametrize(("own", "known"), MADE, ids=lambda one: repr(one)[:30])
def test_values_are_those_of_scipy(own: Distribution, known: Any) -> None:
    np.testing.assert_allclose(own.at(LEVELS), known.ppf(LEVELS), rtol=1e-9, atol=1e-12)


def test_nothing_lies_outside_of_a_truncated_normal() -> None:
    values = studies.truncated_normal(1.0, 3.0, 0.9, 1.1).at(np.array([2.0**-53, 0.5, 1 - 2**-53]))
    assert values.min() >= 0.9
    assert values.max() <= 1.1


def test_a_choice_takes_each_value_in_its_share() -> None:
    values = studies.choice([1.0, 2.0, 5.0], weights=[1, 2, 1]).at(LEVELS)
    assert [np.mean(values == one) for one in (1.0, 2.0, 5.0)] == [0.25, 0.5, 0.25]
    assert set(studies.choice(["a", "b"]).at(LEVELS)) == {"a", "b"}


def test_measured_values_are_joined() -> None:
    spread = studies.empirical([3.0, 1.0, 2.0]).in_numbers(float)
    np.testing.assert_allclose(spread.at(np.array([0.0, 0.25, 0.5, 1.0])), [1.0, 1.5, 2.0, 3.0])


def test_correlated_normals_have_their_correlation() -> None:
    spread = studies.correlated_normal([1, 2], [0.1, 0.2], [[1, 0.8], [0.8, 1]])
    levels = np.random.default_rng(1).random((20000, 2))
    a, b = spread.at(levels)
    assert abs(np.corrcoef(a, b)[0, 1] - 0.8) < 0.01
    assert abs(b.std() - 0.2) < 0.005


REFUSED: list[Callable[[], object]] = [
    lambda: studies.uniform(5, 3),
    lambda: studies.uniform(0, float("inf")),
    lambda: studies.log_uniform(0, 1),
    lambda: studies.normal(0, -1),
    lambda: studies.truncated_normal(0, 1, 20, 30),
    lambda: studies.triangular(2, 1, 3),
    lambda: studies.choice([]),
    lambda: studies.choice([1, 2], weights=[1]),
    lambda: studies.choice("abc"),
    lambda: studies.empirical([1.0]).in_numbers(float),
    lambda: studies.correlated_normal([1], [1, 2], [[1]]),
    lambda: studies.correlated_normal([1, 2], [1, 2], [[1, 2], [2, 1]]),
    lambda: studies.correlated_normal([0] * 3, [1] * 3, [[1, 1, 0], [1, 1, 1], [0, 1, 1]]),
]


@pytest.mark.parametrize("make", REFUSED)
def test_impossible_distributions_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(UsageError):
        make()


def test_a_misspelt_argument_is_named() -> None:
    with pytest.raises(DrivetrainError, match="did you mean 'high'"):
        studies.uniform(1, hihg=2)  # type: ignore[call-arg]
