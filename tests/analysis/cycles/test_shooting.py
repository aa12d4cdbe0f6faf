"""Newton's method on maps in closed form."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from drivetrain.analysis.cycles.shooting import NoConvergence, corrections, solve
from drivetrain.errors import SimulationError


@dataclass
class Gap:
    """A trial of a scalar equation."""

    x: float
    value: float

    @property
    def gap(self) -> float:
        return abs(self.value)

    @property
    def error(self) -> float:
        return abs(self.value) / 1e-12


class Scalar:
    """``f(x) = 0``; where `f` is not a number there is no run."""

    def __init__(self, f, slope) -> None:
        self.f, self.slope, self.trials = f, slope, 0

    def trial(self, x: float) -> Gap:
        self.trials += 1
        value = float(self.f(x))
        if value != value:
            raise SimulationError("no run")
        return Gap(x, value)

    def correction(self, trial: Gap) -> np.ndarray:
        return corrections(np.array([[self.slope(trial.x)]]), np.array([-trial.value]))

    def moved(self, trial: Gap, change: np.ndarray) -> float:
        return trial.x + float(change[0])


def test_convergence_is_quadratic() -> None:
    trial, count = solve(Scalar(lambda x: x**2 - 2, lambda x: 2 * x), 1.0, 20)
    assert trial.x == pytest.approx(np.sqrt(2), abs=1e-12)
    assert count <= 6


def test_steps_are_shortened_where_they_lead_away_or_nowhere() -> None:
    """Full steps of Newton's method diverge for the arc tangent from 1.5 on."""
    trial, _ = solve(Scalar(np.arctan, lambda x: 1 / (1 + x**2)), 3.0, 40)
    assert trial.x == pytest.approx(0.0, abs=1e-12)
    with np.errstate(invalid="ignore"):
        trial, _ = solve(Scalar(lambda x: np.log(x) + 2.0, lambda x: 1 / x), 0.9, 40)
    assert trial.x == pytest.approx(np.exp(-2.0))


def test_what_has_no_solution_is_said() -> None:
    with pytest.raises(NoConvergence) as stopped:
        solve(Scalar(lambda x: x**2 + 1, lambda x: 2 * x), 1.0, 20)
    assert stopped.value.trial.value == pytest.approx(1.0, abs=1e-2)


def test_of_a_family_the_nearest_is_found() -> None:
    """One equation for two unknowns: the second one, of almost no effect, hardly changes."""
    found = corrections(np.array([[1.0, 1e-6]]), np.array([0.1]))
    assert found == pytest.approx([0.1, 0.0], abs=1e-5)
    nearly = corrections(np.array([[1.0, 0.0], [0.0, 1e-6]]), np.array([0.1, 1e-7]))
    assert abs(nearly[1]) < 1e-3
    exact = corrections(np.array([[1.0, 0.0], [0.0, 1e-6]]), np.array([0.0, 1e-12]))
    assert exact[1] == pytest.approx(1e-6, rel=1e-3)
