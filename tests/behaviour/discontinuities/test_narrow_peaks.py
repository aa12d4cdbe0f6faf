"""Narrow peaks of tables: no step passes over one, and tables that hide none cost nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import drivetrain
from drivetrain import simulate
from drivetrain.errors import SimulationError
from drivetrain.kernel.tables import pack_table
from drivetrain.modeling import Model, constant, der, fixed, table, time, variable

WIDTH = 1e-5
SECOND = constant(1.0, "s")
SHAPES = (
    "linear_segments",
    "constant_segments",
    "monotone_continuous_derivative1",
    "monotone_continuous_derivative2",
    "modified_continuous_derivative",
)


class Looked(Model):
    """What a table gives over time, or over a state that grows like time, is added up."""

    of_time = False
    total = variable(start=fixed(0.0))
    path = variable(start=fixed(0.0))
    shape = table([[0, 0], [1, 0]], units=("1", "1"))

    def equations(self) -> Iterable[Any]:
        yield der(self.path) * SECOND == constant(1.0)
        argument = time / SECOND if self.of_time else self.path
        yield der(self.total) * SECOND == self.shape(argument)


def looked(points: Any, smoothness: str, rule: str, of_time: bool) -> Model:
    """Return a model that looks up these points."""
    declared = table(points, units=("1", "1"), smoothness=smoothness, extrapolation=rule)
    made: Model = type("Looked", (Looked,), {"shape": declared, "of_time": of_time})()
    return made


def area_of(x: Any, y: Any, smoothness: str, rule: str) -> float:
    """Return the integral of the cubics of a table over its grid."""
    packed, n = pack_table(x, y, smoothness, rule), len(x)
    coefficients = packed[8 + n :][: 4 * (n - 1)].reshape(n - 1, 4)
    powers = np.diff(x)[:, None] ** np.arange(1, 5) / np.arange(1, 5)
    return float((coefficients * powers).sum())


@pytest.mark.parametrize("of_time", [True, False])
@pytest.mark.parametrize("solver", ["bs5", "rodas", "auto"])
@pytest.mark.parametrize("smoothness", SHAPES)
@pytest.mark.parametrize("rule", ["hold_last_point", "periodic"])
def test_a_peak_is_seen(smoothness: str, solver: str, of_time: bool, rule: str):
    middle, end = 0.37 + WIDTH / 2, 0.37 + WIDTH
    points = [[0.0, 0.0], [0.37, 0.0], [middle, 1.0], [end, 0.0], [1.0, 0.0]]
    model = looked(points, smoothness, rule, of_time)
    result = simulate(model, stop_time=1.0, interval=1.0, solver=solver, tolerance=1e-9)
    x, y = np.array(points).T
    area = area_of(x, y, smoothness, rule)
    assert result["total"][-1] == pytest.approx(area, rel=1e-9, abs=3e-8)


@pytest.mark.parametrize("of_time", [True, False])
@pytest.mark.parametrize("smoothness", ["linear_segments", "continuous_derivative"])
def test_many_periods_are_all_seen(smoothness: str, of_time: bool):
    """Of a table with a mean of 1/2, with more periods than a run usually takes steps."""
    points = [[0.0, 0.0], [1e-4, 1.0], [2e-4, 0.0]]
    result = simulate(looked(points, smoothness, "periodic", of_time), stop_time=0.5, interval=0.5)
    area = area_of(*np.array(points).T, smoothness, "periodic") / 2e-4
    assert result["total"][-1] == pytest.approx(0.5 * area, rel=1e-3)


@pytest.mark.parametrize("smoothness", ["linear_segments", "continuous_derivative"])
@pytest.mark.parametrize(
    ("of_time", "told"),
    [
        (True, r"Looked: 'lookup\(shape, .*, with a period of 1e-09 s"),
        (False, "lookup.shape, path"),
    ],
)
def test_a_period_that_is_tiny_against_the_run_is_named(smoothness: str, of_time: bool, told: str):
    points = [[0.0, 0.0], [2.5e-10, 1.0], [7.5e-10, -1.0], [1e-9, 0.0]]
    model = looked(points, smoothness, "periodic", of_time)
    with pytest.raises(SimulationError, match="goes round so often") as caught:
        simulate(model, stop_time=1.0)
    caught.match(told)


def test_saw_teeth_are_no_obstacle():
    """A jump is within some step; it may be, since a step sees one alone."""
    points = [[0.0, 0.0], [0.01, 1.0], [0.01, 0.0], [0.02, 0.0]]
    model = looked(points, "jumping_linear_segments", "periodic", False)
    result = simulate(model, stop_time=1.0, interval=1.0, tolerance=1e-8)
    assert result["total"][-1] == pytest.approx(0.25, abs=1e-6)


def test_what_goes_one_way_or_is_smooth_costs_nothing():
    """A friction curve of many points; a sine of many points, beside one of few."""
    x = np.linspace(0.0, 1.0, 1001)
    falling = looked(
        np.column_stack([x, np.exp(-x)]), "continuous_derivative", "hold_last_point", False
    )
    assert drivetrain.compile(falling).translation.lowered.angles == []
    steps = []
    for count in (41, 1001):
        x = np.linspace(0.0, 1.0, count)
        points = np.column_stack([x, np.sin(2 * np.pi * x)])
        model = looked(points, "continuous_derivative", "periodic", False)
        steps.append(simulate(model, stop_time=1.0, interval=1.0).stats.steps)
    assert steps[1] <= 1.5 * steps[0]


def test_noise_of_measured_points_is_not_followed():
    x = np.linspace(0.0, 1.0, 2001)
    noise = 1e-5 * np.sin(1e5 * x)
    model = looked(
        np.column_stack([x, x + noise]), "continuous_derivative", "hold_last_point", False
    )
    assert drivetrain.compile(model).translation.lowered.angles == []


def test_other_values_that_hide_a_peak_are_translated_anew():
    flat = [[0.0, 0.0], [0.37, 0.0], [0.38, 0.0], [0.39, 0.0], [1.0, 0.0]]
    compiled = drivetrain.compile(
        looked(flat, "monotone_continuous_derivative1", "hold_last_point", False)
    )
    peak = [[0.0, 0.0], [0.37, 0.0], [0.37 + WIDTH / 2, 1.0], [0.37 + WIDTH, 0.0], [1.0, 0.0]]
    result = compiled.simulate(stop_time=1.0, parameters={"shape": peak}, tolerance=1e-9)
    assert result["total"][-1] == pytest.approx(WIDTH / 2, rel=0.3)
