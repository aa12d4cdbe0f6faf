"""A study as an objective: many points at once, limits, and what is infeasible."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import differential_evolution

from drivetrain import studies
from drivetrain.errors import NameLookupError, UsageError
from drivetrain.studies.objective import Objective
from tests.studies.models import Flywheel

RECORD = {"phi": studies.final("wheel.phi"), "rest": studies.first("bearing.mode", "stuck")}


def objective(vary: Any = None, outcome: str = "phi", **asked: Any) -> Objective:
    study = Flywheel().study(
        vary or {"wheel.J": studies.uniform(1, 3), "wheel.w.start": 2.0},
        design=studies.latin(2), record=RECORD,
    )  # fmt: skip
    return study.objective(outcome, **asked)


def test_it_is_the_outcome_of_each_point() -> None:
    """The wheel slows down by 2/J, so it stops after ωJ/2 and turns by ω²J/4."""
    phi = objective()
    assert phi.names == ("wheel.J",)
    assert phi.bounds == [(1.0, 3.0)]
    np.testing.assert_allclose(phi([[1.0], [2.0], [3.0]]), [1.0, 2.0, 3.0], rtol=1e-9)
    assert phi([2.0]) == phi([[2.0]])[0]
    assert (phi.runs, phi.infeasible) == (5, 0)
    np.testing.assert_allclose(phi.outcomes([[2.0]])["rest"], [2.0], rtol=1e-9)
    assert objective(maximise=True)([2.0]) == -phi([2.0])


def test_limits_absence_and_failures_are_infeasible() -> None:
    limited = objective(limits={"rest": (None, 2.5)})
    assert np.isinf(limited([[2.4], [2.6]])).tolist() == [False, True]
    assert np.isinf(objective(limits={"rest": (2.5, None)})([[2.4], [2.6]])).tolist() == [
        True,
        False,
    ]
    late = objective({"wheel.J": studies.uniform(1, 9), "wheel.w.start": 2.0}, "rest")
    assert late([[8.0], [1.0]])[0] == np.inf  # it does not come to rest within the run
    assert objective()([-1.0]) == np.inf  # below the least inertia


def test_scipy_finds_the_best_within_limits() -> None:
    cost = objective(limits={"rest": (None, 2.0)}, maximise=True)
    best = differential_evolution(
        lambda X: cost(X.T), cost.bounds, vectorized=True, updating="deferred", popsize=20,
        maxiter=80, tol=1e-6, rng=np.random.default_rng(1), polish=False,
    )  # fmt: skip
    assert best.x[0] == pytest.approx(2.0, rel=1e-3)
    assert best.x[0] <= 2.0
    assert cost.infeasible > 0


@pytest.mark.parametrize(
    ("make", "kind", "match"),
    [
        (lambda: objective(outcome="phy"), NameLookupError, "did you mean 'phi'"),
        (lambda: objective(outcome=np.array([0, 1])), NameLookupError, "this study has no outcome"),
        (lambda: objective(limits={"rst": (0, 1)}), NameLookupError, "rest"),
        (lambda: objective(limits={"rest": 1}), UsageError, "least and greatest"),
        (lambda: objective(limits={"rest": (2, 1)}), UsageError, "lower one first"),
        (lambda: objective(limits=3), UsageError, "by name"),
        (lambda: objective()([1.0, 2.0]), UsageError, "1 numbers in each row, for wheel.J"),
        (lambda: objective()([np.nan]), UsageError, "finite"),
        (
            lambda: objective({"bearing.tau_pos": studies.choice([[[0, 1.0]], [[0, 2.0]]])}),
            UsageError, "no number",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused(make: Any, kind: type[Exception], match: str) -> None:
    with pytest.raises(kind, match=match):
        make()
