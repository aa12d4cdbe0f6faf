"""What is steep in one place is not passed over: transitions and peaks within a single step."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import numpy as np
import pytest

import drivetrain
from drivetrain import CompiledModel
from drivetrain.modeling import (
    Model,
    atan,
    constant,
    der,
    exp,
    fixed,
    parameter,
    table,
    tanh,
    time,
    variable,
)

SECOND = constant(1.0, "s")
TOLERANCE = 1e-6


class Passing(Model):
    """A function of time, or of a state that grows like time, is added up."""

    steepness, place, size = parameter(1.0), parameter(0.0), parameter(1.0)
    path = variable(start=fixed(0.0))
    total = variable(start=fixed(0.0))
    of_time = False

    def shape(self, u: Any) -> Any:
        """Return the function where its argument is `u`."""
        return tanh(u)

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.path) == 1.0
        u = time / SECOND if self.of_time else self.path
        yield SECOND * der(self.total) == self.size * self.shape(self.steepness * (u - self.place))


@cache
def _passing(name: str, of_time: bool) -> CompiledModel:
    shape = SHAPES[name][0]
    members = {"shape": lambda self, u: shape(u), "of_time": of_time}
    return drivetrain.compile(type("Of" + name, (Passing,), members)())


def _log_cosh(a: float) -> float:
    return abs(a) + math.log1p(math.exp(-2.0 * abs(a))) - math.log(2.0)


def _below_atan(a: float) -> float:
    return a * math.atan(a) - math.log1p(a * a) / 2.0


SHAPES: dict[str, tuple[Callable[[Any], Any], Callable[[float], float], bool]] = {
    "tanh": (tanh, _log_cosh, False),
    "atan": (atan, _below_atan, False),
    "straight": (lambda a: a, lambda a: a * a / 2.0, False),
    "slow": (lambda a: exp(-20.0 * a) + tanh(5.0 * a - 2.0), lambda a: math.nan, False),
    "peak": (lambda a: exp(-a * a), lambda a: math.sqrt(math.pi) / 2.0 * math.erf(a), True),
}
"""The function, its integral, and whether it is made as high as it is narrow."""


@pytest.mark.parametrize("of_time", [True, False])
@pytest.mark.parametrize("solver", ["bs5", "rodas"])
@pytest.mark.parametrize("steepness", [3e1, 3e2, 1e4, 1e6, 1e8])
@pytest.mark.parametrize("name", ["tanh", "atan", "peak"])
def test_steep_places_are_not_passed_over(
    name: str, steepness: float, solver: Any, of_time: bool
) -> None:
    """Wherever they lie within a step; what is left of the area under a peak was nothing."""
    _, integral, high = SHAPES[name]
    size, errors = steepness if high else 1.0, []
    for place in (0.2213, 0.3377, 0.5127, 0.6414, 0.7719):
        values = {"steepness": steepness, "place": place, "size": size}
        result = _passing(name, of_time).simulate(
            stop_time=1.0, interval=1.0, tolerance=TOLERANCE, solver=solver, parameters=values
        )
        ends = [integral(steepness * (t - place)) for t in (0.0, 1.0)]
        errors.append(abs(result["total"][-1] - size / steepness * (ends[1] - ends[0])))
        assert result.stats.steps + result.stats.rejected_steps < 250
    assert max(errors) < 20 * TOLERANCE


def test_a_jump_in_disguise_is_left_to_error_control() -> None:
    """Too steep for time itself: the run goes on, as exactly as asked."""
    values = {"steepness": 1e25, "place": 0.3141}
    result = _passing("tanh", True).simulate(stop_time=1.0, tolerance=TOLERANCE, parameters=values)
    assert result["total"][-1] == pytest.approx(0.6859 - 0.3141, abs=10 * TOLERANCE)


@pytest.mark.parametrize(("solver", "tolerance", "most"), [("rodas", 1e-4, 12), ("bs5", 1e-8, 22)])
def test_a_jump_is_not_approached_as_if_it_were_smooth(
    solver: Any, tolerance: float, most: int
) -> None:
    """The error of a step across it is as its length, not as the fifth power of that."""
    rejected = []
    for place in np.linspace(0.2013, 0.8977, 40):
        values = {"steepness": 1e12, "place": float(place)}
        result = _passing("tanh", False).simulate(
            stop_time=1.0, interval=1.0, tolerance=tolerance, solver=solver, parameters=values
        )
        rejected.append(result.stats.rejected_steps)
        assert result["total"][-1] == pytest.approx(1.0 - 2.0 * place, abs=20 * tolerance)
    assert np.mean(rejected) < most


class Leaving(Model):
    """A path that leaves a table, whose extreme lies just before."""

    width, over = 1e-3, 1e-6
    profile = table(
        [[0.0, 1.0], [width, 0.0], [2.0 * width, 1.0]],
        units=("1", "1"),
        extrapolation="hold_last_point",
    )
    path = variable(start=fixed(1.0))
    total = variable(start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.path) == -1.0
        place = self.path - 1.0 + self.width * (1.0 + self.over)
        yield SECOND * der(self.total) == self.profile(place)


def test_an_angle_that_turns_no_further_is_not_followed_step_by_step() -> None:
    """Behind its end a table tells nothing of how much of a long step lies within it."""
    result = drivetrain.simulate(
        Leaving(), stop_time=1.0, interval=1.0, tolerance=1e-4, solver="bs5"
    )
    inside = 0.5 * Leaving.width * (1.0 + Leaving.over**2)
    expected = inside + 1.0 - Leaving.width * (1.0 + Leaving.over)
    assert result["total"][-1] == pytest.approx(expected, abs=1e-10)
    assert result.stats.rejected_steps < 20


def test_what_changes_slowly_costs_nothing() -> None:
    """An exponential that has long died away, and a tanh as slow as the motion."""
    steps = []
    for name in ("straight", "slow"):
        result = _passing(name, True).simulate(stop_time=1.0, interval=1.0, tolerance=1e-4)
        steps.append(result.stats.steps)
    assert steps[1] <= steps[0] + 2


def test_what_acts_on_nothing_is_not_watched() -> None:
    class Shown(Model):
        x = variable(start=fixed(0.0))
        shown = variable()

        def equations(self) -> Iterable[Any]:
            yield SECOND * der(self.x) == 1.0
            yield self.shown == tanh(1e9 * (self.x - 0.3))

    compiled = drivetrain.compile(Shown())
    assert compiled.translation.lowered.one_way == []
    assert np.all(np.abs(compiled.simulate(stop_time=1.0)["shown"]) <= 1.0)
