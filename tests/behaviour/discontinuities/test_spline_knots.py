"""Smooth tables with few points: steps end where one polynomial follows on another."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
import pytest

import drivetrain
from drivetrain import CompiledModel
from drivetrain.kernel.tables import pack_table
from drivetrain.modeling import Model, constant, der, fixed, table, time, variable, where

SECOND = constant(1.0, "s")
SHAPES = ("continuous_derivative", "monotone_continuous_derivative1")
PERIODS = 300


def _integral(points: Any, smoothness: str, end: float) -> float:
    """Return the integral of the cubics of a periodic table from its first point to `end`."""
    x, y = np.array(points).T
    packed, n = pack_table(x, y, smoothness, "periodic"), len(x)
    c = packed[8 + n :][: 4 * (n - 1)].reshape(n - 1, 4) / np.arange(1, 5)
    whole, rest = divmod(end - x[0], x[-1] - x[0])
    full = (c * np.diff(x)[:, None] ** np.arange(1, 5)).sum()
    part = np.clip(rest + x[0] - x[:-1], 0.0, np.diff(x))
    return float(whole * full + (c * part[:, None] ** np.arange(1, 5)).sum())


def _wave(count: int) -> list[list[float]]:
    x = np.linspace(0.0, 1.0, count + 1)
    return np.column_stack([x, np.sin(2 * np.pi * x + 0.3)]).tolist()


ROUGH = [[0, 0.3], [0.1, -0.2], [0.35, 0.9], [0.5, 1.0], [0.8, -0.7], [1, 0.3]]


class Looked(Model):
    """What a table gives over time, or over a state, is added up, once a condition holds."""

    shape = table(_wave(8), units=("1", "1"), smoothness=SHAPES[0], extrapolation="periodic")
    of_time = True
    since = 0.0
    total = variable(start=fixed(0.0))
    path = variable(start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.path) == 1.0
        seen = self.shape(time / SECOND if self.of_time else self.path)
        started = time >= self.since * SECOND
        yield SECOND * der(self.total) == (where(started, seen, 0.0) if self.since else seen)


@cache
def _looked(points: str, smoothness: str, of_time: bool, since: float = 0.0) -> CompiledModel:
    rows = ROUGH if points == "rough" else _wave(int(points))
    law = {"units": ("1", "1"), "smoothness": smoothness, "extrapolation": "periodic"}
    members = {"shape": table(rows, **law), "of_time": of_time, "since": since}
    return drivetrain.compile(type("Read", (Looked,), members)())


@pytest.mark.parametrize("of_time", [True, False])
@pytest.mark.parametrize("solver", ["bs5", "rodas"])
@pytest.mark.parametrize("smoothness", SHAPES)
@pytest.mark.parametrize("points", ["8", "16", "rough"])
@pytest.mark.parametrize("tolerance", [1e-6, 1e-8])
def test_errors_of_coarse_tables_do_not_add_up(
    points: str, smoothness: str, solver: Any, of_time: bool, tolerance: float
) -> None:
    """Within a piece the table is a cubic, of which either method makes no error."""
    result = _looked(points, smoothness, of_time).simulate(
        stop_time=PERIODS, interval=PERIODS, tolerance=tolerance, solver=solver
    )
    rows = ROUGH if points == "rough" else _wave(int(points))
    exact = _integral(rows, smoothness, PERIODS)
    size = max(1.0, np.abs(result["total"]).max())
    assert result["total"][-1] == pytest.approx(exact, abs=PERIODS * tolerance * size)
    stats, pieces = result.stats, PERIODS * (len(rows) - 1)
    assert stats.steps + stats.rejected_steps < 2.1 * pieces + 100


def test_a_table_counts_from_when_it_is_read() -> None:
    model = _looked("8", SHAPES[0], True, 100.3)
    result = model.simulate(stop_time=PERIODS, interval=PERIODS, tolerance=1e-8)
    integrals = [_integral(_wave(8), SHAPES[0], end) for end in (PERIODS, 100.3)]
    assert result["total"][-1] == pytest.approx(integrals[0] - integrals[1], abs=1e-8)


class Track(Model):
    """A mass on a hilly track: it slows down and speeds up, and its energy stays."""

    slope = table(_wave(12), units=("1", "1"), smoothness=SHAPES[0], extrapolation="periodic")
    x = variable(start=fixed(0.0))
    v = variable(start=fixed(1.0))

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == self.v
        yield SECOND * der(self.v) == -self.slope(self.x)


@pytest.mark.parametrize("tolerance", [1e-6, 1e-8])
@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_the_energy_of_a_mass_on_a_track_stays(solver: Any, tolerance: float) -> None:
    """Through 300 hills, whose knots it passes at any speed."""
    result = drivetrain.compile(Track()).simulate(
        stop_time=300.0, tolerance=tolerance, solver=solver
    )
    heights = [_integral(_wave(12), SHAPES[0], float(x)) for x in result["x"]]
    energy = result["v"] ** 2 / 2 + np.array(heights)
    assert np.abs(result["x"]).max() > 100.0
    np.testing.assert_allclose(energy, 0.5, atol=300 * tolerance)


def test_many_points_cost_little() -> None:
    """A sine of a thousand points takes no more steps than it did."""
    result = _looked("1000", SHAPES[0], False).simulate(stop_time=1.0, tolerance=1e-6)
    assert result.stats.steps + result.stats.rejected_steps < 80


def test_a_table_may_get_its_knots_with_a_run() -> None:
    """The compiled model knows of none: two points make a straight line."""
    law = {"units": ("1", "1"), "smoothness": SHAPES[0], "extrapolation": "periodic"}
    straight = table([[0, 0], [1, 0]], **law)
    plain = drivetrain.compile(type("Plain", (Looked,), {"shape": straight})())
    assert plain.translation.lowered.arguments == []
    values = {"shape": _wave(8)}
    result = plain.simulate(stop_time=PERIODS, interval=PERIODS, tolerance=1e-6, parameters=values)
    exact = _integral(_wave(8), SHAPES[0], PERIODS)
    assert result["total"][-1] == pytest.approx(exact, abs=1e-5)
