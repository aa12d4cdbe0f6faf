"""What jumps with a jump: steps end wherever a link of a chain changes its branch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import drivetrain
from drivetrain import Model, fixed, simulate
from drivetrain.blocks import CombiTable1Ds, CombiTable2Ds, CombiTimeTable, Integrator
from drivetrain.modeling import (
    Component,
    Expr,
    constant,
    delay,
    der,
    floor,
    interpolate,
    maximum,
    minimum,
    mod,
    no_event,
    parameter,
    sign,
    sin,
    time,
    variable,
    where,
)
from drivetrain.rotational import Inertia, SpeedSensor, Torque

SECOND = constant(1.0, "s")
STEPS: dict[str, Any] = {
    "smoothness": "constant_segments",
    "extrapolation": "hold_last_point",
}


class Shifting(Model):
    """A disc; the gear follows from its speed by a table of steps, its torque from the gear."""

    disc = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    torque = Torque()
    sensor = SpeedSensor()
    gear = CombiTable1Ds(table=[[0, 1], [5, 2], [9, 3]], **STEPS)
    load = CombiTable1Ds(table=[[1, 4], [2, 1], [3, 0.25]], **STEPS)

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.disc >> self.sensor
        yield self.sensor.w >> self.gear.u
        yield self.gear.y[0] >> self.load.u
        yield self.load.y[0] >> self.torque.tau


@pytest.mark.parametrize("solver", ["bs5", "rodas", "auto"])
@pytest.mark.parametrize("tolerance", [1e-4, 1e-8])
def test_a_table_of_torques_behind_one_of_gears(solver: Any, tolerance: float) -> None:
    """At 4 rad/s2 up to 5 rad/s, in 1.25 s, and at 1 rad/s2 from then on; no events."""
    result = simulate(Shifting(), stop_time=4.0, tolerance=tolerance, solver=solver)
    assert result.final["disc.w"] == pytest.approx(7.75, abs=tolerance)
    assert result.stats.state_events == 0


POINTS, HEIGHTS = [0.0, 1.0, 1.7, 2.9, 3.3], [0.0, 1.0, -2.0, 3.0, 0.0]


class Followed(Model):
    """What a table in time adds up to."""

    table = CombiTimeTable(table=list(zip(POINTS, HEIGHTS, strict=True)))
    sum = Integrator()

    def equations(self) -> Iterable[Any]:
        yield self.table.y[0] >> self.sum.u


@pytest.mark.parametrize("events", ["always", "at_discontinuities", "no_time_events"])
@pytest.mark.parametrize("outside", ["hold_last_point", "last_two_points", "periodic"])
def test_tables_in_time_with_and_without_events(outside: str, events: str) -> None:
    class Chosen(Followed):
        table = CombiTimeTable(
            table=list(zip(POINTS, HEIGHTS, strict=True)), extrapolation=outside, time_events=events
        )

    result = simulate(Chosen(), stop_time=4.0, tolerance=1e-6)
    slope, rest = (HEIGHTS[-1] - HEIGHTS[-2]) / (POINTS[-1] - POINTS[-2]), 4.0 - POINTS[-1]
    beyond = {"hold_last_point": 0.0, "last_two_points": slope * rest**2 / 2, "periodic": 0.245}
    exact = np.trapezoid(HEIGHTS, POINTS) + beyond[outside]
    assert result.final["sum.y"] == pytest.approx(exact, abs=1e-8)


def test_cells_of_a_table_of_two_variables() -> None:
    class Mapped(Model):
        cells = CombiTable2Ds(
            table=[[0, 0, 1, 2], [0, 1, -2, 3], [1, 4, 0.5, -1], [2, 2, 6, 1.5]],
            smoothness="constant_segments",
            extrapolation="hold_last_point",
        )
        sum = Integrator()

        def equations(self) -> Iterable[Any]:
            yield self.cells.u1 == 0.9 * time / SECOND
            yield self.cells.u2 == floor(2.0 * time / SECOND) / 1.5
            yield self.cells.y >> self.sum.u

    result = simulate(Mapped(), stop_time=3.0, tolerance=1e-6)
    pieces = [(0, 1, 1), (1, 10 / 9, -2), (10 / 9, 1.5, 0.5), (1.5, 20 / 9, -1), (20 / 9, 3, 1.5)]
    exact = sum(height * (end - start) for start, end, height in pieces)
    assert result.final["sum.y"] == pytest.approx(exact, abs=1e-7)


CHAINS: dict[str, tuple[Callable[[Expr], Expr], Callable[[Any], Any]]] = {
    "a piece that is skipped": (
        lambda u: sign(floor(u) - 0.5) + floor(0.5 * floor(2.0 * u + 0.3)),
        lambda t: np.sign(np.floor(t) - 0.5) + np.floor(0.5 * np.floor(2.0 * t + 0.3)),
    ),
    "a limit that comes and goes": (
        lambda u: maximum(mod(1.216 - 2.969 * u, 2.0), 0.4 + 0.5 * u),
        lambda t: np.maximum(np.mod(1.216 - 2.969 * t, 2.0), 0.4 + 0.5 * t),
    ),
    "a table that rests at its edge": (
        lambda u: interpolate(minimum(1.0, 2.0 - u), [0.0, 0.5, 1.0], [3.0, -1.0, 2.0], **STEPS),
        lambda t: np.select([t > 1.5, t > 1.0], [3.0, -1.0], 2.0),
    ),
    "both or none": (
        lambda u: no_event(where(floor(u) + sign(u - 1.0) > 1.5, 1.0, 0.0)),
        lambda t: np.where(t > 1.0, 1.0, 0.0),
    ),
}


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
@pytest.mark.parametrize(("chain", "values"), CHAINS.values(), ids=CHAINS)
def test_chains(chain: Callable[[Expr], Expr], values: Callable[[Any], Any], solver: Any) -> None:
    class Path(Model):
        x = variable(start=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield SECOND * der(self.x) == chain(time / SECOND)

    result = simulate(Path(), stop_time=2.0, tolerance=1e-8, solver=solver)
    width = 2.0 / 4_000_000
    exact = width * values(width * (np.arange(4_000_000) + 0.5)).sum()
    assert result["x"][-1] == pytest.approx(exact, abs=3e-6)
    assert result.stats.steps + result.stats.rejected_steps < 150


def test_a_wave_whose_argument_jumps() -> None:
    """An angle that jumps by ten turns has not turned."""

    class Waving(Model):
        x = variable(start=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            wave = sin(60.0 * floor(3.0 * time / SECOND))
            yield SECOND * der(self.x) == no_event(where(time > 0.5 * SECOND, wave, 0.0))

    result = simulate(Waving(), stop_time=1.0, tolerance=1e-8)
    exact = np.sin(60.0) * (2.0 / 3.0 - 0.5) + np.sin(120.0) / 3.0
    assert result["x"][-1] == pytest.approx(exact, abs=1e-7)


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_a_loop_that_bends(solver: Any) -> None:
    """y + y |y| / 4 == u, a jump at 0.4 s included: y is the root of a square."""

    class Looped(Model):
        x, y = variable(start=fixed(0.0)), variable()

        def equations(self) -> Iterable[Any]:
            u = 3.0 * time / SECOND - 2.0 + no_event(sign(time - 0.4 * SECOND))
            yield self.y == u - self.y * abs(self.y) / 4.0
            yield SECOND * der(self.x) == self.y

    result = simulate(Looped(), stop_time=2.0, tolerance=1e-8, solver=solver)

    def below(u: float) -> float:  # integral of y over u, from 0
        return 4.0 * ((1.0 + abs(u)) ** 1.5 - 1.0) / 3.0 - 2.0 * abs(u)

    exact = (below(-1.8) - below(-3.0) + below(5.0) - below(0.2)) / 3.0
    assert result["x"][-1] == pytest.approx(exact, abs=1e-7)


class Cell(Component):
    """A part of a row: its rate is looked up by a whole number."""

    k, shift = parameter(1.0), parameter(0.0)
    x, number = variable(start=fixed(0.0)), variable()

    def equations(self) -> Iterable[Any]:
        yield self.number == floor(self.k * time / SECOND + self.shift)
        rate = interpolate(self.number, [0.0, 1.0, 2.0], [0.2, 1.0, -3.0], **STEPS)
        yield SECOND * der(self.x) == rate


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_rows_of_parts_that_jump(solver: Any) -> None:
    """Thirty parts alike would be a loop if they did not jump."""
    k, shift = np.linspace(1.0, 2.7, 30), np.linspace(0.1, 0.8, 30)
    model = Model("row")
    model.add(cell=Cell.array(30, k=k.tolist(), shift=shift.tolist()))
    result = simulate(model, stop_time=2.0, tolerance=1e-4, solver=solver)
    first, second = (1.0 - shift) / k, (2.0 - shift) / k
    exact = 0.2 * first + np.minimum(2.0, second) - first - 3.0 * np.maximum(0.0, 2.0 - second)
    found = [result[f"cell[{i}].x"][-1] for i in range(30)]
    np.testing.assert_allclose(found, exact, atol=1e-8)


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
@pytest.mark.parametrize("tolerance", [1e-4, 1e-8])
def test_the_past_of_what_jumps(solver: Any, tolerance: float) -> None:
    """It jumps once more when it comes out of the delay, and its integral is that of before."""

    class Delayed(Model):
        level, x = variable(start=fixed(0.0)), variable(start=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield SECOND * der(self.level) == 1.0 - self.level
            past = delay(floor(4.0 * self.level) * self.level, 0.3 * SECOND)
            yield SECOND * der(self.x) == past

    compiled = drivetrain.compile(Delayed())
    result = compiled.simulate(stop_time=1.3, interval=1.3, tolerance=tolerance, solver=solver)
    ends = [*(-np.log(1.0 - np.arange(3) / 4.0)), 1.0]
    exact = sum(
        number * ((end - start) + np.exp(-end) - np.exp(-start))
        for number, (start, end) in enumerate(pairwise(ends))
    )
    assert result["x"][-1] == pytest.approx(exact, abs=5 * tolerance)
