"""What a run writes down, and what is computed from it later."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from tests.behaviour.size.test_long_shaft import LongShaft

import drivetrain as dt
from drivetrain import Result, examples
from drivetrain.errors import SimulationError
from drivetrain.modeling import (
    Model,
    constant,
    delay,
    der,
    ensure,
    fixed,
    initial,
    integer,
    parameter,
    pre,
    reinit,
    sample,
    terminate,
    time,
    variable,
    when,
    where,
)
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.runs import run as run_module

SECOND = constant(1.0, "s")


class Ball(Model):
    """A ball that bounces on a floor: jumps of states, modes that enter other variables."""

    e = parameter(0.7)
    end = parameter(10.0, unit="s")
    v_max = parameter(100.0, unit="m/s")
    h = variable("m", start=fixed(1.0))
    v = variable("m/s", start=fixed(0.0))
    energy = variable("m2/s2")
    upwards = variable()
    height = variable("m")
    depth = variable("m")
    fall = variable("m/s")
    loss = variable("m2/s2")
    bounces = integer(start=fixed(0))

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.h)
        yield der(self.v) == -9.81 * constant(1.0, "m/s2")
        yield self.energy == 9.81 * constant(1.0, "m/s2") * self.h + self.v**2 / 2
        yield self.upwards == where(self.v > 0, 1.0 + self.bounces, 0.0)
        yield self.height == self.h + constant(1.0, "m")
        yield self.depth == 3 * self.h - self.height
        yield self.fall == -self.v * self.upwards
        yield self.loss == self.energy * self.e
        yield when(
            self.h <= 0,
            reinit(self.v, -self.e * pre(self.v)),
            self.bounces == pre(self.bounces) + 1,
        )
        yield terminate(time > self.end, "enough")
        yield ensure(self.v < self.v_max, "too quick")


class Clocked(Model):
    """A clock acts on a continuous variable."""

    x = variable(start=fixed(1.0))
    ticks = integer(start=fixed(0))
    y = variable()

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == -self.x
        yield self.y == where(sample(0.1 * SECOND, 0.1 * SECOND), 1.0, self.x)
        yield when(sample(0.0 * SECOND, 0.2 * SECOND), self.ticks == pre(self.ticks) + 1)


class Begun(Model):
    """The first instant differs."""

    x = variable(start=fixed(1.0))
    y = variable()
    z = variable()

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == -self.x
        yield self.y == where(initial(), 7.0, self.x)
        yield self.z == 2 * self.x


class Late(Model):
    """A past value."""

    x = variable(start=fixed(1.0))
    y = variable()

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == -self.x
        yield self.y == delay(self.x, 0.1 * SECOND)


class Looped(Model):
    """An algebraic loop."""

    x = variable(start=fixed(1.0))
    y = variable()

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == -self.x
        yield self.y**3 + self.y == self.x


def both_ways(model: Model, **settings: Any) -> tuple[Result, Result]:
    compiled = dt.compile(model)
    short = compiled.simulate(**settings)
    assert compiled.translation.kernel.has_short_rows
    compiled.translation.kernel.repeatable = False
    return short, compiled.simulate(**settings)


@pytest.mark.parametrize(
    "name", ["book.SMDWithBacklash", "ElasticBearing", "EddyCurrentBrake", "machines.ShipShafting"]
)
def test_same_bits_whenever_computed(name: str):
    model = examples.find(name)
    stop = model.experiment.stop_time / 4
    short, complete = both_ways(model(), stop_time=stop)
    assert short.rows.tobytes() == complete.rows.tobytes()


@pytest.mark.parametrize(
    "asked",
    [{}, {"solver": "rodas"}, {"parameters": {"e": 0.8}}, {"parameters": {"end": 0.8}}],
    ids=["explicit", "stiff", "other parameters", "terminated"],
)
def test_both_sides_of_events_are_complete(asked: dict[str, Any]):
    short, complete = both_ways(Ball(), stop_time=1.0, **asked)
    assert len(short.events) == len(complete.events) > 0
    assert short.rows.tobytes() == complete.rows.tobytes()
    assert np.ptp(short["upwards"]) >= 2


@pytest.mark.parametrize("many", [1, 2, 16, 17])
@pytest.mark.parametrize("model", [Ball, Late, lambda: LongShaft(n=30)])
def test_same_rows_in_pieces_of_any_length(
    model: Callable[[], Model], many: int, monkeypatch: pytest.MonkeyPatch
):
    compiled = dt.compile(model())
    asked: dict[str, Any] = {"stop_time": 0.5, "interval": 1e-3}
    rows = compiled.simulate(**asked).rows
    monkeypatch.setattr(run_module, "_ROWS_PER_CALL", many)
    assert compiled.simulate(**asked).rows.tobytes() == rows.tobytes()


def test_a_failed_run_keeps_everything():
    with pytest.raises(SimulationError, match="too quick") as failed:
        dt.simulate(Ball(), stop_time=1.0, parameters={"v_max": 1.0})
    result = failed.value.result
    assert result is not None
    np.testing.assert_allclose(result["energy"], 9.81 * result["h"] + result["v"] ** 2 / 2)


@pytest.mark.parametrize("asked", [{}, {"parameters": {"e": 0.8}}], ids=["own", "other"])
def test_results_are_read_side_by_side(asked: dict[str, Any]):
    compiled = dt.compile(Ball())
    result = compiled.simulate(stop_time=1.0, interval=1e-3, **asked)
    expected = result.to_numpy("energy", "height").tobytes()
    with ThreadPoolExecutor(4) as threads:
        read = [threads.submit(result.to_numpy, "energy", "height") for _ in range(200)]
        after = compiled.simulate(stop_time=1.0, interval=1e-3, **asked)
        assert {one.result().tobytes() for one in read} == {expected}
    del compiled, result
    assert after.to_numpy("energy", "height").tobytes() == expected


def test_what_is_recorded_needs_no_computing():
    result = dt.simulate(Ball(), stop_time=1.0)
    recording = result._recording
    assert result.final["energy"] == pytest.approx(
        9.81 * result["h"][-1] + result["v"][-1] ** 2 / 2
    )
    assert len(result.events) > 0
    assert recording.written.shape[1] < 2 + len(result.layout.column)
    assert "rows" not in vars(recording)
    energy = result["energy"]
    assert "rows" in vars(recording)
    assert recording.written is recording.rows
    assert result.final["energy"] == energy[-1]


@pytest.mark.parametrize("model", [Clocked, Begun])
def test_clocks_and_the_first_instant_leave_no_trace(model: type[Model]):
    short, complete = both_ways(model(), stop_time=0.5)
    assert short.rows.tobytes() == complete.rows.tobytes()


@pytest.mark.parametrize("model", [Late, Looped])
def test_what_could_not_be_computed_later_is_recorded(model: type[Model]):
    compiled = dt.compile(model())
    result = compiled.simulate(stop_time=0.5)
    assert not compiled.translation.kernel.has_short_rows
    assert "y" in result
    assert result._recording.written is result.rows


def test_rows_as_they_are():
    rows = np.arange(6.0).reshape(2, 3)
    recording = Recording(rows)
    assert recording.rows is rows
    assert recording.holding(2) is rows
    assert recording.row(1).tolist() == [[3.0, 4.0, 5.0]]


def test_rows_are_completed_once_and_only_where_needed():
    calls: list[int] = []

    def complete(written: np.ndarray) -> np.ndarray:
        calls.append(len(written))
        return np.column_stack([written[:, :2], written[:, 0] + 10.0])

    recording = Recording(np.array([[0.0, 1.0, 5.0], [2.0, 3.0, 5.0]]), 2, complete)
    assert recording.holding(1)[1, 1] == 3.0
    assert calls == []
    assert recording.row(1).tolist() == [[2.0, 3.0, 12.0]]
    assert recording.holding(2)[:, 2].tolist() == [10.0, 12.0]
    assert recording.row(1).tolist() == [[2.0, 3.0, 12.0]]
    assert recording.holding(1) is recording.rows
    assert calls == [1, 2]
